package service

import (
	"crypto/subtle"
	"net/http"
	"time"

	"assay/wire/datadir"
)

// handler is the API, the sessions that are names on the service's own port, and,
// for a background service, the way to be replaced.
func (s *Service) handler() http.Handler {
	var handler http.Handler = s.api
	if s.cfg.Background {
		mux := http.NewServeMux()
		mux.Handle("/", s.api)
		mux.HandleFunc("POST "+datadir.RetirePath, s.retire)
		handler = mux
	}
	if s.cfg.SessionDomain != "" || s.cfg.NodeURL != "" {
		handler = s.sessions.Handler(handler)
	}
	return handler
}

// active returns how many requests and sessions there are, and when one last began
// or ended.
func (s *Service) active() (busy int, last time.Time) {
	requests, last := s.api.Active()
	alive, ended := s.sessions.Active()
	if ended.After(last) {
		last = ended
	}
	return requests + alive, last
}

// retire stops the service if it is idle and the caller has this machine's key.
func (s *Service) retire(w http.ResponseWriter, r *http.Request) {
	key, err := datadir.ReadKey(s.cfg.DataDir)
	if err != nil || subtle.ConstantTimeCompare([]byte(key.Reveal()), []byte(r.Header.Get("X-API-Key"))) != 1 {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if busy, _ := s.active(); busy > 0 {
		w.WriteHeader(http.StatusConflict)
		return
	}
	// A request that began since then is finished first, as at any stop.
	s.cfg.Log.Info("giving way to a newer build")
	w.WriteHeader(http.StatusNoContent)
	s.finish(nil)
}

// watchIdle finishes the service when it has had no request and no session for IdleAfter.
func (s *Service) watchIdle() {
	timer := time.NewTimer(s.cfg.IdleAfter)
	defer timer.Stop()
	for {
		select {
		case <-s.done:
			return
		case <-timer.C:
		}
		busy, last := s.active()
		if last.Before(s.begun) {
			last = s.begun
		}
		rest := s.cfg.IdleAfter
		if busy == 0 {
			rest -= time.Since(last)
		}
		if rest <= 0 {
			s.cfg.Log.Info("stopping: nobody needs the service", "idle_for", s.cfg.IdleAfter)
			s.finish(nil)
			return
		}
		timer.Reset(rest)
	}
}
