package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"assay/service/extract/words"
)

// taughtNames returns the names that the model of words learns from, each as its words in one string.
func taughtNames() (map[string]bool, error) {
	taught := map[string]bool{}
	all, err := words.ReadParaphrases(os.DirFS(paraphrases))
	if err != nil {
		return nil, err
	}
	for _, a := range append(all, words.Fields()...) {
		for _, w := range a.Ways {
			taught[wordsOf(w.Name)] = true
		}
	}
	return taught, nil
}

func wordsOf(name string) string { return strings.Join(words.Split(name), " ") }

// reportUntaught prints how well the fields of the held-back half are answered by names that the
// model of words has learned, and by others.
func (m *measurer) reportUntaught(w io.Writer, scores []score) error {
	taught, err := taughtNames()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\nheld-back half, by names that the model of words has learned, and by others:\n")
	for _, g := range m.groups() {
		var sum [2]float64
		var n [2]int
		for _, i := range g.of {
			if !m.cases[i].held() {
				continue
			}
			for path, credit := range scores[i].credits {
				k := 1
				if taught[wordsOf(strings.TrimSuffix(path[strings.LastIndex(path, ".")+1:], "[]"))] {
					k = 0
				}
				sum[k] += credit
				n[k]++
			}
		}
		if n[0]+n[1] > 0 {
			fmt.Fprintf(w, "%-17s %-9s %.4f of %4d %.4f of %4d\n", g.set, g.variant, sum[0]/float64(max(1, n[0])), n[0], sum[1]/float64(max(1, n[1])), n[1])
		}
	}
	return nil
}
