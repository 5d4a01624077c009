package paper

import (
	"testing"

	"assay/service/content"
)

// TestOffers reads names and values where forms and letters print them.
func TestOffers(t *testing.T) {
	type run struct {
		x, y, width, height float32
		text                string
	}
	for name, c := range map[string]struct {
		runs []run
		want map[string]string // values by their names
		not  []string          // values that nothing names
	}{
		"over the value in small print": {
			[]run{{40, 40, 60, 8, "Contractnummer"}, {240, 40, 40, 8, "Looptijd"}, {40, 49, 80, 11, "OHC 2025 00761"}, {240, 49, 60, 11, "24 maanden"}},
			map[string]string{"Contractnummer": "OHC 2025 00761", "Looptijd": "24 maanden"},
			[]string{"Looptijd"},
		},
		"several in a line": {
			[]run{{40, 40, 400, 10, "Nome: Ana Ferraz N.º mecanográfico: 1147 Categoria: Oleiro de 1.ª"}},
			map[string]string{"Nome": "Ana Ferraz", "N.º mecanográfico": "1147", "Categoria": "Oleiro de 1.ª"},
			nil,
		},
		"a telephone number of many groups": {
			[]run{{40, 40, 190, 10, "12 Quay Street · Tel. 05522 / 61 40 83"}},
			map[string]string{"Tel": "05522 / 61 40 83"},
			[]string{"05522 / 61 40"},
		},
		"several names and as many values": {
			[]run{{40, 40, 60, 10, "Born / Sex:"}, {200, 40, 100, 10, "17/08/1961 / F"}},
			map[string]string{"Born": "17/08/1961", "Sex": "F"},
			nil,
		},
		"boxes": {
			[]run{{40, 40, 80, 10, "Contractvorm"}, {200, 40, 160, 10, "☐ Basis ☑ Comfort ☐ All-in"}},
			map[string]string{"Contractvorm": "Comfort"},
			[]string{"☐ Basis ☑ Comfort ☐ All-in"},
		},
		"a box for not": {
			[]run{{40, 40, 360, 10, "Il locatore dichiara di ☑ optare ☐ non optare per la cedolare secca"}},
			map[string]string{"optare per la cedolare secca": "optare per la cedolare secca"},
			[]string{"non optare per la cedolare secca"},
		},
		"from and to": {
			[]run{{40, 40, 90, 10, "Période de validité"}, {200, 40, 160, 10, "du 01/07/2025 au 30/06/2026"}},
			map[string]string{"Période de validité to end": "au 30/06/2026"},
			nil,
		},
		"sentences of a contract": {
			[]run{
				{40, 40, 500, 10, "This agreement is made between Ms Ana Ferraz born in Leeds on 17/08/1961, tax code QX552810,"},
				{40, 52, 500, 10, "hereinafter «the landlord», and Mr. Davide Sartini born in Hull, hereinafter «the tenant»."},
				{40, 64, 500, 10, "Art. 4 – Security deposit. At the signing of this contract the tenant pays to the landlord £ 1,740.00 in cash."},
			},
			map[string]string{"the landlord": "Ms Ana Ferraz", "the tenant": "Davide Sartini", "tax code the landlord": "QX552810", "Security deposit": "£ 1,740.00"},
			nil,
		},
		"counted": {
			[]run{{40, 40, 140, 10, "Classe : 4e B (27 élèves)"}},
			map[string]string{"élèves": "27"},
			nil,
		},
		"days of one month": {
			[]run{{40, 40, 90, 10, "12 to 19 June 2025"}},
			map[string]string{"from start": "12 June 2025", "to end": "19 June 2025"},
			nil,
		},
		"who somebody is": {
			[]run{{40, 40, 300, 10, "Present: P. Kuipers (chair), L. de Wit (clerk), J. Vonk"}},
			map[string]string{"chair": "P. Kuipers", "clerk": "L. de Wit"},
			nil,
		},
		"a list after a name": {
			[]run{{40, 40, 300, 10, "Not included: lunches, tips, admission Duomo (€ 18 p.p.)"}},
			map[string]string{"admission Duomo": "(€ 18 p.p.)"},
			nil,
		},
		"rows of a table": {
			[]run{
				{40, 40, 60, 10, "Bracket"}, {200, 40, 12, 10, "PZ"}, {280, 40, 30, 10, "1.500"},
				{40, 54, 60, 10, "Pipe"}, {200, 54, 12, 10, "KG"}, {280, 54, 30, 10, "412,5"},
			},
			map[string]string{"KG": ""},
			[]string{"Pipe"},
		},
	} {
		doc := &content.Document{Source: content.PDF, Layout: true}
		b := content.NewBuilder(doc)
		b.Open(content.Start{Role: content.Page})
		doc.Boxes = append(doc.Boxes, content.Box{Width: 595, Height: 842, Page: 1})
		for _, r := range c.runs {
			b.Open(content.Start{Role: content.Block})
			b.Text(r.text)
			b.Close()
			box := content.Box{X: r.x, Y: r.y, Width: r.width, Height: r.height, Page: 1}
			doc.Boxes = append(doc.Boxes, box, box)
		}
		b.Done()
		doc.Styles = make([]content.Style, len(doc.Nodes))
		got := map[string]string{}
		most := map[string]float64{}
		for _, o := range New(doc).Offers() {
			if o.Place > most[o.Label] {
				got[o.Label], most[o.Label] = o.Value, o.Place
			}
			for _, not := range c.not {
				if o.Value == not {
					t.Errorf("%s: %q names %q, want nothing to", name, o.Label, not)
				}
			}
		}
		for label, want := range c.want {
			if got[label] != want {
				t.Errorf("%s: %q names %q, want %q", name, label, got[label], want)
			}
		}
	}
}

// TestIsName tells the names of boxes of a form from what is in them.
func TestIsName(t *testing.T) {
	doc := &content.Document{Source: content.PDF, Layout: true}
	b := content.NewBuilder(doc)
	b.Open(content.Start{Role: content.Page})
	doc.Boxes = append(doc.Boxes, content.Box{Width: 595, Height: 842, Page: 1})
	for _, box := range []struct {
		y, height float32
		text      string
	}{{40, 7, "c Control number"}, {48, 11, "0031 A4"}} {
		b.Text(box.text)
		doc.Boxes = append(doc.Boxes, content.Box{X: 40, Y: box.y, Width: 80, Height: box.height, Page: 1})
	}
	b.Done()
	doc.Styles = make([]content.Style, len(doc.Nodes))
	s := New(doc)
	for text, want := range map[string]bool{"c Control number": true, "Control number": true, "0031 A4": false} {
		if got := s.IsName(text); got != want {
			t.Errorf("IsName(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestWithForm(t *testing.T) {
	for text, want := range map[string]string{
		"Brown & Sons, Ltd. — 12 High Street": "Brown & Sons, Ltd.",
		"Ann Lee, 12 High Street":             "Ann Lee",
		"Ann Lee":                             "Ann Lee",
	} {
		if got := WithForm(text); got != want {
			t.Errorf("WithForm(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestIBAN(t *testing.T) {
	for s, want := range map[string]bool{
		"DE89370400440532013000":      true,
		"GB82WEST12345698765432":      true,
		"DE89370400440532013001":      false,
		"FR1420041010050500013M02606": true,
	} {
		if got := isIBAN(s); got != want {
			t.Errorf("isIBAN(%s) = %v, want %v", s, got, want)
		}
	}
}
