package sessions_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"assay/service/browser"
	"assay/service/browser/sessions"
	"assay/wire"
)

func TestNothingIsLeft(t *testing.T) {
	b := newBench(t, keepSpares)
	one := func() {
		session := b.create(t, sessions.Request{Persona: browser.Linux, Timeout: time.Minute, OnDisconnect: true})
		client := connect(t, plain(session.Wire().CDPURL))
		client.must("", "Target.createTarget", `{"url":"about:blank"}`, nil)
		client.ws.CloseNow()
		b.awaitEnd(t, session.ID, sessions.EndDisconnected)
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
	b.leavesNothing(t, nil)
	if after := descriptors(t); after > before {
		t.Errorf("%d descriptors are open, there were %d with a spare", after, before)
	}
}

// TestKilledBrowsers kills the browsers of sessions under their clients, all at once.
func TestKilledBrowsers(t *testing.T) {
	const count = 2
	b := newBench(t, keepSpares)
	b.create(t, usual()) // what is opened once and stays is open
	before := descriptors(t)
	var ids []string
	var all []*devtools
	for range count {
		session := b.create(t, usual())
		ids = append(ids, session.ID)
		for range 2 {
			client := connect(t, plain(session.Wire().CDPURL))
			page, _ := client.page()
			// The last call is one that the browser owes an answer to when it dies.
			client.evaluate(page, `document.title = "here"`)
			client.send(`{"id":99,"method":"Runtime.evaluate","params":{"expression":"new Promise(() => {})","awaitPromise":true},"sessionId":"` + page + `"}`)
			all = append(all, client)
		}
	}
	eventually(t, "there are the browsers and a spare", func() bool { return len(leaders(t, b.dir)) == count+2 })
	killed := leaders(t, b.dir)
	inGroups := groupsOf(t, killed)
	for _, pid := range killed {
		kill(t, pid)
	}
	for i, client := range all {
		for {
			r, err := client.next()
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
		client.ws.CloseNow()
	}
	for _, id := range ids {
		b.awaitEnd(t, id, sessions.EndCrashed)
		b.await(t, id, "without clients", func(i wire.SessionInfo) bool { return i.Clients == 0 })
	}
	// The service goes on.
	session := b.create(t, usual())
	client := connect(t, plain(session.Wire().CDPURL))
	page, _ := client.page()
	if got := client.evaluate(page, "6 * 7"); got != 42.0 {
		t.Errorf("a new session says %v", got)
	}
	client.ws.CloseNow()
	b.leavesNothing(t, inGroups)
	eventually(t, "the descriptors are closed", func() bool { return descriptors(t) <= before })
}
