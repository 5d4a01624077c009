package cells_test

import (
	"testing"

	"assay/ui/cells"
)

func TestWords(t *testing.T) {
	for _, test := range []struct {
		line        string
		at          int
		left, right int
		start, end  int
	}{
		{"shop name", 0, 0, 4, 0, 4},
		{"shop name", 4, 0, 9, 4, 5},
		{"shop name", 7, 5, 9, 5, 9},
		{"https://a", 5, 0, 8, 5, 8},
		{"a_b2.c", 4, 0, 5, 4, 5},
		{"日本 x", 6, 0, 8, 6, 7},
		{"", 0, 0, 0, 0, 0},
		{"ab", 2, 0, 2, 0, 2},
	} {
		if got := cells.WordLeft(test.line, test.at); got != test.left {
			t.Errorf("WordLeft(%q, %d) = %d, want %d", test.line, test.at, got, test.left)
		}
		if got := cells.WordRight(test.line, test.at); got != test.right {
			t.Errorf("WordRight(%q, %d) = %d, want %d", test.line, test.at, got, test.right)
		}
		if start, end := cells.WordAt(test.line, test.at); start != test.start || end != test.end {
			t.Errorf("WordAt(%q, %d) = %d, %d, want %d, %d", test.line, test.at, start, end, test.start, test.end)
		}
	}
}
