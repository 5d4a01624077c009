package batch

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/dialog"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/calls"
	"assay/views/frame"
	"assay/views/result"
	"assay/wire"
	"assay/workspace/batch"
)

type (
	// costRead is what is left right before a batch begins.
	costRead struct {
		id   int
		plan *batch.Plan // of a new batch; nil to go on with the one that is shown
		frame.UsageRead
	}
	// startChosen is the user's word to begin.
	startChosen struct {
		id    int
		plan  *batch.Plan
		pages int // at most
	}
	// opened is a batch with its journal.
	opened struct {
		batch *batch.Batch
		path  string
		run   bool
		err   error
	}
	// ended is the end of a run.
	ended struct {
		batch *batch.Batch
		err   error
	}
)

// lookAtCost asks what is left before the user is asked to start the list.
func (c *Panel) lookAtCost() tea.Cmd {
	if c.read.err != nil {
		return frame.Notify(toast.Warn, c.read.err.Error())
	}
	plan := batch.Plan{Query: c.request.Query, Prompt: c.request.Prompt, Params: c.request.Params, URLs: c.read.list.URLs}
	return c.readCost(&plan)
}

func (c *Panel) readCost(plan *batch.Plan) tea.Cmd {
	c.asking++
	id, env := c.asking, c.env
	return func() tea.Msg { return costRead{id, plan, env.ReadUsage(frame.UsageTime)} }
}

// confirm asks whether to begin, and says what it costs.
func (c *Panel) confirm(msg costRead) tea.Cmd {
	if msg.id != c.asking {
		return nil
	}
	n := 0
	if msg.plan != nil {
		n = len(msg.plan.URLs)
	} else if c.batch != nil {
		n = c.progress().Waiting
	}
	read := func() tea.Msg { return msg.UsageRead }
	d := frame.Question(c.theme, "Ask about "+frame.Counted(n, "page")+" for "+frame.Counted(n, "call")+"?", "start", "back", startChosen{msg.id, msg.plan, n})
	switch {
	case msg.Usage == nil:
		d.Body = []string{"What is left is not known: " + msg.Err.Error()}
	case int64(n) > msg.Usage.Left():
		left := int(msg.Usage.Left())
		d.Title, d.Level = "Not enough calls", c.theme.Bad
		d.Body = []string{"The pages cost " + frame.Counted(n, "call") + ", and " + cells.Group(int64(left)) + " are left until " + msg.Usage.PeriodEnd.Local().Format("2 January 15:04") + "."}
		d.Choices = d.Choices[1:]
		if left > 0 {
			d.Choices = append([]dialog.Choice{{Key: "f", Show: "f", Label: "only the first " + cells.Group(int64(left)), Msg: startChosen{msg.id, msg.plan, left}}}, d.Choices...)
			if msg.plan == nil {
				d.Choices[0].Label = "go on until they are used up"
			}
		}
	default:
		d.Body = []string{frame.LeftAfter(msg.Usage, int64(n)) + " Only answers cost; what fails is not counted."}
	}
	if msg.plan != nil {
		if skipped := len(c.read.list.Invalid); skipped > 0 {
			d.Body = append(d.Body, "Left out: "+frame.Counted(skipped, "line")+" of the list without a web address.")
		}
		d.Body = append(d.Body, words(c.settings)+".")
	}
	return tea.Batch(read, frame.Show(d))
}

// words is settings in words.
func words(s batch.Settings) string {
	parts := []string{whole(s.Jobs) + " at once"}
	if s.PerHost > 0 {
		parts = append(parts, whole(s.PerHost)+" of one host")
	}
	if s.Delay > 0 {
		parts = append(parts, seconds(s.Delay)+" s apart")
	}
	return strings.Join(append(parts, frame.Plural(s.Tries, "try", "tries")), ", ")
}

// start begins what the user said to begin.
func (c *Panel) start(msg startChosen) tea.Cmd {
	if msg.id != c.asking {
		return nil
	}
	c.asking++
	if msg.plan == nil {
		return c.run()
	}
	plan, old, now := *msg.plan, c.batch, c.env.Now()
	plan.URLs = plan.URLs[:min(msg.pages, len(plan.URLs))]
	path, folder := c.journalPath(now), c.folder()
	return func() tea.Msg {
		if old != nil {
			if err := old.Close(); err != nil {
				return opened{err: err}
			}
		}
		b, err := batch.New(path, plan, now)
		if err == nil {
			err = batch.Prune(folder, Keep)
		}
		return opened{b, path, true, err}
	}
}

// openEarlier lets the user choose one of the batches there are.
func (c *Panel) openEarlier() {
	var items []picker.Item
	for _, k := range c.kept {
		detail := "complete"
		if !k.Complete {
			detail = "unfinished"
		}
		items = append(items, picker.Item{Name: name(k), Detail: detail, Value: k})
	}
	c.over.List("Earlier batches", items, func(item *picker.Item) tea.Cmd { return c.openKept(item.Value.(batch.Kept)) })
}

// openKept opens a batch from its journal. It is not begun.
func (c *Panel) openKept(k batch.Kept) tea.Cmd {
	old := c.batch
	if old != nil && k.Path == c.path {
		c.face = running
		return nil
	}
	password := ""
	if p := c.request.Params; p != nil && p.Proxy != nil {
		password = p.Proxy.Password
	}
	return func() tea.Msg {
		if old != nil {
			if err := old.Close(); err != nil {
				return opened{err: err}
			}
		}
		b, err := batch.Open(k.Path)
		if err == nil {
			b.SetPassword(password)
		}
		return opened{b, k.Path, false, err}
	}
}

