package words

import (
	"bufio"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Attribute is one property of one kind of thing with the ways to name it.
type Attribute struct {
	Kind   string   // of thing
	Name   string   // the usual label
	Form   string   // what values look like: one of Forms
	Values []string // examples, as pages print them
	Ways   []Way    // of which the first is the name
}

// Way is one way to name an attribute.
type Way struct {
	Style string // en, ab, q, d, o or a language: one of Styles
	Name  string
	About string // what is said of it in parentheses, or ""
}

// Styles are the ways to name things: see the README of the paraphrases.
var Styles = []string{"en", "ab", "q", "d", "o", "de", "fr", "es", "it", "pt", "nl"}

// Forms are what values look like.
var Forms = [...]string{"text", "name", "person", "org", "place", "address", "number", "count", "money", "percent", "day", "time", "datetime", "duration", "length",
	"area", "volume", "mass", "temperature", "speed", "power", "energy", "datasize", "rating", "score", "code", "url", "email", "phone", "yesno", "choice", "list", "prose", "image", "range", "coordinates"}

// ReadParaphrases reads all files of paraphrases in a folder, in the order of their names.
// An error gives the file and the line.
func ReadParaphrases(folder fs.FS) ([]Attribute, error) {
	files, err := fs.Glob(folder, "*.txt")
	if err != nil {
		return nil, err
	}
	var all []Attribute
	for _, file := range files {
		if all, err = appendFile(all, folder, file); err != nil {
			return nil, err
		}
	}
	if len(all) == 0 {
		return nil, fs.ErrNotExist
	}
	return all, nil
}

func appendFile(all []Attribute, folder fs.FS, file string) ([]Attribute, error) {
	f, err := folder.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	kind, n, own := "", 0, len(all)
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		n++
		line := strings.TrimSpace(lines.Text())
		style, rest, _ := strings.Cut(line, " ")
		fail := func(format string, of ...any) ([]Attribute, error) {
			return nil, fmt.Errorf("%s:%d: %s", path.Base(file), n, fmt.Sprintf(format, of...))
		}
		switch {
		case line == "":
		case style == "#":
			kind = rest
		case slices.Contains(Styles, style) && !strings.Contains(rest, " : "):
			if len(all) == own {
				return fail("ways to name something before the first attribute")
			}
			a := &all[len(all)-1]
			for text := range strings.SplitSeq(rest, ";") {
				if text = strings.TrimSpace(text); text != "" {
					a.Ways = append(a.Ways, newWay(style, text))
				}
			}
		default:
			parts := strings.SplitN(line, " : ", 3)
			switch {
			case len(parts) != 3:
				return fail("neither a kind, an attribute nor ways to name one: %q", line)
			case kind == "":
				return fail("an attribute of no kind")
			case !slices.Contains(Forms[:], parts[1]):
				return fail("%q is no form of values", parts[1])
			}
			a := Attribute{Kind: kind, Name: parts[0], Form: parts[1], Ways: []Way{newWay("en", parts[0])}}
			for value := range strings.SplitSeq(parts[2], ";") {
				a.Values = append(a.Values, strings.TrimSpace(value))
			}
			all = append(all, a)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return all, nil
}

//go:embed fields.txt
var fields embed.FS

// Fields returns what people call the fields of the corpus. The kind is the set, and the name the
// field's path, which is also the first of the ways; the plain words for it follow in the style en.
func Fields() []Attribute {
	all, err := ReadParaphrases(fields)
	if err != nil {
		panic(err)
	}
	return all
}

// IsKeptBack reports whether a name of a field of the corpus is not taught to the models of words
// and concepts, so that the rankers learn of names that these do not know.
func (w Way) IsKeptBack() bool { return Hash(w.Name)%10 < 3 }

func newWay(style, text string) Way {
	name, about, ok := strings.Cut(text, " (")
	if !ok {
		return Way{Style: style, Name: text}
	}
	return Way{style, name, strings.TrimSuffix(about, ")")}
}
