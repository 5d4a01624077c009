package evidence

import (
	"strings"

	"assay/service/content"
)

// ControlKind says what one does with a control.
type ControlKind uint8

// The kinds of controls.
const (
	TextControl  ControlKind = iota // written into
	ChoiceList                      // one of several options is chosen
	CheckControl                    // ticked or not
	RadioControl                    // one of those of the same name is ticked
	ButtonControl
)

// Control is a field or a button of a form.
type Control struct {
	Kind    ControlKind
	Node    content.ID
	Keys    []Key    // its label, placeholder, name, id
	Caption string   // what the page calls it: its label, else what stands in it
	Value   string   // what it holds: the text, the chosen option; "" for nothing, and if a password
	On      bool     // of a check or radio control: whether it is ticked
	Options []string // of a choice list: what may be chosen
	Group   string   // of a check or radio control: its name, the same for all of a group
	Search  bool     // whether one searches with it
}

const (
	maxControls = 2000
	maxOptions  = 1000 // of one choice list
)

// controls collects the fields and buttons of the page with what names them:
// their labels, before or around them, placeholders, ARIA labels, names and ids.
func (x *Index) controls() {
	t := x.Tree
	labels := labelsOf(x)
	for i := range t.Nodes {
		n := &t.Nodes[i]
		id := content.ID(i)
		if n.Kind != content.Element || n.Hidden || n.Role != content.Field && n.Role != content.Button && !isButtonRole(t.Value(id, "role")) {
			continue
		}
		if len(x.Controls) >= maxControls {
			return
		}
		x.Controls = append(x.Controls, control(x, id, n, labels))
	}
}

func isButtonRole(role string) bool { return role == "button" }

// labelsOf maps the ids of fields to the labels that are for them.
func labelsOf(x *Index) map[string]content.ID {
	t := x.Tree
	labels := map[string]content.ID{}
	for i := range t.Nodes {
		if t.Nodes[i].Role != content.Label {
			continue
		}
		if target := t.Value(content.ID(i), "for"); target != "" {
			if _, taken := labels[target]; !taken {
				labels[target] = content.ID(i)
			}
		}
	}
	return labels
}

func control(x *Index, id content.ID, n *content.Node, labels map[string]content.ID) Control {
	t := x.Tree
	c := Control{Node: id}
	kind := strings.ToLower(t.Value(id, "type"))
	tag := t.Tag(id)
	switch {
	case tag == "select":
		c.Kind = ChoiceList
		options(x, &c, n)
	case tag == "textarea":
		c.Value = t.Text(id)
	case tag != "input":
		c.Kind, c.Caption = ButtonControl, t.Text(id)
	default:
		switch kind {
		case "submit", "button", "reset", "image":
			c.Kind, c.Caption = ButtonControl, t.Value(id, "value")
			if c.Caption == "" {
				c.Caption = t.Value(id, "alt")
			}
		case "checkbox", "radio":
			c.Kind = CheckControl
			if kind == "radio" {
				c.Kind = RadioControl
			}
			_, c.On = t.Attr(id, "checked")
			c.Group = t.Value(id, "name")
		case "password":
		default:
			c.Value = t.Value(id, "value")
		}
	}
	label := labelText(x, id, labels)
	texts := [...]string{label, t.Value(id, "aria-label"), t.Value(id, "placeholder"), t.Value(id, "title"), c.Caption}
	for _, text := range texts {
		if text = tidy(text); text == "" || len(text) > 120 {
			continue
		}
		if c.Caption == "" {
			c.Caption = strings.TrimRight(text, " :*")
		}
		c.name(x, text)
	}
	for _, name := range [...]string{"name", "id", "data-testid", "data-test", "data-qa"} {
		if v := t.Value(id, name); v != "" && len(v) < 80 {
			c.name(x, v)
			if form := formName(x, id); form != "" {
				c.name(x, form+" "+v)
			}
		}
	}
	if c.Kind == CheckControl || c.Kind == RadioControl {
		c.name(x, legend(x, id))
	}
	for class := range strings.FieldsSeq(t.Value(id, "class")) {
		if len(c.Keys) < 16 && len(class) < 60 {
			c.name(x, withoutHash(class))
		}
	}
	c.Search = kind == "search" || c.Kind == TextControl && (inSearch(x, id) || t.Value(id, "name") == "q")
	if kind == "submit" || x.Tree.Tag(id) == "button" && kind == "" && inForm(x, id) {
		c.name(x, "submit")
	}
	if kind != "" && c.Kind == TextControl && kind != "text" {
		c.name(x, kind)
	}
	return c
}

