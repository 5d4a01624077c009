package views

import (
	"testing"

	"assay/views/frame"
)

func TestJumpGoesToAPathByItsLetters(t *testing.T) {
	d := answered(t)
	d.keys("@")
	d.until("Go to a path", ".products[].name", "2 of them", "11 paths")
	d.typed("prna")
	d.until(".products[].name", `"Alder"`, ".products[0].name")
	d.gone(".products[].price")
	d.keys("enter")
	d.gone("Go to a path")
	d.keys("p")
	if got := waitFor[frame.Copy](d).Text; got != ".products[0].name" {
		t.Errorf("it went to %s", got)
	}
	// In the text.
	d.keys("alt+v")
	d.until("raw")
	d.seen = nil
	d.keys("@")
	d.typed("prodpri")
	d.until(".products[0].price", "64.5")
	d.keys("enter", "y")
	if got := waitFor[frame.Copy](d).Text; got != "64.5" {
		t.Errorf("it went to %s", got)
	}
	d.keys("@")
	d.typed("zzz")
	d.until("nothing matches")
	d.keys("enter", "esc")
	d.gone("Go to a path")
}

// From the table it goes to the tree, into the record that the reader is in.
func TestJumpStaysInTheRecord(t *testing.T) {
	d := answered(t)
	d.keys("t", "j")
	d.until("row 2/2")
	d.keys("@")
	d.typed("price")
	d.until(".products[1].price")
	d.keys("enter")
	d.until("Fernhill again")
	d.seen = nil
	d.keys("y")
	if got := waitFor[frame.Copy](d).Text; got != "129" {
		t.Errorf("it went to %s", got)
	}
}
