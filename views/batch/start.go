package batch

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/dialog"
	"assay/ui/picker"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/views/result"
	"assay/wire"
	"assay/workspace/batch"
	"assay/workspace/history"
)

type (
	// costRead is what is left right before a batch begins.
	costRead struct {
		id    int
		plan  *batch.Plan // of a new batch; nil to go on with the one that is shown
		usage *wire.Usage
		err   error
		took  time.Duration
		at    time.Time
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

// usageTime is how long the service may take to say what is left.
const usageTime = 5 * time.Second

// lookAtCost asks what is left before the user is asked to start the list.
func (c *Cover) lookAtCost() tea.Cmd {
	if c.read.err != nil {
		return frame.Notify(toast.Warn, c.read.err.Error())
	}
	plan := batch.Plan{Query: c.request.Query, Prompt: c.request.Prompt, Params: c.request.Params, URLs: c.read.list.URLs}
	return c.readCost(&plan)
}

func (c *Cover) readCost(plan *batch.Plan) tea.Cmd {
	c.asking++
	id, service, now := c.asking, c.env.Service, c.env.Now
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), usageTime)
		defer cancel()
		msg := costRead{id: id, plan: plan}
		start := now()
		api, err := service.Client(ctx)
		if err == nil {
			msg.usage, err = api.Usage(ctx)
		}
		msg.at = now()
		msg.err, msg.took = err, msg.at.Sub(start)
		return msg
	}
}

// confirm asks whether to begin, and says what it costs.
func (c *Cover) confirm(msg costRead) tea.Cmd {
	if msg.id != c.asking {
		return nil
	}
	n := 0
	if msg.plan != nil {
		n = len(msg.plan.URLs)
	} else if c.batch != nil {
		n = c.progress().Waiting
	}
	read := func() tea.Msg { return frame.UsageRead{Usage: msg.usage, Err: msg.err, Took: msg.took, At: msg.at} }
	d := &dialog.Dialog{
		Title: "Ask about " + counted(n, "page") + " for " + counted(n, "call") + "?", Level: c.theme.Warn,
		Choices: []dialog.Choice{
			{Key: "enter", Show: "Enter", Label: "start", Msg: startChosen{msg.id, msg.plan, n}},
			{Key: "esc", Show: "Esc", Label: "back"},
		},
	}
	switch {
	case msg.usage == nil:
		d.Body = []string{"What is left is not known: " + msg.err.Error()}
	case int64(n) > msg.usage.Left():
		left := int(msg.usage.Left())
		d.Title, d.Level = "Not enough calls", c.theme.Bad
		d.Body = []string{"The pages cost " + counted(n, "call") + ", and " + cells.Group(int64(left)) + " are left until " + msg.usage.PeriodEnd.Local().Format("2 January 15:04") + "."}
		d.Choices = d.Choices[1:]
		if left > 0 {
			d.Choices = append([]dialog.Choice{{Key: "f", Show: "f", Label: "only the first " + cells.Group(int64(left)), Msg: startChosen{msg.id, msg.plan, left}}}, d.Choices...)
			if msg.plan == nil {
				d.Choices[0].Label = "go on until they are used up"
			}
		}
	default:
		left := msg.usage.Left()
		d.Body = []string{"Left now " + cells.Group(left) + ", after " + cells.Group(left-int64(n)) + ". Only answers cost; what fails is not counted."}
	}
	if msg.plan != nil {
		if skipped := len(c.read.list.Invalid); skipped > 0 {
			d.Body = append(d.Body, "Left out: "+counted(skipped, "line")+" of the list without a web address.")
		}
		d.Body = append(d.Body, words(c.settings)+".")
	}
	return tea.Batch(read, func() tea.Msg { return frame.Ask{Dialog: d} })
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
	return strings.Join(append(parts, plural(s.Tries, "try", "tries")), ", ")
}

// start begins what the user said to begin.
func (c *Cover) start(msg startChosen) tea.Cmd {
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
func (c *Cover) openEarlier() {
	var items []picker.Item
	for _, k := range c.kept {
		detail := "complete"
		if !k.Complete {
			detail = "unfinished"
		}
		items = append(items, picker.Item{Name: name(k), Detail: detail, Value: k})
	}
	c.picker = picker.New(c.theme, c.env.Keys, "Earlier batches", items)
}

// openKept opens a batch from its journal. It is not begun.
func (c *Cover) openKept(k batch.Kept) tea.Cmd {
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

func (c *Cover) opened(msg opened) tea.Cmd {
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
func (c *Cover) run() tea.Cmd {
	b, service, past, now := c.batch, c.env.Service, c.env.History, c.env.Now
	c.told, c.runs = c.env.Now(), true
	ask := func(ctx context.Context, request wire.QueryRequest) (*wire.QueryResponse, error) {
		api, err := service.Client(ctx)
		if err != nil {
			return nil, err
		}
		start := now()
		response, err := api.Query(ctx, request)
		if errors.Is(err, client.ErrUnreachable) {
			service.Forget() // it may have been started anew, elsewhere
		}
		outcome := history.Outcome{Response: response, Err: err, Took: now().Sub(start), Cost: 1}
		if response != nil {
			outcome.Sum = result.SumOf(response)
		}
		past.Record(history.OfQuery(start, request, ""), outcome)
		return response, err
	}
	return tea.Batch(func() tea.Msg { return ended{b, b.Run(context.Background(), ask, nil)} }, c.tick())
}

// ended tells how a run ended.
func (c *Cover) ended(msg ended) tea.Cmd {
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
		told = frame.Notify(toast.Warn, "the batch is through: "+counted(p.Done, "page")+" answered, "+cells.Group(int64(p.Failed))+" failed")
	default:
		told = frame.Notify(toast.Good, "the batch is through: "+counted(p.Done, "page")+", "+counted(p.Records, "record"))
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
func (c *Cover) tick() tea.Cmd {
	if !c.visible || !c.active() {
		return nil
	}
	c.ticker++
	return c.nextTick()
}

func (c *Cover) nextTick() tea.Cmd {
	id := c.ticker
	return tea.Tick(tickEvery, func(time.Time) tea.Msg { return ticked{id} })
}

func (c *Cover) ticked(msg ticked) tea.Cmd {
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
func (c *Cover) look(n int) tea.Cmd {
	b, page := c.batch, c.batch.Pages(n, n+1)[0]
	c.shown++
	id := c.shown
	return func() tea.Msg {
		msg := answerRead{id: id, title: page.URL, err: page.Err}
		if page.State == batch.Done {
			data, err := b.Data(n)
			msg.err = err
			msg.answer = result.Answer{Data: data, Source: page.URL, Took: page.Took, Calls: 1, Sum: result.SumOfPage(data, page.Status)}
		}
		return msg
	}
}

// lookAtAll reads what all pages gave.
func (c *Cover) lookAtAll() tea.Cmd {
	b, p := c.batch, c.progress()
	c.shown++
	id := c.shown
	return func() tea.Msg {
		data, rows, err := b.Table(context.Background())
		return answerRead{id: id, title: "All pages", tabular: true, err: err, answer: result.Answer{
			Data: data, Source: "batch", Calls: p.Done, Sum: counted(rows, "row") + " of " + counted(p.Done+p.Failed, "page"),
		}}
	}
}

func (c *Cover) showAnswer(msg answerRead) tea.Cmd {
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
func (c *Cover) makeTable() tea.Cmd {
	if !c.tabular || c.result.Disabled(keymap.ResultTable) != "" {
		return nil
	}
	c.tabular = false
	return c.result.Do(keymap.ResultTable)
}
