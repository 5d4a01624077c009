package views

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/form"
	"assay/ui/pane"
	"assay/ui/toast"
	"assay/wire/datadir"
	"assay/workspace/profile"
)

// profileForm sets a profile up, or changes it.
type profileForm struct {
	root   *root
	form   *form.Model
	title  string
	before profile.Entry
	saving bool
}

type profileSaved struct {
	form  *profileForm
	entry profile.Entry
	use   bool
	err   error
}

func (m *root) newProfileForm(e profile.Entry, title string) *profileForm {
	f := &profileForm{root: m, title: title, before: e}
	from := func(is ...profile.KeyFrom) func(form.Values) bool {
		return func(v form.Values) bool { return slices.Contains(is, profile.KeyFrom(v["from"])) }
	}
	ref := func(is profile.KeyFrom) string {
		if e.KeyFrom == is {
			return e.KeyRef
		}
		return ""
	}
	required := func(what string) func(string) error {
		return func(value string) error {
			if value == "" {
				return errors.New(what + " is missing")
			}
			return nil
		}
	}
	key := form.Field{
		Name: "key", Label: "API key", Kind: form.Secret, Shown: from(profile.FromKeyring, profile.FromFile),
		Help: "Paste it here. It is kept where the line above says and shown nowhere.",
	}
	if e.Name != "" && e.KeyRef != "" {
		key.Placeholder = "as it is"
	} else {
		key.Check = required("the key")
	}
	options := []form.Option{{Value: "keyring", Label: "keyring"}, {Value: "file", Label: "file"}, {Value: "command", Label: "command"}, {Value: "env", Label: "variable"}, {Value: "", Label: "none"}}
	if e.KeyFrom == profile.FromSettings {
		options = append(options, form.Option{Value: "settings", Label: "settings"})
	}
	fields := []form.Field{
		{Name: "name", Label: "Name", Value: e.Name, Placeholder: "work", Check: profile.CheckName, Help: "What you call this service."},
		{Name: "base_url", Label: "Address", Value: e.BaseURL, Placeholder: "https://assay.example", Check: profile.CheckBaseURL, Help: "Where the service is; empty is the one on this machine."},
		{Name: "from", Label: "Key in", Kind: form.Choice, Options: options, Value: string(e.KeyFrom), Help: "The system's keyring; a file that only you can read; what a command prints; a variable."},
		key,
		{Name: "command", Label: "Command", Value: ref(profile.FromCommand), Placeholder: "pass show assay", Shown: from(profile.FromCommand), Check: required("the command"), Help: "What it prints is the key."},
		{Name: "variable", Label: "Variable", Value: ref(profile.FromVariable), Placeholder: "ASSAY_WORK_KEY", Shown: from(profile.FromVariable), Check: required("the variable"), Help: "The name of the variable that has the key."},
		{Name: "ca_file", Label: "CA file", Value: e.CAFile, Placeholder: "the system's authorities", Help: "A PEM file of an authority to trust as well."},
	}
	f.form = form.New(m.env.Theme, m.env.Keys, fields)
	if e.BaseURL != "" {
		f.form.Focus("key")
	}
	return f
}

// Update handles a message.
func (f *profileForm) Update(msg tea.Msg) (bool, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		msg.X -= 2
		msg.Y--
		_, cmd := f.form.Update(msg)
		return true, cmd
	case tea.KeyMsg:
		if f.saving {
			return f.root.env.Keys.Find(msg.String(), keymap.Form) != keymap.FormCancel, nil
		}
		result, cmd := f.form.Update(msg)
		switch result {
		case form.Cancelled:
			return false, tea.Batch(cmd, f.root.backToProfiles(f))
		case form.Accepted:
			f.saving = true
			return true, tea.Batch(cmd, f.save())
		}
		return true, cmd
	}
	return true, nil
}

// saveTime bounds the keyring, which may ask to be unlocked.
const saveTime = 45 * time.Second

func (f *profileForm) save() tea.Cmd {
	values, file := f.form.Values(), f.root.options.Settings
	e := profile.Entry{Name: values["name"], BaseURL: values["base_url"], CAFile: values["ca_file"], KeyFrom: profile.KeyFrom(values["from"])}
	switch e.KeyFrom {
	case profile.FromCommand:
		e.KeyRef = values["command"]
	case profile.FromVariable:
		e.KeyRef = values["variable"]
	case f.before.KeyFrom:
		if e.Name == f.before.Name {
			e.KeyRef = f.before.KeyRef
		}
	}
	key := datadir.NewSecret(strings.TrimSpace(values["key"]))
	use := f.before.Name == "" || e.Name != f.before.Name || e.Name == f.root.options.Profile
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), saveTime)
		defer cancel()
		return profileSaved{f, e, use, profile.Save(ctx, file, e, key)}
	}
}

// handle goes on with a new profile, or shows the list again.
func (saved profileSaved) handle(m *root) tea.Cmd {
	saved.form.saving = false
	switch {
	case errors.Is(saved.err, profile.ErrNoKeyring):
		saved.form.form.Set("from", string(profile.FromFile))
		saved.form.form.Focus("from")
		return m.notify(toast.Warn, "this machine has no keyring: Enter keeps the key in a file that only you can read")
	case saved.err != nil:
		return m.notify(toast.Bad, saved.err.Error())
	}
	done := m.notify(toast.Good, "the profile "+saved.entry.Name+" is kept in the settings")
	if m.over == modal(saved.form) {
		m.over = nil
	}
	if saved.use {
		return tea.Batch(done, m.askToSwitch(saved.entry.Name))
	}
	return tea.Batch(done, m.readProfiles())
}

// backToProfiles shows the list again from which the form was opened.
func (m *root) backToProfiles(f *profileForm) tea.Cmd {
	if m.keyOffered && f.before.Name == m.options.Profile {
		return nil
	}
	return m.readProfiles()
}

// Scopes returns the keys that hold in the form.
func (f *profileForm) Scopes() []keymap.Scope { return []keymap.Scope{keymap.Form} }

func (f *profileForm) View(t *themes.Theme, width, height int) []string {
	boxWidth := min(width-4, 80)
	foot := "Enter saves"
	if f.saving {
		foot = "saving" + t.Glyphs.Ellipsis
	}
	frame := pane.Pane{Title: f.title, Foot: foot, Focused: true}
	inner, _ := frame.Inner(boxWidth, 0)
	f.form.SetSize(inner, height)
	boxHeight := min(f.form.NaturalHeight()+2, height-2)
	_, rows := frame.Inner(boxWidth, boxHeight)
	f.form.SetSize(inner, rows)
	return frame.Draw(t, boxWidth, boxHeight, strings.Split(f.form.View(), "\n"))
}
