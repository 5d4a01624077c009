package listing

import (
	"assay/service/content"
	"assay/service/extract/fields"
)

// assign gives each field one of its options, the surest first. A value that
// another field has taken counts for less, so that two fields share one only if
// there is nothing better. Nothing below the threshold is given.
func assign(options [][]fields.Value, threshold, shared float64) []fields.Value {
	type use struct {
		node content.ID
		json string
	}
	out := make([]fields.Value, len(options))
	for i := range out {
		out[i].Node = content.None
	}
	users := map[use][]int{} // the fields that have a value among their options
	for i := range options {
		for k := range options[i] {
			u := use{options[i][k].Node, options[i][k].JSON}
			users[u] = append(users[u], i)
		}
	}
	taken := map[use]bool{}
	type choice struct {
		score float64
		at    int // -1: none above the threshold
	}
	best := make([]choice, len(options)) // of each field as things stand
	choose := func(i int) {
		best[i] = choice{threshold, -1}
		for k := range options[i] {
			v := &options[i][k]
			score := v.Score
			if taken[use{v.Node, v.JSON}] {
				score *= shared
			}
			if score > best[i].score {
				best[i] = choice{score, k}
			}
		}
	}
	for i := range options {
		choose(i)
	}
	for range options {
		field := -1
		for i := range best {
			if best[i].at >= 0 && (field < 0 || best[i].score > best[field].score) {
				field = i
			}
		}
		if field < 0 {
			break
		}
		v := options[field][best[field].at]
		v.Score = best[field].score
		out[field], options[field] = v, nil
		best[field].at = -1
		if u := (use{v.Node, v.JSON}); !taken[u] {
			taken[u] = true
			for _, i := range users[u] {
				choose(i)
			}
		}
	}
	return out
}
