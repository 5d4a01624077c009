// Package align finds which parts of records answer the fields of a list, and limits lists to
// what their descriptions ask for.
package align

import (
	"assay/service/content"
	"assay/service/extract/find"
	"assay/service/extract/words"
)

// Engine finds which parts of records answer the fields of a list.
type Engine struct {
	*find.Engine
	Heads map[string]*words.Name // names of columns, once compared
	steps []step                 // of a walk, to be used again

	parted   map[string][][2]int // where the pieces of texts begin and end
	partedIn map[content.ID]bool // whether items of a list begin with a piece of text among others
}

// New returns what aligns the parts of records.
func New(e *find.Engine) *Engine {
	return &Engine{Engine: e, parted: map[string][][2]int{}, partedIn: map[content.ID]bool{}}
}
