package batch

import "time"

// Progress is how far a batch has come.
type Progress struct {
	Total                                     int
	Waiting, Running, Done, Failed, Cancelled int
	Records                                   int // in the answers
	ErrorPages                                int // of those done: came with an error's status

	Active  bool  // a run is under way
	Pausing bool  // it ends when the pages under way are through
	Stopped error // why the last run ended before its end, or nil

	Hold    time.Time // nothing begins before; past or zero if nothing is in the way
	HoldWhy error     // what the service said
	Limit   int       // pages at once that the service bears, if that is less than the settings ask for; else 0

	Rate float64       // pages through with in a second, of late; 0 if not known
	Left time.Duration // that it takes at this rate; 0 if not known
}

// Through returns the number of pages that nothing more is done about.
func (p Progress) Through() int { return p.Done + p.Failed + p.Cancelled }

// Progress returns how far the batch has come.
func (b *Batch) Progress(now time.Time) Progress {
	b.mu.Lock()
	defer b.mu.Unlock()
	p := Progress{
		Total: len(b.pages), Records: b.records, ErrorPages: b.errors, Stopped: b.stopped,
		Waiting: b.counts[Waiting], Running: b.counts[Running], Done: b.counts[Done], Failed: b.counts[Failed], Cancelled: b.counts[Cancelled],
	}
	r := b.run
	if r == nil {
		return p
	}
	p.Active, p.Pausing, p.Hold, p.HoldWhy = true, r.pausing, r.hold, r.holdWhy
	if r.limit < b.settings.Jobs {
		p.Limit = r.limit
	}
	if p.Rate = r.pace.rate(now); p.Rate > 0 {
		p.Left = time.Duration(float64(p.Waiting+p.Running) / p.Rate * float64(time.Second))
	}
	return p
}

// Pause lets the pages under way end and begins no other; Run then returns ErrPaused.
func (b *Batch) Pause() { b.pause(true) }

// Resume takes Pause back while Run has not returned yet.
func (b *Batch) Resume() { b.pause(false) }

func (b *Batch) pause(pausing bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.run != nil {
		b.run.pausing = pausing
		b.run.stir()
	}
	b.version++
}

// Settings returns how the batch is run.
func (b *Batch) Settings() Settings {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.settings == (Settings{}) {
		return Defaults
	}
	return b.settings
}

// SetSettings changes how the batch is run, also while it is.
func (b *Batch) SetSettings(s Settings) error {
	if err := s.Check(); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.settings = s
	if b.run != nil {
		b.run.stir()
	}
	b.version++
	return nil
}

// pace measures how fast pages get through, by the latest of them.
type pace struct {
	times [64]time.Time
	count int
}

func (p *pace) add(at time.Time) {
	p.times[p.count%len(p.times)] = at
	p.count++
}

// rate returns pages a second, or 0 before it can be told.
func (p *pace) rate(now time.Time) float64 {
	known := min(p.count, len(p.times))
	if known < 2 {
		return 0
	}
	took := now.Sub(p.times[(p.count-known)%len(p.times)])
	if took <= 0 {
		return 0
	}
	return float64(known-1) / took.Seconds()
}
