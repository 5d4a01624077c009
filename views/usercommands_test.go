package views

import (
	"slices"
	"strings"
	"testing"

	"assay/views/frame"
	"assay/workspace/usercommand"
)

// withCommands opens the Query tab with an answer in it and user commands;
// the answer's first value is selected.
func withCommands(t *testing.T, commands ...usercommand.Command) *player {
	if err := usercommand.Check("config.toml", commands); err != nil {
		t.Fatal(err)
	}
	d := open(t, newStage(t), 120, 36, func(o *Options) { o.Commands = commands })
	d.until("3,410 of 10,000")
	d.keys("2")
	d.typed("https://shop.example/lamps")
	d.keys("tab")
	d.typed("{ shop ")
	d.keys("f5")
	d.until("2 products", "Fernhill")
	d.keys("j")
	return d
}

func TestOwnCommandIsToldWhatIsSelected(t *testing.T) {
	t.Parallel()
	d := withCommands(t, usercommand.Command{
		Name: "tell", Key: "alt+H",
		Run: `echo "$ASSAY_VALUE at $ASSAY_PATH of $ASSAY_URL in $ASSAY_TAB"; echo "asked $ASSAY_QUERY"; cat`,
	})
	d.keys("g")
	d.send(press("alt+H"))
	d.until("tell: Fernhill at .shop of https://shop.example/lamps in query", "asked { shop }", `"Fernhill"`)
}

func TestOwnCommandIsInPaletteAndHelp(t *testing.T) {
	t.Parallel()
	d := withCommands(t,
		usercommand.Command{Name: "Drive the session", Run: `drive "$ASSAY_CDP_URL"`},
		usercommand.Command{Name: "Count the words", Key: "alt+J", Run: "wc -w", Output: usercommand.Show},
		usercommand.Command{Name: "Of another tab", Run: "true", Tabs: []string{"history"}})
	d.keys("?")
	d.until("Your commands", "Alt+Shift+J", "Count the words", "no session that lives")
	d.refuse("Of another tab")
	d.keys("esc", "ctrl+k")
	d.typed("count the")
	d.until("Count the words", "wc -w")
	d.keys("enter")
	d.until("Count the words", "Esc closes")
	d.keys("esc")
	d.keys("ctrl+k")
	d.typed("drive the")
	d.until("no session that lives is selected, for $ASSAY_CDP_URL")
}

// A character is text in a field, whatever it is elsewhere.
func TestOwnCommandLeavesTextAlone(t *testing.T) {
	t.Parallel()
	d := withCommands(t, usercommand.Command{Name: "bang", Key: "Z", Run: "echo heard"})
	d.keys("/")
	d.typed("aZ")
	d.until("/ aZ", "no matches")
	d.refuse("heard")
	d.keys("esc", "Z")
	d.until("bang: heard")
}

func TestOwnCommandAsksFirstAndCanBeStopped(t *testing.T) {
	t.Parallel()
	d := withCommands(t, usercommand.Command{Name: "wait", Key: "alt+H", Run: "echo begun; sleep 60", Confirm: true})
	d.send(press("alt+H"))
	d.until("Run wait?", "echo begun; sleep 60")
	d.afterGuard("enter")
	d.await("it did not start", func() bool { return len(d.m.commandRuns) == 1 })
	d.keys("ctrl+c")
	d.until("The command wait still runs.")
	d.afterGuard("esc")
	d.send(press("alt+H"))
	d.until("Stop it?", "wait has been running for")
	d.afterGuard("enter")
	d.until("wait was stopped")
	if len(d.m.commandRuns) != 0 {
		t.Error("it is still counted")
	}
}

func TestOwnCommandTellsAFailure(t *testing.T) {
	t.Parallel()
	d := withCommands(t, usercommand.Command{Name: "fail", Key: "alt+H", Run: "echo 'no such lamp' >&2; exit 3"})
	d.send(press("alt+H"))
	d.until("fail: exit status 3", "no such lamp")
}

func TestOwnCommandTakesTheTerminal(t *testing.T) {
	t.Parallel()
	d := withCommands(t, usercommand.Command{Name: "page", Key: "alt+H", Run: `less "$ASSAY_PATH"`, Output: usercommand.Terminal})
	d.keys("g")
	d.send(press("alt+H"))
	run := waitFor[frame.ExternalCommand](d)
	if !slices.Contains(run.Args, `less "$ASSAY_PATH"`) || !slices.Contains(run.Env, "ASSAY_PATH=.shop") {
		t.Errorf("it would run %q with %q", run.Args, run.Env)
	}
}

func TestOwnCommandWithATakenKeyIsRefused(t *testing.T) {
	t.Parallel()
	_, err := newRoot(Options{StateDir: t.TempDir(), Theme: "assay-dark", Commands: []usercommand.Command{{Name: "open", Key: "y", Run: "true", Tabs: []string{"query"}}}})
	if err == nil || !strings.Contains(err.Error(), `"y" is bound to both editor.copy and the command "open"`) {
		t.Errorf("%v", err)
	}
}

func TestColonOpensThePalette(t *testing.T) {
	t.Parallel()
	d := withCommands(t)
	d.keys(":")
	d.until("Commands", "type to search")
	d.typed("a:b")
	d.until("a:b")
}
