package paper

import (
	"testing"

	"assay/service/content"
)

func TestBoxPairs(t *testing.T) {
	type run struct {
		text         string
		x, y, height float32
	}
	doc := &content.Document{Source: content.PDF, Layout: true}
	b := content.NewBuilder(doc)
	add := func(box content.Box) {
		doc.Boxes = append(doc.Boxes, box)
		doc.Styles = append(doc.Styles, content.Style{})
	}
	b.Open(content.Start{Role: content.Page, Tag: "section"})
	add(content.Box{Width: 600, Height: 800, Page: 1})
	for _, r := range []run{
		{"1 Policyholder", 40, 80, 7}, {"2 Vehicle registration", 250, 80, 7}, {"Sent to", 450, 80, 11},
		{"OLIVER TREMAINE", 40, 88, 11}, {"KT19 ZRW", 250, 88, 11}, {"Exeter", 450, 92, 11},
	} {
		b.Text(r.text)
		add(content.Box{X: r.x, Y: r.y, Width: 5 * float32(len(r.text)), Height: r.height, Page: 1})
	}
	b.Done()
	got := map[string]string{}
	for _, p := range New(doc).Pairs() {
		if p.Box != content.None {
			got[p.Label] = p.Value
		}
	}
	if len(got) != 2 || got["Policyholder"] != "OLIVER TREMAINE" || got["Vehicle registration"] != "KT19 ZRW" {
		t.Errorf("pairs of boxes are %v", got)
	}
}
