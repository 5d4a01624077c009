package onpage

import (
	"sort"
	"strconv"
	"strings"

	"assay/service/content"
	"assay/service/extract/lexicon"
	"assay/service/extract/read"
	"assay/service/extract/tree"
)

// star is a rating that is drawn rather than written: what the attributes of an
// element, or the row of stars it holds, say it is.
type star struct {
	Node, end content.ID
	Text      string
}

// maxStarNodes is how far into an element its stars are looked for.
const maxStarNodes = 30

// ScoreText returns the rating that an element draws, in words or numbers, or "".
func (e *Engine) ScoreText(id content.ID) string {
	if s := e.FirstStar(id, min(e.Tree.Nodes[id].End, id+maxStarNodes)); s != nil {
		return s.Text
	}
	return ""
}

// FirstStar returns the first rating drawn from one node up to another, or nil.
func (e *Engine) FirstStar(id, end content.ID) *star {
	if !e.starsKnown {
		e.stars, e.starsKnown = findStars(e), true
	}
	i := sort.Search(len(e.stars), func(i int) bool { return e.stars[i].Node >= id })
	if i == len(e.stars) || e.stars[i].Node >= end {
		return nil
	}
	for at := e.stars[i].Node; at > id; at = e.Tree.Nodes[at].Parent {
		if e.SameNumbered(at, id) {
			return nil // that of an answer to it
		}
	}
	return &e.stars[i]
}

// findStars finds the ratings drawn on the page, in document order.
func findStars(e *Engine) []star {
	t := e.Tree
	var out []star
	end := content.ID(0)
	for i := range t.Nodes {
		id := content.ID(i)
		n := &t.Nodes[i]
		if n.Kind != content.Element || id < end || !n.HasAttrs() && n.End-id < 6 || t.Region(id)&tree.InForm != 0 {
			continue
		}
		text := starRow(t, id)
		if text == "" {
			if text = saidScore(t, id); text == "" {
				text = drawnScore(t, id)
			}
		}
		if text != "" {
			out = append(out, star{id, n.End, text})
			end = n.End
			if n.End-id > maxStarNodes {
				end = id // a whole region bears the rating; parts of it may have their own
			}
		}
	}
	return out
}

// saidScore reads a rating that the attributes of an element put in words.
func saidScore(t *tree.Tree, id content.ID) string {
	for a := range t.Attrs(id) {
		if a.Value == "" || len(a.Value) > 80 || !strings.ContainsAny(a.Value, "0123456789★☆") {
			continue
		}
		switch a.Name {
		case "aria-label", "title", "alt", "data-tooltip":
			if saysScore(strings.ToLower(a.Value)) {
				return a.Value
			}
		case "data-rating", "data-score", "data-stars", "data-rate", "data-rating-value", "data-average", "data-average-rating":
			if read.IsBareNumber(a.Value) {
				return a.Value
			}
		}
	}
	return ""
}

func saysScore(s string) bool {
	for _, mark := range [...]string{"out of", "star", "rat", "/5", "/10", " sur ", " von ", " su ", " de 5", " van de ", "stern", "étoile", "etoile", "estrella", "stelle", "note", "bewert", "★"} {
		if strings.Contains(s, mark) {
			return true
		}
	}
	return false
}

// drawnScore reads a rating from a class such as star-rating-4, from the share of
// the stars that is coloured, or from the name of their picture.
func drawnScore(t *tree.Tree, id content.ID) string {
	class, style, src := "", "", ""
	for a := range t.Attrs(id) {
		switch a.Name {
		case "class":
			class = a.Value
		case "style":
			style = a.Value
		case "src", "data-src", "data-lazy-src":
			if t.Tag(id) == "img" && !strings.HasPrefix(a.Value, "data:") {
				src = a.Value
			}
		}
	}
	if class != "" && len(class) < 200 {
		if v := numbered(class); v != "" {
			return v
		}
	}
	if style != "" && namesStars(class) {
		if share, ok := width(style); ok {
			return strconv.FormatFloat(share/20, 'g', 3, 64) + " out of 5"
		}
	}
	if src != "" {
		if at := strings.LastIndexByte(src, '/'); at >= 0 {
			src = src[at+1:]
		}
		src, _, _ = strings.Cut(src, ".")
		return numbered(src)
	}
	return ""
}

// namesStars reports whether a class is that of stars or of a rating.
func namesStars(class string) bool {
	if len(class) > 200 {
		return false
	}
	for _, w := range lexicon.Words(class) {
		switch w {
		case "star", "stars", "rating", "ratings", "score", "sterne", "etoiles":
			return true
		}
	}
	return false
}

