package evidence_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"assay/service/content"
	"assay/service/extract/evidence"
	"assay/service/extract/lexicon"
	"assay/service/extract/tree"
	"assay/service/page"
)

func gather(t *testing.T, html string) *evidence.Index {
	t.Helper()
	doc, err := page.Parse(html, nil)
	if err != nil {
		t.Fatal(err)
	}
	return evidence.Gather(context.Background(), tree.New(doc))
}

// values returns what the page gives under a name, by one kind of evidence.
func values(x *evidence.Index, kind evidence.Kind, name string) []string {
	var out []string
	for _, f := range x.Facts {
		if f.Kind == kind && slices.EqualFunc(x.Phrase(f.Key), lexicon.Compile(name), func(a, b lexicon.Term) bool { return a.Word == b.Word }) {
			out = append(out, f.Values...)
		}
	}
	return out
}

func TestFacts(t *testing.T) {
	tests := []struct {
		name, html string
		kind       evidence.Kind
		key        string
		want       string // values joined by " | "
	}{
		{"json-ld", `<script type="application/ld+json">{"@type":"Product","name":"A &amp; B","offers":{"price":5}}</script>`, evidence.JSONLD, "name", "A & B"},
		{"json-ld nested", `<script type="application/ld+json">{"offers":{"price":5}}</script>`, evidence.JSONLD, "price", "5"},
		{"json-ld list", `<script type="application/ld+json">[{"recipeIngredient":["x","y"]}]</script>`, evidence.JSONLD, "recipeIngredient", "x | y"},
		{"json-ld steps", `<script type="application/ld+json">{"recipeInstructions":[{"@type":"HowToSection","name":"S","itemListElement":[{"@type":"HowToStep","text":"a"},{"@type":"HowToStep","text":"b"}]}]}</script>`, evidence.JSONLD, "recipeInstructions", "S | a | b"},
		{"json-ld reference", `<script type="application/ld+json">{"@graph":[{"@type":"Article","author":{"@id":"#p"}},{"@id":"#p","@type":"Person","name":"Ann"}]}</script>`, evidence.JSONLD, "author", "Ann"},
		{"json-ld address", `<script type="application/ld+json">{"address":{"@type":"PostalAddress","addressLocality":"L","streetAddress":"1 S St"}}</script>`, evidence.JSONLD, "address", "1 S St, L"},
		{"json-ld sloppy", "<script type=\"application/ld+json\">/* x */ {\"name\":\"a\nb\", \"y\":[1,],} ;</script>", evidence.JSONLD, "name", "a\nb"},
		{"json-ld HTML", `<script type="application/ld+json">{"text":"<p>One<\/p><p>Two<\/p>"}</script>`, evidence.JSONLD, "text", "One\nTwo"},
		{"microdata", `<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Lamp</b></div>`, evidence.Microdata, "name", "Lamp"},
		{"microdata content", `<div itemscope><meta itemprop="price" content="9.50"></div>`, evidence.Microdata, "price", "9.50"},
		{"microdata nested", `<div itemscope><p itemprop="brand" itemscope itemtype="Brand"><i itemprop="name">B</i></p></div>`, evidence.Microdata, "brand", "B"},
		{"rdfa", `<div vocab="https://schema.org/" typeof="Person"><b property="name">Ann</b></div>`, evidence.RDFa, "name", "Ann"},
		{"open graph", `<meta property="og:title" content="T">`, evidence.Meta, "title", "T"},
		{"repeated meta", `<meta property="article:tag" content="a"><meta property="article:tag" content="b">`, evidence.Meta, "tag", "a | b"},
		{"table row", `<table><tr><th>Weight</th><td>2 kg</td></tr></table>`, evidence.Label, "Weight", "2 kg"},
		{"plain table row", `<table><tr><td>Weight</td><td>2 kg</td></tr><tr><td>Colour</td><td>Red</td></tr></table>`, evidence.Label, "Colour", "Red"},
		{"two pairs a row", `<table><tr><td colspan=4><b>Details</b></td></tr><tr><td>Author</td><td>Ann Lee</td><td>Publisher</td><td>Low Press</td></tr><tr><td>Pages</td><td>512</td><td>Weight</td><td>2 kg</td></tr></table>`, evidence.Label, "Weight", "2 kg"},
		{"three pairs a row", `<table><tr><td>Flag<td>Malta<td>Built<td>2011, Ulsan<td>Length<td>189.9 m<tr><td>Beam<td>32.3 m<td>Draught<td>12.8 m<td>Owner<td>Kintyre Bulk Ltd</table>`, evidence.Label, "Owner", "Kintyre Bulk Ltd"},
		{"labels under values", `<div><div><span>Maren Holt</span><br><small>Coach</small></div><div><span>Denmark</span><br><small>Represents</small></div><div><span>3:58.34</span><br><small>Personal best</small></div></div>`, evidence.Label, "Coach", "Maren Holt"},
		{"four columns of words", `<table><tr><td>Pink</td><td>Ann Lee</td><td>Grey</td><td>Bob Roe</td></tr><tr><td>Blue</td><td>Cid Dee</td><td>Black</td><td>Dan Fox</td></tr></table>`, evidence.Label, "Pink", ""},
		{"labels over values", `<table><tr><td class=h>Director<td class=h>Genre<tr><td>Ann Lee<td>Western<tr><td class=h>Country<td class=h>Run time<tr><td>USA<td>131 min.</table>`, evidence.Label, "Run time", "131 min."},
		{"a label beside a label", `<table><tr><td class=h>Director<td class=h>Genre<tr><td>Ann Lee<td>Western<tr><td class=h>Country<td class=h>Run time<tr><td>USA<td>131 min.</table>`, evidence.Label, "Country", "USA"},
		{"first words dressed alike", `<ul><li><span>Born</span>3 June 1987</li><li><span>College</span>Low Hill</li></ul>`, evidence.Label, "College", "Low Hill"},
		{"first words over a break", `<div><p><span class=l>Cuisine</span><br>Thai</p><p><span class=l>Attire</span><br>Casual</p></div>`, evidence.Label, "Cuisine", "Thai"},
		{"first words of one alone", `<div><p><span>Once</span> upon a time</p><p>There was</p></div>`, evidence.Label, "Once", ""},
		{"bold and dash", `<p><b>Mount</b> - Four Thirds<br><b>Media</b> – CompactFlash</p>`, evidence.Label, "Media", "CompactFlash"},
		{"link to more", `<div><h5>Genre:</h5><div>Mystery <a href="/g">more</a></div></div>`, evidence.Label, "Genre", "Mystery"},
		{"no link to more", `<div><h5>Motto:</h5><div>Once <b>more</b></div></div>`, evidence.Label, "Motto", "Once more"},
		{"definition", `<dl><dt>Weight</dt><dd>2 kg</dd></dl>`, evidence.Label, "Weight", "2 kg"},
		{"colon", `<p>Weight: 2 kg</p>`, evidence.Label, "Weight", "2 kg"},
		{"colon across elements", `<p><b>Weight:</b> <span>2 kg</span></p>`, evidence.Label, "Weight", "2 kg"},
		{"two in a line", `<p><b>Weight:</b> 2 kg <b>Colour:</b> Red</p>`, evidence.Label, "Colour", "Red"},
		{"bars", `<p>Weight: 2 kg | Colour: Red</p>`, evidence.Label, "Colour", "Red"},
		{"next line", `<div>Weight:</div><div>2 kg</div>`, evidence.Label, "Weight", "2 kg"},
		{"label and value", `<li><span class="label">Weight</span><span class="value">2 kg</span></li>`, evidence.Label, "Weight", "2 kg"},
		{"value over label", `<div><b>3</b><span>Bedrooms</span></div>`, evidence.Label, "Bedrooms", "3"},
		{"form", `<label for=w>Weight</label><input id=w value="2 kg">`, evidence.Label, "Weight", "2 kg"},
		{"select", `<label for=w>Size</label><select id=w><option>S<option selected>M</select>`, evidence.Label, "Size", "M"},
		{"introduced", `<p>Serves 4</p>`, evidence.Label, "Serves", "4"},
		{"byline", `<p>Recipe by Ann Lee</p>`, evidence.Label, "Recipe by", "Ann Lee"},
		{"no label in a link", `<p>https://a.example</p>`, evidence.Label, "https", ""},
		{"no label in a time", `<p>At 12:30 sharp</p>`, evidence.Label, "At 12", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := values(gather(t, tt.html), tt.kind, tt.key)
			if tt.want == "" && len(got) > 0 || tt.want != "" && !slices.Contains(append(got, strings.Join(got, " | ")), tt.want) {
				t.Errorf("%s under %q: %q, want %q", tt.kind, tt.key, got, tt.want)
			}
		})
	}
}

