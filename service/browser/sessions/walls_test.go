package sessions_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"assay/service/browser/sessions"
	"assay/service/browser/sessiontest"
	"assay/service/servicetest"
	"assay/wire"
)

// TestWalls sends what would leave a session, in the forms that readers of JSON
// could take differently.
func TestWalls(t *testing.T) {
	t.Parallel()
	address := sessiontest.Site(t)
	b := sessiontest.Shared(t)
	session := b.Begin(t, sessiontest.Usual())
	client := sessiontest.Connect(t, session)
	page, pageID := client.Page()
	client.Must(page, "Page.navigate", `{"url":"`+address+`/form"}`, nil)

	secret := filepath.Join(t.TempDir(), "secret.txt")
	if err := os.WriteFile(secret, []byte("secret"), 0o644); err != nil {
		t.Fatal(err)
	}
	file := "file://" + secret
	calls := []struct{ method, params string }{
		{"Page.navigate", `{"url":"` + file + `"}`},
		{"Page.navigate", `{"url":"FILE:///etc/passwd"}`},
		{"Page.navigate", `{"url":" \u0001file:///etc/passwd"}`},
		{"Page.navigate", `{"url":"fi\nle:///etc/passwd"}`},
		{"Page.navigate", `{"url":"f\tile:///etc/passwd"}`},
		{"Page.navigate", `{"url":"\u0066ile:///etc/passwd"}`},
		{"Page.navigate", `{"\u0075rl":"file:///etc/passwd"}`},
		{"Page.navigate", `{"url":"about:blank","url":"file:///etc/passwd"}`},
		{"Page.navigate", `{"url":"file:///etc/passwd","\u0075rl":"about:blank"}`},
		{"Page.navigate", `{"url":"view-source:file:///etc/passwd"}`},
		{"Page.navigate", `{"url":"view-source:http://127.0.0.1/"}`},
		{"Page.navigate", `{"url":"chrome://version"}`},
		{"Page.navigate", `{"url":"chrome-extension://x/"}`},
		{"Page.navigate", `{"url":"devtools://devtools/bundled/inspector.html"}`},
		{"Page.navigate", `{"url":"filesystem:file:///"}`},
		{"Page.navigate", `{"url":"blob:file:///x"}`},
		{"Page.navigate", `{"url":"about:version"}`},
		{"Page.navigate", `{"url":"javascript:1"}`},
		{"Page.navigate", `{"url":7}`},
		{"Target.createTarget", `{"url":"` + file + `"}`},
		{"Target.createTarget", `{"url":"about:blank","url":"` + file + `"}`},
		{"Target.createTarget", `{"url":"chrome://settings"}`},
		{"Target.createTarget", `{"url":"view-source:` + file + `"}`},
		{"Target.createTarget", `{"url":"javascript:location='` + file + `'"}`},
		{"Target.createTarget", `{"url":"about:srcdoc"}`},
		{"Target.createTarget", `{"url":"filesystem:` + file + `"}`},
		{"Target.createTarget", `{"newWindow":true,"\u0075rl":"` + file + `"}`},
		{"Target.createTarget", `{"url":"\u00a0` + file + `"}`},
		{"Target.createTarget", `{"url":"blob:blob:` + file + `"}`},
		{"Page.navigate", `{"transitionType":"typed","referrer":"","url":"` + file + `"}`},
		{"Page.navigate", `{"frameId":"` + pageID + `","url":"` + file + `","referrer":"` + address + `"}`},
		{"Page.navigate", `{"url":"\ud83d\ude00` + file + `"}`},
		{"Page.navigate", `{"url":"file\u003a///etc/passwd"}`},
		{"Page.navigate", `{"url":"http://a/","x":{"url":1,"url":2}}`},
		{"Page.navigate", `{"url":"chrome-untrusted://terminal/"}`},
		{"Page.navigate", `{"url":"isolated-app://x/"}`},
		{"Page.navigate", `{"url":"content://x/"}`},
		{"Page.navigate", `{"url":"ftp://127.0.0.1/"}`},
		{"Page.navigate", `{"url":"about:blank2"}`},
		{"Page.navigate", `{"url":"` + secret + `"}`},
		{"Target.createTarget", `{"url":"chrome://version","forTab":true}`},
		{"Target.createTarget", `{"background":true,"url":"data:text/html,x","\u0075rl":"` + file + `"}`},
		{"Target.createTarget", `{"url":"view-source:data:text/html,x"}`},
		{"Fetch.continueRequest", `{"requestId":"1","url":"` + file + `"}`},
		{"Network.continueInterceptedRequest", `{"interceptionId":"1","url":"` + file + `"}`},
		{"Target.createBrowserContext", `{"proxyServer":"direct://"}`},
		{"Target.createBrowserContext", `{"proxyBypassList":"*"}`},
		{"Target.createBrowserContext", `{"proxy\u0053erver":"direct://"}`},
		{"Target.createBrowserContext", `{"proxyServer":"","proxyServer":"direct://"}`},
		{"Target.createBrowserContext", `{"originsWithUniversalNetworkAccess":["` + address + `"]}`},
		{"DOM.setFileInputFiles", `{"files":["` + secret + `"],"nodeId":1}`},
		{"DOM.setFileInputFiles", `{"nodeId":1,"files":["files/../../../../etc/passwd"]}`},
		{"DOM.setFileInputFiles", `{"files":[],"files":["` + secret + `"],"nodeId":1}`},
		{"DOM.setFileInputFiles", `{"files":"` + secret + `","nodeId":1}`},
		{"Input.dispatchDragEvent", `{"type":"drop","x":1,"y":1,"data":{"items":[],"dragOperationsMask":1,"files":["` + secret + `"]}}`},
		{"Input.dispatchDragEvent", `{"type":"drop","x":1,"y":1,"data":{"items":[],"files":[],"files":["` + secret + `"]}}`},
		{"Page.handleFileChooser", `{"action":"accept","files":["` + secret + `"]}`},
		{"Network.loadNetworkResource", `{"url":"` + file + `","options":{"disableCache":true,"includeCredentials":false}}`},
		{"Target.attachToTarget", `{"targetId":"` + pageID + `"}`},
		{"Target.attachToTarget", `{"targetId":"` + pageID + `","flatten":false}`},
		{"Target.attachToTarget", `{"targetId":"` + pageID + `","flatten":true,"flatten":false}`},
		{"Target.setAutoAttach", `{"autoAttach":true,"waitForDebuggerOnStart":false}`},
		{"Target.sendMessageToTarget", `{"message":"{}","targetId":"` + pageID + `"}`},
		{"Target.sendMessageToTarget", `{"sessionId":"` + page + `","message":"{\"id\":1,\"method\":\"Page.navigate\",\"params\":{\"url\":\"file:///etc/passwd\"}}"}`},
		{"Target.setAutoAttach", `{"autoAttach":true,"waitForDebuggerOnStart":false,"flatten":false}`},
		{"Target.exposeDevToolsProtocol", `{"targetId":"` + pageID + `"}`},
		{"Target.setRemoteLocations", `{"locations":[{"host":"127.0.0.1","port":9222}]}`},
		{"Target.openDevTools", `{"targetId":"` + pageID + `"}`},
		{"Browser.getBrowserCommandLine", `{}`},
		{"Browser.crash", `{}`},
		{"Browser.executeBrowserCommand", `{"commandId":"openTabSearch"}`},
		{"SystemInfo.getInfo", `{}`},
		{"SystemInfo.getProcessInfo", `{}`},
		{"Tethering.bind", `{"port":9223}`},
		{"Extensions.loadUnpacked", `{"path":"/tmp"}`},
		{"PWA.install", `{"manifestId":"` + address + `"}`},
		{"Tracing.start", `{"perfettoConfig":"AAAA","transferMode":"ReturnAsStream"}`},
	}
	// A second session with the browser itself has the same walls.
	var attached struct{ SessionID string }
	client.Must("", "Target.attachToBrowserTarget", `{}`, &attached)
	for _, call := range calls {
		for _, in := range []string{"", page, attached.SessionID} {
			if r := client.Call(in, call.method, call.params); r.Error == nil {
				t.Errorf("%s %s in session %q is allowed: %s", call.method, call.params, in, r.Result)
			}
		}
	}

	t.Run("messages that can be read in two ways", func(t *testing.T) { ambiguousMessages(t, session) })

	t.Run("a session of another client", func(t *testing.T) {
		d := sessiontest.Connect(t, session)
		if r := d.Call(page, "Runtime.evaluate", `{"expression":"1"}`); r.Error == nil || r.Error.Code != -32001 {
			t.Errorf("it is allowed: %+v", r)
		}
	})

	t.Run("other frames than texts", func(t *testing.T) { otherFrames(t, session, file) })

	t.Run("downloads stay inside", func(t *testing.T) { downloadsStayInside(t, session, client, page) })

	t.Run("the secret", func(t *testing.T) { secretAdmits(t, session, sessiontest.Common(t)) })

	// What the calls above were to reach is still as it was.
	if got := client.Evaluate(page, "location.pathname"); got != "/form" {
		t.Errorf("the page is at %v", got)
	}
}

