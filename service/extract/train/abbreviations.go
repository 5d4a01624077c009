package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"assay/service/extract/words"
)

// abbreviations returns what words are cut short to, a line each: the short word and the
// whole one. They are taken from clipped names in the paraphrases, whose whole words are in
// other names of the same attribute; a short word that usually stands for one of them is kept.
func abbreviations(all []attribute) string {
	const (
		leastMet   = 2 // attributes that a short word is met in, in place of the whole one
		leastShare = 2 // it stands for the whole one in one of so many at least
		mostWhole  = 3 // attributes in which the short word is written as a word of its own, or
		mostShare  = 4 // one in so many of those in which it stands for another
	)
	stands := map[string]map[string]float64{} // by short word and whole word
	met, whole := map[string]int{}, map[string]int{}
	for _, a := range all {
		long := map[string]int{}
		for _, w := range a.ways {
			if w.style == "en" {
				for _, x := range w.name {
					long[x]++
				}
			}
		}
		for x := range long {
			whole[x]++
		}
		seen := map[string]bool{}
		for _, w := range a.ways {
			if w.style != "ab" {
				continue
			}
			for _, short := range w.name {
				if long[short] > 0 || seen[short] {
					continue
				}
				seen[short] = true
				met[short]++
				total := 0
				for x, n := range long {
					if words.IsCut(short, x) {
						total += n
					}
				}
				for x, n := range long {
					if words.IsCut(short, x) {
						if stands[short] == nil {
							stands[short] = map[string]float64{}
						}
						stands[short][x] += float64(n) / float64(total)
					}
				}
			}
		}
	}
	var out []string
	for short, wholes := range stands {
		best := ""
		for x, n := range wholes {
			if c := cmp.Compare(n, wholes[best]); c > 0 || c == 0 && x < best {
				best = x
			}
		}
		if n := wholes[best]; n >= leastMet && n*leastShare >= float64(met[short]) && whole[short] < max(mostWhole, met[short]/mostShare) {
			out = append(out, fmt.Sprintf("%s %s\n", short, best))
		}
	}
	slices.Sort(out)
	return strings.Join(out, "")
}
