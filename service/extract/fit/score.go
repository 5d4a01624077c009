package main

import (
	"encoding/json"
	"html"
	"maps"
	"math"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// judge compares an answer with the one expected: the mean credit of its fields.
func judge(c *testCase, data map[string]any) score {
	s := score{credits: map[string]float64{}}
	for _, path := range slices.Sorted(maps.Keys(c.Compare)) {
		kind := c.Compare[path]
		if c.inRecords(path) {
			continue // judged with its records
		}
		expected, answered := at(c.Expected, path), at(data, path)
		switch {
		case kind == "list":
			s.credits[path] = listCredit(expected, answered)
		case strings.HasPrefix(kind, "records"):
			s.credits[path] = recordsCredit(c, path, kind, expected, answered)
		default:
			best := credit(kind, expected, answered, c.base)
			for _, other := range c.Accept[path] {
				best = max(best, credit(kind, other, answered, c.base))
			}
			s.credits[path] = best
		}
	}
	for _, path := range slices.Sorted(maps.Keys(s.credits)) {
		s.mean += s.credits[path] / float64(len(s.credits))
	}
	if len(s.credits) == 0 {
		s.mean = 1
	}
	return s
}

// inRecords reports whether a path is of a field of records.
func (c *testCase) inRecords(path string) bool {
	for root, kind := range c.Compare {
		if strings.HasPrefix(kind, "records") && strings.HasPrefix(path, root+".") {
			return true
		}
	}
	return false
}

// lacks reports whether a page does not hold what a path asks for.
func (c *testCase) lacks(path string) bool {
	return c.Compare[path] == "null" || at(c.Expected, path) == nil
}

func at(v any, path string) any {
	for name := range strings.SplitSeq(strings.ReplaceAll(path, "[]", ""), ".") {
		m, ok := v.(map[string]any)
		if !ok {
			return nil
		}
		v = m[name]
	}
	return v
}

func isEmpty(v any) bool {
	switch v := v.(type) {
	case nil:
		return true
	case string:
		return strings.TrimSpace(v) == ""
	case []any:
		return len(v) == 0
	case map[string]any:
		return len(v) == 0
	}
	return false
}

// credit judges one value from 0 to 1.
func credit(kind string, expected, answered any, base *url.URL) float64 {
	if kind == "null" || expected == nil {
		return truth(isEmpty(answered))
	}
	if kind == "present-any" {
		return truth(!isEmpty(answered))
	}
	if isEmpty(answered) {
		return 0
	}
	e, a := plain(expected), plain(answered)
	switch answered.(type) {
	case []any, map[string]any:
		return 0
	}
	switch kind {
	case "text":
		return truth(sameText(e, a))
	case "prose":
		if norm(e) == norm(a) {
			return 1
		}
		return overlap(e, a)
	case "number":
		x, err := strconv.ParseFloat(strings.TrimSpace(a), 64)
		y, err2 := strconv.ParseFloat(e, 64)
		return truth(err == nil && err2 == nil && math.Abs(x-y) <= max(math.Abs(y)*0.005, 1e-9))
	case "boolean":
		a = strings.ToLower(strings.TrimSpace(a))
		return truth(a == e || a == "yes" && e == "true" || a == "no" && e == "false")
	case "date":
		return truth(sameDay(e, a))
	case "url":
		return truth(urlKey(e, base) == urlKey(a, base))
	case "any":
		return truth(fits(e, a))
	}
	return 0
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func plain(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	b, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

var marks = strings.NewReplacer("‘", "'", "’", "'", "‚", "'", "′", "'", "´", "'", "`", "'", "“", `"`, "”", `"`, "„", `"`, "″", `"`, "«", `"`, "»", `"`,
	"–", "-", "—", "-", "‒", "-", "―", "-", "‐", "-", "‑", "-", "−", "-", "\u200b", "", "\u00ad", "", "\u00a0", " ")

// norm brings a text to the form in which texts are compared.
func norm(s string) string {
	s = marks.Replace(html.UnescapeString(s))
	s = strings.Join(strings.Fields(strings.ToLower(s)), " ")
	if t := strings.Trim(s, " \t.,;:!?'\"()[]{}|*•·->/"); t != "" {
		return t
	}
	return s
}

func tokens(s string) []string {
	var out []string
	start := -1
	text := norm(s)
	for i, r := range text {
		switch ideograph := r >= 0x2E80 && r <= 0x9FFF || r >= 0xAC00 && r <= 0xD7AF; {
		case ideograph || !unicode.IsLetter(r) && !unicode.IsDigit(r):
			if start >= 0 {
				out = append(out, text[start:i])
				start = -1
			}
			if ideograph {
				out = append(out, string(r))
			}
		case start < 0:
			start = i
		}
	}
	if start >= 0 {
		out = append(out, text[start:])
	}
	return out
}

// overlap is the F1 of two texts' words.
func overlap(a, b string) float64 {
	x, y := tokens(a), tokens(b)
	if len(x) == 0 || len(y) == 0 {
		return 0
	}
	count := make(map[string]int, len(x))
	for _, t := range x {
		count[t]++
	}
	hits := 0
	for _, t := range y {
		if count[t] > 0 {
			count[t]--
			hits++
		}
	}
	return 2 * float64(hits) / float64(len(x)+len(y))
}

func sameText(a, b string) bool { return norm(a) == norm(b) || overlap(a, b) >= 0.8 }

func sameDay(e, a string) bool {
	a, e = strings.TrimSpace(a), e[:min(10, len(e))]
	if strings.HasPrefix(a, e) || len(a) >= 8 && strings.ReplaceAll(e, "-", "") == a[:8] {
		return true
	}
	t, err := time.Parse(time.RFC3339, a)
	return err == nil && t.UTC().Format(time.DateOnly) == e
}

func urlKey(s string, base *url.URL) string {
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil {
		return s
	}
	if base != nil {
		u = base.ResolveReference(u)
	}
	return strings.ToLower(strings.TrimRight(strings.TrimPrefix(strings.ToLower(u.Host), "www.")+u.Path, "/"))
}

// fits reports whether a value is one that may be given in many ways.
func fits(e, a string) bool {
	de, da := only(e, unicode.IsDigit), only(a, unicode.IsDigit)
	if len(de) >= 7 && len(only(e, unicode.IsLetter)) <= 3 {
		return da == de || len(da) >= 7 && (strings.HasSuffix(da, de) || strings.HasSuffix(de, da))
	}
	if sameText(e, a) {
		return true
	}
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	se := only(norm(e), word)
	return len(se) >= 5 && len([]rune(a)) <= 200 && strings.Contains(only(norm(a), word), se)
}

func only(s string, keep func(rune) bool) string {
	return strings.Map(func(r rune) rune {
		if keep(r) {
			return r
		}
		return -1
	}, s)
}

// paired pairs n with m items one to one, the best pairs first, and gives the
// sum of their credits.
func paired(n, m int, credit func(i, j int) float64) float64 {
	type pair struct {
		i, j   int
		credit float64
	}
	var pairs []pair
	for i := range n {
		for j := range m {
			if c := credit(i, j); c > 0 {
				pairs = append(pairs, pair{i, j, c})
			}
		}
	}
	sort.SliceStable(pairs, func(a, b int) bool {
		if pairs[a].credit != pairs[b].credit {
			return pairs[a].credit > pairs[b].credit
		}
		return math.Abs(float64(pairs[a].i-pairs[a].j)) < math.Abs(float64(pairs[b].i-pairs[b].j))
	})
	left, right := make([]bool, n), make([]bool, m)
	total := 0.0
	for _, p := range pairs {
		if !left[p.i] && !right[p.j] {
			left[p.i], right[p.j] = true, true
			total += p.credit
		}
	}
	return total
}

func listCredit(expected, answered any) float64 {
	e, _ := expected.([]any)
	a, _ := answered.([]any)
	if len(e) == 0 && len(a) == 0 {
		return 1
	}
	hits := paired(len(e), len(a), func(i, j int) float64 { return truth(sameText(plain(e[i]), plain(a[j]))) })
	return 2 * hits / float64(len(e)+len(a))
}

func recordsCredit(c *testCase, path, kind string, expected, answered any) float64 {
	e, _ := expected.([]any)
	a, _ := answered.([]any)
	a = a[:min(len(a), 2000)]
	kinds := map[string]string{}
	for p, k := range c.Compare {
		if field, ok := strings.CutPrefix(p, path+"."); ok {
			kinds[field] = k
		}
	}
	fields := slices.Sorted(maps.Keys(kinds))
	total := paired(len(e), len(a), func(i, j int) float64 {
		want, _ := e[i].(map[string]any)
		have, _ := a[j].(map[string]any)
		sum, n, hit := 0.0, 0, false
		for _, f := range fields {
			if v, judged := want[f]; judged {
				got := credit(kinds[f], v, have[f], c.base)
				sum += got
				n++
				hit = hit || got > 0 && v != nil
			}
		}
		if !hit {
			return 0
		}
		return sum / float64(n)
	})
	switch {
	case kind == "records-recall" && (len(a) == 0 || len(e) == 0):
		return 0
	case kind == "records-recall":
		return total / float64(len(e)) * min(1, 4*float64(len(e))/float64(len(a)))
	case len(e)+len(a) == 0:
		return 1
	}
	return 2 * total / float64(len(e)+len(a))
}
