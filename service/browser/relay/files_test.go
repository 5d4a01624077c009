package relay_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
	"github.com/coder/websocket"
	"github.com/go-rod/rod"

	"assay/service/browser/sessions"
	"assay/service/browser/sessiontest"
	"assay/service/servicetest"
	"assay/wire"
)

// ownFiles lets clients name their own files; the service's are in data.
func ownFiles(data string) func(*sessions.Config) {
	return func(c *sessions.Config) { c.ClientFiles, c.Data = true, data }
}

// write makes a file.
func write(t testing.TB, path, text string) string {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func readFile(t testing.TB, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// TestOwnFiles lets every client upload and download by the ways that it has for files
// of its own machine.
func TestOwnFiles(t *testing.T) {
	t.Parallel()
	const text = "the client's own\n"
	address := sessiontest.Site(t)
	b := sessiontest.New(t, ownFiles(t.TempDir()))
	own := write(t, filepath.Join(t.TempDir(), "own ü.txt"), text)
	session := b.Begin(t, sessiontest.Usual()) // one client after the other
	for _, program := range []string{"playwright.mjs", "puppeteer.mjs"} {
		t.Run(program, func(t *testing.T) {
			b.StartScript(t, session, true, address, program, "files", "FILE="+own, "FOLDER="+t.TempDir(), "TEXT="+text).Finish(t)
		})
	}
	t.Run("chromedp", func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), sessiontest.Patience)
		defer cancel()
		ctx, cancel = remote.NewAllocator(ctx, wire.PlainURL(session.Wire().CDPURL))
		defer cancel()
		ctx, cancel = chromedp.NewContext(ctx)
		defer cancel()
		err := chromedp.Do(ctx, chromedp.Navigate(address+"/upload"), chromedp.SetUploadFiles(chromedp.ID("chosen"), []string{own}))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := chromedp.Run(ctx, chromedp.Evaluate[int](`chosen.files[0].size`)); err != nil || got != len(text) {
			t.Errorf("the page has a file of %v bytes, %v", got, err)
		}
		folder := filepath.Join(t.TempDir(), "to", "be made")
		root := chromedp.FromContext(ctx).Browser
		_, err = cdp.Call(ctx, root, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
			Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder,
		})
		if err == nil {
			err = chromedp.Do(ctx, chromedp.Navigate(address+"/"), chromedp.Click(chromedp.ID("file")))
		}
		if err != nil {
			t.Fatal(err)
		}
		servicetest.Eventually(t, "the download is there", func() bool {
			_, err := os.Stat(filepath.Join(folder, "report.txt"))
			return err == nil
		})
		if got := readFile(t, filepath.Join(folder, "report.txt")); got != "the report" {
			t.Errorf("the download is %q", got)
		}
	})
	t.Run("rod", func(t *testing.T) {
		client := rod.New().ControlURL(wire.PlainURL(session.Wire().CDPURL)).Context(t.Context())
		if err := client.Connect(); err != nil {
			t.Fatal(err)
		}
		page := client.MustPage(address + "/upload").Timeout(sessiontest.Patience)
		page.MustElement("#chosen").MustSetFiles(own)
		if got := page.MustEval(`() => chosen.files[0].text()`).Str(); got != text {
			t.Errorf("the page has %q", got)
		}
		page.MustNavigate(address + "/").MustWaitLoad()
		wait := client.MustWaitDownload()
		page.MustElement("#file").MustClick()
		if got := wait(); string(got) != "the report" {
			t.Errorf("the download is %q", got)
		}
	})
}

// choose sets the files of a page at /upload.
func choose(t *testing.T, client *sessiontest.Client, page string, files ...string) sessiontest.Reply {
	t.Helper()
	var input struct{ Result struct{ ObjectID string } }
	client.Must(page, "Runtime.evaluate", `{"expression":"chosen"}`, &input)
	list, err := json.Marshal(files)
	if err != nil {
		t.Fatal(err)
	}
	return client.Call(page, "DOM.setFileInputFiles", `{"objectId":"`+strings.ReplaceAll(input.Result.ObjectID, `"`, `\"`)+`","files":`+string(list)+`}`)
}

