package layout

import (
	"strings"
	"testing"

	"assay/service/content"
)

// A bar at the side whose lines are not level with those beside it is read on its own.
func TestSideBar(t *testing.T) {
	bar := typed(1, `
Contact
Hull
Skills
Light
Sound
Sets
Tongues
Welsh
`)
	main := typed(1, `
                   Ann Lee
                   Manager
                   Jobs
                   Theatre
                   Cinema
                   Schools
                   Harrow
                   Oxford
`)
	for i := range main.Words {
		main.Words[i].Y += 3
	}
	bar.Words = append(bar.Words, main.Words...)
	var doc content.Document
	Build(&doc, []Page{bar})
	var b strings.Builder
	for id := range doc.Nodes {
		b.WriteString(doc.Chars(content.ID(id)))
	}
	if got, want := strings.TrimSpace(b.String()), "Contact Hull Skills Light Sound Sets Tongues Welsh Ann Lee Manager Jobs Theatre Cinema Schools Harrow Oxford"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
