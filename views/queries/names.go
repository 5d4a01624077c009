package queries

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	tea "github.com/charmbracelet/bubbletea"

	"assay/query"
	"assay/views/ask"
	"assay/workspace/history"
)

// used is the name of a field and how many queries asked for it.
type used struct {
	name string
	uses int
}

// count adds what one query asks for: after others that are used as often, unless it is
// the latest query of all.
func count(all []used, names []string, latest bool) []used {
	at := len(all)
	if latest {
		at = 0
	}
	for _, name := range names {
		if i := slices.IndexFunc(all, func(u used) bool { return u.name == name }); i >= 0 {
			all[i].uses++
		} else {
			all = slices.Insert(all, at, used{name, 1})
			at++
		}
	}
	return all
}

// past is what earlier queries tell.
type past struct {
	names  []used
	recent []string // sources, the latest first
}

// maxCalls bounds the calls of the history that are read.
const maxCalls = 300

// pastTime bounds the reading of the history.
const pastTime = 5 * time.Second

// readPast reads the names of fields of earlier queries, of those in the folder of saved
// queries and of all in the history, documents' too; and the sources that were asked.
func (v *View) readPast() tea.Cmd {
	folder, calls := v.folder(), v.env.History
	return func() tea.Msg {
		var read past
		read.add(calls)
		for _, names := range savedNames(folder) {
			read.names = count(read.names, names, false)
		}
		return read
	}
}

var errEnough = errors.New("enough calls")

// add reads the latest calls of the history. One that cannot be read tells nothing: the
// History tab says what is wrong with it.
func (p *past) add(calls *history.Store) {
	ctx, cancel := context.WithTimeout(context.Background(), pastTime)
	defer cancel()
	parsed, left := map[string][]string{}, maxCalls
	seen := map[string]bool{}
	_ = calls.Each(ctx, func(e *history.Entry) error {
		if left--; left < 0 {
			return errEnough
		}
		if source := sourceOf(e); source != "" && !seen[source] && len(p.recent) < maxRecent {
			seen[source] = true
			p.recent = append(p.recent, source)
		}
		names, known := parsed[e.Query]
		if !known {
			q, err := query.Parse(e.Query)
			if err == nil {
				names = query.FieldNames(q)
			}
			parsed[e.Query] = names
		}
		p.names = count(p.names, names, false)
		return nil
	})
}

// sourceOf returns what the source of a call was, as it would be typed; "" if it cannot be
// asked again from that.
func sourceOf(e *history.Entry) string {
	text := ""
	switch {
	case e.Kind != history.Query:
	case e.Origin == history.URL:
		text = e.Source
	case e.Origin == history.File:
		text = shortPath(filePlace(e.Path).text)
	}
	if !worthRecalling(text) {
		return ""
	}
	return text
}

// pastRead puts what earlier runs tell after what this one does.
func (v *View) pastRead(msg past) {
	for _, u := range v.names {
		for range u.uses {
			msg.names = count(msg.names, []string{u.name}, true)
		}
	}
	v.names = msg.names
	for _, source := range msg.recent {
		if len(v.recent) < maxRecent && !slices.Contains(v.recent, source) {
			v.recent = append(v.recent, source)
		}
	}
	v.tellNames()
}

// learn counts the names of a query that is asked, for the completion in later ones.
func (v *View) learn(text string) {
	q, err := query.Parse(text)
	if err != nil {
		return
	}
	v.names = count(v.names, query.FieldNames(q), true)
	v.tellNames()
}

// tellNames tells the editors which names they can offer.
func (v *View) tellNames() {
	for _, d := range v.tabs {
		d.ask.SetNames(v.namesFor(d))
	}
}

// namesFor returns the names that make sense in a query, the likeliest first: those of its
// answer and of its page, and those of other queries; each by how often it was used.
func (v *View) namesFor(d *tab) []ask.Name {
	uses := map[string]int{}
	for _, u := range v.names {
		uses[u.name] = u.uses
	}
	var names []ask.Name
	add := func(found []string, where string) {
		for _, name := range found {
			if !slices.ContainsFunc(names, func(n ask.Name) bool { return n.Name == name }) {
				names = append(names, ask.Name{Name: name, Where: where})
			}
		}
	}
	add(d.answered, "in the answer")
	add(d.onPage, "on the page")
	slices.SortStableFunc(names, func(a, b ask.Name) int { return uses[b.Name] - uses[a.Name] })
	others := slices.Clone(v.names)
	slices.SortStableFunc(others, func(a, b used) int { return b.uses - a.uses })
	for _, u := range others {
		where := "used once"
		if u.uses > 1 {
			where = "used " + strconv.Itoa(u.uses) + " times"
		}
		add([]string{u.name}, where)
	}
	return names
}

// Bounds of the names that are taken from an answer.
const (
	maxKeys     = 200
	maxKeyBytes = 1 << 20
)

// keysOf returns the names of members in the beginning of an answer's data, in its order.
func keysOf(data json.RawMessage) []string {
	var names []string
	var open []json.Delim
	key := false // a name is next
	decoder := json.NewDecoder(bytes.NewReader(data[:min(len(data), maxKeyBytes)]))
	for len(names) < maxKeys {
		token, err := decoder.Token()
		if err != nil {
			return names
		}
		switch token := token.(type) {
		case json.Delim:
			switch token {
			case '{', '[':
				open = append(open, token)
			default:
				open = open[:len(open)-1]
			}
			key = len(open) > 0 && open[len(open)-1] == '{'
			continue
		case string:
			if key && !slices.Contains(names, token) {
				names = append(names, token)
			}
		}
		key = !key && len(open) > 0 && open[len(open)-1] == '{'
	}
	return names
}

// maxWords is how many words a name of a page has at most: more are a sentence.
const maxWords = 4

// asField writes what a page calls something as the name of a field: "Price per night:"
// as price_per_night, offerCount as offer_count. "" if it is not fit for one.
func asField(label string) string {
	var b strings.Builder
	words, last := 0, ' '
	for _, r := range label {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) && b.Len() > 0:
			if last == ' ' || unicode.IsUpper(r) && unicode.IsLower(last) {
				if words++; words > 1 {
					b.WriteByte('_')
				}
			}
			b.WriteRune(unicode.ToLower(r))
			last = r
		case r == '\'' || r == '’':
		default:
			last = ' '
		}
	}
	name := b.String()
	if words > maxWords || utf8.RuneCountInString(name) < 2 {
		return ""
	}
	return name
}