// chosen returns what the page at /upload has.
func chosen(client *sessiontest.Client, page string) any {
	return client.Evaluate(page, `Promise.all([...chosen.files].map(async (f) => f.name + ": " + await f.text())).then((all) => all.join(", "))`)
}

// uploader opens a page at /upload.
func uploader(t *testing.T, client *sessiontest.Client, address string) (page string) {
	t.Helper()
	page = client.Document(address)
	client.Must(page, "Page.navigate", `{"url":"`+address+`/upload"}`, nil)
	servicetest.Eventually(t, "the page is there", func() bool { return client.Evaluate(page, "document.title") == "Upload" })
	return page
}

// TestOwnFilesThatAreNot names files that no client may have taken.
func TestOwnFilesThatAreNot(t *testing.T) {
	t.Parallel()
	address := sessiontest.Site(t)
	data, own := t.TempDir(), t.TempDir()
	b := sessiontest.New(t, ownFiles(data))
	session := b.Begin(t, sessiontest.Usual())
	client := sessiontest.Connect(t, session)
	page := uploader(t, client, address)
	secret := write(t, filepath.Join(data, "assay.db"), "secret")
	fine := write(t, filepath.Join(own, "fine.txt"), "fine")
	var uploaded struct{ Path string } // FOLDER/files/uploads/RANDOM/x.txt
	_, said := upload(t, session, part{"file", "x.txt", ""})
	if err := json.Unmarshal([]byte(said), &uploaded); err != nil {
		t.Fatal(err)
	}
	link := func(to, name string) string {
		path := filepath.Join(own, name)
		if err := os.Symlink(to, path); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for name, test := range map[string]struct{ path, want string }{
		"in the service's folder":     {secret, "the service's own folder"},
		"in it by a detour":           {filepath.Join(own, "..", filepath.Base(data), "assay.db"), "no such file|own folder"},
		"in it by a link to a folder": {filepath.Join(link(data, "linked"), "assay.db"), "the service's own folder"},
		"a link":                      {link(fine, "link.txt"), "not a regular file"},
		"a folder":                    {own, "not a regular file"},
		"a device":                    {"/dev/zero", "not a regular file"},
		"not there":                   {filepath.Join(own, "none"), "no such file"},
		"part of a path":              {"fine.txt", "the whole path"},
		"beside the session's files":  {write(t, filepath.Join(uploaded.Path, "..", "..", "..", "..", "beside"), ""), "the service's own folder"},
	} {
		r := choose(t, client, page, test.path)
		if r.Error == nil {
			t.Errorf("%s, %s: it is taken", name, test.path)
			continue
		}
		known := false
		for _, want := range strings.Split(test.want, "|") {
			known = known || strings.Contains(r.Error.Message, want)
		}
		if !known {
			t.Errorf("%s, %s: %q, want %q", name, test.path, r.Error.Message, test.want)
		}
	}
	if r := choose(t, client, page, fine, fine); r.Error != nil {
		t.Errorf("a file that is fine: %s", r.Error.Message)
	}
	if got := chosen(client, page); got != "fine.txt: fine, fine.txt: fine" {
		t.Errorf("the page has %v", got)
	}
	r := client.Call(page, "Input.dispatchDragEvent", `{"type":"dragEnter","x":1,"y":1,"data":{"items":[],"dragOperationsMask":1,"files":["`+fine+`"]}}`)
	if r.Error != nil {
		t.Errorf("a file that is dragged: %s", r.Error.Message)
	}
}

// TestOwnDownloadsHarmNothing lets downloads land where something is already, and where
// nothing may.
func TestOwnDownloadsHarmNothing(t *testing.T) {
	t.Parallel()
	log := &servicetest.Log{}
	address := sessiontest.Site(t)
	data := t.TempDir()
	b := sessiontest.New(t, ownFiles(data), func(c *sessions.Config) { c.Log = slog.New(slog.NewTextHandler(log, nil)) })
	session := b.Begin(t, sessiontest.Usual())
	client := sessiontest.Connect(t, session)
	page := client.Document(address)
	client.Must(page, "Page.navigate", `{"url":"`+address+`/"}`, nil)
	download := func(folder string) {
		t.Helper()
		client.Must("", "Browser.setDownloadBehavior", `{"behavior":"allow","eventsEnabled":true,"downloadPath":"`+folder+`"}`, nil)
		servicetest.Eventually(t, "the page is there", func() bool { return client.Evaluate(page, "document.title") == "Front" })
		client.Evaluate(page, `document.querySelector("#file").click()`)
		for {
			r, err := client.Next()
			if err != nil {
				t.Fatal(err)
			}
			if r.Method == "Browser.downloadProgress" && strings.Contains(string(r.Params), "completed") {
				return
			}
		}
	}
	own := t.TempDir()
	there := write(t, filepath.Join(own, "report.txt"), "mine")
	download(own)
	// It is there when the client is told of it, and what was there still is.
	if got := readFile(t, there); got != "mine" {
		t.Errorf("the file that was there is %q", got)
	}
	if got := readFile(t, filepath.Join(own, "report (1).txt")); got != "the report" {
		t.Errorf("the download is %q", got)
	}
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(data, link); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{data, filepath.Join(data, "keys"), link, there, "here"} {
		download(folder)
	}
	entries, err := os.ReadDir(own)
	if err != nil || len(entries) != 2 {
		t.Errorf("there are %v, %v", entries, err)
	}
	filepath.WalkDir(data, func(path string, entry os.DirEntry, err error) error {
		if !entry.IsDir() {
			t.Errorf("%s was written", path)
		}
		return nil
	})
	if text := log.String(); !strings.Contains(text, "only at base_url/downloads") || !strings.Contains(text, session.ID) {
		t.Errorf("the log does not tell:\n%s", text)
	}
	for _, each := range sessiontest.Downloads(t, session) {
		answer, err := http.Get(wire.PlainURL(session.Wire().BaseURL) + "/downloads/" + each.GUID)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(answer.Body)
		answer.Body.Close()
		if string(body) != "the report" {
			t.Errorf("base_url/downloads/%s is %q", each.GUID, body)
		}
	}
}

// TestClientsFromElsewhere may name no files of this machine. What they upload they may.
func TestClientsFromElsewhere(t *testing.T) {
	t.Parallel()
	address := sessiontest.Site(t)
	own := write(t, filepath.Join(t.TempDir(), "own.txt"), "own")
	here, elsewhere := sessiontest.New(t, ownFiles(t.TempDir())).Begin(t, sessiontest.Usual()), sessiontest.Common(t)
	for name, test := range map[string]struct {
		session *sessions.Session
		header  http.Header
		host    string
	}{
		"a service for others":  {session: elsewhere},
		"through a proxy":       {session: here, header: http.Header{"X-Forwarded-For": {"127.0.0.1"}}},
		"through another proxy": {session: here, header: http.Header{"Forwarded": {"for=127.0.0.1"}}},
		"by another name":       {session: here, host: "10.0.0.1:80"},
		"a page":                {session: here, header: http.Header{"Origin": {address}}},
	} {
		t.Run(name, func(t *testing.T) {
			session := test.session
			before := len(sessiontest.Downloads(t, session))
			client := sessiontest.Dial(t, wire.PlainURL(session.Wire().CDPURL), &websocket.DialOptions{HTTPHeader: test.header, Host: test.host})
			page := uploader(t, client, address)
			if r := choose(t, client, page, own); r.Error == nil || !strings.Contains(r.Error.Message, "base_url/uploads") {
				t.Errorf("it may have its own file: %+v", r.Error)
			}
			folder := t.TempDir()
			client.Must("", "Browser.setDownloadBehavior", `{"behavior":"allow","downloadPath":"`+folder+`"}`, nil)
			client.Evaluate(page, `(() => { const a = document.createElement("a"); a.href = "/file"; document.body.append(a); a.click(); })()`)
			servicetest.Eventually(t, "the download is there", func() bool {
				list := sessiontest.Downloads(t, session)
				return len(list) == before+1 && list[before].State == "completed"
			})
			if entries, _ := os.ReadDir(folder); len(entries) > 0 {
				t.Errorf("%v was written", entries)
			}
			status, said := upload(t, session, part{"file", "sent ü.txt", "from elsewhere"})
			var answer struct{ Path string }
			if err := json.Unmarshal([]byte(said), &answer); err != nil || status != http.StatusCreated {
				t.Fatalf("an upload is answered %d %s", status, said)
			}
			if r := choose(t, client, page, answer.Path); r.Error != nil {
				t.Fatal(r.Error.Message)
			}
			if got := chosen(client, page); got != "sent ü.txt: from elsewhere" {
				t.Errorf("the page has %v", got)
			}
		})
	}
}

// part is one of a form.
type part struct{ name, file, text string }

// upload posts a form to a session.
func upload(t *testing.T, session *sessions.Session, parts ...part) (status int, said string) {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for _, part := range parts {
		w, err := form.CreateFormFile(part.name, part.file)
		if part.file == "" {
			w, err = form.CreateFormField(part.name)
		}
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, part.text)
	}
	form.Close()
	answer, err := http.Post(wire.PlainURL(session.Wire().BaseURL)+"/uploads", form.FormDataContentType(), &body)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

func TestUploads(t *testing.T) {
	t.Parallel()
	b := sessiontest.New(t, func(c *sessions.Config) { c.Disk = 32 << 20 })
	session := b.Begin(t, sessiontest.Usual())
	for name, test := range map[string]struct {
		parts  []part
		status int
		says   string
	}{
		"nothing":      {nil, http.StatusBadRequest, "no part file"},
		"another part": {[]part{{"document", "a.txt", "a"}}, http.StatusBadRequest, `a part \"document\"`},
		"no filename":  {[]part{{"file", "", "a"}}, http.StatusBadRequest, "no filename"},
		"two files":    {[]part{{"file", "a.txt", "a"}, {"file", "b.txt", "b"}}, http.StatusBadRequest, "two parts file"},
		"dots":         {[]part{{"file", "..", "a"}}, http.StatusBadRequest, "cannot be called"},
		"a path":       {[]part{{"file", "../../profile/x.txt", "a"}}, http.StatusCreated, "/x.txt"},
		"too much":     {[]part{{"file", "a.bin", strings.Repeat("x", 80<<20)}}, http.StatusRequestEntityTooLarge, "it may use 32 MiB"},
		"an empty one": {[]part{{"file", "a.txt", ""}}, http.StatusCreated, "/a.txt"},
	} {
		status, said := upload(t, session, test.parts...)
		if status != test.status || !strings.Contains(said, test.says) {
			t.Errorf("%s: %d %s, want %d and %s", name, status, said, test.status, test.says)
		}
		if strings.Contains(said, "..") && status == http.StatusCreated {
			t.Errorf("%s: it is at %s", name, said)
		}
	}
	if b.OnDisk() > 32<<20 {
		t.Errorf("%d MiB are left on disk", b.OnDisk()>>20)
	}
	answer, err := http.Post(wire.PlainURL(session.Wire().BaseURL)+"/uploads", "text/plain", strings.NewReader("x"))
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusBadRequest {
		t.Errorf("what is no form: %s", answer.Status)
	}
	if answer, err = http.Get(wire.PlainURL(session.Wire().BaseURL) + "/uploads"); err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	if answer.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("a GET: %s", answer.Status)
	}
}
