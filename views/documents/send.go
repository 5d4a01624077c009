package documents

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/client"
	"assay/keymap"
	"assay/ui/cells"
	"assay/ui/dialog"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/wire"
	"assay/wire/pages"
)

type (
	// costRead is what is true right before files are sent.
	costRead struct {
		id     int
		paths  []string
		counts map[string]*count
		frame.UsageRead
	}
	// unknownAsked goes on to the question about files of unknown cost.
	unknownAsked struct {
		id    int
		known []string
		rest  []string
	}
	// sendChosen is the user's word to send.
	sendChosen struct {
		id    int
		paths []string
	}
)

// lookAtCost makes sure that files did not change since they were counted, and asks
// what is left, before the user is asked.
func (v *View) lookAtCost(paths []string) tea.Cmd {
	if err := v.ask.Check(); err != nil {
		v.move(paneAsk, true)
		return frame.Notify(toast.Warn, err.Error())
	}
	v.asking++
	v.looking = true
	msg := costRead{id: v.asking, paths: paths, counts: map[string]*count{}}
	known, env := map[string]*count{}, v.env
	for _, path := range paths {
		known[path] = v.counts.known[path]
	}
	return func() tea.Msg {
		for _, path := range paths {
			c := known[path]
			if file, err := pages.Stat(path); c == nil || err != nil || !c.file.Same(file) {
				c = countFile(path)
			}
			msg.counts[path] = c
		}
		msg.UsageRead = env.ReadUsage(frame.UsageTime)
		return msg
	}
}

// confirm asks whether to send, and says what it costs.
func (v *View) confirm(msg costRead) tea.Cmd {
	if msg.id != v.asking {
		return nil
	}
	v.looking = false
	v.asked = msg.counts
	maps.Copy(v.counts.known, msg.counts)
	read := tea.Batch(func() tea.Msg { return msg.UsageRead }, v.files.LookAgain(msg.paths...))
	s := v.sum(msg.paths)
	var d *dialog.Dialog
	switch {
	case len(s.known)+len(s.unknown) == 0:
		d = v.nothing(s)
	case msg.Usage != nil && s.calls > msg.Usage.Left():
		d = v.tooMuch(s, msg.Usage)
	case len(s.known) == 0:
		return tea.Batch(read, v.confirmUnknown(unknownAsked{msg.id, nil, s.unknown}))
	default:
		d = v.question(msg, s)
	}
	return tea.Batch(read, frame.Show(d))
}

// question asks about files whose cost is known.
func (v *View) question(msg costRead, s sum) *dialog.Dialog {
	size := int64(0)
	for _, path := range s.known {
		size += v.counts.known[path].file.Size
	}
	again := ""
	if rest, _ := v.split(s.known); len(rest) == 0 {
		again = " again"
	}
	parts := s.parts(v.theme.Glyphs.Separator)
	d := frame.Question(v.theme, "Send "+frame.Counted(len(s.known), "file")+again+" ("+cells.Bytes(size)+") for "+frame.Counted(s.calls, "call")+"?", "send", "back",
		sendChosen{msg.id, s.known}, strings.ToUpper(parts[:1])+parts[1:]+"; mode "+v.params.Mode+".")
	if msg.Usage != nil {
		d.Body = append(d.Body, frame.LeftAfter(msg.Usage, s.calls))
	} else {
		d.Body = append(d.Body, "What is left is not known: "+msg.Err.Error())
	}
	if len(s.unknown) > 0 {
		d.Body = append(d.Body, "", "The cost of "+frame.Counted(len(s.unknown), "more file")+" is not known: you are asked about that next.")
		d.Choices[0].Label, d.Choices[0].Msg = "go on", unknownAsked{msg.id, s.known, s.unknown}
	}
	d.Body = append(d.Body, v.leftOut(s)...)
	return d
}

// leftOut tells of files that are not sent.
func (v *View) leftOut(s sum) []string {
	if len(s.refused) == 0 {
		return nil
	}
	return append([]string{"", frame.Counted(len(s.refused), "file") + " cannot be sent:"}, someOf(s.refused, func(path string) string {
		return filepath.Base(path) + ": " + v.counts.known[path].err.Error()
	})...)
}

