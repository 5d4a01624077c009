package table

import (
	"strings"
	"testing"

	"assay/keymap"
	"assay/ui/rows"
)

// Without colours the row one is on is reversed, and the cell is what is not.
func TestTheCellIsSeenWithoutColours(t *testing.T) {
	m := shown(t, lamps, 120, 10)
	press(m, keymap.TableDown, keymap.TableRight)
	row := strings.Split(m.View(), "\n")[2]
	for _, want := range []string{"\x1b[7mbirch", "\x1b[1;4m129"} {
		if !strings.Contains(row, want) {
			t.Errorf("%q is not in %q", want, row)
		}
	}
	if head := strings.Split(m.View(), "\n")[0]; !strings.Contains(head, "\x1b[1;7mprice") {
		t.Errorf("the column is not seen in %q", head)
	}
	m.Blur()
	if frame := m.View(); strings.Contains(frame, "\x1b[7m") || !strings.Contains(frame, "▌") {
		t.Errorf("without the focus it is %q", frame)
	}
}

// Marks are gone through in the order that is shown, and hidden columns are passed over.
func TestNextMarkFollowsTheOrderShown(t *testing.T) {
	m := shown(t, lamps, 120, 10)
	first, _ := m.doc.Find("/products/0")
	price, _ := m.doc.Find("/products/2/price")
	third, _ := m.doc.Find("/products/2")
	m.SetMarks(func(n int) rows.Sign {
		switch n {
		case first:
			return rows.Sign{Text: "+"}
		case price:
			return rows.Sign{Text: "~"}
		case third:
			return rows.Sign{Text: "~", Inside: true}
		}
		return rows.Sign{}
	})
	press(m, keymap.TableRight, keymap.TableSort) // by price: Cedar, Alder, birch
	press(m, keymap.TableLeft)
	var went []string
	for range 3 {
		if _, found := m.NextMark(true); !found {
			t.Fatal("there is no mark")
		}
		went = append(went, m.doc.Path(m.Node()))
	}
	if got, want := strings.Join(went, " "), ".products[2].price .products[0].price .products[2].price"; got != want {
		t.Errorf("went to %s, want %s", got, want)
	}
	press(m, keymap.TableHide)
	if _, found := m.NextMark(true); !found || m.doc.Path(m.Node()) != ".products[0].name" && m.doc.Path(m.Node()) != ".products[0].added" {
		t.Errorf("with the column hidden it is at %s", m.doc.Path(m.Node()))
	}
	if round, found := m.NextMark(true); !round || !found {
		t.Error("the only mark left is not gone round to")
	}
}
