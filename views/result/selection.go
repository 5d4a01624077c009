package result

import (
	"assay/ui/jsondoc"
	"assay/workspace/usercommand"
)

// Select tells of the value that the reader is on.
func (p *Pane) Select(s *usercommand.Selection) {
	if !p.readable() || p.face == asMetadata {
		return
	}
	s.RequestID = p.answer.Metadata.RequestID
	v := p.shown()
	doc, n := v.tree.Document(), v.node(p.face)
	if doc == nil || n < doc.Root() {
		return
	}
	s.JSON = doc.Raw(n)
	s.Text = s.JSON
	if doc.Kind(n) == jsondoc.String {
		s.Text = doc.Text(n)
	}
	s.Name, s.Path, s.Pointer = doc.Label(n), doc.Path(n), doc.Pointer(n)
}
