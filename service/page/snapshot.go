package page

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/domsnapshot"

	"assay/service/browser"
	"assay/service/content"
)

// styles are the computed styles asked for, in the order in which they come back.
var styles = []string{"font-size", "font-weight", "color", "text-decoration-line", "visibility"}

const (
	fontSize = iota
	fontWeight
	color
	decoration
	visibility
)

// snapshot is the part that is used of the result of DOMSnapshot.captureSnapshot.
// Texts are indexes into Strings, or -1. Shadow roots and slotted content already
// stand where they are drawn.
type snapshot struct {
	Documents []snapshotDocument `json:"documents"`
	Strings   []string           `json:"strings"`

	// frames are those in processes of their own, by the elements that hold them.
	frames map[int32]*snapshot
}

type snapshotDocument struct {
	DocumentURL     int `json:"documentURL"`
	BaseURL         int `json:"baseURL"`
	ContentLanguage int `json:"contentLanguage"`

	Nodes struct {
		ParentIndex          []int32   `json:"parentIndex"`
		NodeType             []int32   `json:"nodeType"`
		NodeName             []int32   `json:"nodeName"`
		NodeValue            []int32   `json:"nodeValue"`
		BackendNodeID        []int32   `json:"backendNodeId"`
		Attributes           [][]int32 `json:"attributes"` // name, value, name, value …
		TextValue            rare      `json:"textValue"`
		InputValue           rare      `json:"inputValue"`
		InputChecked         rare      `json:"inputChecked"`
		OptionSelected       rare      `json:"optionSelected"`
		ContentDocumentIndex rare      `json:"contentDocumentIndex"`
		PseudoType           rare      `json:"pseudoType"`
		CurrentSourceURL     rare      `json:"currentSourceURL"`
	} `json:"nodes"`

	Layout struct {
		NodeIndex []int32     `json:"nodeIndex"`
		Styles    [][]int32   `json:"styles"`
		Bounds    [][]float32 `json:"bounds"` // x, y, width, height
	} `json:"layout"`
}

// rare is a column in which few nodes have a value; for yes or no, there are no values.
type rare struct {
	Index []int32 `json:"index"`
	Value []int32 `json:"value"`
}

// capture takes the page's tree as it stands.
func (v *visit) capture() (*content.Document, error) {
	var elements float64
	if err := v.evaluate(v.ctx, `document.getElementsByTagName('*').length`, &elements); err != nil {
		return nil, err
	}
	if elements > float64(v.config.MaxElements) {
		return nil, v.tooLargeError()
	}
	s, err := take(v.ctx, v.tab.Session)
	if err != nil {
		return nil, err
	}
	if v.live {
		if err := v.takeFrames(v.tab.Session, s, 0); err != nil {
			return nil, err
		}
	}
	return v.document(s), nil
}

// take takes a snapshot of what a session of the browser is with.
func take(ctx context.Context, session *browser.Session) (*snapshot, error) {
	s := new(snapshot)
	return s, session.Call(ctx, domsnapshot.CommandCaptureSnapshot, domsnapshot.CaptureSnapshotParams{ComputedStyles: styles}, s)
}

// document turns a snapshot into content.
func (v *visit) document(s *snapshot) *content.Document {
	doc := &content.Document{Source: content.HTML, URL: v.request.URL, Loaded: time.Now(), Layout: true}
	w := newTreeWriter(s, doc, content.NewBuilder(doc))
	size := 0
	for i := range s.Documents {
		size += len(s.Documents[i].Nodes.ParentIndex)
	}
	w.builder.Grow(size, 0)
	doc.Boxes = make([]content.Box, 0, size)
	doc.Styles = make([]content.Style, 0, size)
	if len(s.Documents) > 0 {
		main := &s.Documents[0]
		doc.URL = v.where(w.text(int32(main.DocumentURL)))
		doc.Base = v.where(w.text(int32(main.BaseURL)))
		w.frame(main, frameState{}, 0)
		if doc.Lang == "" {
			doc.Lang = w.text(int32(main.ContentLanguage))
		}
	}
	if len(doc.Nodes) == 0 {
		w.builder.Open(content.Start{Role: content.Block, Tag: "html"})
		doc.Boxes, doc.Styles = append(doc.Boxes, content.Box{}), append(doc.Styles, content.Style{})
	}
	w.builder.Done()
	unfold(doc)
	return doc
}

