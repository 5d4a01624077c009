package document_test

import (
	"context"
	"flag"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"assay/service/content"
	"assay/service/document"
	"assay/service/document/layout"
)

var timed = flag.String("timed", "", "`folder` with PDFs, below which they are read to compare with pdftotext")

// TestSpeedOfFiles takes how long it takes to read the PDFs of a folder that have a text layer,
// beside pdftotext -tsv alone: the least of some runs each, as other work of the machine only
// adds to them.
func TestSpeedOfFiles(t *testing.T) {
	if *timed == "" {
		t.Skip("no -timed")
	}
	paths, err := filepath.Glob(filepath.Join(*timed, "*", "*.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	reader := document.NewReader(document.Config{})
	type ratio struct {
		path                string
		ours, theirs, ratio float64
	}
	var all []ratio
	for _, path := range paths {
		var ours, theirs float64
		recognised := false
		for range 7 { // by turns, as the machine's other work comes and goes
			began := time.Now()
			if err = exec.CommandContext(ctx, "pdftotext", "-tsv", path, "-").Run(); err != nil {
				break
			}
			theirs = lesser(theirs, began)
			began = time.Now()
			var file *document.File
			if file, err = reader.Open(ctx, path); err != nil {
				break
			}
			var doc *content.Document
			if doc, err = reader.Read(ctx, file, document.Options{}); err != nil {
				break
			}
			ours = lesser(ours, began)
			for id := range doc.Nodes {
				_, ok := doc.Attr(content.ID(id), layout.Recognised)
				recognised = recognised || ok
			}
			if recognised {
				break
			}
		}
		if err != nil || recognised {
			continue
		}
		all = append(all, ratio{path, ours, theirs, ours / theirs})
	}
	if len(all) == 0 {
		t.Fatal("no PDF with a text layer")
	}
	slices.SortFunc(all, func(a, b ratio) int { return int(1e6 * (a.ratio - b.ratio)) })
	fmt.Printf("%d files: median %.2f times pdftotext -tsv, worst %.2f\n", len(all), all[len(all)/2].ratio, all[len(all)-1].ratio)
	for _, r := range all[max(0, len(all)-5):] {
		fmt.Printf("  %.2f  %.1f ms, pdftotext %.1f ms  %s\n", r.ratio, r.ours, r.theirs, filepath.Base(r.path))
	}
}

// lesser is the lesser of a time in milliseconds, if there is one, and the time since.
func lesser(least float64, began time.Time) float64 {
	if took := float64(time.Since(began).Microseconds()) / 1000; least == 0 || took < least {
		return took
	}
	return least
}
