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
	asContext           // the answer names a new context, which gets the session's settings
	asNavigation        // the answer says why an address could not be reached
	acknowledge         // it is answered with {} and never sent
	leave               // acknowledge, and the client is taken to have left
)

// rule decides about a call: it may change the params, which go to the browser as they
// are then, and its error is the client's answer. session is where the call was made.
type rule func(c *client, session string, params members) (action, error)

// guarded are the domains of which only the methods in rules may be called. The
// rest of them reach beyond pages: the browser's files, its command line, its other
// doors.
var guarded = map[string]bool{
	"Browser": true, "Target": true, "Extensions": true, "Tethering": true, "SystemInfo": true, "IO": true, "PWA": true,
}

// rules are the calls that are not just passed on, and those of guarded domains that
// are allowed at all: a nil rule passes a call on unread.
var rules = map[string]rule{
	"Browser.getVersion":          answer(asVersion),
	"Browser.close":               answer(leave),
	"Browser.setDownloadBehavior": setDownloadBehavior,
	"Browser.cancelDownload":      nil,
	"Browser.getWindowForTarget":  nil,
	"Browser.getWindowBounds":     nil,
	"Browser.setWindowBounds":     nil,
	"Browser.setContentsSize":     nil,
	"Browser.grantPermissions":    nil,
	"Browser.resetPermissions":    nil,
	"Browser.setPermission":       nil,

	"Target.setDiscoverTargets":    nil,
	"Target.getTargets":            nil,
	"Target.getTargetInfo":         nil,
	"Target.getBrowserContexts":    nil,
	"Target.activateTarget":        nil,
	"Target.closeTarget":           nil,
	"Target.disposeBrowserContext": nil,
	"Target.detachFromTarget":      nil,
	"Target.attachToBrowserTarget": nil,
	"Target.attachToTarget":        flat,
	"Target.setAutoAttach":         flat,
	"Target.autoAttachRelated":     nil, // always flat
	"Target.createTarget":          visit(pass),
	"Target.createBrowserContext":  createContext,

	"IO.read":        nil,
	"IO.close":       nil,
	"IO.resolveBlob": nil,

	"Page.navigate":               visit(asNavigation),
	"Page.setDownloadBehavior":    setPageDownloadBehavior,
	"Page.handleFileChooser":      refuse("it gives the browser files of its own machine"),
	"Fetch.continueRequest":       visit(pass),
	"Network.loadNetworkResource": refuse("it reads from outside the page"),

	"Network.continueInterceptedRequest": visit(pass),

	"DOM.setFileInputFiles":   setFiles,
	"Input.dispatchDragEvent": drag,
	"Tracing.start":           trace,
}

// check decides about a call, and returns the params to send: those it was given, or
// others.
func (c *client) check(method, session string, params []byte) ([]byte, action, error) {
	rule, known := rules[method]
	domain, _, _ := strings.Cut(method, ".")
	switch {
	case !known && guarded[domain]:
		return nil, pass, refused(method, "it reaches beyond the pages")
	case rule == nil:
		return params, pass, nil
	}
	m, err := read(params)
	if err != nil {
		return nil, pass, err
	}
	action, err := rule(c, session, m)
	if err != nil {
		return nil, pass, err
	}
	params, err = m.write()
	return params, action, err
}

func refused(what, why string) error {
	return fmt.Errorf("%s is not allowed in a remote session: %s", what, why)
}

// answer lets a call through.
func answer(a action) rule {
	return func(*client, string, members) (action, error) { return a, nil }
}