// treeWriter writes the documents of a snapshot into one tree.
type treeWriter struct {
	snapshot *snapshot
	doc      *content.Document
	builder  *content.Builder
	colors   map[int32]uint32 // read colours, by index of their text
	roles    map[int32]string // tags in lower case, by index of their name
}

func newTreeWriter(s *snapshot, doc *content.Document, builder *content.Builder) *treeWriter {
	return &treeWriter{snapshot: s, doc: doc, builder: builder, colors: map[int32]uint32{}, roles: map[int32]string{}}
}

// frameState is what a frame's document inherits from the element that holds it.
type frameState struct {
	x, y   float32
	hidden bool
	inside bool     // not the main document
	base   *url.URL // to make addresses absolute, of a frame with another base than the page's
}

// maxFrameDepth bounds frames in frames.
const maxFrameDepth = 16

// frameWriter writes one document.
type frameWriter struct {
	*treeWriter
	document *snapshotDocument
	state    frameState
	depth    int

	first, next []int32 // children
	layout      []int32 // index into the layout table, or -1
	shown       []bool  // whether the node or something in it is drawn
	frames      map[int32]int32
	sources     map[int32]int32
	pseudo      map[int32]bool
	values      map[int32]int32 // current values of fields
	checked     map[int32]bool  // boxes that are ticked, options that are selected
}

func (w *treeWriter) frame(document *snapshotDocument, state frameState, depth int) {
	nodes := &document.Nodes
	count := len(nodes.ParentIndex)
	none := []int32{-1}
	f := &frameWriter{
		treeWriter: w, document: document, state: state, depth: depth,
		first: slices.Repeat(none, count), next: slices.Repeat(none, count), layout: slices.Repeat(none, count), shown: make([]bool, count),
		frames: nodes.ContentDocumentIndex.values(), sources: nodes.CurrentSourceURL.values(),
		pseudo: nodes.PseudoType.set(), values: nodes.InputValue.values(), checked: nodes.InputChecked.set(),
	}
	for node, value := range nodes.TextValue.values() {
		f.values[node] = value
	}
	for node := range nodes.OptionSelected.set() {
		f.checked[node] = true
	}
	for i := len(document.Layout.NodeIndex) - 1; i >= 0; i-- {
		node := document.Layout.NodeIndex[i]
		f.layout[node] = int32(i)
		f.shown[node] = true
	}
	for node := int32(count) - 1; node > 0; node-- {
		parent := nodes.ParentIndex[node]
		if parent < 0 {
			continue
		}
		f.next[node] = f.first[parent]
		f.first[parent] = node
		f.shown[parent] = f.shown[parent] || f.shown[node]
	}
	if count > 0 {
		f.children(0, inherited{hidden: state.hidden})
	}
}

// inherited is what children take from their parent.
type inherited struct {
	hidden bool
	strike bool
	option bool // inside a select: shown if that is
}

func (f *frameWriter) children(node int32, from inherited) {
	for child := f.first[node]; child >= 0; child = f.next[child] {
		switch f.document.Nodes.NodeType[child] {
		case 1:
			if !f.pseudo[child] {
				f.element(child, from)
			}
		case 3, 4:
			f.run(child, from)
		case 11:
			f.children(child, from)
		}
	}
}

