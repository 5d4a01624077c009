package usercommand_test

import (
	"context"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/workspace/usercommand"
)

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name     string
		commands []usercommand.Command
		want     string // of the error; "" for none
	}{
		{"whole", []usercommand.Command{{Name: "open", Run: `xdg-open "$ASSAY_URL"`, Key: "f6", Tabs: []string{"query", "history"}, Output: usercommand.None}}, ""},
		{"the least", []usercommand.Command{{Name: "open", Run: "true"}}, ""},
		{"a variable of the program's", []usercommand.Command{{Name: "ask", Run: `curl -H "X-API-Key: $ASSAY_API_KEY"`}}, ""},
		{"no name", []usercommand.Command{{Name: "a", Run: "true"}, {Run: "true"}}, "c.toml: the 2. of [[commands]]: name is missing"},
		{"no line", []usercommand.Command{{Name: "open"}}, `the command "open": run is missing`},
		{"an output", []usercommand.Command{{Name: "open", Run: "true", Output: "toast"}}, `output is "toast"`},
		{"wait without a terminal", []usercommand.Command{{Name: "open", Run: "true", Wait: true}}, "terminal"},
		{"a tab", []usercommand.Command{{Name: "open", Run: "true", Tabs: []string{"querys"}}}, `"querys" in tabs is none of usage, query,`},
		{"a variable", []usercommand.Command{{Name: "open", Run: `echo ${ASSAY_VALEU}`}}, "there is no ASSAY_VALEU; did you mean ASSAY_VALUE?"},
		{"twice", []usercommand.Command{{Name: "open", Run: "true"}, {Name: "open", Run: "false"}}, `two commands are called "open"`},
	} {
		err := usercommand.Check("c.toml", c.commands)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

func TestMissing(t *testing.T) {
	run := func(line string) *usercommand.Command { return &usercommand.Command{Name: "x", Run: line} }
	value := usercommand.Selection{Tab: "query", JSON: []byte(`""`), Path: ".a"}
	for _, c := range []struct {
		command   *usercommand.Command
		selection usercommand.Selection
		want      string
	}{
		{run(`echo "$ASSAY_VALUE"`), value, ""}, // an empty string is a value
		{run(`echo "$ASSAY_VALUE"`), usercommand.Selection{Tab: "query"}, "no value is selected, for $ASSAY_VALUE"},
		{run(`echo "$ASSAY_CDP_URL"`), value, "no session that lives is selected, for $ASSAY_CDP_URL"},
		{run(`echo "${ASSAY_URL:-none}"`), value, ""},
		{run(`echo "$ASSAY_VALUE"`), usercommand.Selection{JSON: []byte("1"), Text: make([]byte, 200_000)}, "the value is too large for $ASSAY_VALUE"},
		{run("jq ."), usercommand.Selection{JSON: []byte("1"), Text: make([]byte, 200_000)}, ""},
		{run(`echo "$ASSAY_VALUE"`), usercommand.Selection{JSON: []byte(`"\u0000"`), Text: []byte{0}}, "the value holds a NUL"},
		{&usercommand.Command{Run: "true", Tabs: []string{"history"}}, value, "it is for history"},
	} {
		if got := c.command.Missing(&c.selection); got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: %q, want %q", c.command.Run, got, c.want)
		}
	}
}

// What a page says is never read by the shell.
func TestDoGivesValuesAsTheyAre(t *testing.T) {
	nasty := "\"; touch pwned; echo $(touch pwned) `touch pwned` '\n$HOME"
	c := usercommand.Command{Run: `printf '%s|%s|' "$ASSAY_VALUE" "$ASSAY_PATH"; cat`}
	t.Chdir(t.TempDir())
	got := c.Do(t.Context(), &usercommand.Selection{JSON: []byte(`{"a": 1}`), Text: []byte(nasty), Path: ".a"})
	if want := nasty + `|.a|{"a": 1}`; got.Err != nil || got.Text != want {
		t.Errorf("got %q, %v; want %q", got.Text, got.Err, want)
	}
	if found, _ := filepath.Glob("pwned"); found != nil {
		t.Error("a value was run")
	}
}

func TestDoTellsFailuresAndTheEndOfMuch(t *testing.T) {
	c := usercommand.Command{Run: "echo nothing here >&2; exit 3"}
	if got := c.Do(t.Context(), &usercommand.Selection{JSON: make([]byte, 1<<20)}); got.Err == nil || got.Text != "nothing here" {
		t.Errorf("got %q, %v", got.Text, got.Err)
	}
	c.Run = "i=0; while [ $i -lt 30000 ]; do echo line $i; i=$((i+1)); done"
	got := c.Do(t.Context(), &usercommand.Selection{})
	if !got.Cut || len(got.Text) > 64<<10 || !strings.HasPrefix(got.Text, "line ") || !strings.HasSuffix(got.Text, "line 29999") {
		t.Errorf("kept %d bytes, cut: %t, %.20q", len(got.Text), got.Cut, got.Text)
	}
}

// What a command started ends with it.
func TestDoEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	c := usercommand.Command{Run: "sleep 60 & echo $!; wait"}
	ended := make(chan usercommand.Outcome)
	go func() { ended <- c.Do(ctx, &usercommand.Selection{}) }()
	time.AfterFunc(200*time.Millisecond, cancel)
	got := <-ended
	if got.Err == nil {
		t.Error("no word of its end")
	}
	if got.Text == "" { // it was stopped before it started anything
		return
	}
	if state, err := exec.Command("ps", "-o", "stat=", "-p", got.Text).Output(); err == nil && !strings.HasPrefix(string(state), "Z") {
		t.Errorf("sleep goes on: %s", state)
	}
}

func TestForegroundWaitsAfterAFailure(t *testing.T) {
	for line, want := range map[string]string{`exit 0`: "", `echo "$ASSAY_URL"; exit 4`: "http://a.example\n\n[4] Enter goes back to assay "} {
		c := usercommand.Command{Run: line, Output: usercommand.Terminal}
		program, arguments, environment := c.Foreground(&usercommand.Selection{URL: "http://a.example"})
		cmd := exec.Command(program, arguments...)
		cmd.Env, cmd.Stdin = environment, strings.NewReader("\n")
		if got, _ := cmd.Output(); string(got) != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}
