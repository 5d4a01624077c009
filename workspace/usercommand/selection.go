package usercommand

import (
	"fmt"
	"slices"
	"strings"
)

// Selection is what is selected where a command is run. What there is not is empty.
type Selection struct {
	Tab       string // one of Tabs
	Profile   string
	JSON      []byte // the selected value as it is written; what the command reads
	Text      []byte // the same, a string without its quotes
	Name      string // the value's key, or its place in a list
	Path      string // the way to it, for jq
	Pointer   string // the same as a JSON Pointer
	URL       string // of the page
	File      string // the document, the page's file, or the file that is viewed
	Query     string
	Prompt    string
	Session   string // the id of a browser session
	CDPURL    string // how to drive it
	StreamURL string // its live view
	RequestID string
}

// ofValue is what the variables of a selected value ask for.
const ofValue = "value"

// variable is something of a selection, as a command is told it.
type variable struct {
	name string
	what string // for who looks for it in vain
	of   func(*Selection) string
}

var variables = []variable{
	{prefix + "VALUE", ofValue, (*Selection).value},
	{prefix + "NAME", ofValue, func(s *Selection) string { return s.Name }},
	{prefix + "PATH", ofValue, func(s *Selection) string { return s.Path }},
	{prefix + "POINTER", ofValue, func(s *Selection) string { return s.Pointer }},
	{prefix + "URL", "page with an address", func(s *Selection) string { return s.URL }},
	{prefix + "FILE", "file", func(s *Selection) string { return s.File }},
	{prefix + "QUERY", "query", func(s *Selection) string { return s.Query }},
	{prefix + "PROMPT", "prompt", func(s *Selection) string { return s.Prompt }},
	{prefix + "SESSION", "session", func(s *Selection) string { return s.Session }},
	{prefix + "CDP_URL", "session that lives", func(s *Selection) string { return s.CDPURL }},
	{prefix + "STREAM_URL", "session that lives", func(s *Selection) string { return s.StreamURL }},
	{prefix + "REQUEST_ID", "answer of the service", func(s *Selection) string { return s.RequestID }},
	{prefix + "TAB", "tab", func(s *Selection) string { return s.Tab }},
	{prefix + "PROFILE", "profile", func(s *Selection) string { return s.Profile }},
}

// value returns the value's text, or so much of it that it is seen to be too large.
func (s *Selection) value() string { return string(s.Text[:min(len(s.Text), maxVariable+1)]) }

// others are variables of the program's own, which a command may have been given by
// who started it.
var others = []string{
	prefix + "CONFIG", prefix + "BASE_URL", prefix + "API_KEY", prefix + "CA_FILE",
	prefix + "SCREEN_READER", prefix + "PROXY_PASSWORD",
}

// maxVariable is the most bytes of a variable that every system takes.
const maxVariable = 120_000

// Missing says what the command's line asks for and the selection has not, or "".
func (c *Command) Missing(s *Selection) string {
	if len(c.Tabs) > 0 && !slices.Contains(c.Tabs, s.Tab) {
		return "it is for " + strings.Join(c.Tabs, ", ")
	}
	for _, named := range c.variables() {
		at := slices.IndexFunc(variables, func(v variable) bool { return v.name == named.text })
		if at < 0 {
			continue
		}
		v := variables[at]
		value := v.of(s)
		there := value != ""
		if v.what == ofValue { // which may be an empty string
			there = s.JSON != nil
		}
		switch {
		case !there && !named.optional:
			return fmt.Sprintf("no %s is selected, for $%s", v.what, v.name)
		case len(value) > maxVariable:
			return fmt.Sprintf("the %s is too large for $%s", v.what, v.name)
		case strings.IndexByte(value, 0) >= 0:
			return fmt.Sprintf("the %s holds a NUL, which $%s cannot", v.what, v.name)
		}
	}
	return ""
}

// environment returns the variables of a selection, NAME=VALUE, which stand for those
// of the same name that the program was started with. What does not fit is left out.
func (s *Selection) environment() []string {
	var out []string
	for _, v := range variables {
		if value := v.of(s); len(value) <= maxVariable && strings.IndexByte(value, 0) < 0 {
			out = append(out, v.name+"="+value)
		}
	}
	return out
}