// ambiguousMessages sends what readers of JSON could take differently.
func ambiguousMessages(t *testing.T, session *sessions.Session) {
	d := sessiontest.Connect(t, session)
	in, _ := d.Page()
	for i, text := range []string{
		`{"id":%d,"method":"Page.reload","method":"Browser.crash","sessionId":"S"}`,
		`{"id":%d,"\u006dethod":"Browser.crash"}`,
		`{"id":%d,"method":"Browser.cr\u0061sh"}`,
		`{"params":{"url":"file:///etc/passwd"},"sessionId":"S","method":"Page.navigate","id":%d}`,
		`{"id":%d,"method":"Page.navigate","params":{"url":"about:blank"},"params":{"url":"file:///etc/passwd"},"sessionId":"S"}`,
		`{"id":%d,"method":"Runtime.evaluate","params":{"expression":"1"}/*","x":*/,"sessionId":"S"}`,
		`{"id":%d,"method":"Runtime.evaluate","params":{"expression":"1"},"sessionId":"S","extra":1}`,
		`{"id":%d,"method":"Runtime.evaluate","params":{"expression":"1"}},"sessionId":"S"}`,
		`{"id":%d,"method":"Runtime.evaluate","params":{"expression":"1"},"sessionId":"0123456789ABCDEF"}`,
		`{"id":%d,"method":"Runtime.evaluate","params":["expression"],"sessionId":"S"}`,
		"{\"id\":%d,\"method\":\"Runtime.evaluate\",\"params\":{\"expression\":\"1\u0000{}\"},\"sessionId\":\"S\"}",
		`{"id":%d,"method":"Runtime.evaluate","params":{"expression":"1"},"sessionId":"S"}{"id":9,"method":"Browser.crash"}`,
		`{"id":1.5,"method":"Browser.crash"}`,
		`{"id":%d,"method":"Runtime.evaluate","params":{"expression":"\q"},"sessionId":"S"}`,
		`{"id":%d,"method":"Runtime.evaluate","params":{"expression":"1","timeout":1e999},"sessionId":"S"}`,
		`{"id":%d,"method":"Browser.` + strings.Repeat("crash", 200) + `"}`,
		`[%d]`,
	} {
		id := 1000 + i
		if strings.Contains(text, "%d") {
			text = fmt.Sprintf(text, id)
		}
		d.Send(strings.ReplaceAll(text, `"S"`, `"`+in+`"`))
		for {
			r, err := d.Next()
			if err != nil {
				t.Fatal(err)
			}
			if r.Method != "" {
				continue
			}
			if r.Error == nil {
				t.Errorf("%s is allowed: %s", text, r.Result)
			}
			break
		}
	}
	d.Must(in, "Runtime.evaluate", `{"expression":"1"}`, nil)
}