func (c *Control) name(x *Index, text string) {
	if k := x.Intern(text); k != NoKey {
		c.Keys = append(c.Keys, k)
	}
}

// options reads the options of a choice list. One without a value that stands
// first only says what to do.
func options(x *Index, c *Control, n *content.Node) {
	t := x.Tree
	first := true
	for k := c.Node + 1; k < n.End; k++ {
		if t.Tag(k) != "option" {
			continue
		}
		text := ""
		for at := k + 1; at < t.Nodes[k].End; at++ {
			text += t.Chars(at)
		}
		if text = tidy(strings.ReplaceAll(text, "\n", " ")); text == "" {
			text = t.Value(k, "label")
		}
		value, valued := t.Attr(k, "value")
		prompt := first && valued && value == ""
		first = false
		if _, selected := t.Attr(k, "selected"); selected && !prompt {
			c.Value = text
		}
		if !prompt && text != "" && len(c.Options) < maxOptions {
			c.Options = append(c.Options, text)
		}
		k = t.Nodes[k].End - 1
	}
}

// labelText returns the text of the label for a field: the one that refers to it,
// the one around it, or those that it refers to.
func labelText(x *Index, id content.ID, labels map[string]content.ID) string {
	t := x.Tree
	if own := t.Value(id, "id"); own != "" {
		if label, ok := labels[own]; ok {
			return t.Text(label)
		}
	}
	for p, up := t.Nodes[id].Parent, 0; p != content.None && up < 4; p, up = t.Nodes[p].Parent, up+1 {
		if t.Nodes[p].Role == content.Label {
			text := t.Text(p)
			if own := t.Text(id); own != "" { // of a list or a box with text
				text = strings.TrimSpace(strings.Replace(text, own, "", 1))
			}
			return text
		}
	}
	if label, ok := x.labelledBy(id); ok && t.Len(label) < 200 {
		return t.Text(label)
	}
	return ""
}

// inSearch reports whether a field is part of what one searches with.
func inSearch(x *Index, id content.ID) bool {
	t := x.Tree
	for p, up := t.Nodes[id].Parent, 0; p != content.None && up < 5; p, up = t.Nodes[p].Parent, up+1 {
		if t.Tag(p) == "search" || t.Value(p, "role") == "search" {
			return true
		}
		if t.Nodes[p].Role == content.Form {
			for _, name := range [...]string{"class", "id", "action", "aria-label"} {
				if v := t.Value(p, name); len(v) < 200 && strings.Contains(strings.ToLower(v), "search") {
					return true
				}
			}
			return false
		}
	}
	return false
}

func inForm(x *Index, id content.ID) bool { return formOf(x, id) != content.None }

// formOf returns the form that a control is in, or None.
func formOf(x *Index, id content.ID) content.ID {
	t := x.Tree
	for p, up := t.Nodes[id].Parent, 0; p != content.None && up < 12; p, up = t.Nodes[p].Parent, up+1 {
		if t.Nodes[p].Role == content.Form {
			return p
		}
	}
	return content.None
}

// formName returns what the form of a control is called, or "".
func formName(x *Index, id content.ID) string {
	form := formOf(x, id)
	if form == content.None {
		return ""
	}
	for _, name := range [...]string{"name", "id", "aria-label", "class"} {
		if v, _, _ := strings.Cut(x.Tree.Value(form, name), " "); v != "" && len(v) < 40 {
			return v
		}
	}
	return ""
}

// legend returns the caption of the group of fields that a control is in, or "".
func legend(x *Index, id content.ID) string {
	t := x.Tree
	for p, up := t.Nodes[id].Parent, 0; p != content.None && up < 6; p, up = t.Nodes[p].Parent, up+1 {
		if label := t.Value(p, "aria-label"); label != "" && t.Value(p, "role") == "radiogroup" {
			return label
		}
		if t.Tag(p) != "fieldset" {
			continue
		}
		for c := t.FirstChild(p); c != content.None; c = t.Next(c) {
			if t.Tag(c) == "legend" && t.Len(c) < 120 {
				return t.Text(c)
			}
		}
	}
	return ""
}
