// Package sessions runs remote browsers: it starts each with walls of its own, gives
// it an address that only its creator knows, lets DevTools clients and viewers in,
// and ends it by the rules its creator chose.
package sessions

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	"assay/service/browser"
	"assay/service/egress"
	"assay/wire"
)

// remember is how long an ended session stays in the list.
const remember = 10 * time.Minute

const (
	// defaultMemory is enough for a heavy page and a few others.
	defaultMemory = 2 << 30

	// defaultDisk is enough for the cache and the storage of many sites and for large
	// downloads.
	defaultDisk = 2 << 30
)

// Errors of Create and Delete.
var (
	ErrClosed  = errors.New("the service is shutting down")
	ErrUnknown = errors.New("there is no such session")
)

// LimitError says that there are as many sessions as there may be.
type LimitError struct {
	Limit int
	OfKey bool // the limit is the key's, not the node's
}

// Error says which limit it is.
func (e *LimitError) Error() string {
	if e.OfKey {
		return fmt.Sprintf("this API key has as many sessions as it may (%d)", e.Limit)
	}
	return fmt.Sprintf("the service has as many sessions as it may (%d)", e.Limit)
}

// Config says where sessions run and how they are reached. Zero values mean the
// default in brackets.
type Config struct {
	Dir    string         // runtime folder for profiles and records; required
	Egress *egress.Dialer // the way out; required
	Log    *slog.Logger   // [slog.Default()]

	Listen string      // the address on which each session opens a port of its own [127.0.0.1]
	Host   string      // in the sessions' addresses [Listen]
	TLS    *tls.Config // of the sessions' ports; required for those
	Plain  bool        // the sessions' ports speak plain HTTP too

	// Domain, if not "", makes each session a name under it, all on the service's
	// own port, whose requests Handler is given. Shared does so without names of
	// their own: all sessions are at Host.
	Domain string
	Shared bool
	Port   int // that clients reach the service's port by, with Domain or Shared

	// LiveView answers with a part of the page that shows a session live; "" is the page
	// itself. Required.
	LiveView func(w http.ResponseWriter, r *http.Request, part string)

	Ended func(id string) // told of each session of which nothing is left [nobody]

	// ClientFiles lets clients that run on this machine as the service's user name files of
	// their own, to upload and for downloads, but none in Data, which is then required.
	// It must not be set where clients of others come from this machine, such as through
	// a proxy.
	ClientFiles bool
	Data        string

	Max    int // sessions at a time [20]
	PerKey int // sessions of one key at a time [Max]

	// NoSpares starts no browser ahead of its session. Sessions take longer to begin then,
	// but no browser runs that nobody uses.
	NoSpares bool

	// Memory bounds what each session's browser may use, in bytes, where the system can
	// [2 GiB]; negative is no bound.
	Memory int64

	// Disk bounds what each session's browser may have on disk, in bytes [2 GiB]; negative
	// is no bound. What it downloads is stopped then; if it is something else that grows,
	// the session ends.
	Disk int64
}

// Manager runs the sessions of a service. It is safe for concurrent use.
type Manager struct {
	config   Config
	launcher func() (*browser.Launcher, error)
	spares   spares

	mu       sync.Mutex
	closed   bool
	sessions map[string]*Session            // by id, ended ones too
	secrets  map[[sha256.Size]byte]*Session // by hash of the secret, alive ones only
	idleFrom time.Time                      // when the last session ended
	starting sync.WaitGroup
}

// New returns a Manager that has started nothing yet.
func New(config Config) *Manager {
	config.Log = cmp.Or(config.Log, slog.Default())
	config.Listen = cmp.Or(config.Listen, "127.0.0.1")
	config.Host = cmp.Or(config.Host, config.Listen)
	config.Max = cmp.Or(config.Max, 20)
	config.PerKey = cmp.Or(config.PerKey, config.Max)
	config.Memory = cmp.Or(config.Memory, defaultMemory)
	config.Disk = cmp.Or(config.Disk, defaultDisk)
	if config.Ended == nil {
		config.Ended = func(string) {}
	}
	m := &Manager{
		config:   config,
		launcher: sync.OnceValues(func() (*browser.Launcher, error) { return browser.NewLauncher(config.Dir, config.Log) }),
		sessions: map[string]*Session{},
		secrets:  map[[sha256.Size]byte]*Session{},
	}
	m.spares.init(m)
	return m
}

// Create starts a session. Errors are *LimitError, ErrClosed, ctx's, or the
// browser's, which may wrap browser.ErrMissing.
func (m *Manager) Create(ctx context.Context, request Request) (*Session, error) {
	s := &Session{
		ID:      cmp.Or(request.ID, uuid.NewString()),
		secret:  rand.Text(),
		request: request,
		manager: m,
		created: time.Now(),
		last:    time.Now(),
		state:   wire.StateStarting,
		gone:    make(chan struct{}),
	}
	s.ctx, s.cancel = context.WithCancelCause(context.Background())
	if err := m.admit(s); err != nil {
		s.cancel(err)
		return nil, err
	}
	defer m.starting.Done()
	err := m.start(ctx, s)
	if err != nil {
		s.end(EndFailed)
		m.forget(s)
		return nil, err
	}
	m.config.Log.Info("a session began", "session_id", s.ID, "profile", request.Profile, "preset", request.Persona,
		"took", time.Since(s.created).Round(100*time.Microsecond))
	return s, nil
}

