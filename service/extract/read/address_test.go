package read_test

import (
	"testing"

	"assay/service/extract/read"
)

func TestAddress(t *testing.T) {
	for text, want := range map[string]string{
		"12 High Street\nLondon SW1A 1AA":              "12 High Street, London SW1A 1AA",
		"12 High Street,\n London ,\n\nSW1A 1AA,":      "12 High Street, London, SW1A 1AA",
		"Address:\nHauptstr. 3\n10115 Berlin\nGermany": "Hauptstr. 3, 10115 Berlin, Germany",
		"Anschrift: Hauptstr. 3\n10115 Berlin":         "Hauptstr. 3, 10115 Berlin",
		"1 Main St\n1 Main St\nSpringfield":            "1 Main St, Springfield",
		"350 Fifth Avenue, New York, NY 10118":         "350 Fifth Avenue, New York, NY 10118",
		"Suite 4: West Wing, 9 Elm Road":               "Suite 4: West Wing, 9 Elm Road",
		"":                                             "",
	} {
		if got := read.Address(text); got != want {
			t.Errorf("Address(%q) = %q, want %q", text, got, want)
		}
	}
}
