package batch

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"assay/client"
	"assay/wire"
)

// line is a line of a journal: the first says what is asked, each later one what
// became of a page or what the user decided.
type line struct {
	Format  int          `json:"assay_batch,omitempty"` // of the first line: journalFormat
	Created *time.Time   `json:"created,omitempty"`
	Query   string       `json:"query,omitempty"`
	Prompt  string       `json:"prompt,omitempty"`
	Params  *wire.Params `json:"params,omitempty"`
	URLs    []string     `json:"urls,omitempty"` // also of a later line: more pages

	Page       *int            `json:"page,omitempty"` // its place in the list, from 0
	At         *time.Time      `json:"at,omitempty"`
	Tries      int             `json:"tries,omitempty"`
	Took       int64           `json:"took_ms,omitempty"`
	RequestID  string          `json:"request_id,omitempty"`
	Records    int             `json:"records,omitempty"`
	Status     int             `json:"page_status,omitempty"`
	Unfinished bool            `json:"page_unfinished,omitempty"`
	Data       json.RawMessage `json:"data,omitempty"`
	Error      *failure        `json:"error,omitempty"`

	Again     []int `json:"again,omitempty"`     // pages to be tried once more
	Cancelled []int `json:"cancelled,omitempty"` // pages given up
	Complete  bool  `json:"complete,omitempty"`  // nothing waits, as long as this is the last line
}

const journalFormat = 1

// failure is why a page was not answered.
type failure struct {
	Message   string `json:"message"`
	Status    int    `json:"status,omitempty"`
	Code      string `json:"code,omitempty"`
	Field     string `json:"field,omitempty"`
	RequestID string `json:"request_id,omitempty"`
}

func failureOf(err error) *failure {
	if refused, ok := errors.AsType[*client.Error](err); ok {
		return &failure{refused.Message, refused.Status, refused.Code, refused.Field, refused.RequestID}
	}
	return &failure{Message: err.Error()}
}

func (f *failure) error() error {
	if f.Status == 0 {
		return errors.New(f.Message)
	}
	return &client.Error{Status: f.Status, Code: f.Code, Message: f.Message, Field: f.Field, RequestID: f.RequestID}
}

// withoutPassword returns params that may be written to a file.
func withoutPassword(p *wire.Params) *wire.Params {
	if p == nil || p.Proxy == nil {
		return p
	}
	params, proxy := *p, *p.Proxy
	proxy.Password = ""
	if u, err := url.Parse(proxy.URL); err != nil {
		proxy.URL = ""
	} else if u.User != nil {
		u.User = nil
		proxy.URL = u.String()
	}
	params.Proxy = &proxy
	return &params
}

// header returns the first line of the journal.
func (b *Batch) header() line {
	return line{Format: journalFormat, Created: &b.created, Query: b.plan.Query, Prompt: b.plan.Prompt, Params: withoutPassword(b.plan.Params), URLs: b.plan.URLs}
}

// journal is an append-only file of lines. Its nil keeps nothing.
type journal struct {
	mu      sync.Mutex
	file    *os.File // locked
	size    int64
	answers map[int]span // of the answers, by page
	err     error        // the first failure to write
}

type span struct{ at, length int64 }

func createJournal(path string, header line) (*journal, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("making the journal: %w", err)
	}
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, fmt.Errorf("making the journal: %w", err)
	}
	j := &journal{file: file, answers: map[int]span{}}
	if err = lock(file); err == nil {
		err = j.append(header)
	}
	if err != nil {
		j.close()
		return nil, err
	}
	return j, nil
}

// ErrInUse is Open's error for a journal that another program writes.
var ErrInUse = errors.New("the batch is open in another assay")

// Open opens the batch of a journal. A last line that was cut short, by a crash or a
// full disk, is taken away: its page waits again. The error of a file that is not
// there matches fs.ErrNotExist, of one that another program has open ErrInUse.
func Open(path string) (*Batch, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("opening the journal: there is no file %s: %w", path, fs.ErrNotExist)
	}
	if err != nil {
		return nil, fmt.Errorf("opening the journal: %w", err)
	}
	if info, err := file.Stat(); err != nil || !info.Mode().IsRegular() { // a device may never end
		file.Close()
		return nil, errors.Join(fmt.Errorf("opening the journal: %s is not a regular file", path), err)
	}
	b := &Batch{journal: &journal{file: file, answers: map[int]span{}}}
	if err = lock(file); err == nil {
		err = b.read()
	}
	if err != nil {
		b.journal.close()
		return nil, err
	}
	return b, nil
}

