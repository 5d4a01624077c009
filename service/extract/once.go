package extract

// minDoubled is the share of records that repeat others, from which on all are taken to
// be shown once for wide and once for narrow screens.
const minDoubled = 0.4

// shownOnce takes out the records that repeat others word for word, if that is how the
// list is made; a row or two that happen to be the same stay.
func shownOnce(rows []answer) []answer {
	seen := make(map[string]bool, len(rows))
	repeats := make([]bool, len(rows))
	n := 0
	for r := range rows {
		said := string(appendSaid(nil, rows[r].child))
		if repeats[r] = seen[said]; repeats[r] {
			n++
		}
		seen[said] = true
	}
	if len(seen) < 2 || float64(n) < minDoubled*float64(len(rows)) {
		return rows
	}
	once := rows[:0]
	for r := range rows {
		if !repeats[r] {
			once = append(once, rows[r])
		}
	}
	return once
}

// appendSaid appends all that a record says.
func appendSaid(b []byte, fields []answer) []byte {
	for i := range fields {
		b = append(append(b, fields[i].leaf.json...), 0)
		b = appendSaid(b, fields[i].child)
		b = appendSaid(append(b, 1), fields[i].list)
	}
	return b
}
