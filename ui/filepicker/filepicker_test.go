package filepicker

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/google/go-cmp/cmp"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
)

// rig drives a picker: its commands are run as they come.
type rig struct {
	*Model
	t       *testing.T
	notices []string
}

func newRig(t *testing.T, folder string) *rig {
	t.Helper()
	t.Setenv("NO_COLOR", "1")
	t.Setenv("LC_ALL", "C.UTF-8")
	theme := themes.New(themes.Default(true), themes.Detect(), themes.GlyphsFor(false))
	r := &rig{t: t, Model: New(theme, keymap.Default(), Options{
		Folder: folder, Home: filepath.Dir(folder), Kind: "PDFs and images",
		Fits: func(name string) bool {
			return slices.Contains([]string{".pdf", ".png"}, strings.ToLower(filepath.Ext(name)))
		},
	})}
	r.SetSize(70, 12)
	r.Focus()
	r.run(r.Init())
	return r
}

func (r *rig) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	msg := cmd()
	if v := reflect.ValueOf(msg); v.Kind() == reflect.Slice && v.Type().Elem() == reflect.TypeFor[tea.Cmd]() {
		for i := range v.Len() {
			r.run(v.Index(i).Interface().(tea.Cmd))
		}
		return
	}
	if notice, ok := msg.(NoticeMsg); ok {
		r.notices = append(r.notices, notice.Text)
	}
	if msg != nil {
		r.run(r.Update(msg))
	}
}

func (r *rig) press(keys ...string) {
	for _, key := range keys {
		r.run(r.Update(keymap.KeyNamed(key)))
	}
}

func (r *rig) typeText(text string) {
	for _, c := range text {
		r.press(string(c))
	}
}

func (r *rig) paste(text string) {
	r.run(r.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true}))
}

// names returns what the list shows.
func (r *rig) names() []string {
	names := []string{}
	for _, s := range r.shown {
		names = append(names, r.entries[s.entry].name)
	}
	return names
}

func (r *rig) wantNames(want ...string) {
	r.t.Helper()
	if diff := cmp.Diff(want, r.names()); diff != "" {
		r.t.Errorf("the list is not as it should be: %s", diff)
	}
}

func (r *rig) wantChosen(want ...string) {
	r.t.Helper()
	got := []string{}
	for _, path := range r.Chosen() {
		got = append(got, filepath.Base(path))
	}
	if !slices.Equal(got, want) {
		r.t.Errorf("chosen are %q, want %q", got, want)
	}
}

func (r *rig) wantText(texts ...string) {
	r.t.Helper()
	shown := strings.Join(r.View(), "\n")
	for _, text := range texts {
		if !strings.Contains(shown, text) {
			r.t.Errorf("it does not show %q:\n%s", text, shown)
		}
	}
}