// someOf writes some paths, and how many more there are.
func someOf(paths []string, write func(string) string) (lines []string) {
	for i, path := range paths {
		if i == 4 && len(paths) > 5 {
			return append(lines, "and "+cells.Group(int64(len(paths)-i))+" more")
		}
		lines = append(lines, write(path))
	}
	return lines
}

// tooMuch says what is missing. It has no key that sends.
func (v *View) tooMuch(s sum, u *wire.Usage) *dialog.Dialog {
	left := u.Left()
	return &dialog.Dialog{
		Title: "Not enough calls", Level: v.theme.Bad,
		Body: []string{
			"Chosen: " + frame.Counted(len(s.known), "file") + " for " + frame.Counted(s.calls, "call") + ". Left: " + cells.Group(left) + ". That is " + cells.Group(s.calls-left) + " too many.",
			"Take files out in the list of the chosen, or wait for " + u.PeriodEnd.Local().Format("2 January 15:04") + ", when the next cycle begins.",
		},
		Choices: []dialog.Choice{{Key: "esc", Show: "Esc", Label: "back"}},
	}
}

func (v *View) nothing(s sum) *dialog.Dialog {
	return &dialog.Dialog{
		Title: "Nothing to send", Level: v.theme.Bad, Body: v.leftOut(s)[1:],
		Choices: []dialog.Choice{{Key: "esc", Show: "Esc", Label: "back"}},
	}
}

// confirmUnknown asks about files whose cost is not known.
func (v *View) confirmUnknown(msg unknownAsked) tea.Cmd {
	if msg.id != v.asking {
		return nil
	}
	d := &dialog.Dialog{
		Title: "Send " + frame.Counted(len(msg.rest), "file") + " of unknown cost too?", Level: v.theme.Warn,
		Body: []string{"The pages cannot be counted here: the file is damaged or unusual. The service counts before it reads, and refuses what costs more than is left."},
		Choices: []dialog.Choice{
			{Key: "y", Show: "y", Label: "send", Msg: sendChosen{msg.id, append(append([]string(nil), msg.known...), msg.rest...)}},
			{Key: "esc", Show: "Esc", Label: "back"},
		},
	}
	if len(msg.known) == 0 {
		d.Title = "Send " + frame.Counted(len(msg.rest), "file") + " of unknown cost?"
	} else {
		d.Choices = append(d.Choices[:1], dialog.Choice{Key: "n", Show: "n", Label: "send only the others", Msg: sendChosen{msg.id, msg.known}}, d.Choices[1])
	}
	d.Body = append(d.Body, someOf(msg.rest, filepath.Base)...)
	return frame.Show(d)
}

// start sends what the user said to send.
func (v *View) start(msg sendChosen) tea.Cmd {
	if msg.id != v.asking {
		return nil
	}
	v.asking++
	request := v.request()
	for _, path := range msg.paths {
		v.batch.add(path, v.asked[path], request)
	}
	v.batch.cursor = v.batch.at(msg.paths[0])
	v.focusOn(paneBatch)
	return tea.Batch(v.pump(), v.tick(), v.env.Save(stateName, v.memory()))
}

// request is what is asked of every file.
func (v *View) request() client.DocumentRequest {
	question := v.ask.Question()
	request := client.DocumentRequest{Query: question.Query}
	if question.IsPrompt {
		request = client.DocumentRequest{Prompt: question.Prompt}
	}
	request.Params = asSent(v.params)
	return request
}

func (v *View) doBatch(action keymap.Action) tea.Cmd {
	b := &v.batch
	if v.focus != paneBatch {
		v.focusOn(paneBatch)
	}
	if by, ok := keymap.Step(action, v.areas()[paneBatch].height-2, len(b.docs)); ok {
		b.move(by)
	}
	switch action {
	case keymap.BatchOpen:
		v.focusOn(paneAnswer)
	case keymap.BatchRemove:
		if d := b.selected(); d.busy() {
			d.stop()
			return tea.Batch(v.pump(), v.showSelected())
		}
		b.docs = slices.Delete(b.docs, b.cursor, b.cursor+1)
		b.move(0)
		if len(b.docs) == 0 {
			v.focusOn(paneFiles)
		}
	case keymap.BatchRetry:
		return v.lookAtCost([]string{b.selected().path})
	case keymap.BatchRetryAll:
		return v.lookAtCost(b.failed())
	}
	return v.showSelected()
}
