package sessions

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

func TestScripts(t *testing.T) {
	const local = "wss://127.0.0.1:4/SECRET/devtools/browser/id"
	const remote = "wss://s1.sessions.example:443/SECRET/devtools/browser/id"
	for _, s := range scripts {
		text := s.fill(local, "/etc/ca.pem")
		if !strings.Contains(text, `"ws://127.0.0.1:4/SECRET/devtools/browser/id"`) || strings.Contains(text, s.authority) || strings.Contains(text, "NoModifyURL") {
			t.Errorf("%s on this machine:\n%s", s.name, text)
		}
		if !strings.Contains(text, s.comment+" Meanwhile its page can be asked, for a call: assay query --url session:id '{ title }'\n") {
			t.Errorf("%s does not show how to ask the page:\n%s", s.name, text)
		}
		check(t, s, text)
		for ca, want := range map[string]string{"": s.authority + "=ca.pem ", "/etc/own ca.pem": s.authority + "='/etc/own ca.pem' "} {
			text = s.fill(remote, ca)
			if !strings.Contains(text, `"`+remote+`"`) || !strings.Contains(text, want) {
				t.Errorf("%s on another machine lacks the address or %q:\n%s", s.name, want, text)
			}
			check(t, s, text)
		}
		if isGo := strings.HasSuffix(s.file, ".go"); strings.Contains(text, "remote.NoModifyURL)") != isGo {
			t.Errorf("%s for a named host:\n%s", s.name, text)
		}
	}
}

// check fails if something was left to be filled in, or Go is no Go.
func check(t *testing.T, s script, text string) {
	t.Helper()
	for _, left := range []string{"CDP_URL", "OPTIONS", "RUN\n"} {
		if strings.Contains(text, left) {
			t.Errorf("%s has %s left:\n%s", s.name, left, text)
		}
	}
	if strings.HasSuffix(s.file, ".go") {
		if _, err := parser.ParseFile(token.NewFileSet(), s.file, text, parser.AllErrors); err != nil {
			t.Error(err)
		}
	}
}

func TestSettingsOfOtherVersions(t *testing.T) {
	odd := settings{Preset: "beos", Profile: "x", Inactivity: 1, Shutdown: "never"}
	odd.Kind = "vpn"
	if got := odd.valid(); got != defaults {
		t.Errorf("became %+v", got)
	}
	if got := defaults.valid(); got != defaults {
		t.Errorf("the defaults became %+v", got)
	}
}
