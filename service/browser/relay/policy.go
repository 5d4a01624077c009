package relay

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// action is what the relay does beyond passing a call and its answer on.
type action uint8

const (
	pass         action = iota
	asVersion           // the answer's user agent is made honest
	asContext           // the answer names a new context, which gets the session's ways
	asNavigation        // the answer says why an address could not be reached
	acknowledge         // it is answered with {} and never sent
	leave               // acknowledge, and the client is taken to have left
)

// rule decides about a call. It returns the params to send, which may be the ones
// it was given, or an error for the client.
type rule func(p *policy, params []byte) ([]byte, action, error)

// policy keeps a session's clients within its walls, for one call.
type policy struct {
	files   string  // the one folder that files may be in
	client  *client // who makes the call
	session string  // in which
}

// guarded are the domains of which only the methods in rules may be called. The
// rest of them reach beyond pages: the browser's files, its command line, its other
// doors.
var guarded = map[string]bool{
	"Browser": true, "Target": true, "Extensions": true, "Tethering": true, "SystemInfo": true, "IO": true, "PWA": true,
}

// rules are the calls that are not just passed on, and those of guarded domains that
// are allowed at all.
var rules = map[string]rule{
	"Browser.getVersion":          answer(asVersion),
	"Browser.close":               answer(leave),
	"Browser.setDownloadBehavior": (*policy).setDownloadBehavior,
	"Browser.cancelDownload":      answer(pass),
	"Browser.getWindowForTarget":  answer(pass),
	"Browser.getWindowBounds":     answer(pass),
	"Browser.setWindowBounds":     answer(pass),
	"Browser.setContentsSize":     answer(pass),
	"Browser.grantPermissions":    answer(pass),
	"Browser.resetPermissions":    answer(pass),
	"Browser.setPermission":       answer(pass),

	"Target.setDiscoverTargets":    answer(pass),
	"Target.getTargets":            answer(pass),
	"Target.getTargetInfo":         answer(pass),
	"Target.getBrowserContexts":    answer(pass),
	"Target.activateTarget":        answer(pass),
	"Target.closeTarget":           answer(pass),
	"Target.disposeBrowserContext": answer(pass),
	"Target.detachFromTarget":      answer(pass),
	"Target.attachToBrowserTarget": answer(pass),
	"Target.attachToTarget":        flat("flatten"),
	"Target.setAutoAttach":         flat("flatten"),
	"Target.autoAttachRelated":     answer(pass), // always flat
	"Target.createTarget":          address,
	"Target.createBrowserContext":  only(asContext, "disposeOnDetach"),

	"IO.read":        answer(pass),
	"IO.close":       answer(pass),
	"IO.resolveBlob": answer(pass),

	"Page.navigate":               navigate,
	"Page.setDownloadBehavior":    (*policy).setPageDownloadBehavior,
	"Page.handleFileChooser":      refuse("it gives the browser files of its own machine"),
	"Fetch.continueRequest":       address,
	"Network.loadNetworkResource": refuse("it reads from outside the page"),

	"Network.continueInterceptedRequest": address,

	"DOM.setFileInputFiles":   (*policy).setFiles,
	"Input.dispatchDragEvent": (*policy).drag,
	"Tracing.start":           without("perfettoConfig", "tracingBackend"),
}

// check decides about a call.
func (c *client) check(method, session string, params []byte) ([]byte, action, error) {
	if rule, ok := rules[method]; ok {
		return rule(&policy{files: c.mux.config.Files, client: c, session: session}, params)
	}
	domain, _, _ := strings.Cut(method, ".")
	if guarded[domain] {
		return nil, pass, refused(method, "it reaches beyond the pages")
	}
	return params, pass, nil
}

func refused(what, why string) error {
	return fmt.Errorf("%s is not allowed in a remote session: %s", what, why)
}

// answer lets a call through.
func answer(a action) rule {
	return func(_ *policy, params []byte) ([]byte, action, error) { return params, a, nil }
}

