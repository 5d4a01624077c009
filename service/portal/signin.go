package portal

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"strconv"
	"strings"
	"sync"
	"time"

	"assay/service/account"
	"assay/wire/datadir"
)

// signInPage is what the sign-in page shows.
type signInPage struct {
	Next     string // where to go then
	Password field
}

// signInAddress is where a request is sent that needs a session.
func signInAddress(r *http.Request) string {
	address := Prefix + "/sign-in"
	if r.Method == http.MethodGet && r.URL.Path != Prefix {
		address += "?" + url.Values{"next": {r.URL.Path}}.Encode()
	}
	return address
}

// inside returns the path of the portal's that a visitor asks to be sent to, or that
// of its first page.
func inside(next string) string {
	strange := func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("\\?#%", r) }
	if next == path.Clean(next) && strings.HasPrefix(next, Prefix+"/") && !strings.ContainsFunc(next, strange) {
		return next
	}
	return Prefix
}

// showSignIn answers GET /portal/sign-in.
func (p *Portal) showSignIn(v *visit) error {
	next := inside(v.r.URL.Query().Get("next"))
	if v.signedIn {
		return v.redirect(next)
	}
	if v.secret == "" {
		v.become(newSecret()) // for the form
	}
	return v.show(http.StatusOK, "sign-in", "Sign in", signInPage{Next: next})
}

// signIn answers POST /portal/sign-in.
func (p *Portal) signIn(v *visit) error {
	page := signInPage{Next: inside(v.r.PostForm.Get("next"))}
	password := v.r.PostForm.Get("password")
	if password == "" {
		page.Password.Error = "Enter the operator's password."
		return v.show(http.StatusUnprocessableEntity, "sign-in", "Sign in", page)
	}
	address := v.origin.Client
	if wait := p.attempts.take(address); wait > 0 {
		p.cfg.Log.Warn("portal: too many attempts to sign in", "client", address)
		v.Header().Set("Retry-After", retryAfter(wait))
		page.Password.Error = fmt.Sprintf("There were too many attempts from your address. Try again in %s s.", retryAfter(wait))
		return v.show(http.StatusTooManyRequests, "sign-in", "Too many attempts", page)
	}
	stored, err := p.cfg.Account.PortalPassword(v.r.Context())
	if err != nil {
		return err
	}
	right, err := p.checker.check(v.r.Context(), stored, password)
	if err == nil && right {
		err = v.begin(stored)
	}
	if errors.Is(err, account.ErrUnauthorized) { // the password was changed in this moment
		right, err = false, nil
	}
	if err != nil {
		return err
	}
	if !right {
		p.cfg.Log.Warn("portal: a wrong password", "client", address)
		page.Password.Error = "This is not the operator's password, or none is set."
		return v.show(http.StatusForbidden, "sign-in", "Sign in", page)
	}
	p.attempts.forgive(address)
	p.cfg.Log.Info("portal: signed in with the password", "client", address)
	return v.redirect(page.Next)
}

// begin begins a session under a secret that nobody knows yet, and ends the one before.
func (v *visit) begin(passwordHash string) error {
	secret := newSecret()
	if err := v.p.cfg.Account.BeginPortalSession(v.r.Context(), secret, passwordHash, sessionLimits); err != nil {
		return err
	}
	if v.signedIn {
		if err := v.p.cfg.Account.EndPortalSession(v.r.Context(), v.secret); err != nil {
			return err
		}
	}
	v.become(secret)
	return nil
}

// signOut answers POST /portal/sign-out.
func (p *Portal) signOut(v *visit) error {
	if v.signedIn {
		if err := p.cfg.Account.EndPortalSession(v.r.Context(), v.secret); err != nil {
			return err
		}
	}
	v.setCookie(v.cookieName(), "", -1)
	return v.redirect(Prefix + "/sign-in")
}

// links are the one-time links of this machine's user.
type links struct {
	key datadir.LinkKey
	now func() time.Time

	mu   *sync.Mutex
	used map[string]time.Time // tokens, until they end anyway
}

func newLinks(key datadir.LinkKey, now func() time.Time) links {
	return links{key: key, now: now, mu: new(sync.Mutex), used: make(map[string]time.Time)}
}

// use reports whether a token admits, which it does once.
func (l links) use(token string) bool {
	if len(l.key) == 0 {
		return false
	}
	until, ok := l.key.Check(token)
	now := l.now()
	if !ok || !now.Before(until) || until.Sub(now) > datadir.LinkLife {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for token, until := range l.used {
		if !now.Before(until) {
			delete(l.used, token)
		}
	}
	if _, again := l.used[token]; again {
		return false
	}
	l.used[token] = until
	return true
}

var (
	errLink         = &problem{status: http.StatusForbidden, title: "This link is not good any more", message: "A link can be used once, for two minutes, until the service restarts. `assay portal open` makes another."}
	errOtherMachine = &problem{status: http.StatusForbidden, title: "This link is for the service's own machine", message: "On another machine, sign in with the operator's password."}
	errHost         = &problem{status: http.StatusForbidden, title: "This link was opened at another name", message: "It is for the address that `assay portal open` shows, and is still good there."}
	errPeek         = &problem{status: http.StatusServiceUnavailable, title: "This link cannot be prefetched", message: "It works once: open it to sign in."}
)

// openLink answers GET /portal/open/TOKEN.
func (p *Portal) openLink(v *visit) error {
	switch {
	case v.r.Method != http.MethodGet, strings.Contains(v.r.Header.Get("Sec-Purpose"), "prefetch"):
		return errPeek
	case !v.sameMachine():
		return errOtherMachine
	case !p.cfg.Rules.OwnHost(v.r):
		return errHost
	case !p.links.use(v.r.PathValue("token")):
		return errLink
	}
	if err := v.begin(""); err != nil {
		return err
	}
	p.cfg.Log.Info("portal: signed in with a link", "client", v.origin.Client)
	return v.redirect(Prefix)
}

// sameMachine reports whether the visitor is on the service's machine, and no proxy
// between.
func (v *visit) sameMachine() bool {
	if !v.origin.Direct {
		return false
	}
	if v.origin.Client.IsLoopback() {
		return true
	}
	// Who connects to an address of this machine from this machine comes from there.
	to, ok := v.r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	at, err := netip.ParseAddrPort(to.String())
	return err == nil && v.origin.Client == at.Addr().Unmap().WithZone("")
}

// retryAfter words a wait for the header of that name, in whole seconds.
func retryAfter(wait time.Duration) string {
	return strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10)
}
