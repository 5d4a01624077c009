package extract

import (
	"assay/service/content"
	"assay/wire"
)

// Citer makes evidence for values that were found in a document by other means
// than the engine's own.
type Citer struct {
	w writer
	d *content.Document
}

// NewCiter returns a Citer for a document.
func NewCiter(d *content.Document) *Citer { return &Citer{d: d} }

// Cite returns the evidence for the value at a JSON Pointer that was read from
// text in a node, which may be content.None.
func (c *Citer) Cite(pointer, kind, text string, node content.ID, score float64) wire.Evidence {
	return c.w.cite(c.d, pointer, kind, text, node, score)
}
