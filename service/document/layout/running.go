package layout

import (
	"strings"
	"unicode"
)

// running holds the texts that stand at the head, or the foot, of most pages.
type running map[string]bool

// edgeRows is how many rows at a page's head and foot may be running ones, and
// edge the share of its height in which they are.
const (
	edgeRows = 3
	edge     = 0.15
)

// findRunning finds what is repeated at the heads and the feet of pages.
func findRunning(pages []Page, rows [][]row) (top, foot running) {
	if len(pages) < 2 {
		return nil, nil
	}
	tops, feet := map[string]int{}, map[string]int{}
	for i := range pages {
		for _, r := range headRows(&pages[i], rows[i]) {
			tops[pattern(r)]++
		}
		for _, r := range footRows(&pages[i], rows[i]) {
			feet[pattern(r)]++
		}
	}
	return repeated(tops, len(pages)), repeated(feet, len(pages))
}

func repeated(counts map[string]int, pages int) running {
	found := running{}
	for text, count := range counts {
		if count >= 2 && 2*count > pages {
			found[text] = true
		}
	}
	return found
}

// pattern is a row's text with any number for its numbers: pages count.
func pattern(r row) string {
	inNumber := false
	return strings.Map(func(c rune) rune {
		if unicode.IsDigit(c) {
			if inNumber {
				return -1
			}
			inNumber = true
			return '0'
		}
		inNumber = false
		return unicode.ToLower(c)
	}, r.text())
}

func headRows(p *Page, rows []row) []row {
	n := 0
	for n < min(edgeRows, len(rows)) && rows[n].bottom() < edge*p.Height {
		n++
	}
	return rows[:n]
}

func footRows(p *Page, rows []row) []row {
	n := len(rows)
	for n > max(0, len(rows)-edgeRows) && rows[n-1].Y > (1-edge)*p.Height {
		n--
	}
	return rows[n:]
}

// cutRunning takes the running rows off a page's rows. The first page's head is
// not repeated yet: it says whose document this is.
func cutRunning(p *Page, rows []row, top, foot running) (header, rest, footer []row) {
	head := 0
	for _, r := range headRows(p, rows) {
		if p.Number == 1 || !top[pattern(r)] {
			break
		}
		head++
	}
	end := len(rows)
	feet := footRows(p, rows[head:])
	for i := len(feet) - 1; i >= 0 && foot[pattern(feet[i])]; i-- {
		end--
	}
	return rows[:head], rows[head:end], rows[end:]
}
