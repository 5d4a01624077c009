package batch

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/editor"
	"assay/ui/form"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/workspace/batch"
)

type (
	// listDue is a pause in the writing of the list.
	listDue struct{ id int }
	// listRead is what the list holds.
	listRead struct {
		id   int
		list batch.List
		err  error
	}
	// listLoaded is a file with addresses.
	listLoaded struct {
		path, text string
		err        error
	}
	// aroundRead is the batches that there are.
	aroundRead struct {
		kept  []batch.Kept
		first bool // at the start of the dashboard
	}
)

// pause is how long the list rests before it is read anew.
const pause = 120 * time.Millisecond

// readList reads the list once it rests.
func (c *Panel) readList() tea.Cmd {
	c.reading++
	id := c.reading
	return tea.Tick(pause, func(time.Time) tea.Msg { return listDue{id} })
}

func (c *Panel) readNow(msg listDue) tea.Cmd {
	if msg.id != c.reading {
		return nil
	}
	text := c.list.Value()
	return func() tea.Msg {
		list, err := batch.ReadList(strings.NewReader(text))
		return listRead{msg.id, list, err}
	}
}

func (c *Panel) takeList(msg listRead) {
	if msg.id == c.reading {
		c.read, c.dirty = msg, true
	}
}

// edit makes a change of the list.
func (c *Panel) edit(change func() tea.Cmd) tea.Cmd {
	before := c.list.Version()
	cmd := change()
	if c.list.Version() == before {
		return cmd
	}
	return tea.Batch(cmd, c.readList())
}

// addLines puts addresses below what the list has.
func (c *Panel) addLines(lines []string) {
	text := c.list.Value()
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	c.list.Replace(text + strings.Join(lines, "\n") + "\n")
}

// paste takes pasted text; the path of a file, as terminals paste what is dropped on
// them, brings what is in the file.
func (c *Panel) paste(text string) tea.Cmd {
	path := strings.Trim(strings.TrimSpace(text), `'"`)
	if filepath.IsAbs(path) && !strings.ContainsAny(path, "\r\n") {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return loadList(path)
		}
	}
	return c.edit(func() tea.Cmd {
		return c.list.Update(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(text), Paste: true})
	})
}

// openLoad asks for a file.
func (c *Panel) openLoad() {
	c.over.Form("Addresses from a file", "Enter applies", []form.Field{
		{Name: "path", Label: "File", Placeholder: "~/urls.txt", Help: "One address a line; blank lines and lines that begin with # are left out. A file dropped on the terminal is taken as well."},
	}, func(values form.Values) tea.Cmd { return loadList(frame.Expand(values["path"])) })
}

func loadList(path string) tea.Cmd {
	return func() tea.Msg {
		text, err := batch.ReadFile(path)
		return listLoaded{path, text, err}
	}
}

func (c *Panel) loaded(msg listLoaded) tea.Cmd {
	if msg.err != nil {
		return frame.Notify(toast.Bad, msg.err.Error())
	}
	c.dirty = true
	c.addLines(strings.Split(strings.TrimSuffix(strings.ReplaceAll(msg.text, "\r\n", "\n"), "\n"), "\n"))
	return tea.Batch(c.readList(), frame.Notify(toast.Good, "addresses of "+filepath.Base(msg.path)+" are in the list"))
}

// lookAround finds the earlier batches; first is said at the start of the dashboard.
func (c *Panel) lookAround(first bool) tea.Cmd {
	folder := c.folder()
	return func() tea.Msg {
		kept, err := batch.Folder(folder)
		if err != nil {
			return frame.Notice{Level: toast.Warn, Text: "reading the earlier batches: " + err.Error()}
		}
		return aroundRead{kept, first}
	}
}

// unfinished is how many of the earlier batches can be gone on with.
func (c *Panel) unfinished() int {
	n := 0
	for _, k := range c.kept {
		if !k.Complete {
			n++
		}
	}
	return n
}

// takeAround takes the earlier batches, and tells at the start of those that wait.
func (c *Panel) takeAround(msg aroundRead) tea.Cmd {
	c.kept, c.dirty = msg.kept, true
	n := c.unfinished()
	if !msg.first || n == 0 {
		return nil
	}
	c.waits = true
	text := frame.Plural(n, "batch of pages is", "batches of pages are") + " unfinished: " + c.env.Key(keymap.QueryBatch) + " in the Query tab continues it"
	return frame.Notify(toast.Info, text)
}

// language marks in the list what is not asked about.
type language struct{}

func (*language) Tokens(line string) []editor.Token {
	if strings.HasPrefix(strings.TrimSpace(line), "#") {
		return []editor.Token{{Start: 0, End: len(line), Class: editor.Comment}}
	}
	return nil
}

// maxMarks is how many lines are marked.
const maxMarks = 200

func (*language) Diagnose(text string) []editor.Diagnostic {
	list, err := batch.ReadList(strings.NewReader(text))
	if err != nil {
		return nil // told beside the list
	}
	marks := map[int]editor.Diagnostic{}
	for _, l := range list.Invalid {
		marks[l.Number] = editor.Diagnostic{Severity: editor.Error, Message: "This is not a web address; # before it leaves it out.", Hint: "not a web address"}
	}
	for _, l := range list.Duplicates {
		marks[l.Number] = editor.Diagnostic{Severity: editor.Warning, Message: "The page is in the list already.", Hint: "already in line " + strconv.Itoa(l.First)}
	}
	var out []editor.Diagnostic
	start := 0
	for number, line := range strings.SplitAfter(text, "\n") {
		if mark, ok := marks[number+1]; ok && len(out) < maxMarks {
			mark.Start, mark.End = start, start+len(strings.TrimRight(line, "\r\n"))
			out = append(out, mark)
		}
		start += len(line)
	}
	return out
}

func (*language) Format(text string) (string, bool) { return text, false }
func (*language) Indent() string                    { return "  " }
func (*language) Pairs() []editor.Pair              { return nil }

// openSettings asks how the batch is run.
func (c *Panel) openSettings() {
	s := c.settings
	c.over.Form("Batch", "Enter applies", []form.Field{
		{Name: "jobs", Label: "Pages at once", Kind: form.Number, Whole: true, Min: 1, Max: batch.MaxJobs, Value: whole(s.Jobs), Help: "Fewer are asked about when the service says it is busy."},
		{Name: "host", Label: "Of one host", Kind: form.Number, Whole: true, Min: 0, Max: batch.MaxJobs, Value: whole(s.PerHost), Help: "Pages of one host at once; 0 is no bound."},
		{Name: "delay", Label: "Delay", Kind: form.Number, Min: 0, Max: 3600, Step: 0.5, Unit: "s", Value: seconds(s.Delay), Help: "Between two pages of one host."},
		{Name: "tries", Label: "Tries", Kind: form.Number, Whole: true, Min: 1, Max: 10, Value: whole(s.Tries), Help: "How often a page is tried that could not be reached. Only an answer costs."},
	}, func(values form.Values) tea.Cmd {
		number := func(name string, otherwise float64) float64 {
			if n, ok := values.Number(name); ok {
				return n
			}
			return otherwise
		}
		c.settings = batch.Settings{
			Jobs: int(number("jobs", 1)), PerHost: int(number("host", 0)), Tries: int(number("tries", 1)),
			Delay: time.Duration(number("delay", 0) * float64(time.Second)),
		}
		return nil
	})
}

func whole(n int) string { return strconv.Itoa(n) }

func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'g', -1, 64) }