// refuse lets no call through.
func refuse(why string) rule {
	return func(*policy, []byte) ([]byte, action, error) { return nil, pass, refused("this call", why) }
}

// members are the params of a call, of which the parts are unread.
type members map[string]jsontext.Value

// read reads params strictly: whatever two readers could take differently, such as a
// name given twice at any depth, is an error.
func read(params []byte) (members, error) {
	m := members{}
	if params == nil {
		return m, nil
	}
	if err := json.Unmarshal(params, &m); err != nil {
		return nil, errors.New("Invalid parameters: they cannot be read without doubt")
	}
	return m, nil
}

// write is the opposite of read.
func (m members) write() ([]byte, action, error) {
	params, err := json.Marshal(m, json.Deterministic(true))
	return params, pass, err
}

// text returns a member that is a string, "" if it is absent.
func (m members) text(name string) (string, error) {
	value, ok := m[name]
	if !ok || value.Kind() == 'n' {
		return "", nil
	}
	var text string
	if err := json.Unmarshal(value, &text); err != nil {
		return "", fmt.Errorf("Invalid parameters: %s: string value expected", name)
	}
	return text, nil
}

// flat refuses sessions that wrap messages in messages, which nobody could check.
func flat(name string) rule {
	return func(_ *policy, params []byte) ([]byte, action, error) {
		m, err := read(params)
		if err != nil {
			return nil, pass, err
		}
		if string(m[name]) != "true" && string(m["autoAttach"]) != "false" {
			return nil, pass, refused("a session without flatten: true", "its messages could not be checked")
		}
		return m.write()
	}
}

// only refuses every member but the named one.
func only(a action, allowed string) rule {
	return func(_ *policy, params []byte) ([]byte, action, error) {
		m, err := read(params)
		if err != nil {
			return nil, pass, err
		}
		for name, value := range m {
			if name != allowed && !isBlank(value) {
				return nil, pass, refused(name, "contexts use the session's own way out")
			}
		}
		params, _, err = m.write()
		return params, a, err
	}
}

// without refuses the named members.
func without(names ...string) rule {
	return func(_ *policy, params []byte) ([]byte, action, error) {
		m, err := read(params)
		if err != nil {
			return nil, pass, err
		}
		for _, name := range names {
			if value, ok := m[name]; ok && !isBlank(value) {
				return nil, pass, refused(name, "it reaches beyond the pages")
			}
		}
		return m.write()
	}
}

// isBlank reports whether a value says nothing.
func isBlank(value jsontext.Value) bool {
	switch string(value) {
	case "null", `""`, "[]", "false":
		return true
	}
	return false
}

// address lets through what navigates where a session may go.
func address(_ *policy, params []byte) ([]byte, action, error) {
	m, err := read(params)
	if err != nil {
		return nil, pass, err
	}
	target, err := m.text("url")
	if err != nil {
		return nil, pass, err
	}
	if err := visitable(target); err != nil {
		return nil, pass, err
	}
	return m.write()
}

// navigate lets a page go where a session may go.
func navigate(p *policy, params []byte) ([]byte, action, error) {
	params, _, err := address(p, params)
	return params, asNavigation, err
}

// visitable reports why a session may not navigate to an address. The address is
// read as browsers read it: control characters and space before it and line ends
// and tabs within do not count.
func visitable(target string) error {
	target = strings.TrimLeftFunc(target, func(r rune) bool { return r <= ' ' })
	target = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(target)
	target = strings.ToLower(strings.TrimRightFunc(target, func(r rune) bool { return r <= ' ' }))
	if target == "" {
		return nil
	}
	scheme, rest, found := strings.Cut(target, ":")
	if !found {
		return errors.New("Cannot navigate to invalid URL")
	}
	switch scheme {
	case "http", "https", "data":
		return nil
	case "blob":
		if inner, _, _ := strings.Cut(rest, ":"); inner == "http" || inner == "https" || strings.HasPrefix(rest, "null/") {
			return nil
		}
	case "about":
		if page, _, _ := strings.Cut(rest, "#"); page == "blank" || strings.HasPrefix(page, "blank?") {
			return nil
		}
	}
	return refused("this address", "sessions visit http, https, data, blob and about:blank only")
}

