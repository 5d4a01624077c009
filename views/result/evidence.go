package result

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"strconv"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/imageview"
	"assay/ui/jsondoc"
	"assay/ui/pane"
	"assay/ui/toast"
	"assay/views/frame"
	"assay/wire"
)

// sourcePane is the pane under the data that says where on the page the selected value was
// read.
type sourcePane struct {
	open    bool
	picture bool // with the screenshot

	answer *Answer // what the rest was made of
	byPath map[string]wire.Evidence

	shot   image.Image
	broken error // why the screenshot cannot be shown
	frame  []string
	drawn  drawnShot
}

// drawnShot is what a drawn picture was made of.
type drawnShot struct {
	answer        *Answer
	pointer       string
	width, height int
}

const (
	evidenceHeight = 8  // with its borders
	evidenceLeast  = 10 // lines of the whole pane below which there is no room for it
	dataLeast      = 6  // lines that it leaves to the data
	shotLeast      = 24
	shotHeight     = 14 // with the screenshot at least
)

// shotRead is the screenshot of an answer, decoded.
type shotRead struct {
	answer *Answer
	shot   image.Image
	err    error
}

// EvidenceOpen reports whether the reader wants to see where values come from: an
// answer with evidence is of use then.
func (p *Pane) EvidenceOpen() bool { return p.source.open }

// OpenEvidence opens or closes the pane that says where values come from.
func (p *Pane) OpenEvidence(open bool) {
	p.source.open = open
	p.source.picture = p.source.picture && open
	p.layout()
}

// nextEvidence opens the pane, then shows the screenshot in it, then closes it. Without
// a screenshot it says so and leaves the pane open: Esc closes it.
func (p *Pane) nextEvidence() tea.Cmd {
	w := &p.source
	switch {
	case !w.open:
		w.open = true
	case w.picture || p.evidenceRows() == 0:
		w.open, w.picture = false, false
	case p.answer.Metadata.Screenshot == nil:
		return frame.Notify(toast.Info, p.noScreenshot())
	case p.height < shotLeast:
		return frame.Notify(toast.Info, "the pane is too low for the screenshot; "+p.key(keymap.ResultOpenShot)+" opens it")
	default:
		w.picture = true
	}
	p.layout()
	return p.readShot()
}

// readShot decodes the screenshot once it is pending.
func (p *Pane) readShot() tea.Cmd {
	w := &p.source
	if !w.picture || p.answer == nil || w.answer == p.answer && (w.shot != nil || w.broken != nil) {
		return nil
	}
	p.evidence()
	answer := p.answer
	if answer.Metadata.Screenshot == nil {
		return nil
	}
	return func() tea.Msg {
		data, err := base64.StdEncoding.DecodeString(*answer.Metadata.Screenshot)
		if err != nil {
			return shotRead{answer, nil, err}
		}
		shot, err := png.Decode(bytes.NewReader(data))
		return shotRead{answer, shot, err}
	}
}

func (p *Pane) shotRead(msg shotRead) {
	if msg.answer == p.source.answer {
		p.source.shot, p.source.broken, p.dirty = msg.shot, msg.err, true
	}
}

// evidence returns the evidence of the answer by the pointer of the value.
func (p *Pane) evidence() map[string]wire.Evidence {
	w := &p.source
	if w.answer != p.answer {
		*w = sourcePane{open: w.open, picture: w.picture, answer: p.answer, byPath: map[string]wire.Evidence{}}
		for _, e := range p.answer.Metadata.Evidence {
			w.byPath[e.Pointer] = e
		}
	}
	return w.byPath
}

// evidenceRows returns how many lines the pane takes; 0 if it is not there.
func (p *Pane) evidenceRows() int {
	switch {
	case !p.source.open || p.options.Plain || p.height < evidenceLeast || p.face == asMetadata || !p.readable():
		return 0
	case p.source.picture && p.height >= shotLeast:
		return max(p.height-p.height*2/5, shotHeight)
	}
	return min(evidenceHeight, p.height-dataLeast)
}

func (p *Pane) drawEvidence(height int) []string {
	t := p.theme
	box := pane.Pane{Title: "Where from"}
	box.Right = t.Strong.Render(p.key(keymap.Cancel)) + t.Dim.Render(" closes")
	if !p.source.picture && p.answer.Metadata.Screenshot != nil && p.height >= shotLeast {
		box.Right = t.Strong.Render(p.key(keymap.ResultWhere)) + t.Dim.Render(" screenshot")
	}
	width, rows := box.Inner(p.width, height)
	return box.Draw(t, p.width, height, p.evidencePane(width, rows))
}