// numbered reads the number that follows, or stands before, the word of stars in a
// class or file name: star-4, stars45, rating_4_5, 5-stars, star-rating Three.
func numbered(name string) string {
	for field := range strings.FieldsSeq(name) {
		words := lexicon.Words(field)
		for i, w := range words {
			switch w {
			case "star", "stars", "rating", "rated":
			default:
				continue
			}
			if i+1 < len(words) {
				if v := starNumber(words[i+1:]); v != "" {
					return v
				}
			}
			if i == 1 && len(words) == 2 {
				if v := starNumber(words[:1]); v != "" {
					return v
				}
			}
		}
	}
	if words := lexicon.Words(name); len(words) == 3 && words[0] == "star" && words[1] == "rating" {
		if n, ok := read.Integer(words[2], read.Locale{}); ok && n >= 1 && n <= 5 {
			return strconv.FormatInt(n, 10)
		}
	}
	return ""
}

// starNumber reads "4", "45", "4 5", "50" as a rating of at most five stars.
func starNumber(words []string) string {
	if len(words) == 0 || len(words) > 2 || len(words[0]) > 2 {
		return ""
	}
	v, err := strconv.Atoi(words[0])
	if err != nil || v < 0 {
		return ""
	}
	switch {
	case len(words) == 2 && v < 5 && (words[1] == "5" || words[1] == "half"):
		return words[0] + ".5"
	case len(words) == 2 && words[1] != "0":
		return ""
	case v <= 5:
		return words[0]
	case v <= 50 && v%5 == 0:
		return strconv.FormatFloat(float64(v)/10, 'g', -1, 64)
	}
	return ""
}

// width reads the width of a style, in percent.
func width(style string) (float64, bool) {
	for part := range strings.SplitSeq(style, ";") {
		name, value, _ := strings.Cut(part, ":")
		if strings.TrimSpace(name) != "width" {
			continue
		}
		number, ok := strings.CutSuffix(strings.TrimSpace(value), "%")
		if !ok {
			return 0, false
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		return v, err == nil && v >= 0 && v <= 100
	}
	return 0, false
}

// starRow counts the full ones of five stars side by side.
func starRow(t *tree.Tree, id content.ID) string {
	if t.Nodes[id].End-id > 6*maxStarNodes {
		return ""
	}
	count, full, told := 0, 0.0, 0
	for c := t.FirstChild(id); c != content.None; c = t.Next(c) {
		n := &t.Nodes[c]
		if n.Kind == content.Text {
			if strings.TrimSpace(t.Chars(c)) != "" {
				return ""
			}
			continue
		}
		share, ok := oneStar(t, c)
		switch {
		case !ok:
			return ""
		case share >= 0:
			told++
			full += share
		default:
			full++
		}
		if count++; count > 5 {
			return ""
		}
	}
	// Five stars of which nothing tells which are full say nothing, nor do four of
	// which one is empty, nor a row that waits to be filled: no scale begins at none.
	if count < 3 || full == 0 || told == 0 && count == 5 || count < 5 && full < float64(count) {
		return ""
	}
	return strconv.FormatFloat(full, 'g', 2, 64)
}

// oneStar reports whether an element is a star, and how much of it is coloured; -1
// if nothing tells.
func oneStar(t *tree.Tree, id content.ID) (share float64, ok bool) {
	share = -1
	end := min(t.Nodes[id].End, id+8)
	for k := id; k < end; k++ {
		n := &t.Nodes[k]
		if n.Kind == content.Text {
			switch strings.TrimSpace(t.Chars(k)) {
			case "★", "⭐":
				ok = true
			case "☆":
				ok, share = true, 0
			case "":
			default:
				return 0, false
			}
			continue
		}
		for a := range t.Attrs(k) {
			if len(a.Value) > 200 {
				continue
			}
			switch a.Name {
			case "class", "src", "href", "xlink:href", "data-icon", "alt":
			default:
				continue
			}
			words := lexicon.Words(a.Value)
			for w, word := range words {
				switch word {
				case "star", "stars", "rating":
					ok = true
					if w+1 < len(words) && words[w+1] == "o" {
						share = 0
					}
				case "full", "fill", "filled", "active", "on", "checked", "solid", "selected", "gold", "yellow", "fas":
					share = 1
				case "empty", "off", "outline", "outlined", "grey", "gray", "inactive", "blank", "disabled", "unfilled", "far", "regular":
					share = 0
				case "half":
					share = 0.5
				}
			}
		}
	}
	return share, ok
}
