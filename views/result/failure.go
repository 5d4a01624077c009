package result

import (
	"errors"
	"fmt"
	"strings"

	"assay/client"
	"assay/keymap"
	"assay/themes"
	"assay/ui/cells"
	"assay/ui/pane"
)

// describe explains a failure: what the service said, and what can be done.
func describe(err error) (sentence string, facts [][2]string, advice string) {
	var refused *client.Error
	if !errors.As(err, &refused) {
		return err.Error(), nil, ""
	}
	facts = append(facts, [2]string{"status", fmt.Sprint(refused.Status)})
	for _, fact := range [][2]string{{"code", refused.Code}, {"field", refused.Field}, {"request", refused.RequestID}} {
		if fact[1] != "" {
			facts = append(facts, fact)
		}
	}
	if refused.Position != nil {
		facts = append(facts, [2]string{"place", fmt.Sprintf("row %d, column %d", refused.Position.Row, refused.Position.Column)})
	}
	switch {
	case errors.Is(err, client.ErrQuotaExhausted):
		advice = "Nothing was charged. The Usage tab says when the next cycle begins."
	case errors.Is(err, client.ErrUnauthorized):
		advice = "Set ASSAY_API_KEY, or the key of the profile, to one that the service knows."
	case errors.Is(err, client.ErrBusy):
		advice = "Wait a moment and run it again."
	case refused.Code == "missing_part":
		advice = "Run `assay setup` on the service's machine, or query HTML from a file, which needs no browser."
	}
	return refused.Message, facts, advice
}

// headline says in short that there is a failure.
func (p *Pane) headline() string {
	headline := "The query failed"
	if p.options.Plain {
		headline = "The file could not be read"
	}
	return " " + p.theme.Bad.Render(p.theme.Glyphs.Cross+" "+headline)
}

func (p *Pane) drawFailure(inner int) []string {
	t := p.theme
	sentence, facts, advice := describe(p.err)
	lines := []string{"", p.headline(), ""}
	lines = append(lines, pane.Paragraph(t.Text, " ", sentence, inner-2)...)
	if advice != "" {
		lines = append(lines, "")
		lines = append(lines, pane.Paragraph(t.Dim, " ", advice, inner-2)...)
	}
	lines = append(lines, "")
	for _, fact := range facts {
		lines = append(lines, " "+t.Dim.Render(cells.Fit(fact[0], 10, ""))+t.Text.Render(cells.Visible(fact[1])))
	}
	if p.options.Again != "" {
		lines = append(lines, "", " "+t.Strong.Render(p.env.Key(p.options.Again))+t.Dim.Render(" runs it again"))
	}
	return lines
}

// drawFailureOver draws a failure in few lines, and under them the answer before it.
func (p *Pane) drawFailureOver(inner, height int) []string {
	const answerLeast = 2 // lines
	t := p.theme
	sentence, facts, advice := describe(p.err)
	var parts []string
	for _, fact := range facts {
		parts = append(parts, fact[0]+" "+cells.Visible(fact[1]))
	}
	lines := []string{p.headline()}
	add := func(style themes.Style, text string) {
		if text != "" {
			lines = append(lines, pane.Paragraph(style, "   ", text, inner-4)...)
		}
	}
	add(t.Text, sentence)
	add(t.Dim, advice)
	add(t.Dim, strings.Join(parts, t.Glyphs.Separator))
	keys := t.Strong.Render(p.env.Key(keymap.Cancel)) + t.Dim.Render(" goes back to the answer")
	if p.options.Again != "" {
		keys = t.Strong.Render(p.env.Key(p.options.Again)) + t.Dim.Render(" runs it again"+t.Glyphs.Separator) + keys
	}
	lines = append(lines[:min(len(lines), max(height-answerLeast-2, 1))], "   "+keys, t.Faint.Render(strings.Repeat(t.Glyphs.Horizontal, inner)))
	room := max(height-len(lines), 0)
	answer := p.drawAnswer(inner, room)
	return append(lines, answer[:min(len(answer), room)]...)
}
