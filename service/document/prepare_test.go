package document

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"assay/service/document/layout"
	"assay/wire/pages/documenttest"
)

// page draws some lines of text, as of a letter.
func page(width, height int) *picture {
	var texts []documenttest.Text
	for y := 60; y < height-40; y += 40 {
		texts = append(texts, documenttest.Text{X: 60, Y: float64(y), Size: 24, Text: "The goods remain ours until they are paid"})
	}
	return grey(documenttest.Picture(width, height, texts...))
}

func TestStraighten(t *testing.T) {
	upright := page(700, 500)
	if got := upright.straighten(); got != upright {
		t.Errorf("an upright page was turned by %.4f", upright.slant())
	}
	blank := grey(documenttest.Picture(300, 200))
	if got := blank.slant(); got != 0 {
		t.Errorf("the slant of an empty page is %g", got)
	}
	for _, degrees := range []float64{-8, -3, -0.8, 1.5, 6} {
		slanting := upright.rotate(degrees * math.Pi / 180)
		// Turned against the clock, lines rise: their slant is negative.
		if got, want := slanting.slant(), -math.Tan(degrees*math.Pi/180); math.Abs(got-want) > 0.004 {
			t.Errorf("turned by %g degrees: slant %.4f, want %.4f", degrees, got, want)
		}
		if left := slanting.straighten().slant(); math.Abs(left) > leastSlant {
			t.Errorf("turned by %g degrees: a slant of %.4f is left", degrees, left)
		}
	}
}

func TestWithoutBorder(t *testing.T) {
	p := page(700, 500)
	framed := &picture{width: p.width, height: p.height, pixels: slices.Clone(p.pixels)}
	for y := range framed.height {
		for x := range framed.width {
			if x < 30 || y > framed.height-20 {
				framed.pixels[y*framed.width+x] = 15
			}
		}
	}
	if got := framed.withoutBorder(); !bytes.Equal(got.pixels, p.pixels) {
		t.Error("the dark around the paper is not gone, or some of the text is")
	}
	if p.withoutBorder() != p {
		t.Error("a page without a border was changed")
	}
	night := grey(documenttest.Picture(200, 100))
	for i := range night.pixels {
		night.pixels[i] = 255 - night.pixels[i]
	}
	if night.withoutBorder() != night {
		t.Error("a dark ground was taken for a border")
	}
}

func TestFlatten(t *testing.T) {
	p := page(700, 500)
	for y := range p.height {
		for x := range p.width { // from the light into the shadow
			p.pixels[y*p.width+x] = byte(int(p.pixels[y*p.width+x]) * (p.width - x/2) / p.width)
		}
	}
	flat := p.flatten()
	for _, x := range []int{5, 350, 695} { // beside the text
		if shade := flat.pixels[10*p.width+x]; shade < 225 {
			t.Errorf("paper at %d has the shade %d, was %d", x, shade, p.pixels[10*p.width+x])
		}
	}
	if tiny := (&picture{width: 1, height: 1, pixels: []byte{90}}).flatten(); tiny.width != 1 {
		t.Errorf("a picture of one pixel became %+v", tiny)
	}
}

func TestLines(t *testing.T) {
	p := page(700, 500)
	line := func(x0, y0, x1, y1 int) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				p.pixels[y*p.width+x] = 20
			}
		}
	}
	line(40, 28, 660, 30)   // lying
	line(50, 20, 53, 480)   // standing
	line(60, 485, 660, 487) // below
	for x := range 600 {    // slanting
		line(60+x, 474+x/100, 61+x, 476+x/100)
	}
	check := func(name string, got []layout.Box, wanted ...layout.Box) {
		for _, want := range wanted {
			if !slices.ContainsFunc(got, func(l layout.Box) bool {
				return math.Abs(float64(l.X-want.X)) < 6 && math.Abs(float64(l.Y-want.Y)) < 6 &&
					math.Abs(float64(l.Width-want.Width)) < 8 && math.Abs(float64(l.Height-want.Height)) < 8
			}) {
				t.Errorf("%s: no line at %+v among %+v", name, want, got)
			}
		}
		if len(got) != len(wanted) {
			t.Errorf("%s: %d lines, want %d: %+v", name, len(got), len(wanted), got)
		}
	}
	check("lying", p.lyingLines(), layout.Box{X: 40, Y: 28, Width: 620, Height: 2}, layout.Box{X: 60, Y: 485, Width: 600, Height: 2}, layout.Box{X: 60, Y: 477, Width: 600, Height: 2})
	check("standing", p.standingLines(), layout.Box{X: 50, Y: 20, Width: 3, Height: 460})
}

func TestCombine(t *testing.T) {
	word := func(text string, x, y, width, confidence float32) layout.Word {
		return layout.Word{Text: text, Box: layout.Box{X: x, Y: y, Width: width, Height: 20}, Confidence: confidence}
	}
	first := []layout.Word{word("SON", 0, 0, 60, 40), word("BHD", 70, 0, 60, 95), word("Tot", 0, 50, 40, 50), word("al", 42, 50, 30, 40), word("50.", 200, 50, 30, 90), word("60", 232, 50, 30, 92), word("faint", 0, 90, 50, 80)}
	second := []layout.Word{word("Total", 2, 51, 70, 90), word("50.60", 201, 50, 60, 80), word("SDN", 1, 1, 58, 88), word("8HD", 70, 0, 60, 60), word("Change", 300, 130, 90, 91), word("~x", 300, 170, 20, 12)}
	var texts []string
	for _, w := range combine(first, second) {
		texts = append(texts, w.Text)
	}
	if got, want := strings.Join(texts, " "), "SDN BHD Total 50. 60 faint Change"; got != want {
		t.Errorf("combined: %s, want %s", got, want)
	}
	if got := combine(nil, second[:1]); len(got) != 1 {
		t.Errorf("of nothing and one word: %+v", got)
	}
	if got := combine(first, nil); len(got) != len(first) {
		t.Errorf("of %d words and nothing: %+v", len(first), got)
	}
}

func TestChooseLanguages(t *testing.T) {
	tests := []struct{ wanted, installed, chosen, message string }{
		{"", "deu eng osd", "eng deu", ""},
		{"deu eng", "deu eng osd", "deu eng", ""},
		{"", "a b c d e f", "a b c d", ""},
		{"", "osd", "", "no language"},
		{"deu chi_sim", "deu eng osd", "", `"chi_sim"`},
		{"fra", "eng osd", "", "it has eng"},
		{"script/Latin", "eng script/Latin", "script/Latin", ""},
	}
	for _, test := range tests {
		chosen, err := chooseLanguages(strings.Fields(test.wanted), strings.Fields(test.installed))
		if got := strings.Join(chosen, " "); got != test.chosen || (err == nil) != (test.message == "") || err != nil && !strings.Contains(err.Error(), test.message) {
			t.Errorf("%q of %q: %q, %v", test.wanted, test.installed, got, err)
		}
	}
}

// BenchmarkPrepare is what is done to a page of 300 dots an inch before it is read.
func BenchmarkPrepare(b *testing.B) {
	p := page(2480, 3508)
	for b.Loop() {
		p.withoutBorder().unshade().darken().straighten().standingLines()
	}
}
