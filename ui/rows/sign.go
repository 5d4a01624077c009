package rows

import "assay/themes"

// Sign is what stands beside a node that is marked.
type Sign struct {
	Text   string // one cell; "" for none
	Style  themes.Style
	Note   string // more to say of it; "" for none
	Inside bool   // the node is not marked itself, but something in it is
}