// refuse lets no call through.
func refuse(why string) rule {
	return func(*client, string, members) (action, error) { return pass, refused("this call", why) }
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
func (m members) write() ([]byte, error) { return json.Marshal(m, json.Deterministic(true)) }

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
func flat(_ *client, _ string, params members) (action, error) {
	if string(params["flatten"]) != "true" && string(params["autoAttach"]) != "false" {
		return pass, refused("a session without flatten: true", "its messages could not be checked")
	}
	return pass, nil
}

// createContext refuses a context that would have a way out of its own.
func createContext(_ *client, _ string, params members) (action, error) {
	for name, value := range params {
		if name != "disposeOnDetach" && !isBlank(value) {
			return pass, refused(name, "contexts use the session's own way out")
		}
	}
	return asContext, nil
}

// trace refuses traces of more than pages.
func trace(_ *client, _ string, params members) (action, error) {
	for _, name := range []string{"perfettoConfig", "tracingBackend"} {
		if value, ok := params[name]; ok && !isBlank(value) {
			return pass, refused(name, "it reaches beyond the pages")
		}
	}
	return pass, nil
}

// isBlank reports whether a value says nothing.
func isBlank(value jsontext.Value) bool {
	switch string(value) {
	case "null", `""`, "[]", "false":
		return true
	}
	return false
}

// visit lets through what navigates where a session may go.
func visit(a action) rule {
	return func(_ *client, _ string, params members) (action, error) {
		target, err := params.text("url")
		if err != nil {
			return pass, err
		}
		return a, visitable(target)
	}
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
func setDownloadBehavior(c *client, _ string, params members) (action, error) {
	context, err := params.text("browserContextId")
	if err != nil {
		return pass, err
	}
	behavior, err := c.takeDestination(params, context)
	if err == nil && behavior != "deny" {
		params["behavior"] = jsontext.Value(`"allowAndName"`)
		params["downloadPath"] = quote(c.mux.folder(context))
	}
	return pass, err
}

// setPageDownloadBehavior answers the older call: a page's downloads are allowed and
// land in the session's folder already.
func setPageDownloadBehavior(c *client, session string, params members) (action, error) {
	behavior, err := c.takeDestination(params, c.mux.contextOf(session))
	if behavior == "deny" {
		return pass, err
	}
	return acknowledge, err
}

// takeDestination takes the folder out of params about the downloads of a context, notes
// it if the client may name one, and returns the behaviour they ask for.
func (c *client) takeDestination(params members, context string) (behavior string, err error) {
	behavior, err = params.text("behavior")
	if err != nil {
		return "", err
	}
	folder, err := params.text("downloadPath")
	if err != nil {
		return "", err
	}
	delete(params, "downloadPath")
	if behavior != "allow" && behavior != "allowAndName" {
		folder = ""
	}
	c.mux.setDestination(destination{c, context, folder, behavior == "allowAndName"})
	return behavior, nil
}

// setFiles lets the files of the session's folder be chosen, and the client's own.
func setFiles(c *client, _ string, params members) (action, error) {
	return pass, c.confineFiles(params)
}

// drag lets the same files be dropped.
func drag(c *client, _ string, params members) (action, error) {
	if params["data"].Kind() != '{' {
		return pass, nil
	}
	data, err := read(params["data"])
	if err != nil {
		return pass, err
	}
	if err := c.confineFiles(data); err != nil {
		return pass, err
	}
	params["data"], err = data.write()
	return pass, err
}

// confineFiles makes sure that the files that params name are in the session's folder.
func (c *client) confineFiles(params members) error {
	list := params["files"]
	if list == nil || list.Kind() == 'n' {
		return nil
	}
	var files []string
	if err := json.Unmarshal(list, &files); err != nil {
		return errors.New("Invalid parameters: files: array of strings expected")
	}
	for i, file := range files {
		relative, err := filepath.Rel(c.mux.config.Files, file)
		switch {
		case filepath.IsAbs(file) && err == nil && filepath.IsLocal(relative):
		case c.files == nil:
			return refused("a file of the browser's machine", "send it to base_url/uploads by POST, as the part file of a form, and give the path that comes back")
		default:
			if files[i], err = c.files.Take(file); err != nil {
				return err
			}
		}
	}
	var err error
	params["files"], err = json.Marshal(files)
	return err
}

// quote returns a string as JSON.
func quote(text string) jsontext.Value {
	value, _ := jsontext.AppendQuote(nil, text)
	return value
}
