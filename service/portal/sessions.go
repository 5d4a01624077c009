package portal

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"assay/service/browser/sessions"
	"assay/wire"
)

const (
	sessionsPath = Prefix + "/sessions"

	maxTitle = 60 // characters of a page's title
)

// sessionsPage is what the page of all sessions shows.
type sessionsPage struct {
	Rows   []sessionRow
	Over   []sessionRow // that ended lately
	Ended  *sessionRow  // that was just ended
	Silent []string     // nodes that did not tell their sessions
}

// sessionRow is one session of the list.
type sessionRow struct {
	sessions.Owned
	Key string // the name of the key it was created with
	Age string
}

// watched is a page of a session, and the address at which it can be watched.
type watched struct {
	Name, View string
}

// Watch returns the session's pages.
func (row sessionRow) Watch() (list []watched) {
	for _, page := range row.Pages {
		name := cmp.Or(strings.TrimSpace(page.Title), page.URL, "a page")
		if letters := []rune(name); len(letters) > maxTitle {
			name = string(letters[:maxTitle]) + "…"
		}
		list = append(list, watched{name, wire.PlainURL(row.StreamURL(page.Index)) + "?readonly"})
	}
	return list
}

// Programs words how many programs drive the session.
func (row sessionRow) Programs() string {
	switch row.Clients {
	case 0:
		return "no client"
	case 1:
		return "1 client"
	}
	return count(int64(row.Clients)) + " clients"
}

// Ends words when the session ends by itself.
func (row sessionRow) Ends() string {
	switch {
	case row.SecondsToTeardown != nil:
		return "in " + rest(time.Duration(*row.SecondsToTeardown*float64(time.Second)))
	case row.ShutdownMode == wire.ShutdownOnDisconnect:
		return "when its clients leave"
	}
	return rest(time.Duration(row.InactivityTimeout)*time.Second) + " after its clients leave"
}

// Why words why the session ended.
func (row sessionRow) Why() string {
	if row.EndReason == nil {
		return "–"
	}
	return strings.ReplaceAll(*row.EndReason, "_", " ")
}

// sessionRows returns the sessions of all keys, those that ended lately too, and the
// nodes that did not tell theirs.
func (v *visit) sessionRows() (rows []sessionRow, silent []string, err error) {
	keys, err := v.p.cfg.Account.Keys(v.r.Context())
	if err != nil {
		return nil, nil, err
	}
	names := make(map[string]string)
	for _, key := range keys {
		names[key.ID] = cmp.Or(key.Name, key.Prefix+"…")
	}
	list, silent, err := v.p.cfg.Sessions(v.r.Context())
	if err != nil {
		return nil, nil, err
	}
	for _, session := range list {
		rows = append(rows, sessionRow{session, names[session.KeyID], rest(v.p.cfg.Now().Sub(session.CreatedAt))})
	}
	return rows, silent, nil
}

// showSessions answers GET /portal/sessions.
func (p *Portal) showSessions(v *visit) error {
	rows, silent, err := v.sessionRows()
	if err != nil {
		return err
	}
	page := sessionsPage{Silent: silent}
	ended := v.r.URL.Query().Get("ended")
	for _, row := range rows {
		switch {
		case row.Alive():
			page.Rows = append(page.Rows, row)
		case row.ID == ended:
			page.Ended = &row
			fallthrough
		default:
			page.Over = append(page.Over, row)
		}
	}
	return v.show(http.StatusOK, "sessions", "Browser sessions", page)
}

// confirmEnd answers GET /portal/sessions/ID/end.
func (p *Portal) confirmEnd(v *visit) error {
	rows, _, err := v.sessionRows()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(rows, func(row sessionRow) bool { return row.ID == v.r.PathValue("id") })
	if at < 0 {
		return errNotFound
	}
	if !rows[at].Alive() {
		return v.redirect(sessionsPath)
	}
	return v.show(http.StatusOK, "end", "End a session", rows[at])
}

// endSession answers POST /portal/sessions/ID/end.
func (p *Portal) endSession(v *visit) error {
	id := v.r.PathValue("id")
	switch err := p.cfg.EndSession(v.r.Context(), id); {
	case err == nil:
		p.cfg.Log.Info("portal: a session was ended", "session_id", id, "client", v.origin.Client)
	case !errors.Is(err, sessions.ErrUnknown): // else it ended by itself
		return err
	}
	return v.redirect(sessionsPath + "?" + url.Values{"ended": {id}}.Encode())
}
