package layout

import "assay/service/content"

// smallPrint is how high the letters of a name over its value in a box are at most, in heights of
// those of the value.
const smallPrint = 0.85

// isForm reports whether what lines part is boxes, several of them with a name in small print
// over a value.
func (t *ruledTable) isForm() bool {
	filled, named := 0, 0
	for _, p := range t.places {
		if len(p.words) == 0 {
			continue
		}
		filled++
		if lines := makeRows(p.words); len(lines) > 1 && lines[0].height < smallPrint*lines[1].height {
			named++
		}
	}
	return named > 1 && 2*named >= filled
}

// boxes writes the boxes of a form, each on its own.
func (b *builder) boxes(t *ruledTable) {
	b.open(content.Block, "div", t.Box)
	for _, p := range t.places {
		if len(p.words) > 0 {
			b.open(content.Block, "div", boxOf(p.words))
			b.zone(makeRows(p.words))
			b.close()
		}
	}
	b.close()
}