func (c *Panel) opened(msg opened) tea.Cmd {
	c.dirty = true
	if msg.batch != nil {
		c.batch, c.path, c.face, c.rows, c.runs = msg.batch, msg.path, running, rows{}, false
	}
	if msg.err != nil {
		return frame.Notify(toast.Bad, msg.err.Error())
	}
	if !msg.run {
		return nil
	}
	if err := c.batch.SetSettings(c.settings); err != nil {
		return frame.Notify(toast.Warn, err.Error())
	}
	return c.run()
}

// run asks about the pages that wait. Its command takes as long as that takes.
func (c *Panel) run() tea.Cmd {
	b, env := c.batch, c.env
	c.told, c.runs = c.env.Now(), true
	ask := func(ctx context.Context, request wire.QueryRequest) (*wire.QueryResponse, error) {
		a := calls.Query(ctx, env, request, "")
		return a.Response, a.Err
	}
	return tea.Batch(func() tea.Msg { return ended{b, b.Run(context.Background(), ask, nil)} }, c.tick())
}

// ended tells how a run ended.
func (c *Panel) ended(msg ended) tea.Cmd {
	c.dirty = true
	called := func() tea.Msg { return frame.Called{} }
	if msg.batch != c.batch {
		return called
	}
	c.runs = false
	p := c.progress()
	var stopped *batch.Stopped
	var told tea.Cmd
	switch {
	case errors.As(msg.err, &stopped):
		told = frame.Notify(toast.Bad, "the batch is paused: "+stopped.Cause.Error())
	case msg.err != nil: // the user's own wish
	case p.Cancelled > 0 && p.Done+p.Failed == 0:
	case p.Failed > 0:
		told = frame.Notify(toast.Warn, "the batch is done: "+frame.Counted(p.Done, "page")+" answered, "+cells.Group(int64(p.Failed))+" failed")
	case p.ErrorPages > 0:
		told = frame.Notify(toast.Warn, "the batch is done: "+frame.Counted(p.Done, "page")+", "+frame.Counted(p.Records, "record")+"; "+frame.Plural(p.ErrorPages, "was an error page", "were error pages"))
	default:
		told = frame.Notify(toast.Good, "the batch is done: "+frame.Counted(p.Done, "page")+", "+frame.Counted(p.Records, "record"))
	}
	return tea.Batch(called, told, c.lookAround(false))
}

const (
	tickEvery = 200 * time.Millisecond
	tellEvery = 10 * time.Second // what a batch has cost so far, to the rest of the dashboard
)

// ticked is the time to draw the progress anew.
type ticked struct{ id int }

// tick draws the progress while it is looked at.
func (c *Panel) tick() tea.Cmd {
	if !c.visible || !c.active() {
		return nil
	}
	c.ticker++
	return c.nextTick()
}

func (c *Panel) nextTick() tea.Cmd {
	id := c.ticker
	return tea.Tick(tickEvery, func(time.Time) tea.Msg { return ticked{id} })
}

func (c *Panel) ticked(msg ticked) tea.Cmd {
	if msg.id != c.ticker || !c.visible || !c.active() {
		return nil
	}
	c.dirty = true
	var tell tea.Cmd
	if now := c.env.Now(); now.Sub(c.told) >= tellEvery {
		c.told = now
		tell = func() tea.Msg { return frame.Called{} }
	}
	return tea.Batch(c.nextTick(), tell)
}

// answerRead is data to be looked at.
type answerRead struct {
	id      int
	answer  result.Answer
	title   string
	tabular bool
	err     error
}

// look reads what a page gave.
func (c *Panel) look(n int) tea.Cmd {
	b, page := c.batch, c.batch.Pages(n, n+1)[0]
	c.shown++
	id := c.shown
	return func() tea.Msg {
		msg := answerRead{id: id, title: page.URL, err: page.Err}
		if page.State == batch.Done {
			data, err := b.Data(n)
			msg.err = err
			msg.answer = result.Answer{Data: data, Source: page.URL, Took: page.Took, Calls: 1, Sum: result.SumOf(data, wire.Metadata{PageStatus: page.Status, PageUnfinished: page.Unfinished})}
		}
		return msg
	}
}

// lookAtAll reads what all pages gave.
func (c *Panel) lookAtAll() tea.Cmd {
	b, p := c.batch, c.progress()
	c.shown++
	id := c.shown
	return func() tea.Msg {
		data, rows, err := b.Table(context.Background())
		return answerRead{id: id, title: "All pages", tabular: true, err: err, answer: result.Answer{
			Data: data, Source: "batch", Calls: p.Done, Sum: frame.Counted(rows, "row") + " of " + frame.Counted(p.Done+p.Failed, "page"),
		}}
	}
}

func (c *Panel) showAnswer(msg answerRead) tea.Cmd {
	if msg.id != c.shown || c.face != running {
		return nil
	}
	c.dirty = true
	c.result = result.New(c.env, result.Options{Title: cells.CutMiddle(cells.Visible(msg.title), 60, c.theme.Glyphs.Ellipsis), Plain: msg.tabular})
	c.result.SetTheme(c.theme)
	c.result.SetSize(c.width, c.height)
	c.result.Focus()
	c.face, c.tabular = looking, msg.tabular
	if msg.err != nil {
		c.tabular = false
		c.result.Fail(msg.err)
		return nil
	}
	return c.result.Show(msg.answer)
}

// makeTable shows a list of all records as the table it is, once it is read.
func (c *Panel) makeTable() tea.Cmd {
	if !c.tabular || c.result.Disabled(keymap.ResultTable) != "" {
		return nil
	}
	c.tabular = false
	return c.result.Do(keymap.ResultTable)
}
