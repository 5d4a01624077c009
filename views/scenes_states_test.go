package views

import (
	"strings"
	"testing"
	"time"
)

// watchedScene shows a query that is asked again and again.
func watchedScene(t *testing.T, s *stage) *player {
	d := lamps(t, s)
	d.keys("alt+I")
	d.until("Watch shop.example/lamps", "Every")
	d.keys("enter")
	d.until("Ask every 5m?")
	d.pastGuard("enter")
	d.until("every 5m, next", "1 watch", "6,588")
	return d
}

// watchChangedScene shows a watched query whose answer has changed.
func watchChangedScene(t *testing.T) *player {
	s := goldenStage(t)
	d := watchedScene(t, s)
	s.Answer(strings.NewReplacer("64.5", "60", "Birch", "Beech").Replace(lampData()), "null")
	d.keys("f5")
	d.until("6,587", "~2")
	return d
}

// runningAgainScene shows an answer while the next one is awaited.
func runningAgainScene(t *testing.T) *player {
	s := goldenStage(t)
	d := lamps(t, s)
	s.Hold(t)
	d.keys("f5")
	d.until("Esc cancels")
	s.Clock.Move(2300 * time.Millisecond)
	return d
}

// quitScene shows the question that quitting asks while a query is watched.
func quitScene(t *testing.T) *player {
	d := watchedScene(t, goldenStage(t))
	d.keys("ctrl+c")
	d.until("Quit")
	return d
}

// batchPausedScene shows a batch that its user pauses while pages are asked.
func batchPausedScene(t *testing.T) *player {
	s := goldenStage(t)
	d := goldenDashboard(t, s)
	s.Hold(t)
	d.lampQuery()
	d.keys("alt+B")
	d.until("Pages, one address a line")
	d.paste("https://shop.example/1\nhttps://shop.example/2\nhttps://shop.example/3\nhttps://shop.example/4\n")
	d.until("4 pages")
	d.keys("f5")
	d.until("Ask about 4 pages")
	d.pastGuard("enter")
	d.until("2 running", "2 waiting")
	d.keys("space")
	d.until("pausing")
	return d
}