func (f *frameWriter) element(node int32, from inherited) {
	tag := f.tag(f.document.Nodes.NodeName[node])
	attrs := f.attributes(node, tag)
	role, level := roleOf(tag, attrs)
	style, visible := f.style(node)
	hidden := from.hidden || !f.shown[node] && !from.option || !visible || tag == "head" || tag == "noscript"
	style.Strike = style.Strike || from.strike
	id := f.builder.Open(content.Start{Role: role, Level: level, Hidden: hidden, Tag: tag, Attrs: attrs})
	f.place(node, style)
	inside := inherited{hidden: from.hidden || !f.shown[node] && !from.option, strike: style.Strike, option: from.option || tag == "select"}
	switch {
	case tag == "html" && !f.state.inside:
		f.doc.Lang = strings.TrimSpace(attr(attrs, "lang"))
		f.children(node, inside)
	case tag == "script":
		f.data(node, id, attrs)
	case isFrame(tag):
		f.inner(node, inside)
	case !isOpaque(tag):
		f.children(node, inside)
	}
	f.builder.Close()
}

// run writes a run of text. A hidden element's text is hidden with it; text in a
// visible element may be hidden by the element's own means.
func (f *frameWriter) run(node int32, from inherited) {
	id := f.builder.Text(f.text(f.document.Nodes.NodeValue[node]))
	if id == content.None {
		return
	}
	style, _ := f.style(node)
	style.Strike = style.Strike || from.strike
	f.place(node, style)
}

// inner writes the document of a frame into the element that holds it.
func (f *frameWriter) inner(node int32, from inherited) {
	w, index := f.treeWriter, f.frames[node]
	if separate := f.snapshot.frames[f.document.Nodes.BackendNodeID[node]]; separate != nil {
		w, index = newTreeWriter(separate, f.doc, f.builder), 0
	} else if index <= 0 {
		return
	}
	if int(index) >= len(w.snapshot.Documents) || f.depth >= maxFrameDepth {
		return
	}
	inner := &w.snapshot.Documents[index]
	if strings.HasPrefix(w.text(int32(inner.DocumentURL)), "chrome-error:") {
		return
	}
	state := frameState{hidden: from.hidden, inside: true}
	if box := f.box(node); box.Width > 0 || box.Height > 0 {
		state.x, state.y = box.X, box.Y
	}
	address := w.text(int32(inner.BaseURL))
	base, err := url.Parse(address)
	if err == nil && !strings.HasPrefix(address, noAddress) && (f.doc.Base == nil || base.String() != f.doc.Base.String()) && base.Host != "" {
		state.base = base
	}
	w.frame(inner, state, f.depth+1)
}

// data keeps the text of a script element.
func (f *frameWriter) data(node int32, id content.ID, attrs []content.Attr) {
	text := f.inside(node)
	if text == "" {
		return
	}
	kind, _, _ := strings.Cut(attr(attrs, "type"), ";")
	f.doc.Data = append(f.doc.Data, content.Data{
		Type: strings.ToLower(strings.TrimSpace(kind)),
		ID:   attr(attrs, "id"),
		Text: text,
		Node: id,
	})
}

// inside returns the text directly inside an element; the browser splits long texts.
func (f *frameWriter) inside(node int32) string {
	first := f.first[node]
	if first < 0 {
		return ""
	}
	if f.next[first] < 0 {
		return f.text(f.document.Nodes.NodeValue[first])
	}
	var all strings.Builder
	for child := first; child >= 0; child = f.next[child] {
		all.WriteString(f.text(f.document.Nodes.NodeValue[child]))
	}
	return all.String()
}

// attributes returns an element's attributes; fields have the value that is in them
// now, and pictures the address that the browser chose.
func (f *frameWriter) attributes(node int32, tag string) []content.Attr {
	pairs := f.document.Nodes.Attributes[node]
	attrs := make([]content.Attr, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		name, value := strings.ToLower(f.text(pairs[i])), f.text(pairs[i+1])
		if f.state.base != nil && (name == "href" || name == "src" || name == "poster") {
			if resolved, err := f.state.base.Parse(strings.TrimSpace(value)); err == nil {
				value = resolved.String()
			}
		}
		attrs = append(attrs, content.Attr{Name: name, Value: value})
	}
	if value, ok := f.values[node]; ok && attr(attrs, "type") != "password" {
		attrs = set(attrs, "value", f.text(value))
	}
	if f.checked[node] {
		if tag == "option" {
			attrs = set(attrs, "selected", "")
		} else {
			attrs = set(attrs, "checked", "")
		}
	}
	if source, ok := f.sources[node]; ok && attr(attrs, "src") == "" {
		attrs = set(attrs, "src", strings.TrimPrefix(f.text(source), noAddress))
	}
	if len(attrs) == 0 {
		return nil
	}
	return attrs
}