// setDownloadBehavior makes downloads land in the session's folder, whatever folder
// the client names.
func (p *policy) setDownloadBehavior(params []byte) ([]byte, action, error) {
	m, err := read(params)
	if err != nil {
		return nil, pass, err
	}
	context, err := m.text("browserContextId")
	if err != nil {
		return nil, pass, err
	}
	behavior, err := p.wants(m, context)
	if err != nil {
		return nil, pass, err
	}
	if behavior != "deny" {
		m["behavior"] = jsontext.Value(`"allowAndName"`)
		m["downloadPath"] = quote(p.client.mux.folder(context))
	}
	return m.write()
}

// setPageDownloadBehavior answers the older call: a page's downloads are allowed and
// land in the session's folder already.
func (p *policy) setPageDownloadBehavior(params []byte) ([]byte, action, error) {
	m, err := read(params)
	if err != nil {
		return nil, pass, err
	}
	behavior, err := p.wants(m, p.client.mux.contextOf(p.session))
	if err != nil || behavior != "deny" {
		return nil, acknowledge, err
	}
	return m.write()
}

// wants takes the folder out of params about the downloads of a context, notes it if the
// client may name one, and returns the behaviour they ask for.
func (p *policy) wants(m members, context string) (behavior string, err error) {
	behavior, err = m.text("behavior")
	if err != nil {
		return "", err
	}
	folder, err := m.text("downloadPath")
	if err != nil {
		return "", err
	}
	delete(m, "downloadPath")
	if behavior != "allow" && behavior != "allowAndName" {
		folder = ""
	}
	p.client.mux.want(destination{p.client, context, folder, behavior == "allowAndName"})
	return behavior, nil
}

// setFiles lets the files of the session's folder be chosen, and the client's own.
func (p *policy) setFiles(params []byte) ([]byte, action, error) {
	m, err := read(params)
	if err != nil {
		return nil, pass, err
	}
	if err := p.inside(m); err != nil {
		return nil, pass, err
	}
	return m.write()
}

// drag lets the same files be dropped.
func (p *policy) drag(params []byte) ([]byte, action, error) {
	m, err := read(params)
	if err != nil {
		return nil, pass, err
	}
	if m["data"].Kind() == '{' {
		data, err := read(m["data"])
		if err != nil {
			return nil, pass, err
		}
		if err := p.inside(data); err != nil {
			return nil, pass, err
		}
		if m["data"], _, err = data.write(); err != nil {
			return nil, pass, err
		}
	}
	return m.write()
}

// inside sees to it that the files that params name are in the session's folder.
func (p *policy) inside(m members) error {
	list := m["files"]
	if list == nil || list.Kind() == 'n' {
		return nil
	}
	var files []string
	if err := json.Unmarshal(list, &files); err != nil {
		return errors.New("Invalid parameters: files: array of strings expected")
	}
	for i, file := range files {
		relative, err := filepath.Rel(p.files, file)
		switch {
		case filepath.IsAbs(file) && err == nil && filepath.IsLocal(relative):
		case p.client.own == nil:
			return refused("a file of the browser's machine", "send it to base_url/uploads by POST, as the part file of a form, and give the path that comes back")
		default:
			if files[i], err = p.client.own.Take(file); err != nil {
				return err
			}
		}
	}
	var err error
	m["files"], err = json.Marshal(files)
	return err
}

// quote returns a string as JSON.
func quote(text string) jsontext.Value {
	value, _ := jsontext.AppendQuote(nil, text)
	return value
}
