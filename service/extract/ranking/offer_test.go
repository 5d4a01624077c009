package ranking

import (
	"strings"
	"testing"

	"assay/service/extract/rank"
)

func TestOffers(t *testing.T) {
	for _, tt := range []struct {
		name, html string
		is         int
		called     string
		value      string
	}{
		{"a cell by its row and its column", "<table><tr><th>Boat<th>Length<th>Built<tr><td>Heron<td>8.2 m<td>1987<tr><td>Plover<td>6 m<td>1992</table>", rank.IsCell, "Plover Length", "6 m"},
		{"an e-mail address by the text of its link", `<p><a href="mailto:news@quay.example">Newsroom</a></p>`, rank.IsForm, "Newsroom", "news@quay.example"},
		{"an e-mail address by the words before it", `<p>Write to <a href="mailto:ann@quay.example">ann@quay.example</a></p>`, rank.IsForm, "Write to", "ann@quay.example"},
		{"a marked word by the words beside it", "<p>To undo the last step, run <code>quay undo</code> at once.</p>", rank.IsMarked, "To undo the last step, run at once.", "quay undo"},
		{"a day in a sentence by the words beside it", "<p>The slip opens on 3 May 2024 at noon.</p>", rank.IsForm, "The slip opens on at noon.", "3 May 2024"},
		{"the second day of a sentence", "<p>The slip closed on 3 May 2023 and opens again on 12 June 2024 at noon.</p>", rank.IsForm, "May 2023 and opens again on at noon.", "12 June 2024"},
		{"a day of a long line", "<p>" + strings.Repeat("Boats come and go with the morning tide. ", 6) + "The storm came on 7 November 2021.</p>", rank.IsForm, "The storm came on .", "7 November 2021"},
		{"an amount in millions with its unit", "<p>The flood cost 310 million crowns in all.</p>", rank.IsMention, "The flood cost in all.", "310 million crowns"},
		{"a number whose thousands stand apart", "<p>The lock saw 21 870 boats last year.</p>", rank.IsMention, "The lock saw boats last year.", "21 870"},
		{"a number before another", "<p>The lock saw 21 870, 300 of them new, last year.</p>", rank.IsMention, "The lock saw 300 of them new, last year.", "21 870"},
		{"a line that is part of the title", "<title>Plover, 6 m sloop | Quay Boats</title><h1>Quay Boats</h1><div>Plover, 6 m sloop</div>", rank.IsTitle, "", "Plover, 6 m sloop"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var all []string
			offers, _ := offersOf(engineOf(t, tt.html))
			for _, o := range offers {
				if o.is == tt.is && strings.TrimSpace(o.name) == tt.called && o.value == tt.value {
					return
				}
				all = append(all, o.name+": "+o.value)
			}
			t.Errorf("%q is not offered as %q, but %q", tt.value, tt.called, all)
		})
	}
}