func (p *Pane) evidencePane(width, rows int) []string {
	t := p.theme
	say := func(text string) []string {
		var lines []string
		for _, line := range cells.Wrap(text, width) {
			lines = append(lines, t.Dim.Render(line))
		}
		return lines
	}
	doc, n := p.whole.tree.Document(), -1
	if doc != nil && p.shown() == p.whole {
		n = p.whole.node(p.face)
	}
	switch {
	case p.filter.viewer != nil:
		return say("What a filter makes has no place on the page. " + p.key(keymap.Cancel) + " shows the answer itself.")
	case p.changes.viewer != nil:
		return say("Values are followed to the page from the answer itself. " + p.key(keymap.ResultChanges) + " shows it.")
	case len(p.answer.Metadata.Evidence) == 0:
		if p.options.Again == "" {
			return say("The answer came without evidence.")
		}
		return say("The answer came without evidence. " + p.key(p.options.Again) + " runs the query again and asks for it.")
	case n < 0:
		return nil
	}
	found, ok := p.evidence()[doc.Pointer(n)]
	switch {
	case !ok && doc.HasChildren(n):
		return say(p.countBelow(doc, n) + ". Select one to see where it comes from.")
	case !ok && doc.Kind(n) == jsondoc.Null:
		return say("Nothing on the page was found for this field.")
	case !ok:
		return say("The service says nothing of where this value comes from.")
	}
	if !p.source.picture || rows <= evidenceHeight-2 {
		return p.evidenceLines(found, string(doc.Text(n)), width, rows)
	}
	lines := p.evidenceLines(found, string(doc.Text(n)), width, evidenceHeight-2)
	return append(lines, p.shotLines(found, width, rows-len(lines))...)
}

// countBelow says how many of the values in a node have evidence.
func (p *Pane) countBelow(doc *jsondoc.Document, n int) string {
	prefix, count := doc.Pointer(n)+"/", 0
	for pointer := range p.evidence() {
		if strings.HasPrefix(pointer, prefix) {
			count++
		}
	}
	return frame.Counted(count, "value") + " in here with a source"
}

// evidenceLines describes one piece of evidence: what kind it is, where it is, and
// the words it was read from with the value marked in them.
func (p *Pane) evidenceLines(e wire.Evidence, value string, width, rows int) []string {
	t := p.theme
	score := t.Dim.Render("score ") + p.scoreStyle(e.Score).Render(strconv.FormatFloat(e.Score, 'f', 2, 64))
	place := ""
	switch {
	case e.Selector != nil:
		place = cells.CutMiddle(cells.Visible(*e.Selector), max(width-4, 8), t.Glyphs.Ellipsis)
	case e.Page > 0:
		place = "page " + strconv.Itoa(e.Page)
	}
	if e.Box != nil && e.Box[2] > 0 && e.Box[3] > 0 {
		at := fmt.Sprintf("at %.0f, %.0f  %.0f x %.0f", e.Box[0], e.Box[1], e.Box[2], e.Box[3])
		if cells.Width(place)+cells.Width(at)+2 <= width {
			place = strings.TrimLeft(place+"  ", " ") + at
		}
	}
	lines := []string{cells.Ends(t.Accent.Render(cells.Visible(e.Kind)), score, width)}
	if place != "" {
		lines = append(lines, t.Text.Render(place))
	}
	address := value
	text := strings.Join(strings.Fields(cells.Visible(e.Text)), " ")
	value = strings.Join(strings.Fields(cells.Visible(value)), " ")
	if at := strings.Index(text, value); at > 3*width { // what is before it is of little use
		text = t.Glyphs.Ellipsis + text[strings.IndexByte(text[at-2*width:], ' ')+at-2*width+1:]
	}
	return append(lines, p.marked(text, value, address, width, max(rows-len(lines), 1))...)
}

// tokenEnd returns the end of the number that goes on at a place of the text, as the
// 64.5 that was read goes on in 64.50, or the place itself.
func tokenEnd(text string, at int) int {
	digit := func(i int) bool { return i >= 0 && i < len(text) && text[i] >= '0' && text[i] <= '9' }
	for digit(at-1) && (digit(at) || at < len(text) && (text[at] == '.' || text[at] == ',') && digit(at+1)) {
		at++
		for digit(at) {
			at++
		}
	}
	return at
}

