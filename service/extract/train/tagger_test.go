package main

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"assay/service/extract/prompt/tagger"
)

func TestReadMarked(t *testing.T) {
	got, err := readMarked(strings.NewReader("hello\nget {the posts|posts[]} with {their day|posts.date:date}\\nand {tags|posts.tags[]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 2 || got[0].text != "hello" || got[1].text != "get the posts with their day\nand tags" {
		t.Fatalf("got %+v", got)
	}
	want := []mark{{4, 13, "", "posts", "", true}, {19, 28, "posts", "date", "date", false}, {33, 37, "posts", "tags", "", true}}
	for i, m := range got[1].marks {
		if m != want[i] {
			t.Errorf("mark %d is %+v, want %+v", i, m, want[i])
		}
	}
	for text, want := range map[string]string{
		"a\n{b|c d}": `line 2: "c d" is no field`,
		"{a|b} {c":   `line 1: a brace is left over in "a {c"`,
	} {
		if _, err := readMarked(strings.NewReader(text)); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// TestTag checks what the tagger is taught of marks.
func TestTag(t *testing.T) {
	for text, want := range map[string]string{
		"get {the posts|posts[]} with {who wrote it|posts.author}":         "list 1-3 posts; part 4-7 =author",
		"{name|rooms.name} and {price|rooms.price} of {each room|rooms[]}": "ahead 0-1 name; ahead 2-3 price; list 4-6 room",
		"{number of votes|vote_count:integer}, {tags|tags[]}":              "value 0-3 _count votes; list 4-5 tags",
		"{the services marked as new|new_services[]}":                      "list 0-5 services, first new",
		"{the hotel's e-mail|email}":                                       "value 0-4 e-mail",
	} {
		prompts, err := readMarked(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		tagged := tag(&prompts[0])
		for i := range tagged.states {
			before := tagger.Outside
			if i > 0 {
				before = tagged.states[i-1]
			}
			if !tagger.Follows(before, tagged.states[i]) {
				t.Errorf("%q: state %d follows %d", text, tagged.states[i], before)
			}
		}
		if got := describe(tagged); got != want {
			t.Errorf("%q is taught as %s, want %s", text, got, want)
		}
	}
}

// TestTrainTagger: the same prompts give the same model.
func TestTrainTagger(t *testing.T) {
	text, err := os.ReadFile("../prompt/testdata/marked.txt")
	if err != nil {
		t.Fatal(err)
	}
	prompts, err := readMarked(strings.NewReader(strings.Join(strings.SplitAfter(string(text), "\n")[:20], "")))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(trainTagger(prompts, io.Discard).Encode(), trainTagger(prompts, io.Discard).Encode()) {
		t.Error("the same prompts give another model")
	}
}

// TestTagger measures the model on prompts that it was not trained on.
func TestTagger(t *testing.T) {
	file, err := os.Open("../prompt/testdata/marked.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	prompts, err := readMarked(file)
	if err != nil {
		t.Fatal(err)
	}
	trained, err := os.ReadFile("../prompt/tagger/model.bin")
	if err != nil {
		t.Fatal(err)
	}
	m, err := tagger.Decode(string(trained))
	if err != nil {
		t.Fatal(err)
	}
	f1 := measureTagger(m, prompts)
	t.Logf("F1 %.3f of the asks, with their words and kinds, of %d prompts", f1, len(prompts))
	if len(prompts) < 300 || f1 < 0.8 {
		t.Errorf("F1 %.3f of %d prompts; it should be 0.8 of 300", f1, len(prompts))
	}
}

func describe(e tagged) string {
	kinds := [...]string{"value", "list", "part", "ahead"}
	var out []string
	for _, a := range e.asks {
		var words, first []string
		for i, p := range a.places {
			switch p {
			case tagger.InOrder:
				words = append(words, e.tokens[a.From+i].Text)
			case tagger.First:
				first = append(first, e.tokens[a.From+i].Text)
			}
		}
		s := fmt.Sprintf("%s %d-%d", kinds[a.Kind], a.From, a.To)
		if a.lacks != "" {
			s += " " + a.lacks
		}
		if len(words) > 0 {
			s += " " + strings.Join(words, " ")
		}
		if len(first) > 0 {
			s += ", first " + strings.Join(first, " ")
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

// measureTagger returns the F1 of the asks that a model finds in prompts, with their words and
// kinds.
func measureTagger(m *tagger.Model, prompts []marked) float64 {
	right, all := 0, 0
	for i := range prompts {
		want := tag(&prompts[i])
		var asks []tagger.Ask
		if read := m.Read(want.tokens).Taggings(1); len(read) > 0 {
			asks = tagger.Asks(read[0].States)
		}
		all += len(asks) + len(want.asks)
		for _, a := range want.asks {
			if slices.Contains(asks, a.Ask) {
				right += 2
			}
		}
	}
	return float64(right) / float64(max(all, 1))
}

// TestGradient compares the gradients with differences of the loss of the states.
func TestGradient(t *testing.T) {
	prompts, err := readMarked(strings.NewReader("Who wrote {each post|posts[]}, {when|posts.date:date} and {what is the blog called|blog_name}?"))
	if err != nil {
		t.Fatal(err)
	}
	e := tag(&prompts[0])
	e.asks = nil // the loss is that of the states alone
	m := tagger.New(nil, []string{""}, []string{""})
	random := rand.New(rand.NewPCG(1, 1))
	for i := range m.Weights {
		m.Weights[i] = float32(random.NormFloat64() * 0.1)
	}
	inputs := m.Inputs(e.tokens)
	learn := func() *tagLearner {
		l := &tagLearner{model: m, gradient: tagger.New(nil, m.Types, m.Names), random: rand.New(rand.NewPCG(2, 2))}
		l.learn(&e, inputs)
		return l
	}
	gradient := learn().gradient
	for name, part := range map[string][2][]float32{
		"last letters":      {m.Last, gradient.Last},
		"into layer 0":      {m.Layer[0][0].In, gradient.Layer[0][0].In},
		"back into layer 0": {m.Layer[0][1].Again, gradient.Layer[0][1].Again},
		"into layer 1":      {m.Layer[1][1].In, gradient.Layer[1][1].In},
		"back into layer 1": {m.Layer[1][0].Again, gradient.Layer[1][0].Again},
		"bias":              {m.Layer[1][0].Bias, gradient.Layer[1][0].Bias},
		"token":             {m.Token, gradient.Token},
		"after":             {m.After, gradient.After},
	} {
		most := 0 // where it is steepest
		for i, g := range part[1] {
			if math.Abs(float64(g)) > math.Abs(float64(part[1][most])) {
				most = i
			}
		}
		const by = 0.01
		was := part[0][most]
		part[0][most] = was + by
		more := learn().loss
		part[0][most] = was - by
		less := learn().loss
		part[0][most] = was
		got, want := float64(part[1][most]), (more-less)/(2*by)
		if math.Abs(got-want) > 0.02*math.Abs(want) || want == 0 {
			t.Errorf("%s: gradient %g, want %g", name, got, want)
		}
	}
}
