package paper

import (
	"strings"

	"assay/service/content"
	"assay/service/extract/read"
)

// dateAt reads a date that begins with a word of a row, and where it ends.
func dateAt(s *Sheet, r *row, k int) (string, int, bool) {
	end := min(r.segment(k), k+5)
	piece := strings.TrimLeft(text(r.words[k:end]), ":.-([ ")
	day, from, to, ok := read.FindDate(piece, s.locale, s.doc.Loaded)
	if !ok || day.Relative || from > 5 || from > 0 && hasDigit(piece[:from]) || !hasDigit(piece) {
		return "", 0, false
	}
	at, used := 0, k
	for used < end && at < to+1 {
		at += len(r.words[used].text) + 1
		used++
	}
	return piece[from:to], used, true
}

// dates returns the dates of a role: those beside its labels, and, for the date
// of the document itself, those without one.
func dates(s *Sheet, role Role) []Value {
	out := labelled(s, role)
	latest := s.doc.Loaded.AddDate(1, 0, 0)
	kept := out[:0]
	for _, v := range out {
		if day, ok := read.Date(v.Text, s.locale, s.doc.Loaded); ok && (role.String() != "date" || s.doc.Loaded.IsZero() || day.Time.Before(latest)) {
			kept = append(kept, v)
		}
	}
	out = kept
	switch role.String() {
	case "due":
		return append(out, promised(s)...)
	case "periodfrom", "periodto":
		return append(out, ends(s, role)...)
	case "date":
	default:
		return out
	}
	taken := map[content.ID]bool{}
	for i := range s.labels {
		l := &s.labels[i]
		if l.role == role || l.role.Form() != Date && l.role.String() != "period" {
			continue
		}
		if v, ok := right(s, l, Named("date")); ok {
			taken[v.Node] = true
		} else if v, ok := below(s, l, Named("date")); ok {
			taken[v.Node] = true
		}
	}
	strength := 0.6
	for i := range s.rows {
		r := &s.rows[i]
		if r.inTable && len(r.words) > 6 {
			continue
		}
		for k := 0; k < len(r.words); k++ {
			piece, end, ok := dateAt(s, r, k)
			if !ok || taken[r.words[k].node] {
				continue
			}
			day, _ := read.Date(piece, s.locale, s.doc.Loaded)
			if !day.HasDay || !s.doc.Loaded.IsZero() && !day.Time.Before(latest) {
				continue
			}
			out = append(out, Value{Text: piece, Node: r.words[k].node, Strength: strength, Alone: true})
			strength = max(0.36, strength-0.06)
			k = end - 1
		}
	}
	return out
}