// marked wraps words with a value in them marked, as a link if it is an address; they
// end with an ellipsis if they take more than rows lines.
func (p *Pane) marked(text, value, address string, width, rows int) []string {
	t := p.theme
	link, linkEnd := t.LinkStart(address, true), themes.LinkEnd
	if link == "" {
		linkEnd = ""
	}
	from, to := -1, -1
	if value != "" {
		if from = strings.Index(text, value); from >= 0 {
			to = tokenEnd(text, from+len(value))
		}
	}
	var lines []string
	offset := 0
	for _, line := range cells.Wrap(text, width) {
		if len(lines) == rows {
			lines[rows-1] = cells.Fit(lines[rows-1], max(width-1, 0), "") + t.Dim.Render(t.Glyphs.Ellipsis)
			break
		}
		if i := strings.Index(text[offset:], line); i >= 0 {
			offset += i
		}
		a := max(0, min(from-offset, len(line)))
		b := max(a, min(to-offset, len(line)))
		if from < 0 {
			a, b = 0, 0
		}
		lines = append(lines, t.Dim.Render(line[:a])+link+t.Match.Render(line[a:b])+linkEnd+t.Dim.Render(line[b:]))
		offset += len(line)
	}
	return lines
}

// shotLines draws the part of the screenshot that a value is in, with its box marked.
func (p *Pane) shotLines(e wire.Evidence, width, height int) []string {
	t, w := p.theme, &p.source
	renderer := imageview.New(imageview.ThisScreen(t.Profile, t.Glyphs.ASCII))
	switch {
	case height < 3:
		return nil
	case w.broken != nil:
		return []string{"", t.Bad.Render("The screenshot cannot be shown: " + cells.Visible(w.broken.Error()))}
	case w.shot == nil:
		return []string{"", t.Dim.Render("reading the screenshot")}
	case renderer.Method() == imageview.None:
		return []string{"", t.Dim.Render("A terminal without colours shows no pictures; " + p.key(keymap.ResultOpenShot) + " opens it.")}
	}
	box, ok := boxIn(w.shot, e)
	if !ok {
		return []string{"", t.Dim.Render("The value is not in the part of the page that the screenshot shows.")}
	}
	now := drawnShot{p.answer, e.Pointer, width, height}
	if w.drawn != now || len(w.frame) == 0 {
		w.frame, w.drawn = renderer.Draw(around(w.shot, box, width, 2*height), width, height), now
	}
	return w.frame
}

// boxIn returns the box of a value in a screenshot; ok is false if it has none or it
// lies outside.
func boxIn(shot image.Image, e wire.Evidence) (box image.Rectangle, ok bool) {
	if e.Box == nil || e.Box[2] <= 0 || e.Box[3] <= 0 {
		return box, false
	}
	b := *e.Box
	box = image.Rect(int(b[0]), int(b[1]), int(b[0]+b[2])+1, int(b[1]+b[3])+1).Intersect(shot.Bounds())
	return box, !box.Empty()
}

// boxColor is that of the frame around a value: seen on any page, whatever the theme.
var boxColor = color.RGBA{0xff, 0x5c, 0x00, 0xff}

// shotWidth is how many pixels of the page are shown across, so that words stay
// words.
const shotWidth = 520

// around cuts a picture to the surroundings of a box, in the proportions of an area,
// and draws a frame around the box.
func around(shot image.Image, box image.Rectangle, width, height int) image.Image {
	bounds := shot.Bounds()
	wide := min(max(shotWidth, box.Dx()*6/5), bounds.Dx())
	high := min(max(wide*height/max(width, 1), box.Dy()*6/5), bounds.Dy())
	middle := image.Pt((box.Min.X+box.Max.X)/2, (box.Min.Y+box.Max.Y)/2)
	corner := image.Pt(
		max(bounds.Min.X, min(middle.X-wide/2, bounds.Max.X-wide)),
		max(bounds.Min.Y, min(middle.Y-high/2, bounds.Max.Y-high)),
	)
	cut := image.NewRGBA(image.Rect(0, 0, wide, high))
	draw.Draw(cut, cut.Bounds(), shot, corner, draw.Src)
	const thick = 4
	inner := box.Sub(corner).Inset(-2)
	outer := inner.Inset(-thick)
	fill := image.NewUniform(boxColor)
	for _, side := range []image.Rectangle{
		{outer.Min, image.Pt(outer.Max.X, inner.Min.Y)}, {image.Pt(outer.Min.X, inner.Max.Y), outer.Max},
		{outer.Min, image.Pt(inner.Min.X, outer.Max.Y)}, {image.Pt(inner.Max.X, outer.Min.Y), outer.Max},
	} {
		draw.Draw(cut, side, fill, image.Point{}, draw.Src)
	}
	return cut
}

func (p *Pane) scoreStyle(score float64) themes.Style {
	switch {
	case score >= 0.8:
		return p.theme.Good
	case score >= 0.5:
		return p.theme.Text
	}
	return p.theme.Warn
}