// otherFrames sends messages that are binary or in parts: they have the same walls.
func otherFrames(t *testing.T, session *sessions.Session, file string) {
	d := sessiontest.Connect(t, session)
	in, _ := d.Page()
	refused := `{"id":%d,"method":"Page.navigate","params":{"url":"` + file + `"},"sessionId":"` + in + `"}`
	allowed := `{"id":%d,"method":"Runtime.evaluate","params":{"expression":"1"},"sessionId":"` + in + `"}`
	whole := func(text string) {
		if err := d.WS.Write(t.Context(), websocket.MessageBinary, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	inParts := func(text string) {
		w, err := d.WS.Writer(t.Context(), websocket.MessageText)
		if err != nil {
			t.Fatal(err)
		}
		for i := range len(text) {
			if _, err := w.Write([]byte{text[i]}); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	id := 2000
	for name, send := range map[string]func(string){"binary": whole, "in parts": inParts} {
		const batch = 20
		for i := range batch {
			send(fmt.Sprintf([]string{allowed, refused}[i%2], id+i))
		}
		for range batch { // what is refused is answered first
			r, err := d.Next()
			if err != nil {
				t.Fatal(err)
			}
			if (r.Error != nil) != ((r.ID-id)%2 == 1) {
				t.Errorf("%s, message %d: %s, error %v", name, r.ID-id, r.Result, r.Error)
			}
		}
		id += batch
	}
}

// downloadsStayInside asks for downloads to land in a folder of the machine.
func downloadsStayInside(t *testing.T, session *sessions.Session, client *sessiontest.Client, page string) {
	outside := t.TempDir()
	if err := os.Chmod(outside, 0o777); err != nil {
		t.Fatal(err)
	}
	list := func() (found struct {
		Downloads []struct{ GUID, Name, State string }
	}) {
		answer, err := http.Get(wire.PlainURL(session.Wire().BaseURL) + "/downloads")
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if err := json.NewDecoder(answer.Body).Decode(&found); err != nil {
			t.Fatal(err)
		}
		return found
	}
	for i, behavior := range []string{"allow", "allowAndName", "default"} {
		client.Must("", "Browser.setDownloadBehavior", `{"downloadPath":"`+outside+`","behavior":"`+behavior+`"}`, nil)
		client.Call(page, "Page.setDownloadBehavior", `{"behavior":"`+strings.TrimSuffix(behavior, "AndName")+`","downloadPath":"`+outside+`"}`)
		client.Evaluate(page, `(() => { const a = document.createElement("a"); a.href = "/file"; document.body.append(a); a.click(); })()`)
		servicetest.Eventually(t, "the download is there", func() bool {
			done := 0
			for _, download := range list().Downloads {
				if download.State == "completed" && download.Name == "report.txt" {
					done++
				}
			}
			return done == i+1
		})
	}
	if entries, _ := os.ReadDir(outside); len(entries) > 0 {
		t.Errorf("outside is %v", entries)
	}
	for _, path := range []string{"/downloads/../profile/Local%20State", "/downloads/..%2fprofile%2fLocal%20State", "/downloads/%2e%2e/profile"} {
		answer, err := http.Get(wire.PlainURL(session.Wire().BaseURL) + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode == http.StatusOK {
			t.Errorf("%s is served", path)
		}
	}
}

// secretAdmits tries addresses without a session's secret, or with another's.
func secretAdmits(t *testing.T, session, other *sessions.Session) {
	at, err := url.Parse(wire.PlainURL(session.Wire().CDPURL))
	if err != nil {
		t.Fatal(err)
	}
	elsewhere, err := url.Parse(wire.PlainURL(other.Wire().CDPURL))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"", "/", "/devtools/browser/" + session.ID, "/AAAAAAAAAAAAAAAAAAAAAAAAAA/devtools/browser/" + session.ID,
		at.Path[:27] + "/devtools/browser/" + other.ID, strings.ToLower(at.Path), elsewhere.Path[:27] + "/devtools/browser/" + session.ID} {
		ws, answer, err := websocket.Dial(t.Context(), "ws://"+at.Host+path, nil)
		if err == nil {
			ws.CloseNow()
			t.Errorf("%s lets in", path)
		} else if answer == nil || answer.StatusCode != http.StatusNotFound {
			t.Errorf("%s answers %v", path, err)
		}
	}
}
