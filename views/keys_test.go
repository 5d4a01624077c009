package views

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/views/frame"
)

const treeData = `{"shop":"Fernhill","long":"` + "word word word word word word word word word word word word word word word word word word word word word word " +
	`end","a":{"x":{"y":1}},"products":[{"name":"Alder","price":64.5},{"name":"Birch","price":129}],"last":"Fernhill again"}`

// answered opens the Query tab with an answer in it; the result has the focus.
func answered(t *testing.T) *player {
	s := newStage(t)
	s.Answer(treeData, `"{ taken }"`)
	d := open(t, s, 120, 36)
	d.until("3,410 of 10,000")
	d.queried("https://shop.example", "{ a ")
	d.until("2 products", "Fernhill", "6,589")
	return d
}

// The key of the source goes there first: it is no other source that somebody wants who
// is somewhere else. What gives a pane the whole screen says how that is taken back.
func TestSourceKeyAndZoomOut(t *testing.T) {
	t.Parallel()
	d := answered(t)
	d.keys("alt+s", "end")
	d.typed("/b")
	d.until("URL   https://shop.example/b")
	d.keys("alt+z")
	d.until("zoom out")
	d.keys("alt+z")
	d.gone("zoom out")
}

// What was copied is told where it is short: which path of which.
func TestCopiedPathIsTold(t *testing.T) {
	t.Parallel()
	d := answered(t)
	d.keys("p")
	d.until("path .shop ")
}

// waitFor waits until a message of a type has been sent.
func waitFor[T any](d *player) T {
	d.t.Helper()
	var found T
	d.await("no such message was sent", func() bool {
		for _, msg := range d.seen {
			if m, ok := msg.(T); ok {
				found = m
				return true
			}
		}
		return false
	})
	return found
}