// tree makes a folder of files.
func tree(t *testing.T) string {
	folder := filepath.Join(t.TempDir(), "papers")
	for name, size := range map[string]int{
		"scan2.pdf": 200, "scan10.pdf": 1000, "Photo.PNG": 2_100_000, "notes.txt": 5, ".hidden.pdf": 9,
		"more/a b.pdf": 10, "more/it's.pdf": 11, "more/deep/x.png": 12, "empty/.keep": 0,
	} {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, make([]byte, size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestOnlyFittingFilesUnlessAsked(t *testing.T) {
	r := newRig(t, tree(t))
	r.wantNames("..", "empty", "more", "Photo.PNG", "scan2.pdf", "scan10.pdf")
	r.wantText("2.1 MB", "200 B", time.Now().Format("15:")[:3])
	r.press("f")
	r.wantNames("..", "empty", "more", "notes.txt", "Photo.PNG", "scan2.pdf", "scan10.pdf")
	r.press("f", "H")
	r.wantNames("..", "empty", "more", ".hidden.pdf", "Photo.PNG", "scan2.pdf", "scan10.pdf")
	r.press("H", "s", "s")
	r.wantNames("..", "empty", "more", "Photo.PNG", "scan10.pdf", "scan2.pdf")
}

// The cursor begins where something can be chosen rather than on the way back up.
func TestCursorBeginsOnAFile(t *testing.T) {
	folder := tree(t)
	if err := os.MkdirAll(filepath.Join(folder, "empty", "within"), 0o755); err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]string{"": "Photo.PNG", "more": "a b.pdf", "empty": "within", "empty/within": "empty"} {
		r := newRig(t, filepath.Join(folder, at))
		if path, _ := r.Selected(); filepath.Base(path) != want {
			t.Errorf("in %q the cursor begins on %s, want %s", at, path, want)
		}
	}
}

// The way back up is no entry of the folder.
func TestStatusCountsTheEntries(t *testing.T) {
	r := newRig(t, tree(t)) // .. empty more Photo.PNG scan2.pdf scan10.pdf
	for _, step := range []struct{ key, want string }{{"end", "5/5"}, {"home", "5"}, {"down", "1/5"}} {
		r.press(step.key)
		if got := r.Status(); got != step.want {
			t.Errorf("after %s it says %q, want %q", step.key, got, step.want)
		}
	}
	r.press("/", "s", "c")
	if got := r.Status(); got != "1/2" {
		t.Errorf("of what is searched it says %q", got)
	}
}

func TestChoosingAcrossFolders(t *testing.T) {
	r := newRig(t, tree(t))
	r.press("end", " ", "up", "enter") // space moves on, and the end stays the end
	r.wantChosen("scan10.pdf", "scan2.pdf")
	r.press("g", "j", "j", "enter")
	r.wantNames("..", "deep", "a b.pdf", "it's.pdf")
	r.press("A")
	r.wantChosen("scan10.pdf", "scan2.pdf", "a b.pdf", "it's.pdf")
	r.press("left")
	if path, file := r.Selected(); filepath.Base(path) != "more" || file {
		t.Errorf("back in the folder above the cursor is on %s", path)
	}
	r.press("G", " ")
	r.wantChosen("scan2.pdf", "a b.pdf", "it's.pdf")
}

// A key that changes the whole choice is undone by another.
func TestUndoOfTheChoice(t *testing.T) {
	r := newRig(t, tree(t))
	if r.Disabled(keymap.FilesUndo) == "" {
		t.Error("there is something to undo before anything was chosen")
	}
	r.press("end", " ", "up", "enter")
	r.wantChosen("scan10.pdf", "scan2.pdf")
	r.press("A")
	r.wantChosen("scan10.pdf", "scan2.pdf", "Photo.PNG")
	r.press("u")
	r.wantChosen("scan10.pdf", "scan2.pdf")
	r.press("u")
	r.wantChosen("scan10.pdf", "scan2.pdf", "Photo.PNG")
	r.press("A")
	r.wantChosen()
	r.press("u")
	r.wantChosen("scan10.pdf", "scan2.pdf", "Photo.PNG")
}

func TestFilter(t *testing.T) {
	r := newRig(t, tree(t))
	r.press("/")
	r.typeText("s10")
	r.wantNames("scan10.pdf")
	r.press("enter")
	r.wantChosen("scan10.pdf")
	r.press("esc")
	r.wantNames("..", "empty", "more", "Photo.PNG", "scan2.pdf", "scan10.pdf")
	if path, _ := r.Selected(); filepath.Base(path) != "scan10.pdf" {
		t.Errorf("after the filter the cursor is on %s", path)
	}
	r.press("/")
	r.typeText("zzz")
	r.wantText("nothing matches")
}

// Enter typed right after the filter means what the filter finds, not what is
// still listed.
func TestEnterWaitsForTheFilter(t *testing.T) {
	r := newRig(t, tree(t))
	r.press("/")
	cmd := r.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("10")})
	if enter := r.Update(tea.KeyMsg{Type: tea.KeyEnter}); enter != nil {
		t.Fatal("it opened what was listed before")
	}
	r.run(cmd)
	r.wantChosen("scan10.pdf")
}

