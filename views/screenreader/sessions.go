package screenreader

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"assay/client"
	"assay/wire"
	"assay/workspace/history"
)

// sessions lists the remote browsers, to choose one of them or to create another.
func (p *program) sessions(ctx context.Context) error {
	for {
		var alive []wire.SessionInfo
		err := p.call(ctx, "listing", func(ctx context.Context, c *client.Client) error {
			all, err := c.Sessions(ctx)
			for _, s := range all {
				if s.Alive() {
					alive = append(alive, s)
				}
			}
			return err
		})
		if errors.Is(err, client.ErrNoSessionCalls) {
			p.say("This service does not list sessions.")
		} else if err != nil {
			return err
		}
		var lines []string
		for i := range alive {
			lines = append(lines, sessionLine(&alive[i]))
		}
		if p.ahead == "" {
			p.say("%s.", counted(len(alive), "session"))
		}
		n, other, err := p.pickItem(ctx, "Session", lines, []string{"create"})
		switch {
		case err != nil:
			return err
		case other == "create":
			err = p.createSession(ctx)
		default:
			err = p.session(ctx, alive[n].Session)
		}
		if err != nil && !errors.Is(err, errBack) {
			return err
		}
	}
}

func sessionLine(s *wire.SessionInfo) string {
	parts := []string{s.State, s.UAPreset, s.BrowserProfile, counted(s.Clients, "client")}
	if s.SecondsToTeardown != nil {
		parts = append(parts, "ends in "+spoken(time.Duration(*s.SecondsToTeardown*float64(time.Second))))
	}
	if len(s.Pages) > 0 {
		parts = append(parts, "shows "+strings.TrimSpace(s.Pages[0].Title+" "+s.Pages[0].URL))
	}
	return strings.Join(parts, ", ")
}

// The contract's bounds and default of the inactivity timeout, in seconds.
const (
	minInactivity     = 5
	maxInactivity     = 86_400
	defaultInactivity = 300
)

// createSession starts a browser, and goes on with it.
func (p *program) createSession(ctx context.Context) error {
	p.ahead = ""
	var r wire.SessionRequest
	change, err := p.choose(ctx, "Start it as usual, or choose how", "start", "start", "choose")
	if err != nil {
		return err
	}
	if change == "choose" {
		if r, err = p.askSession(ctx); err != nil {
			return err
		}
	}
	return p.startSession(ctx, r)
}

func (p *program) startSession(ctx context.Context, r wire.SessionRequest) error {
	var session *wire.Session
	p.say("Starting a browser. Ctrl+C cancels.")
	err := p.call(ctx, "starting a browser", func(ctx context.Context, c *client.Client) (err error) {
		start := time.Now()
		session, err = c.CreateSession(ctx, r)
		outcome := history.Outcome{Err: err, Took: time.Since(start)}
		if err == nil {
			outcome.SessionID = session.ID
		}
		p.history.Record(history.OfSession(start, r), outcome)
		return err
	})
	if err != nil {
		return err
	}
	p.say("Session %s is there.", session.ID)
	return p.session(ctx, *session)
}

func (p *program) askSession(ctx context.Context) (r wire.SessionRequest, err error) {
	if r.UAPreset, err = p.choose(ctx, "System", wire.PresetLinux, wire.PresetLinux, wire.PresetMacOS, wire.PresetWindows); err != nil {
		return r, err
	}
	if r.BrowserProfile, err = p.choose(ctx, "Browser", wire.ProfileLight, wire.ProfileLight, wire.ProfileStealth); err != nil {
		return r, err
	}
	if r.ShutdownMode, err = p.choose(ctx, "Ends", wire.ShutdownOnDisconnect, wire.ShutdownOnDisconnect, wire.ShutdownOnInactivity); err != nil {
		return r, err
	}
	if _, err = p.askUntil(ctx, "Seconds without a client after which it ends", strconv.Itoa(defaultInactivity), func(text string) error {
		if r.InactivityTimeout, err = strconv.Atoi(text); err != nil || r.InactivityTimeout < minInactivity || r.InactivityTimeout > maxInactivity {
			return fmt.Errorf("a whole number from %d to %d is needed", minInactivity, maxInactivity)
		}
		return nil
	}); err != nil {
		return r, err
	}
	r.Proxy, err = p.askProxy(ctx)
	return r, err
}

// session does something with a session until the user goes back or it ends. Its
// addresses are secrets: they are copied, and said only if the user asks for that.
func (p *program) session(ctx context.Context, s wire.Session) error {
	for {
		what, err := p.choose(ctx, "Copy the address for scripts, or something else; a dot goes back", "copy",
			"copy", "plain", "live", "base", "say", "end", "help")
		if err != nil {
			return err
		}
		switch what {
		case "copy":
			err = p.copy(ctx, "cdp_url", s.CDPURL)
		case "plain":
			err = p.copy(ctx, "cdp_url without TLS", wire.PlainURL(s.CDPURL))
		case "live":
			err = p.copy(ctx, "the live view's address", wire.PlainURL(s.StreamURL(0)))
		case "base":
			err = p.copy(ctx, "base_url", s.BaseURL)
		case "say":
			p.say("cdp_url: %s", s.CDPURL)
			p.say("base_url: %s", s.BaseURL)
		case "help":
			p.say("copy: cdp_url. plain: cdp_url without TLS, on this machine. live: the address of the live view. base: base_url.")
			p.say("say: says the addresses, which are secrets. end: ends the session.")
		case "end":
			if yes, err := p.confirm(ctx, "End the session and its browser?"); err != nil {
				return err
			} else if !yes {
				continue
			}
			err = p.call(ctx, "ending the session", func(ctx context.Context, c *client.Client) error { return c.EndSession(ctx, s.ID) })
			if err == nil {
				p.say("The session has ended.")
			}
			return err
		}
		if err != nil {
			p.fail(err)
		}
	}
}
