package relay_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"

	"assay/service/browser"
	"assay/service/browser/sessions"
	"assay/service/browser/sessiontest"
	"assay/wire"
)

// look is what code finds of the browser that it runs in.
const look = `
async function look() {
  const data = navigator.userAgentData;
  const high = data ? await data.getHighEntropyValues(['platform', 'platformVersion', 'architecture', 'bitness', 'fullVersionList']) : {};
  return {
    userAgent: navigator.userAgent, platform: navigator.platform, language: navigator.language,
    hint: data ? data.platform : '', high: high.platform + ' ' + high.platformVersion + ' ' + high.architecture,
    brands: data ? JSON.stringify(high.fullVersionList) : '',
    webdriver: navigator.webdriver,
  };
}
`

const agentPage = `<!doctype html><title>Agent</title><script>` + look + `
const ask = (port) => new Promise((answer) => { port.onmessage = (event) => answer(event.data); port.start && port.start(); });
globalThis.seen = (async () => {
  const seen = { page: await look() };
  if (window === top) {
    const frame = document.createElement('iframe');
    frame.src = '/agent';
    document.body.append(frame);
    await new Promise((loaded) => { frame.onload = loaded; });
    seen.iframe = (await frame.contentWindow.seen).page;
    seen.worker = await ask(new Worker('/worker.js'));
    seen.shared = await ask(new SharedWorker('/worker.js').port);
    const registration = await navigator.serviceWorker.register('/worker.js');
    const worker = registration.installing || registration.waiting || registration.active;
    const channel = new MessageChannel();
    worker.postMessage('look', [channel.port2]);
    seen.service = await ask(channel.port1);
    seen.headers = await fetch('/headers').then((r) => r.json());
    const gl = document.createElement('canvas').getContext('webgl');
    seen.also = { plugins: navigator.plugins.length, languages: navigator.languages.join(), chrome: typeof window.chrome,
      webgl: gl ? gl.getParameter(gl.VERSION) : '', inner: innerWidth + 'x' + innerHeight, outer: outerWidth + 'x' + outerHeight,
      screen: screen.width + 'x' + screen.height, webdriver: navigator.webdriver };
  }
  return seen;
})();
</script><body></body>`

const agentWorker = look + `
onconnect = async (event) => event.ports[0].postMessage(await look());
onmessage = async (event) => (event.ports[0] || self).postMessage(await look());
if (typeof WorkerGlobalScope !== 'undefined' && typeof DedicatedWorkerGlobalScope !== 'undefined') look().then((seen) => postMessage(seen));
`

// agentSite has a page where code says what it finds.
func agentSite(t *testing.T) string {
	return sessiontest.Site(t, func(mux *http.ServeMux) {
		mux.HandleFunc("/agent", sessiontest.HTML(agentPage))
		mux.HandleFunc("/worker.js", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, agentWorker)
		})
		mux.HandleFunc("/headers", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			json.NewEncoder(w).Encode(map[string]string{
				"userAgent": r.UserAgent(), "brands": r.Header.Get("Sec-Ch-Ua"), "platform": r.Header.Get("Sec-Ch-Ua-Platform"),
				"language": r.Header.Get("Accept-Language"),
			})
		})
	})
}

// sighting is what one place saw.
type sighting struct {
	UserAgent, Platform, Language, Hint, High, Brands string
	Webdriver                                         any
}

func TestUserAgent(t *testing.T) {
	t.Parallel()
	address := agentSite(t)
	b := sessiontest.Shared(t)
	tests := []struct {
		profile         browser.Profile
		persona         *browser.Persona
		navigator, hint string
	}{
		{browser.Light, browser.Linux, "Linux x86_64", "Linux"},
		{browser.Light, browser.Windows, "Win32", "Windows"},
		{browser.Stealth, browser.MacOS, "MacIntel", "macOS"},
	}
	var session *sessions.Session
	var all []string
	for _, test := range tests {
		request := sessiontest.Usual()
		request.Profile, request.Persona = test.profile, test.persona
		session = b.Begin(t, request)
		all = append(all, wire.PlainURL(session.Wire().CDPURL))
	}
	// One client looks at all: to start Playwright takes as long as a look.
	client := b.StartScript(t, session, true, address, "playwright.mjs", "agent", "CDP_URLS="+strings.Join(all, " "))
	var lines []string
	for range tests {
		lines = append(lines, client.Line(t))
	}
	client.Finish(t)
	for i, test := range tests {
		t.Run(test.profile.String()+" "+test.persona.String(), func(t *testing.T) {
			line := lines[i]
			binary, err := browser.Find(test.profile)
			if err != nil {
				t.Fatal(err)
			}
			var places map[string]map[string]json.RawMessage
			if err := json.Unmarshal([]byte(line), &places); err != nil {
				t.Fatal(err)
			}
			if len(places) != 4 {
				t.Fatalf("%d places looked", len(places))
			}
			if strings.Contains(line, "Headless") {
				t.Error("something says that it is headless")
			}
			for place, seen := range places {
				agent := test.persona.UserAgent(binary)
				for _, where := range []string{"page", "iframe", "worker", "shared", "service"} {
					var s sighting
					if err := json.Unmarshal(seen[where], &s); err != nil {
						t.Fatalf("%s, %s: %v: %s", place, where, err, seen[where])
					}
					if s.UserAgent != agent || s.Hint != test.hint || !strings.HasPrefix(s.High, test.hint+" ") {
						t.Errorf("%s, %s: %+v", place, where, s)
					}
					if inWorker := where != "page" && where != "iframe"; !inWorker && s.Platform != test.navigator {
						t.Errorf("%s, %s: navigator.platform is %q", place, where, s.Platform)
					}
				}
				var headers struct{ UserAgent, Brands, Platform, Language string }
				if err := json.Unmarshal(seen["headers"], &headers); err != nil {
					t.Fatal(err)
				}
				if headers.UserAgent != agent || headers.Platform != `"`+test.hint+`"` || headers.Language == "" {
					t.Errorf("%s: headers %+v", place, headers)
				}
				if test.profile == browser.Stealth {
					checkStealth(t, place, seen["also"])
				}
			}
			t.Logf("the first page saw: %s", places["first page"]["also"])
		})
	}
}

// checkStealth checks what would give a browser away.
func checkStealth(t *testing.T, place string, seen json.RawMessage) {
	t.Helper()
	var also struct {
		Plugins                                        int
		Languages, Chrome, WebGL, Inner, Outer, Screen string
		Webdriver                                      any
	}
	if err := json.Unmarshal(seen, &also); err != nil {
		t.Fatal(err)
	}
	if also.Plugins == 0 || also.Languages == "" || also.Chrome != "object" || also.WebGL == "" || also.Webdriver != false {
		t.Errorf("%s: %+v", place, also)
	}
}
