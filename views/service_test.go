package views

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"assay/client"
	"assay/ui/dialog"
	"assay/views/frame"
)

// guardOver makes the guard of the dialog that is open a thing of the past.
func (d *player) guardOver() {
	d.m.over.(*question).dialog.Open(d.m.env.Now().Add(-2 * dialog.Guard))
}

// TestServiceInBackground looks at the service of this machine from the palette, reads its
// log, stops it, and starts it again. What asks by itself does not start it.
func TestServiceInBackground(t *testing.T) {
	s := newStage(t)
	var connects, stops atomic.Int32
	var running atomic.Bool
	running.Store(true)
	d := open(t, s, 120, 36, func(o *Options) {
		connect := o.Connect
		o.Connect = func(ctx context.Context) (*client.Client, error) {
			connects.Add(1)
			running.Store(true)
			return connect(ctx)
		}
		o.Local = &frame.Local{
			Status: func(context.Context) ([][2]string, error) {
				if !running.Load() {
					return nil, nil
				}
				return [][2]string{{"process", "4242, in the background, for 3h 12m"}, {"sessions", "2"}}, nil
			},
			Stop: func(context.Context) error {
				if stops.Add(1) == 1 {
					return errors.New("process 4242 belongs to somebody else")
				}
				running.Store(false)
				return nil
			},
			Log: func() (string, error) {
				return strings.Repeat("an old line\n", 100) + "msg=\"the last line\"\n", nil
			},
		}
	})
	d.until("3,410 of 10,000")
	d.keys("4", "ctrl+k")
	d.typed("service background stop")
	d.until("See the service in the background")
	d.keys("enter")
	d.until("process: 4242, in the background, for 3h 12m", "sessions: 2", "Stopping it ends its sessions.")
	d.keys("x") // typed ahead of the question
	d.guardOver()
	if stops.Load() != 0 {
		t.Error("a key typed ahead of the dialog stopped the service")
	}
	d.keys("l")
	d.until("Log of the service", "the last line")
	d.keys("esc")
	d.gone("the last line")

	stop := func() {
		d.keys("enter")
		d.until("process: 4242")
		d.guardOver()
		d.keys("x")
	}
	stop()
	d.until("belongs to somebody else")
	before := connects.Load()
	d.keys("r")
	d.await("it is not asked again", func() bool { return connects.Load() > before })
	d.until("refreshed")
	stop()
	d.until("the service has ended", "● stopped", "stopped, as of ")
	before = connects.Load()
	d.keys("4", "r", "1", "r")
	d.until("● stopped")
	d.keys("2")
	d.typed("https://shop.example")
	d.keys("tab")
	d.typed("{ a ")
	d.keys("f5")
	d.until("the service was stopped from here; it is started again in the Usage")
	if connects.Load() != before {
		t.Error("something started the service again")
	}
	d.keys("alt+1", "enter")
	d.until("It does not run.")
	d.guardOver()
	d.keys("enter")
	d.until("refreshed")
	if connects.Load() == before {
		t.Error("the service was not started again")
	}
}

func TestServiceElsewhereIsNotOurs(t *testing.T) {
	d := open(t, newStage(t), 120, 36)
	d.until("3,410 of 10,000")
	d.keys("enter")
	d.until("it needs the service of this machine")
}
