package toast

import (
	"fmt"
	"testing"
	"time"
)

func TestCurrent(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var log Log
	if _, ok := log.Current(now); ok {
		t.Error("an empty log has a current message")
	}
	log.Add(Message{Level: Info, Text: "copied", At: now})
	if m, ok := log.Current(now.Add(3 * time.Second)); !ok || m.Text != "copied" {
		t.Errorf("fresh: %v %v", m, ok)
	}
	if _, ok := log.Current(now.Add(5 * time.Second)); ok {
		t.Error("an old message is still current")
	}
	log.Add(Message{Level: Bad, Text: "refused", At: now})
	if _, ok := log.Current(now.Add(5 * time.Second)); !ok {
		t.Error("bad news went as fast as good")
	}
}

func TestLogKeepsTheLatest(t *testing.T) {
	var log Log
	for i := range Capacity + 5 {
		log.Add(Message{Text: fmt.Sprint(i)})
	}
	all := log.All()
	if len(all) != Capacity || all[0].Text != "5" || all[Capacity-1].Text != fmt.Sprint(Capacity+4) {
		t.Errorf("%d messages, %s … %s", len(all), all[0].Text, all[len(all)-1].Text)
	}
}
