package profile_test

import (
	"strings"
	"testing"
	"time"

	"assay/workspace/history"
	"assay/workspace/profile"
)

func TestHistoryTable(t *testing.T) {
	settings(t, "[history]\ncalls = 500\ndays = 7\nmegabytes = 0\n")
	p, err := profile.Resolve(profile.Flags{})
	if err != nil {
		t.Fatal(err)
	}
	if want := (history.Limits{Calls: 500, Age: 7 * 24 * time.Hour, AnswerBytes: history.DefaultLimits.AnswerBytes}); p.History != want {
		t.Errorf("the limits are %+v", p.History)
	}
	settings(t, "[history]\nkeep = false\n")
	if p, err = profile.Resolve(profile.Flags{}); err != nil || !p.History.Off {
		t.Errorf("keep = false: %+v, %v", p.History, err)
	}
	settings(t, "[history]\ndays = -1\n")
	if _, err = profile.Resolve(profile.Flags{}); err == nil || !strings.Contains(err.Error(), "history.days") {
		t.Errorf("a negative number: %v", err)
	}
}
