package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/onpage"
)

// source is a source of evidence that can be switched off: kinds of evidence, or
// marks in the page that say what its parts are.
type source struct {
	name  string
	kinds []evidence.Kind
	plain []content.Role // elements of these roles become plain ones
	attr  string         // an attribute that is taken off every element
}

var sources = []source{
	{name: "json-ld", kinds: []evidence.Kind{evidence.JSONLD}},
	{name: "microdata", kinds: []evidence.Kind{evidence.Microdata}},
	{name: "rdfa", kinds: []evidence.Kind{evidence.RDFa}},
	{name: "metas", kinds: []evidence.Kind{evidence.Meta}},
	{name: "microformats", kinds: []evidence.Kind{evidence.Format}},
	{name: "state", kinds: []evidence.Kind{evidence.State}},
	{name: "structured", kinds: []evidence.Kind{evidence.JSONLD, evidence.Microdata, evidence.RDFa, evidence.Meta, evidence.Format, evidence.State}},
	{name: "tables", kinds: []evidence.Kind{evidence.Column}, plain: []content.Role{content.Table, content.Row, content.Cell, content.HeaderCell}},
	{name: "definitions", plain: []content.Role{content.Terms, content.Term, content.Definition}},
	{name: "labels", kinds: []evidence.Kind{evidence.Label}},
	{name: "headings", kinds: []evidence.Kind{evidence.Heading}},
	{name: "names", kinds: []evidence.Kind{evidence.Name}},
	{name: "time", plain: []content.Role{content.Time}, attr: "datetime"},
	{name: "forms-of-text", kinds: []evidence.Kind{evidence.Typed}},
	{name: "records", kinds: []evidence.Kind{evidence.Record}},
}

// sourcesOf finds sources by their names, separated by commas.
func sourcesOf(names string) ([]source, error) {
	var out []source
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(sources, func(s source) bool { return s.name == name })
		if i < 0 {
			var known []string
			for _, s := range sources {
				known = append(known, s.name)
			}
			return nil, fmt.Errorf("no source %q: there are %s", name, strings.Join(known, ", "))
		}
		out = append(out, sources[i])
	}
	return out, nil
}

// hide takes what a source reads off a page.
func (s *source) hide(doc *content.Document) {
	if len(s.plain) == 0 && s.attr == "" {
		return
	}
	for i := range doc.Nodes {
		n := &doc.Nodes[i]
		if slices.Contains(s.plain, n.Role) {
			if n.Role == content.Time {
				n.Role = content.Inline
			} else {
				n.Role = content.Block
			}
		}
		if s.attr != "" {
			doc.DeleteAttrs(content.ID(i), func(a content.Attr) bool { return a.Name == s.attr })
		}
	}
}

// ablate scores the engine without each source of evidence in turn.
func (m *measurer) ablate(ctx context.Context, out io.Writer) error {
	all, err := m.measure(ctx, onpage.Fitted())
	if err != nil {
		return err
	}
	groups := m.groups()
	row := func(name string, cell func(g group) string) {
		fmt.Fprintf(out, "%-14s", name)
		for _, g := range groups {
			fmt.Fprintf(out, " %12s", cell(g))
		}
		fmt.Fprintln(out)
	}
	row("without", func(g group) string { return g.set[:min(8, len(g.set))] + " " + g.variant[:2] })
	row("(nothing)", func(g group) string {
		mean, _ := m.mean(g, all, every)
		return fmt.Sprintf("%.4f", mean)
	})
	for _, s := range sources {
		m.without = []source{s}
		scores, err := m.measure(ctx, onpage.Fitted())
		if err != nil {
			return err
		}
		row(s.name, func(g group) string {
			before, _ := m.mean(g, all, every)
			after, _ := m.mean(g, scores, every)
			return fmt.Sprintf("%+.4f", after-before)
		})
	}
	return nil
}
