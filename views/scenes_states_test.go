package views

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// watchedScene shows a query that is asked again and again.
func watchedScene(t *testing.T) *player { return watched(t, goldenStage(t)) }

func watched(t *testing.T, s *stage) *player {
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
	d := watched(t, s)
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

// listPages opens the list of a batch's pages and waits until they are counted.
func (d *player) listPages(pages, counted string) {
	d.lampQuery()
	d.keys("alt+B")
	d.until("Pages, one address a line")
	d.paste(pages)
	d.until(counted)
}

// batchListScene shows the list of a batch's pages.
func batchListScene(pages, counted string) func(*testing.T) *player {
	return func(t *testing.T) *player {
		d := dashboardScene(t)
		d.listPages(pages, counted)
		return d
	}
}

// runningBatch opens a batch whose first pages are asked and not answered.
func runningBatch(t *testing.T, s *stage, pages int) *player {
	d := goldenDashboard(t, s)
	s.Hold(t)
	var list strings.Builder
	for i := range pages {
		fmt.Fprintf(&list, "https://shop.example/%d\n", i+1)
	}
	counted := fmt.Sprintf("%d pages", pages)
	d.listPages(list.String(), counted)
	d.keys("f5")
	d.until("Ask about " + counted)
	d.pastGuard("enter")
	d.until("2 running", fmt.Sprintf("%d waiting", pages-2))
	return d
}

// batchPausedScene shows a batch that its user pauses while pages are asked.
func batchPausedScene(t *testing.T) *player {
	d := runningBatch(t, goldenStage(t), 4)
	d.keys("space")
	d.until("pausing")
	return d
}