// read reads the journal and brings the batch to where it was.
func (b *Batch) read() error {
	j := b.journal
	lines := bufio.NewReaderSize(j.file, 256<<10)
	for first := true; ; first = false {
		text, err := lines.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return fmt.Errorf("reading the journal: %w", err)
		}
		var l line
		whole := err == nil && json.Unmarshal(text, &l) == nil
		if first && (!whole || l.Format == 0) {
			return errors.New("reading the journal: the file is not the journal of a batch")
		}
		if first && l.Format != journalFormat {
			return fmt.Errorf("reading the journal: it is of format %d, of a newer version of assay", l.Format)
		}
		if err == io.EOF {
			if err := j.file.Truncate(j.size); err != nil {
				return fmt.Errorf("mending the journal: %w", err)
			}
			return nil
		}
		at := span{j.size, int64(len(text))}
		j.size += at.length
		switch {
		case first:
			b.plan = Plan{Query: l.Query, Prompt: l.Prompt, Params: l.Params}
			if l.Created != nil {
				b.created = *l.Created
			}
			b.grow(l.URLs)
		case whole: // a line that was damaged otherwise leaves its page waiting
			b.replay(l, at)
		}
	}
}

// replay brings the batch to where it was after a line.
func (b *Batch) replay(l line, at span) {
	b.grow(l.URLs)
	each := func(pages []int, to State) {
		for _, n := range pages {
			if 0 <= n && n < len(b.pages) {
				b.settle(n, Page{State: to})
			}
		}
	}
	each(l.Again, Waiting)
	each(l.Cancelled, Cancelled)
	if l.Page == nil || *l.Page < 0 || *l.Page >= len(b.pages) {
		return
	}
	p := Page{Tries: l.Tries, Took: time.Duration(l.Took) * time.Millisecond}
	switch {
	case l.Error != nil:
		p.State, p.Err = Failed, l.Error.error()
	case l.Data != nil:
		p.State, p.Records, p.Status, p.Unfinished = Done, l.Records, l.Status, l.Unfinished
		b.journal.answers[*l.Page] = at
	default:
		return
	}
	b.settle(*l.Page, p)
}

// settle writes what became of a page into the list.
func (b *Batch) settle(n int, p Page) {
	old := &b.pages[n]
	b.records += p.Records - old.Records
	if old.IsError() {
		b.errors--
	}
	if p.IsError() {
		b.errors++
	}
	p.URL = old.URL
	b.counts[old.State]--
	b.counts[p.State]++
	*old = p
	b.version++
}

// append writes a line in one piece.
func (j *journal) append(l line) error {
	if j == nil {
		return nil
	}
	text, err := wire.Marshal(l) // one line, as all JSON made here is
	if err != nil {
		return fmt.Errorf("writing the journal: %w", err)
	}
	text = append(text, '\n')
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.err != nil {
		return j.err
	}
	at := span{j.size, int64(len(text))}
	if _, err := j.file.WriteAt(text, j.size); err != nil {
		j.err = fmt.Errorf("writing the journal: %w", err)
		return j.err
	}
	j.size += at.length
	if l.Page != nil && l.Data != nil {
		j.answers[*l.Page] = at
	}
	return nil
}

// failed returns the first failure to write, which no later line gets past.
func (j *journal) failed() error {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.err
}

// data reads the answer of a page back.
func (j *journal) data(page int) (json.RawMessage, error) {
	j.mu.Lock()
	at, ok := j.answers[page]
	j.mu.Unlock()
	if !ok {
		return nil, errors.New("the page has no answer")
	}
	text := make([]byte, at.length)
	if _, err := j.file.ReadAt(text, at.at); err != nil {
		return nil, fmt.Errorf("reading the journal: %w", err)
	}
	var l line
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, fmt.Errorf("reading the journal: %w", err)
	}
	return l.Data, nil
}

func (j *journal) close() error {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.file.Close()
}
