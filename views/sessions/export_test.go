package sessions

import "time"

func init() { pollEvery = 50 * time.Millisecond }

// PollEvery returns how often tests ask for the sessions.
func PollEvery() time.Duration { return pollEvery }