// Every key of these scopes does what its help says, in a situation made for it.
func TestEveryBindingDoesWhatItSays(t *testing.T) {
	shows := func(texts ...string) func(*player) { return func(d *player) { d.until(texts...) } }
	quits := func(d *player) { d.await("it did not quit", func() bool { return d.quit }) }
	sends := func(check func(tea.Msg) bool) func(*player) {
		return func(d *player) {
			d.await("the message was not sent", func() bool { return slices.ContainsFunc(d.seen, check) })
		}
	}
	copies := func(text string) func(*player) {
		return func(d *player) {
			if got := waitFor[frame.Copy](d); got.Text != text {
				d.t.Errorf("copied %q, want %q", got.Text, text)
			}
		}
	}
	type step struct {
		before []string // keys pressed first, in a dashboard with an answer
		holds  func(*player)
	}
	table := map[keymap.Action]step{
		keymap.Quit:     {nil, quits},
		keymap.Help:     {nil, shows("Keys of Query")},
		keymap.Palette:  {nil, shows("Commands", "type to search")},
		keymap.Messages: {nil, shows("Messages", "there are no messages")},
		keymap.NextTab:  {nil, shows("Files dropped on the")},
		keymap.PrevTab:  {nil, shows("Calls this cycle")},
		keymap.Tab1:     {nil, shows("Calls this cycle")},
		keymap.Tab2:     {[]string{"1"}, shows("Source")},
		keymap.Suspend:  {nil, sends(func(m tea.Msg) bool { _, ok := m.(tea.SuspendMsg); return ok })},
		keymap.Redraw:   {nil, sends(func(m tea.Msg) bool { return m == tea.ClearScreen() })},
		keymap.Cancel:   {[]string{"alt+z"}, shows("Source")},

		keymap.UsageRefresh:  {[]string{"1"}, func(d *player) { waitFor[frame.UsageRead](d) }},
		keymap.Theme:         {nil, shows("Theme", "colours are off here")},
		keymap.Services:      {nil, shows("there are no profiles here")},
		keymap.Settings:      {nil, shows("there is no settings file here")},
		keymap.UsageInterval: {[]string{"1"}, shows("refresh every 1 min")},
		keymap.UsagePortal:   {[]string{"1"}, shows("this works only with the service on this machine")},

		keymap.QueryRun:         {nil, shows("Esc cancels")},
		keymap.QueryNextPane:    {nil, func(d *player) { d.typed("Z"); d.until("URL   Z ") }},
		keymap.QueryPrevPane:    {nil, func(d *player) { d.typed("Z"); d.until("{ a Z") }},
		keymap.QueryParams:      {nil, shows("Params", "Screenshot")},
		keymap.QuerySource:      {nil, func(d *player) { d.typed("other"); d.until("URL   other ") }},
		keymap.SourceRecent:     {[]string{"alt+s", "ctrl+u"}, shows("asked before", "https://shop.example")},
		keymap.SourceFile:       {[]string{"alt+s", "esc"}, shows("HTML file", "There are no HTML files here")},
		keymap.AskSwitch:        {nil, shows("all products with name")},
		keymap.QueryZoom:        {nil, func(d *player) { d.refuse("Source") }},
		keymap.QueryExamples:    {nil, shows("Examples", "An article")},
		keymap.QueryOpen:        {nil, shows("there are no saved queries in")},
		keymap.QuerySave:        {nil, shows("Save as", "shop.example")},
		keymap.QuerySaveAs:      {nil, shows("Save as", "shop.example")},
		keymap.QueryNew:         {nil, shows("1 shop.example", "2 new")},
		keymap.QueryClose:       {[]string{"alt+t"}, func(d *player) { d.gone("2 new") }},
		keymap.QueryReopen:      {[]string{"alt+W"}, shows("shop.example")},
		keymap.QueryNext:        {[]string{"alt+t"}, shows("Fernhill")},
		keymap.QueryPrev:        {[]string{"alt+t"}, shows("Fernhill")},
		keymap.QueryBatch:       {nil, shows("Pages, one address a line", "0 pages")},
		keymap.QueryBatchLinks:  {nil, shows("select a link in the result first")},
		keymap.QueryWatch:       {nil, shows("Watch shop.example", "runs again this often")},
		keymap.QuerySnippets:    {nil, shows("Copy the query as", "curl")},
		keymap.ResultView:       {nil, shows("raw", `"name": "Alder"`)},
		keymap.AskTake:          {nil, shows("taken")},
		keymap.AskOutside:       {nil, sends(func(m tea.Msg) bool { run, ok := m.(frame.ExternalCommand); return ok && run.Path == "sh" })},
		keymap.ResultScreenshot: {nil, shows("the result has no screenshot")},
		keymap.ResultOpenShot:   {nil, shows("the result has no screenshot")},
		keymap.ResultWhere:      {nil, shows("Where from", "without evidence")},
		keymap.ResultChanges:    {nil, shows("nothing to compare with")},
		keymap.ResultNextChange: {nil, shows("nothing to compare with")},
		keymap.ResultPrevChange: {nil, shows("nothing to compare with")},
		keymap.ResultExport:     {nil, shows("Export", "Markdown", "clipboard")},

		keymap.ResultTable:  {nil, shows("row 1/2", "column 1/")},
		keymap.ResultFilter: {nil, shows(".products[] | select(.price < 100)")},

		keymap.TreeSearch:      {nil, shows("search keys and values")},
		keymap.TreeToggle:      {[]string{"j", "j"}, shows("3/11")},
		keymap.TreeCopyValue:   {nil, copies("Fernhill")},
		keymap.TreeCopySubtree: {nil, copies(`"Fernhill"`)},
		keymap.TreeCopyPath:    {nil, copies(".shop")},
		keymap.TreeCopyKey:     {nil, copies("shop")},
		keymap.TreeCopyAll:     {nil, func(d *player) { waitFor[frame.Copy](d) }},
		keymap.TreeWrap:        {[]string{"j"}, shows(" end")},
		keymap.TreeUp:          {[]string{"j", "j"}, shows("2/13")},
		keymap.TreeDown:        {nil, shows("2/13")},
		keymap.TreeClose:       {[]string{"j", "j", "j"}, shows("4/12")},
		keymap.TreeOpen:        {[]string{"j", "j"}, shows("4/13")},
		keymap.TreePageUp:      {[]string{"G"}, shows("1/13")},
		keymap.TreePageDown:    {nil, shows("13/13")},
		keymap.TreeHalfUp:      {[]string{"G"}, shows("1/13")},
		keymap.TreeHalfDown:    {nil, shows("13/13")},
		keymap.TreeFirst:       {[]string{"G"}, shows("1/13")},
		keymap.TreeLast:        {nil, shows("13/13")},
		keymap.TreePrevSibling: {[]string{"j", "j"}, shows("2/13")},
		keymap.TreeNextSibling: {[]string{"j", "j"}, shows("6/13")},
		keymap.TreeFoldAll:     {nil, shows("1/5")},
		keymap.TreeUnfoldAll:   {[]string{"-"}, shows("1/13")},
		keymap.TreeFoldBelow:   {[]string{"j", "j"}, shows("3/11")},
		keymap.TreeUnfoldBelow: {[]string{"j", "j", "c"}, shows("3/13")},
		keymap.TreeScrollLeft:  {[]string{"j", "."}, shows(`"word`)},
		keymap.TreeScrollRight: {[]string{"j"}, func(d *player) { d.refuse(`"word`) }},
		keymap.TreeNextHit:     {[]string{"/", "F", "e", "r", "n", "enter"}, shows("2 of 2")},
		keymap.TreePrevHit:     {[]string{"/", "F", "e", "r", "n", "enter"}, shows("2 of 2")},
	}
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", t.TempDir()) // for the text given to the editor
	keys := keymap.Default()
	for _, scope := range []keymap.Scope{keymap.Global, keymap.Usage, keymap.Query, keymap.Source, keymap.Ask, keymap.Result, keymap.Tree} {
		for _, b := range keys.In(scope) {
			row, ok := table[b.Action]
			if !ok {
				if !slices.Contains([]keymap.Action{keymap.Tab3, keymap.Tab4, keymap.Tab5}, b.Action) {
					t.Errorf("%s is not in the table", b.Action)
				}
				continue
			}
			for _, key := range b.Keys {
				t.Run(string(b.Action)+" by "+key, func(t *testing.T) {
					t.Parallel()
					d := answered(t)
					d.keys(row.before...)
					d.seen = nil
					d.keys(key)
					row.holds(d)
					d.measure()
				})
			}
		}
	}
}