func TestMarks(t *testing.T) {
	x := gather(t, `<p>On 14 February 2024</p><time datetime="2024-02-15">Thursday</time><p>Now £64.50</p>
		<p>Mail ann@lee.example or <a href="tel:+15550100">call</a></p><p>Fax (01689) 859622</p>`)
	texts := func(marks []evidence.Mark) string {
		var out []string
		for _, m := range marks {
			out = append(out, m.Text)
		}
		return strings.Join(out, "; ")
	}
	for _, tt := range []struct{ name, got, want string }{
		{"dates", texts(x.Dates), "2024-02-15; 14 February 2024"},
		{"prices", texts(x.Prices), "Now £64.50"},
		{"phones", texts(x.Phones), "+15550100; (01689) 859622"},
		{"emails", texts(x.Emails), "ann@lee.example"},
	} {
		if tt.got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, tt.got, tt.want)
		}
	}
}

func TestTables(t *testing.T) {
	tests := []struct{ name, html, headers, last string }{
		{"head", `<table><thead><tr><th>A<th>B<tbody><tr><td>1<td>2`, "A B", "1 2"},
		{"first row of headers", `<table><tr><th>A<th>B<tr><td>1<td>2<tr><td>3<td>4`, "A B", "3 4"},
		{"row span", `<table><tr><th>A<th>B<tr><td rowspan=2>1<td>2<tr><td>4`, "A B", "1 4"},
		{"two header rows", `<table><tr><th rowspan=2>A<th colspan=2>B<tr><th>C<th>D<tr><td>1<td>2<td>3`, "A B C B D", "1 2 3"},
		{"bold row", `<table><tr><td><b>A</b><td><b>B</b><tr><td>1<td>2<tr><td>3<td>4`, "A B", "3 4"},
		{"an empty corner", `<table><tr><td>&nbsp;<td>A<td>B<tr><td>c<td>d<td>e<tr><td>f<td>g<td>h`, " A B", "f g h"},
		{"row headers", `<table><tr><th>A<th>B<tr><th>1<th>2`, "A B", "1 2"},
		{"note across", `<table><tr><th>A<th>B<tr><td>1<td>2<tr><td colspan=2>note`, "A B", "1 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := gather(t, tt.html)
			if len(x.Tables) != 1 {
				t.Fatalf("%d tables", len(x.Tables))
			}
			g := x.Tables[0]
			var headers, cells []string
			for _, h := range g.Headers {
				headers = append(headers, h.Text)
			}
			for _, c := range g.Rows[len(g.Rows)-1].Cells {
				cells = append(cells, x.Tree.Text(c))
			}
			if got := strings.Join(headers, " "); got != tt.headers {
				t.Errorf("headers %q, want %q", got, tt.headers)
			}
			if got := strings.Join(cells, " "); got != tt.last {
				t.Errorf("last row %q, want %q", got, tt.last)
			}
		})
	}
}

