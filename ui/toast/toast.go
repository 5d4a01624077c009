// Package toast keeps the short messages a program tells its user: the latest one
// for the status line, and a log of all.
package toast

import (
	"slices"
	"time"
)

// Level is how much a message matters.
type Level uint8

// The levels of messages.
const (
	Info Level = iota
	Good
	Warn
	Bad
)

// Message is one thing told to the user.
type Message struct {
	Level Level
	Text  string
	At    time.Time
}

// Lifetime is how long a message stays in the status line; bad news stays longer.
func (m Message) Lifetime() time.Duration {
	if m.Level >= Warn {
		return 10 * time.Second
	}
	return 4 * time.Second
}

// Log holds the messages of a run, newest last, at most Capacity of them.
type Log struct {
	messages []Message
}

// Capacity is how many messages a Log keeps.
const Capacity = 200

// Add appends a message.
func (l *Log) Add(m Message) {
	if len(l.messages) == Capacity {
		l.messages = slices.Delete(l.messages, 0, 1)
	}
	l.messages = append(l.messages, m)
}

// All returns the messages, oldest first. The slice is the log's own.
func (l *Log) All() []Message { return l.messages }

// Current returns the message to show at the given time, if one is still fresh.
func (l *Log) Current(now time.Time) (Message, bool) {
	if len(l.messages) == 0 {
		return Message{}, false
	}
	last := l.messages[len(l.messages)-1]
	return last, now.Before(last.At.Add(last.Lifetime()))
}