// A path that is typed into the filter is gone to.
func TestTypedPath(t *testing.T) {
	folder := tree(t)
	r := newRig(t, folder)
	r.press("/")
	r.typeText("~/papers/more/it's.pdf")
	r.wantText("Enter goes to this path")
	r.press("enter")
	r.wantChosen("it's.pdf")
	if r.Folder() != filepath.Join(folder, "more") || r.Editing() {
		t.Errorf("it is in %s, editing %v", r.Folder(), r.Editing())
	}
	r.press("/")
	r.typeText("~/papers/nowhere")
	r.press("enter")
	if len(r.notices) != 1 || !strings.Contains(r.notices[0], "nowhere") {
		t.Errorf("told %q", r.notices)
	}
	r.press("ctrl+u")
	r.typeText("~/papers/empty")
	r.press("enter")
	r.wantText("There are no PDFs and images here.")
}

func TestPastedPathsAreChosen(t *testing.T) {
	folder := tree(t)
	for _, text := range []string{
		folder + "/more/a b.pdf",
		"'" + folder + "/more/a b.pdf' ",
		strings.ReplaceAll(folder, " ", `\ `) + `/more/a\ b.pdf`,
		"file://" + folder + "/more/a%20b.pdf\r\n",
		"~/papers/more/a b.pdf",
		"more/a b.pdf",
	} {
		r := newRig(t, folder)
		r.paste(text)
		r.wantChosen("a b.pdf")
		if r.Folder() != filepath.Join(folder, "more") {
			t.Errorf("%q led to %s", text, r.Folder())
		}
	}
	r := newRig(t, folder)
	r.paste(fmt.Sprintf("'%s/scan2.pdf' '%s/more/it'\\''s.pdf'\n%s/none.pdf", folder, folder, folder))
	r.wantChosen("scan2.pdf", "it's.pdf")
	if len(r.notices) != 1 || !strings.Contains(r.notices[0], "none.pdf") {
		t.Errorf("told %q", r.notices)
	}
	r.paste(filepath.Join(folder, "empty"))
	if r.Folder() != filepath.Join(folder, "empty") {
		t.Errorf("a pasted folder led to %s", r.Folder())
	}
}

func TestRecent(t *testing.T) {
	folder := tree(t)
	r := newRig(t, folder)
	r.SetRecent([]string{filepath.Join(folder, "scan2.pdf"), filepath.Join(folder, "none.pdf"), filepath.Join(folder, "more")})
	r.press("@")
	r.wantNames("~/papers/more", "~/papers/scan2.pdf")
	r.press("j", " ")
	r.wantChosen("scan2.pdf")
	r.press("@")
	r.wantNames("..", "empty", "more", "Photo.PNG", "scan2.pdf", "scan10.pdf")
}

func TestFolderThatCannotBeRead(t *testing.T) {
	folder := tree(t)
	r := newRig(t, filepath.Join(folder, "none"))
	r.wantText("This folder cannot be read: no such file or directory.", "goes to the folder above")
	r.press("left")
	r.wantNames("..", "empty", "more", "Photo.PNG", "scan2.pdf", "scan10.pdf")
}

