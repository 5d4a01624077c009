package service

import (
	"crypto/subtle"
	"net/http"
	"time"

	"assay/client/local"
)

// handler is the API and, for a background service, the way to be replaced.
func (s *Service) handler() http.Handler {
	if !s.cfg.Background {
		return s.api
	}
	mux := http.NewServeMux()
	mux.Handle("/", s.api)
	mux.HandleFunc("POST "+local.RetirePath, s.retire)
	return mux
}

// retire stops the service if it is idle and the caller has this machine's key.
func (s *Service) retire(w http.ResponseWriter, r *http.Request) {
	key, err := local.ReadKey(s.cfg.DataDir)
	if err != nil || subtle.ConstantTimeCompare([]byte(key.Reveal()), []byte(r.Header.Get("X-API-Key"))) != 1 {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if requests, _ := s.api.Active(); requests > 0 {
		w.WriteHeader(http.StatusConflict)
		return
	}
	// A request that began since then is finished first, as at any stop.
	s.cfg.Log.Info("giving way to a newer build")
	w.WriteHeader(http.StatusNoContent)
	s.finish(nil)
}

// watchIdle finishes the service when it has had no request for IdleAfter.
func (s *Service) watchIdle() {
	timer := time.NewTimer(s.cfg.IdleAfter)
	defer timer.Stop()
	for {
		select {
		case <-s.done:
			return
		case <-timer.C:
		}
		requests, last := s.api.Active()
		if last.Before(s.begun) {
			last = s.begun
		}
		rest := s.cfg.IdleAfter
		if requests == 0 {
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
