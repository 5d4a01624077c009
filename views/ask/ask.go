// Package ask is a pane in which the user says what data they want: a query in the
// query language, or a prompt in plain words. Both are kept while the other is on
// the screen. The pane does not know what is asked, or where the answer goes: a tab
// gives it its size, the focus and its keys, and reads the Question.
package ask

import (
	"errors"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/query"
	"assay/themes"
	"assay/ui/editor"
	"assay/views/frame"
)

// Question is what is asked.
type Question struct {
	Query    string
	Prompt   string
	IsPrompt bool // the prompt is asked, not the query
}

// Pane is the pane. Its methods are called from the program's own goroutine.
type Pane struct {
	env     *frame.Env
	theme   *themes.Theme
	width   int
	height  int
	focused bool
	typing  bool   // keys are text
	aside   string // at the right of the upper border; may be painted
	name    string // of the question, beside the titles; may be painted

	lang     *language
	query    *editor.Model
	prompt   *editor.Model
	isPrompt bool
	switches int // counts the changes of isPrompt, for Version
}

// New returns an empty pane that shows the query.
func New(env *frame.Env) *Pane {
	lang := &language{}
	p := &Pane{
		env: env, theme: env.Theme, lang: lang,
		query:  editor.New(env.Theme, env.Keys, lang),
		prompt: editor.New(env.Theme, env.Keys, nil),
	}
	p.query.SetPlaceholder("{ title }")
	p.prompt.SetPlaceholder("all products with name, price and rating")
	return p
}

// editor returns the editor on the screen.
func (p *Pane) editor() *editor.Model {
	if p.isPrompt {
		return p.prompt
	}
	return p.query
}

// Question returns what is asked.
func (p *Pane) Question() Question {
	return Question{Query: p.query.Value(), Prompt: p.prompt.Value(), IsPrompt: p.isPrompt}
}

// SetQuestion puts a question in the place of the present one, with nothing to undo.
func (p *Pane) SetQuestion(q Question) {
	p.query.SetValue(q.Query)
	p.prompt.SetValue(q.Prompt)
	p.show(q.IsPrompt)
}

// Version counts the changes of the question: the same number is the same question.
func (p *Pane) Version() int { return p.query.Version() + p.prompt.Version() + p.switches }

// Empty reports whether there is no text in the editor on the screen.
func (p *Pane) Empty() bool { return p.editor().Value() == "" }

// SetQuery puts a query in the place of the present one as a change that can be
// undone.
func (p *Pane) SetQuery(text string) { p.query.Replace(text) }

// ReplaceQuery shows a query in the place of the present one, as a change that can
// be undone. A query that parses is written as the language prints it.
func (p *Pane) ReplaceQuery(text string) {
	if q, err := query.Parse(text); err == nil {
		text = query.Format(q)
	}
	p.show(false)
	p.query.Replace(text)
}

// Check says why the question cannot be asked, or nil. The cursor goes to the
// query's first error.
func (p *Pane) Check() error {
	if p.isPrompt {
		if p.prompt.Blank() {
			return errors.New("the prompt is empty: say which data you want")
		}
		return nil
	}
	if p.query.Blank() {
		return errors.New("the query is empty: write what you want in braces, as in { title }")
	}
	_, err := query.Parse(standIns(p.query.Value()))
	if list := (query.ErrorList)(nil); errors.As(err, &list) {
		p.PointAt(list[0].Pos.Row, list[0].Pos.Column)
	}
	return err
}

// PointAt moves the query's cursor to a line and character, from 1; a prompt's
// stays.
func (p *Pane) PointAt(row, column int) {
	if !p.isPrompt {
		p.query.SetCursor(row, column)
	}
}

// Switch shows the prompt instead of the query, or the query instead of the prompt.
func (p *Pane) Switch() { p.show(!p.isPrompt) }

func (p *Pane) show(isPrompt bool) {
	if isPrompt == p.isPrompt {
		return
	}
	p.isPrompt = isPrompt
	p.switches++
	if p.focused {
		p.Focus(p.typing)
	}
}

// Name is the name of a field that makes sense in the query.
type Name struct {
	Name  string
	Where string // it is from, in a few words
}

// SetNames tells which names of fields to offer for completion: the likeliest first.
func (p *Pane) SetNames(names []Name) { p.lang.names = names }

// SetSize gives the pane its size in cells, border included.
func (p *Pane) SetSize(width, height int) {
	p.width, p.height = width, height
	width, height = border.Inner(width, height)
	p.query.SetSize(width, height)
	p.prompt.SetSize(width, height)
}

// SetAside sets a text, which may be painted, at the right of the upper border.
func (p *Pane) SetAside(text string) { p.aside = text }

// SetName sets the question's name, which may be painted, beside the titles.
func (p *Pane) SetName(name string) { p.name = name }

// SetVariables tells what the {{variables}} of the query and the prompt mean.
func (p *Pane) SetVariables(v Variables) {
	p.lang.variables.Store(&v)
	p.query.Recheck()
}

// SetTheme changes the colours.
func (p *Pane) SetTheme(t *themes.Theme) {
	p.theme = t
	p.query.SetTheme(t)
	p.prompt.SetTheme(t)
}

