package extract_test

import (
	"testing"

	"assay/query"
	"assay/service/extract"
	"assay/service/extract/prompt"
	"assay/service/page"
)

// TestBest: the page decides between readings that are nearly as likely, and one that is far
// likelier stays.
func TestBest(t *testing.T) {
	const mug = `<title>Mug</title><h1>Tide mug</h1><dl><dt>Artist<dd>Ines Falk<dt>Volume<dd>330 ml</dl>`
	const many = `<title>Artists</title><h1>Artists</h1>
		<ul><li><h2>Ines Falk</h2><p>Born: 1961</p><li><h2>Ole Berg</h2><p>Born: 1975</p><li><h2>Ada Lind</h2><p>Born: 1980</p></ul>`
	one, list, races := "{ artist volume }", "{ artists[] { name born } }", "{ races[] { winner laps(integer) } }"
	for _, c := range []struct {
		name, html string
		readings   []string
		odds       float64 // of the second
		want, data string
	}{
		{"one thing", mug, []string{list, one}, -1, one, `{"artist":"Ines Falk","volume":"330 ml"}`},
		{"a list", many, []string{one, list}, -1, list, `{"artists":[{"name":"Ines Falk","born":"1961"},{"name":"Ole Berg","born":"1975"},{"name":"Ada Lind","born":"1980"}]}`},
		{"more answers", mug, []string{"{ artist }", one}, -1, one, `{"artist":"Ines Falk","volume":"330 ml"}`},
		{"far likelier", mug, []string{races, one}, -40, races, `{"races":[]}`},
		{"alone", mug, []string{one}, 0, one, `{"artist":"Ines Falk","volume":"330 ml"}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var readings []prompt.Reading
			for i, text := range c.readings {
				readings = append(readings, prompt.Reading{Query: parse(t, text), Odds: c.odds * float64(i)})
			}
			doc, err := page.Parse(c.html, nil)
			if err != nil {
				t.Fatal(err)
			}
			asked, result, err := extract.Best(t.Context(), doc, readings, extract.Options{NoEvidence: true})
			if err != nil {
				t.Fatal(err)
			}
			if query.Format(asked) != query.Format(parse(t, c.want)) || string(result.Data) != c.data || result.Evidence != nil {
				t.Errorf("%s answers %s, with %d pieces of evidence; want %s, %s", query.Format(asked), result.Data, len(result.Evidence), c.want, c.data)
			}
		})
	}
}