func TestMainText(t *testing.T) {
	words := strings.Repeat("Some words of a long enough paragraph, with commas, follow here. ", 4)
	x := gather(t, `<nav><p>`+words+`</p></nav><div id=story><p>`+words+`</p><p>`+words+`</p></div><div class=related><p>`+words+`</p></div>`)
	if got := x.Tree.Value(x.Main, "id"); got != "story" {
		t.Errorf("main text in %q %q", x.Tree.Tag(x.Main), got)
	}
}

func TestMainTextWithinMain(t *testing.T) {
	words := strings.Repeat("We and our partners process data, with your consent, to deliver what you see. ", 4)
	x := gather(t, `<main><h1>Sauces</h1><p>Our collection of sauces has something for every dish.</p><ul>`+strings.Repeat(`<li><a href="/s">The best sauce for fish</a></li>`, 20)+
		`</ul></main><div id="onetrust-consent-sdk"><p>`+words+`</p><p>`+words+`</p></div>`)
	if x.Main != content.None && x.Tree.Region(x.Main)&tree.InChrome != 0 {
		t.Errorf("the main text is the consent dialog's")
	}
	if !x.HasMain {
		t.Errorf("main is not taken for the page's own part")
	}
}

func TestMainTextOfForum(t *testing.T) {
	words := strings.Repeat("Some words of a long enough post, with commas, follow here. ", 4)
	post := `<div class="comment-post"><p>` + words + `</p></div>`
	for name, tt := range map[string]struct {
		page  string
		apart bool
	}{
		"forum":   {`<p>Welcome to the forum.</p>` + strings.Repeat(post, 6), false},
		"article": {`<p>` + words + words + `</p>` + strings.Repeat(post, 2), true},
	} {
		if x := gather(t, tt.page); (x.Apart&tree.InComments != 0) != tt.apart {
			t.Errorf("%s: comments apart %v, want %v", name, !tt.apart, tt.apart)
		}
	}
}

func TestHeading(t *testing.T) {
	for page, want := range map[string]string{
		`<title>Lamp | Shop</title><header><a href="/"><h1>Shop</h1></a></header><main><h1>Lamp</h1></main>`:                         "Lamp",
		`<title>Release 7.1 is out - example.org</title><div><h1>example.org</h1></div><h2><a href="/t">Release 7.1 is out</a></h2>`: "Release 7.1 is out",
		`<title>Acme - Blue mug</title><h2>Acme</h2><h1>Blue mug</h1>`:                                                               "Blue mug",
		`<title>Handbook: Commands: SELECT</title><h2>SELECT</h2><h2>Synopsis</h2>`:                                                  "SELECT",
		`<title>Something else</title><h2>Synopsis</h2>`:                                                                             "",
	} {
		x := gather(t, page)
		got := ""
		if x.H1 != content.None {
			got = x.Tree.Text(x.H1)
		}
		if got != want {
			t.Errorf("%s: heading %q, want %q", page, got, want)
		}
	}
}