// A paste is text or nothing, never commands.
func TestPastesAreNotCommands(t *testing.T) {
	t.Parallel()
	d := answered(t)
	for _, paste := range []string{"q", "1", "?", "\x12", "jjj"} {
		d.paste(paste)
	}
	d.until("1/13", "Source")
	d.keys("1")
	d.paste("q")
	d.until("Calls this cycle")
	d.keys("2", "tab") // the source
	d.paste("  https://pasted.example/a\r\n")
	d.until("URL   https://pasted.example/a ")
	d.keys("ctrl+k")
	d.paste("go to usage\n")
	d.until("1 of")
	if d.quit {
		t.Error("a pasted q quit")
	}
}

// An address that is pasted over HTML or a file is an address.
func TestAddressPastedOverOtherSources(t *testing.T) {
	t.Parallel()
	d := open(t, newStage(t), 120, 36)
	d.keys("2", "alt+s")
	d.paste("<p>Alder</p>")
	d.until("HTML  12 B pasted")
	d.paste("https://pasted.example/a\n")
	d.until("URL   https://pasted.example/a ")
}

// In ASCII mode nothing of the dashboard's own is beyond ASCII.
func TestASCII(t *testing.T) {
	t.Parallel()
	s := newStage(t)
	s.Answer(treeData, `"{ taken }"`)
	d := open(t, s, 120, 36, func(o *Options) { o.ASCII = true })
	check := func(what string) {
		t.Helper()
		for _, line := range strings.Split(d.text(), "\n") {
			if i := strings.IndexFunc(line, func(r rune) bool { return r > 126 }); i >= 0 {
				t.Errorf("%s: %q", what, line)
			}
		}
	}
	check("connecting")
	d.until("3,410 of 10,000")
	check("usage")
	d.keys("2")
	check("start")
	d.typed("https://shop.example")
	d.keys("alt+q")
	d.typed("everything")
	d.keys("f5")
	check("running")
	d.until("2 products")
	check("tree")
	for _, key := range []string{"f4", "f4"} {
		d.keys(key)
		check("result")
	}
	d.keys("f4", "alt+p")
	check("params")
	d.keys("esc", "f1")
	check("help")
	d.keys("esc", "ctrl+k")
	check("palette")
	s.Refuse(502, "page_unreachable", "The page could not be reached.")
	d.keys("esc", "f5")
	d.until("The query failed")
	check("error")
	d.keys("alt+4")
	d.until("launches one at once")
	check("sessions")
	d.keys("a")
	d.until("New session")
	check("new session")
}
