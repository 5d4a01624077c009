package sessions_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"assay/service/browser"
	"assay/service/browser/sessions"
	"assay/service/browser/sessiontest"
	"assay/service/servicetest"
	"assay/wire"
)

func TestNothingIsLeft(t *testing.T) {
	b := sessiontest.New(t, keepSpares)
	one := func() {
		session := b.Begin(t, sessions.Request{Persona: browser.Linux, Timeout: time.Minute, OnDisconnect: true})
		client := sessiontest.Connect(t, session)
		client.Must("", "Target.createTarget", `{"url":"about:blank"}`, nil)
		client.WS.CloseNow()
		b.AwaitEnd(t, session.ID, sessions.EndDisconnected)
	}
	one()
	before := descriptors(t)
	for range 2 {
		one()
	}
	var all sync.WaitGroup
	for range 5 {
		all.Go(one)
	}
	all.Wait()
	leavesNothing(t, b, nil)
	if after := descriptors(t); after > before {
		t.Errorf("%d descriptors are open, there were %d with a spare", after, before)
	}
}

// TestKilledBrowsers kills the browsers of sessions under their clients, all at once.
func TestKilledBrowsers(t *testing.T) {
	const count = 2
	b := sessiontest.New(t, keepSpares)
	b.Begin(t, sessiontest.Usual()) // what is opened once and stays is open
	before := descriptors(t)
	var ids []string
	var all []*sessiontest.Client
	for range count {
		session := b.Begin(t, sessiontest.Usual())
		ids = append(ids, session.ID)
		for range 2 {
			client := sessiontest.Connect(t, session)
			page, _ := client.Page()
			// The last call is one that the browser owes an answer to when it dies.
			client.Evaluate(page, `document.title = "here"`)
			client.Send(`{"id":99,"method":"Runtime.evaluate","params":{"expression":"new Promise(() => {})","awaitPromise":true},"sessionId":"` + page + `"}`)
			all = append(all, client)
		}
	}
	servicetest.Eventually(t, "there are the browsers and a spare", func() bool { return len(sessiontest.Browsers(t, b.Dir)) == count+2 })
	killed := sessiontest.Browsers(t, b.Dir)
	inGroups := groupsOf(t, killed)
	for _, pid := range killed {
		sessiontest.Kill(t, pid)
	}
	for i, client := range all {
		for {
			r, err := client.Next()
			if errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("client %d is not told", i)
			}
			if err != nil {
				break
			}
			if r.ID == 99 {
				t.Errorf("client %d is answered by a dead browser: %s", i, r.Result)
			}
		}
		client.WS.CloseNow()
	}
	for _, id := range ids {
		b.AwaitEnd(t, id, sessions.EndCrashed)
		b.Await(t, id, "without clients", func(i wire.SessionInfo) bool { return i.Clients == 0 })
	}
	// The service goes on.
	session := b.Begin(t, sessiontest.Usual())
	client := sessiontest.Connect(t, session)
	page, _ := client.Page()
	if got := client.Evaluate(page, "6 * 7"); got != 42.0 {
		t.Errorf("a new session says %v", got)
	}
	client.WS.CloseNow()
	leavesNothing(t, b, inGroups)
	servicetest.Eventually(t, "the descriptors are closed", func() bool { return descriptors(t) <= before })
}