// TestDates has dates at the right of a wide list, and of one that is less wide where
// they leave room for every name.
func TestDates(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"short.pdf", ".hidden-name-that-takes-more-room.pdf", "notes-that-take-more-room-than-there-is.txt"} {
		path := filepath.Join(folder, name)
		at := time.Now().AddDate(-3, 0, 0)
		if err := errors.Join(os.WriteFile(path, []byte("x"), 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	year := time.Now().AddDate(-3, 0, 0).Format("2006")
	r := newRig(t, folder)
	r.wantText(year)
	r.SetSize(48, 12)
	r.wantText(year)
	if err := os.WriteFile(filepath.Join(folder, "a name of 22 cells.pdf"), []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
	r.press("r")
	r.wantText("a name of 22 cells.pdf")
	if text := strings.Join(r.View(), "\n"); strings.Contains(text, year) {
		t.Errorf("dates take the room of names:\n%s", text)
	}
}

// TestLongNames has names take the cells that what is told of their files leaves.
func TestLongNames(t *testing.T) {
	folder := t.TempDir()
	name := "quarterly report, final version.pdf"
	for _, file := range []string{name, "a name of another quarterly report, final version.pdf"} {
		if err := os.WriteFile(filepath.Join(folder, file), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	r := newRig(t, folder)
	r.options.Detail = func(path string) string {
		if filepath.Base(path) == name {
			return "2 pages"
		}
		return "cost unknown"
	}
	r.SetSize(3+len(name)+len("2 pages")+2, 12)
	r.wantText(name, "…", "cost unknown")
}

// A folder that does not answer keeps nobody from leaving it, and its answer is
// dropped when it comes.
func TestSlowFolderCanBeLeft(t *testing.T) {
	folder := tree(t)
	r := newRig(t, folder)
	slow := r.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("r")})
	r.run(r.Open(filepath.Join(folder, "more")))
	r.run(slow)
	r.wantNames("..", "deep", "a b.pdf", "it's.pdf")
}

func TestMouse(t *testing.T) {
	r := newRig(t, tree(t))
	click := func(x, y int) {
		r.run(r.Update(tea.MouseMsg{X: x, Y: y, Action: tea.MouseActionPress, Button: tea.MouseButtonLeft}))
	}
	click(1, 4)
	r.wantChosen("scan2.pdf")
	click(20, 5)
	r.wantChosen("scan2.pdf")
	click(20, 5)
	r.wantChosen("scan2.pdf", "scan10.pdf")
	click(20, 2)
	click(20, 2)
	r.wantNames("..", "deep", "a b.pdf", "it's.pdf")
}

// No update of a folder of 50,000 files takes long: what does is in commands.
func TestLargeFolder(t *testing.T) {
	folder := t.TempDir()
	const count = 10_000
	for i := range count {
		f, err := os.Create(filepath.Join(folder, fmt.Sprintf("invoice-%05d.pdf", i)))
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
	}
	r := newRig(t, folder)
	if len(r.shown) != count+1 {
		t.Fatalf("%d of %d files are listed", len(r.shown), count+1)
	}
	longest := time.Duration(0)
	for _, key := range []string{"G", "g", "/", "4", "2", "backspace", "esc", "f", "pgdown", "A"} {
		msg := keymap.KeyNamed(key)
		start := time.Now()
		cmd := r.Update(msg)
		r.View()
		if key != "A" {
			longest = max(longest, time.Since(start))
		}
		r.run(cmd)
	}
	t.Logf("the longest update and frame took %v", longest)
	if longest > 100*time.Millisecond {
		t.Errorf("an update took %v", longest)
	}
	if len(r.Chosen()) != count {
		t.Errorf("%d are chosen", len(r.Chosen()))
	}
}

// Whatever is pressed, every line is exactly as wide as the picker.
func TestLinesFit(t *testing.T) {
	folder := tree(t)
	for _, name := range []string{"日本語のとても長い名前のファイルですからここで切れます.pdf", "e\u0301\u0301 \x1b[31m\u202e.pdf", strings.Repeat("long", 40) + ".png"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	keys := []string{"up", "down", "enter", "left", "/", "a", "s", "t", ".", "o", "tab", "esc", " ", "日", "G", "g", "r", "u", "~", "R"}
	r := newRig(t, folder)
	for range 600 {
		r.press(keys[random.IntN(len(keys))])
		width, height := 8+random.IntN(100), 1+random.IntN(20)
		r.SetSize(width, height)
		lines := r.View()
		if len(lines) != height {
			t.Fatalf("%d lines, want %d", len(lines), height)
		}
		for _, line := range lines {
			if cells.Width(line) != width {
				t.Fatalf("%d cells, want %d: %q", cells.Width(line), width, line)
			}
		}
	}
}
