package evidence_test

import (
	"testing"

	"assay/service/extract/evidence"
)

func TestMicroformats(t *testing.T) {
	tests := []struct {
		name, html, key, want string
	}{
		{"entry", `<div class="h-entry"><h1 class="p-name">A title</h1><time class="dt-published" datetime="2024-05-06">May</time></div>`, "published", "2024-05-06"},
		{"nested card", `<div class="h-entry"><p class="p-name">T</p><span class="p-author h-card"><a class="p-name u-url" href="/ann">Ann Lee</a></span></div>`, "author", "Ann Lee"},
		{"link", `<div class="h-card"><a class="p-name u-url" href="/x">X Y</a><p class="p-tel">1</p></div>`, "url", "/x"},
		{"classic entry", `<article class="post hentry"><h2 class="entry-title">T</h2><span class="author vcard"><a class="fn">Bo Fox</a><i class="url">z</i></span></article>`, "author", "Bo Fox"},
		{"classic recipe", `<div class="hrecipe"><span class="fn">Soup</span><ul><li><b>2</b> <span class="ingredient">eggs</span></li><li class="ingredient">salt</li></ul></div>`, "recipeIngredient", "2 eggs | salt"},
		{"value title", `<div class="hrecipe"><span class="fn">Soup</span><span class="duration">20 min<span class="value-title" title="PT20M"></span></span></div>`, "totalTime", "PT20M"},
		{"abbreviation", `<div class="vevent"><i class="summary">Fair</i><abbr class="dtstart" title="2025-01-02">2 Jan</abbr></div>`, "startDate", "2025-01-02"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := fact(t, gather(t, tt.html), evidence.Format, tt.key); got != tt.want {
				t.Errorf("%s = %q, want %q", tt.key, got, tt.want)
			}
		})
	}
}

func TestMicroformatsNeedTwoProperties(t *testing.T) {
	x := gather(t, `<body class="x"><div class="hentry">a theme gives this class to anything</div></body>`)
	if len(x.Things) != 0 {
		t.Errorf("%d things, want none", len(x.Things))
	}
}
