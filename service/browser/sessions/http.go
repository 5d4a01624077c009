package sessions

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/target"
	"github.com/google/uuid"

	cdpbrowser "assay/service/browser"
	"assay/service/browser/relay"
	"assay/service/browser/websocket"
	"assay/wire"
)

// Handler answers what is addressed to a session that is alive, by the secret that
// begins its path, and leaves the rest to next.
func (m *Manager) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		secret, path, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if s := m.find(secret); s != nil {
			s.serve(w, r, path)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// find returns the session that a secret admits to. How long it takes says nothing
// about other secrets: they are found by their hashes.
func (m *Manager) find(secret string) *Session {
	sum := sha256.Sum256([]byte(secret))
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.secrets[sum]
}

// serve answers a request for what is at a path of the session.
func (s *Session) serve(w http.ResponseWriter, r *http.Request, path string) {
	box := s.machine()
	if box == nil {
		s.notFound(w)
		return
	}
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("Referrer-Policy", "no-referrer")
	header.Set("X-Content-Type-Options", "nosniff")
	kind, rest, _ := strings.Cut(path, "/")
	switch kind {
	case "devtools":
		s.serveDevTools(w, r, box, rest)
	case "stream":
		s.serveStream(w, r, box, rest)
	case "json":
		s.serveDiscovery(w, r, box, strings.TrimSuffix(rest, "/"))
	case "downloads":
		s.serveDownload(w, r, box, rest)
	case "uploads":
		s.serveUpload(w, r, box)
	default:
		s.notFound(w)
	}
}

// serveDevTools lets a DevTools client in.
func (s *Session) serveDevTools(w http.ResponseWriter, r *http.Request, box *machine, path string) {
	what, id, _ := strings.Cut(path, "/")
	var page target.ID
	switch {
	case what == "browser" && id == s.ID:
	case what == "page" && box.pages.has(target.ID(id)):
		page = target.ID(id)
	default:
		s.notFound(w)
		return
	}
	leave, err := s.join(false)
	if err != nil {
		s.notFound(w)
		return
	}
	defer leave()
	files := s.clientFiles(r, box)
	ws, err := websocket.Upgrade(w, r)
	if err != nil {
		return
	}
	switch err := box.mux.Serve(s.ctx, ws, relay.Client{Page: page, Files: files}); {
	case errors.Is(err, relay.ErrStalled):
		s.manager.config.Log.Warn("a client was cut", "session_id", s.ID, "reason", err)
	case err != nil:
		s.manager.config.Log.Debug("a client went", "session_id", s.ID, "error", err)
	}
}

// serveDiscovery answers clients that look for the browser's WebSocket address.
func (s *Session) serveDiscovery(w http.ResponseWriter, r *http.Request, box *machine, what string) {
	s.touch()
	scheme := "ws:"
	if r.TLS != nil {
		scheme = "wss:"
	}
	var answer any
	switch what {
	case "version":
		version, err := cdpbrowser.Call(r.Context(), box.process.Conn.Browser(), browser.GetVersion, cdp.Empty{})
		if err != nil {
			s.refuse(w, http.StatusBadGateway, "page_unreachable", "The browser does not answer.")
			return
		}
		answer = map[string]string{
			"Browser":              version.Product,
			"Protocol-Version":     version.ProtocolVersion,
			"User-Agent":           box.process.Binary.UserAgent(),
			"V8-Version":           version.JsVersion,
			"WebKit-Version":       version.Revision,
			"webSocketDebuggerUrl": scheme + s.base + "/devtools/browser/" + s.ID,
		}
	case "", "list":
		type entry struct {
			ID     string `json:"id"`
			Type   string `json:"type"`
			Title  string `json:"title"`
			URL    string `json:"url"`
			Socket string `json:"webSocketDebuggerUrl"`
		}
		entries := []entry{}
		list, _ := box.pages.now()
		for _, page := range list {
			entries = append(entries, entry{string(page.id), "page", page.title, page.url, scheme + s.base + "/devtools/page/" + string(page.id)})
		}
		answer = entries
	default:
		s.notFound(w)
		return
	}
	writeJSON(w, answer)
}

// refuse answers with an error, in the form of the service's own.
func (s *Session) refuse(w http.ResponseWriter, status int, code, message string) {
	id := uuid.NewString()
	s.manager.config.Log.Debug("a client of a session was refused", "session_id", s.ID, "request_id", id, "status", status, "code", code)
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	writeJSON(w, wire.ErrorBody{ErrorInfo: message, Detail: message, Code: code, Metadata: wire.ErrorMetadata{RequestID: id}})
}

func (s *Session) notFound(w http.ResponseWriter) {
	s.refuse(w, http.StatusNotFound, "not_found", "There is nothing at this address of a session.")
}

func writeJSON(w http.ResponseWriter, value any) {
	text, err := json.Marshal(value)
	if err != nil {
		http.Error(w, "this cannot be shown", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Write(text)
}

// serveDownload sends a finished download, or the list of all.
func (s *Session) serveDownload(w http.ResponseWriter, r *http.Request, box *machine, guid string) {
	s.touch()
	downloads := box.pages.fetched()
	if guid == "" {
		writeJSON(w, struct {
			Downloads []Download `json:"downloads"`
		}{append([]Download{}, downloads...)})
		return
	}
	file, info, err := openDownload(box.process.Files(), guid)
	if err != nil {
		s.notFound(w)
		return
	}
	defer file.Close()
	name := guid
	for _, download := range downloads {
		if download.GUID == guid && download.Name != "" {
			name = download.Name
		}
	}
	header := w.Header()
	header.Set("Content-Type", "application/octet-stream")
	header.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	http.ServeContent(w, r, "", info.ModTime(), io.NewSectionReader(file, 0, info.Size()))
}

// serveStream answers with the live view of a page, its parts, or its frames.
func (s *Session) serveStream(w http.ResponseWriter, r *http.Request, box *machine, path string) {
	number, what, _ := strings.Cut(path, "/")
	index, err := strconv.ParseUint(number, 10, 16)
	switch {
	case err == nil && what == "frames":
		s.serveFrames(w, r, box, int(index))
	case err == nil && what == "":
		s.manager.config.LiveView(w, r, "")
	case what == "":
		s.manager.config.LiveView(w, r, number)
	default:
		s.notFound(w)
	}
}