// admit takes a place for a session.
func (m *Manager) admit(s *Session) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.purge()
	if m.closed {
		return ErrClosed
	}
	alive, ofKey := 0, 0
	for _, other := range m.secrets {
		alive++
		if other.request.KeyID == s.request.KeyID {
			ofKey++
		}
	}
	perKey := m.config.PerKey
	if s.request.KeyMax > 0 {
		perKey = min(perKey, s.request.KeyMax)
	}
	switch {
	case ofKey >= perKey && perKey < m.config.Max:
		return &LimitError{Limit: perKey, OfKey: true}
	case alive >= m.config.Max:
		return &LimitError{Limit: m.config.Max}
	}
	m.sessions[s.ID] = s
	m.secrets[sha256.Sum256([]byte(s.secret))] = s
	m.starting.Add(1)
	return nil
}

// start gives a session its address and its browser.
func (m *Manager) start(ctx context.Context, s *Session) error {
	if err := m.open(s); err != nil {
		return err
	}
	box, err := m.spares.take(ctx, kind{s.request.Profile, s.request.Persona})
	if err != nil {
		return err
	}
	if err := s.ready(box); err != nil {
		box.close(m)
		return ErrClosed
	}
	return nil
}

// ended takes a session out of those that can be reached.
func (m *Manager) ended(s *Session) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.secrets, sha256.Sum256([]byte(s.secret)))
	m.idleFrom = time.Now()
}

// forget takes a session out of the list.
func (m *Manager) forget(s *Session) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.sessions, s.ID)
}

// purge forgets the sessions that ended long ago. m.mu is held.
func (m *Manager) purge() {
	for id, s := range m.sessions {
		s.mu.Lock()
		old := s.state == wire.StateEnded && time.Since(s.endedAt) > remember
		s.mu.Unlock()
		if old {
			delete(m.sessions, id)
		}
	}
}

// Owned is a session and the API key that it was created with.
type Owned struct {
	wire.SessionInfo
	KeyID string `json:"key_id,omitempty"`
}

// List returns the sessions, those that ended lately too, the newest first. sees says
// of which keys.
func (m *Manager) List(sees func(keyID string) bool) []Owned {
	m.mu.Lock()
	m.purge()
	list := make([]*Session, 0, len(m.sessions))
	for _, s := range m.sessions {
		if sees(s.request.KeyID) {
			list = append(list, s)
		}
	}
	m.mu.Unlock()
	slices.SortFunc(list, func(a, b *Session) int { return b.created.Compare(a.created) })
	infos := make([]Owned, len(list))
	var all sync.WaitGroup
	for i, s := range list {
		all.Go(func() { infos[i] = Owned{s.Info(), s.request.KeyID} })
	}
	all.Wait()
	return infos
}

// Owner returns the key that a session was created with; ok is false if there is no
// such session.
func (m *Manager) Owner(id string) (keyID string, ok bool) {
	s := m.session(id)
	if s == nil {
		return "", false
	}
	return s.request.KeyID, true
}

// session returns a session, one that ended lately too; nil if there is none.
func (m *Manager) session(id string) *Session {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.purge()
	return m.sessions[id]
}

// Get returns one session; the error is ErrUnknown.
func (m *Manager) Get(id string) (wire.SessionInfo, error) {
	s := m.session(id)
	if s == nil {
		return wire.SessionInfo{}, ErrUnknown
	}
	return s.Info(), nil
}

// Delete ends a session and waits, until ctx ends, for its browser to be gone. A
// session that has ended is none: the error is ErrUnknown.
func (m *Manager) Delete(ctx context.Context, id string) error {
	s := m.session(id)
	if s == nil || !s.end(EndDeleted) {
		return ErrUnknown
	}
	select {
	case <-s.gone:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// EndKey ends all sessions of a key, which is not valid any more.
func (m *Manager) EndKey(keyID string) {
	var ending []*Session
	m.mu.Lock()
	for _, s := range m.secrets {
		if s.request.KeyID == keyID {
			ending = append(ending, s)
		}
	}
	m.mu.Unlock()
	for _, s := range ending {
		s.end(EndKey)
	}
}

// Active returns how many sessions are alive, and when one last ended; the zero time
// if none did.
func (m *Manager) Active() (alive int, last time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.secrets), m.idleFrom
}

// Alive returns the ids of the sessions that are alive, with the keys that they were
// created with.
func (m *Manager) Alive() map[string]string {
	m.mu.Lock()
	defer m.mu.Unlock()
	alive := make(map[string]string, len(m.secrets))
	for _, s := range m.secrets {
		alive[s.ID] = s.request.KeyID
	}
	return alive
}

// Count returns how many sessions there are in each state that is alive.
func (m *Manager) Count() map[string]int {
	m.mu.Lock()
	defer m.mu.Unlock()
	count := map[string]int{}
	for _, s := range m.sessions {
		s.mu.Lock()
		if s.state != wire.StateEnded {
			count[s.state]++
		}
		s.mu.Unlock()
	}
	return count
}

// Shutdown takes no more sessions, ends those that are alive, and waits until ctx
// ends for their browsers to be gone.
func (m *Manager) Shutdown(ctx context.Context) error {
	m.mu.Lock()
	m.closed = true
	var list []*Session
	for _, s := range m.sessions {
		list = append(list, s)
	}
	m.mu.Unlock()
	finished := make(chan struct{})
	go func() {
		defer close(finished)
		for _, s := range list {
			s.end(EndStopped)
		}
		m.starting.Wait()
		m.spares.close()
		for _, s := range list {
			<-s.gone
		}
	}()
	select {
	case <-finished:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("ending the sessions: %w", ctx.Err())
	}
}