func set(attrs []content.Attr, name, value string) []content.Attr {
	for i := range attrs {
		if attrs[i].Name == name {
			attrs[i].Value = value
			return attrs
		}
	}
	return append(attrs, content.Attr{Name: name, Value: value})
}

// place adds the box and style of the node that was just added to the tree.
func (f *frameWriter) place(node int32, style content.Style) {
	f.doc.Boxes = append(f.doc.Boxes, f.box(node))
	f.doc.Styles = append(f.doc.Styles, style)
}

func (f *frameWriter) box(node int32) content.Box {
	row := f.layout[node]
	if row < 0 || int(row) >= len(f.document.Layout.Bounds) || len(f.document.Layout.Bounds[row]) < 4 {
		return content.Box{}
	}
	bounds := f.document.Layout.Bounds[row]
	return content.Box{X: f.state.x + bounds[0], Y: f.state.y + bounds[1], Width: bounds[2], Height: bounds[3]}
}

// style returns a node's style and whether its visibility lets it be seen.
func (f *frameWriter) style(node int32) (style content.Style, visible bool) {
	row := f.layout[node]
	if row < 0 || int(row) >= len(f.document.Layout.Styles) || len(f.document.Layout.Styles[row]) < len(styles) {
		return content.Style{}, true
	}
	texts := f.document.Layout.Styles[row]
	size, _ := strconv.ParseFloat(strings.TrimSuffix(f.text(texts[fontSize]), "px"), 32)
	weight, _ := strconv.ParseFloat(f.text(texts[fontWeight]), 32)
	style = content.Style{
		Size:   float32(size),
		Weight: uint16(weight),
		Color:  f.color(texts[color]),
		Strike: strings.Contains(f.text(texts[decoration]), "line-through"),
	}
	return style, f.text(texts[visibility]) == "visible"
}

func (w *treeWriter) color(index int32) uint32 {
	value, ok := w.colors[index]
	if !ok {
		value = parseColor(w.text(index))
		w.colors[index] = value
	}
	return value
}

func (w *treeWriter) tag(index int32) string {
	tag, ok := w.roles[index]
	if !ok {
		tag = strings.ToLower(w.text(index))
		w.roles[index] = tag
	}
	return tag
}

func (w *treeWriter) text(index int32) string {
	if index < 0 || int(index) >= len(w.snapshot.Strings) {
		return ""
	}
	return w.snapshot.Strings[index]
}

// parseColor reads a computed colour: rgb(1, 2, 3), rgba(1, 2, 3, 0.5) or
// color(srgb 0.1 0.2 0.3). Others count as black.
func parseColor(text string) uint32 {
	scale := 1.0
	inner, ok := strings.CutPrefix(text, "rgb")
	if !ok {
		if inner, ok = strings.CutPrefix(text, "color(srgb "); !ok {
			return 0
		}
		scale = 255
	}
	parts := strings.FieldsFunc(inner, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if len(parts) < 3 {
		return 0
	}
	var value uint32
	for _, part := range parts[:3] {
		number, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return 0
		}
		value = value<<8 | uint32(min(255, number*scale+0.5))
	}
	return value
}

func isFrame(tag string) bool { return tag == "iframe" || tag == "frame" || tag == "object" }

func (r rare) values() map[int32]int32 {
	values := make(map[int32]int32, len(r.Index))
	for i, index := range r.Index {
		if i < len(r.Value) {
			values[index] = r.Value[i]
		}
	}
	return values
}

func (r rare) set() map[int32]bool {
	set := make(map[int32]bool, len(r.Index))
	for _, index := range r.Index {
		set[index] = true
	}
	return set
}
