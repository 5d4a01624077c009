package tagger

import (
	"slices"
	"strings"
	"testing"
)

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		"What's the e-mail?":               "What 's the e-mail ?",
		"l'auteur, d’aujourd'hui":          "l' auteur , d’ aujourd'hui",
		"I don't know":                     "I don't know",
		"a 4.5 star\nthing":                "a 4.5 star \n thing",
		"(see https://a.example/x?y)":      "( see https://a.example/x?y)",
		"price/weight -- größe":            "price / weight - - größe",
		"":                                 "",
		strings.Repeat("a ", 2*mostTokens): strings.TrimSpace(strings.Repeat("a ", mostTokens)),
	} {
		var got []string
		for _, token := range Tokens(text) {
			got = append(got, token.Text)
			if text[token.Start:token.End] != token.Text {
				t.Errorf("%q: %q stands from %d to %d", text, token.Text, token.Start, token.End)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: tokens %q, want %q", text, strings.Join(got, " "), want)
		}
	}
}

func TestPlain(t *testing.T) {
	for text, want := range map[string]string{"Größe": "grosse", "e-mail": "e_mail", "œuvres": "oeuvres", "l'": "l", "3D": "3d", "价格": ""} {
		token := Token{Low: strings.ToLower(text)}
		if got := token.Plain(); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// TestMark: the states of asks tell the asks, and each may follow the one before it.
func TestMark(t *testing.T) {
	for _, asks := range [][]Ask{
		nil,
		{{Value, 0, 2}, {Value, 2, 3}},
		{{List, 1, 3}, {Part, 4, 5}, {Part, 7, 8}, {Value, 9, 10}},
		{{Value, 0, 1}, {Ahead, 2, 3}, {Ahead, 4, 5}, {List, 6, 8}, {Part, 8, 9}},
		{{Part, 3, 4}, {List, 5, 6}, {List, 6, 7}},
	} {
		states := Mark(10, asks)
		if got := Asks(states); !slices.Equal(got, asks) {
			t.Errorf("%v become %v", asks, got)
		}
		before := Outside
		for i, s := range states {
			if !Follows(before, s) {
				t.Errorf("%v: state %d at %d follows %d", asks, s, i, before)
			}
			before = s
		}
	}
}

// TestTaggings: with nothing learned all readings are as likely, each is one that may be, and
// none comes twice.
func TestTaggings(t *testing.T) {
	m := New([]string{"the"}, []string{""}, []string{""})
	var seen [][]State
	for _, tagging := range m.Read(Tokens("the name of it")).Taggings(12) {
		before := Outside
		for _, s := range tagging.States {
			if !Follows(before, s) {
				t.Errorf("%v may not be", tagging.States)
			}
			before = s
		}
		if tagging.Odds != 0 || slices.ContainsFunc(seen, func(s []State) bool { return slices.Equal(s, tagging.States) }) {
			t.Errorf("%v, odds %v", tagging.States, tagging.Odds)
		}
		seen = append(seen, tagging.States)
	}
	if len(seen) != 12 {
		t.Errorf("%d readings", len(seen))
	}
}

func TestDecode(t *testing.T) {
	m := New([]string{"price", "größe"}, []string{"", "number"}, []string{"", "=author"})
	m.After[3], m.Name[1] = 0.5, -2
	text := string(m.Encode())
	got, err := Decode(text)
	if err != nil || !slices.Equal(got.Weights, m.Weights) || !slices.Equal(got.Vocabulary, m.Vocabulary) || !slices.Equal(got.Names, m.Names) {
		t.Errorf("the model comes back otherwise, error %v", err)
	}
	for _, broken := range []string{"", text[:3], text[:9], text[:len(text)-1], text + "x"} {
		if _, err := Decode(broken); err == nil {
			t.Errorf("%d bytes of %d are read", len(broken), len(text))
		}
	}
}