// Focus lets the pane take keys: as text, or while nothing is typed as commands.
func (p *Pane) Focus(typing bool) {
	p.Blur()
	p.focused, p.typing = true, typing
	if typing {
		p.editor().Focus()
	}
}

// Typing reports whether printable keys are text.
func (p *Pane) Typing() bool { return p.typing }

// Blur takes the focus away.
func (p *Pane) Blur() {
	p.focused, p.typing = false, false
	p.query.Blur()
	p.prompt.Blur()
}

// Update takes the messages of the pane's commands.
func (p *Pane) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case outsideRead:
		return takeOutside(msg)
	case frame.Owned: // by one of the editors
		if copied, ok := msg.Msg.(editor.CopyMsg); ok {
			return func() tea.Msg { return frame.Copy{What: "text", Text: copied.Text} }
		}
		return msg.Deliver()
	}
	return nil
}

// Key handles a key while the pane has the focus: text, and the keys of the
// editor's scope. The tab offers its own keys, those of the Ask scope included,
// first; and to the pane the keys that it Takes. It is the tab's to stop the typing.
func (p *Pane) Key(msg tea.KeyMsg) tea.Cmd {
	name := msg.String()
	switch {
	case p.typing:
		return p.edit(msg)
	case msg.Paste:
		p.Focus(true)
		return p.edit(msg)
	case p.env.Keys.Find(name, keymap.Field) == keymap.FieldType:
		p.Focus(true)
		return nil
	}
	if action := p.env.Keys.Find(name, keymap.Editor); atRest(action) {
		return p.Do(action)
	}
	return nil
}

// atRest reports whether an action of the editor is done while nothing is typed: what
// deletes or adds at a cursor that is not seen is not.
func atRest(action keymap.Action) bool {
	switch action {
	case keymap.EditorNewline, keymap.EditorBackspace, keymap.EditorDelete, keymap.EditorDeleteWordLeft, keymap.EditorDeleteWord,
		keymap.EditorDeleteToStart, keymap.EditorDeleteToEnd, keymap.EditorCut, keymap.EditorPaste:
		return false
	}
	return true
}

// edit hands a message to the editor on the screen.
func (p *Pane) edit(msg tea.Msg) tea.Cmd {
	return frame.Own(p, frame.Own(p.editor(), p.editor().Update(msg)))
}

// Takes reports whether a key belongs to something open in the pane, before the
// tab's own keys and Esc: the find bar or the list of completions.
func (p *Pane) Takes(msg tea.KeyMsg) bool {
	if p.editor().Completing() {
		action := p.env.Keys.Find(msg.String(), keymap.Completion)
		return action != "" && (action != keymap.CompletionClose || p.editor().Choosing())
	}
	return p.editor().Finding() && p.env.Keys.Meaning(msg.String(), keymap.FindBar) != ""
}

// Scopes returns the scopes of the keys that hold in the pane. A list of completions that
// opened by itself does not keep Esc from ending the typing.
func (p *Pane) Scopes() []keymap.Scope {
	switch {
	case p.editor().Choosing():
		return []keymap.Scope{keymap.Completion, keymap.Typing, keymap.Editor}
	case p.editor().Completing():
		return []keymap.Scope{keymap.Typing, keymap.Completion, keymap.Editor}
	case p.editor().Finding():
		return []keymap.Scope{keymap.FindBar, keymap.Editor}
	}
	if p.typing {
		return []keymap.Scope{keymap.Typing, keymap.Editor}
	}
	return []keymap.Scope{keymap.Field, keymap.Editor}
}

// Do performs an action of the Ask or the Editor scope, but for AskTake, for which
// the tab has the query.
func (p *Pane) Do(action keymap.Action) tea.Cmd { return frame.Own(p, p.do(action)) }

func (p *Pane) do(action keymap.Action) tea.Cmd {
	switch action {
	case keymap.AskSwitch:
		p.Switch()
		return nil
	case keymap.FieldType:
		p.Focus(true)
		return nil
	case keymap.EditorFind, keymap.EditorComplete:
		p.Focus(true)
	case keymap.AskOutside:
		return p.editOutside()
	}
	return frame.Own(p.editor(), p.editor().Perform(action))
}

// Disabled says why an action of the Ask or the Editor scope cannot be done now,
// or "".
func (p *Pane) Disabled(action keymap.Action) string {
	if action == keymap.EditorFormat && p.isPrompt {
		return "a prompt cannot be formatted"
	}
	return ""
}

// Mouse handles a mouse event; coordinates count from the pane's corner.
func (p *Pane) Mouse(msg tea.MouseMsg) tea.Cmd { return frame.Own(p, p.mouse(msg)) }

func (p *Pane) mouse(msg tea.MouseMsg) tea.Cmd {
	const title = 3 // the column where the titles begin
	if msg.Y == 0 && msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft {
		if x := msg.X - title; x >= 0 && x < len("Query Prompt") {
			p.show(x > len("Query"))
		}
		return nil
	}
	msg.X--
	msg.Y--
	return p.edit(msg)
}
