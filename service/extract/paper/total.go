package paper

import (
	"math"
	"slices"
)

// maxProof is how many different amounts of a role are tried to add up.
const maxProof = 24

// keepValues notes the different amounts of each role.
func keepValues(s *Sheet) {
	s.known = map[string][]float64{}
	for i := range s.sums {
		name, v := s.sums[i].role.String(), s.sums[i].amount.value
		if seen := s.known[name]; len(seen) < maxProof && !slices.Contains(seen, v) {
			s.known[name] = append(seen, v)
		}
	}
}

// different returns the different amounts of roles.
func different(s *Sheet, names ...string) []float64 {
	if len(names) == 1 {
		return s.known[names[0]]
	}
	var out []float64
	for _, name := range names {
		out = append(out, s.known[name]...)
	}
	return out
}

func same(a, b float64) bool { return math.Abs(a-b) < 0.006 }

// addsUp reports whether a net amount or a tax makes a total with the other.
func addsUp(s *Sheet, a *sum, name string) bool {
	other := "tax"
	if name == "tax" {
		other = "subtotal"
	}
	for _, x := range different(s, other) {
		for _, t := range different(s, "total", "paid") {
			if x != 0 && a.amount.value != 0 && same(a.amount.value+x, t) {
				return true
			}
		}
	}
	return false
}

// provenTotal weighs a total: by the net amount and the tax it is the sum of, by
// what was paid and given back, by the rounding that leads to it.
func provenTotal(s *Sheet, a *sum, strength float64) float64 {
	v := a.amount.value
	proven := func(share float64) { strength += share * (1 - strength) }
	if v == 0 {
		strength *= 0.4
	}
	for _, n := range different(s, "subtotal") {
		for _, t := range different(s, "tax") {
			if t != 0 && same(n+t, v) {
				proven(0.4)
			}
		}
	}
	if whole, part := ofParts(s, v); whole {
		proven(0.5)
	} else if part {
		strength *= 0.7
	}
	paid := false
	for _, p := range different(s, "paid") {
		p = math.Abs(p)
		if same(p, v) {
			paid = true
		}
		for _, c := range different(s, "change") {
			paid = paid || same(p-math.Abs(c), v)
		}
	}
	if paid {
		proven(0.5)
	}
	for _, r := range different(s, "rounding") {
		for _, t := range different(s, "total", "subtotal") {
			if r != 0 && same(t+r, v) {
				proven(0.5)
			}
		}
	}
	return min(strength, 0.97)
}

// ofParts reports whether an amount is the sum of two others that are called totals,
// as of what is taxed otherwise, or one of two that such a sum is of.
func ofParts(s *Sheet, v float64) (whole, part bool) {
	totals := different(s, "total")
	for i, a := range totals {
		for _, b := range totals[i+1:] {
			if a <= 0 || b <= 0 || !slices.ContainsFunc(totals, func(t float64) bool { return same(a+b, t) }) {
				continue
			}
			whole = whole || same(a+b, v)
			part = part || same(a, v) || same(b, v)
		}
	}
	return whole, part
}

// addedRows is how many rows below a sum what is added to it stands at most.
const addedRows = 4

// untaxedTotal returns the last amount that is called the sum before taxes and the
// like, where nothing is added to it: some papers have no other.
func untaxedTotal(s *Sheet) []Value {
	for i := range slices.Backward(s.sums) {
		a := &s.sums[i]
		if a.role.String() != "subtotal" || a.amount.value <= 0 {
			continue
		}
		for _, b := range s.sums[i+1:] {
			if b.row <= a.row+addedRows && isAdded(b) {
				return nil
			}
		}
		return []Value{{Text: a.amount.text, Node: a.node, Strength: 0.55 * a.strength}}
	}
	return nil
}

// isAdded reports whether an amount is added to the sum before it.
func isAdded(a sum) bool {
	switch a.role.String() {
	case "tax", "shipping", "discount":
		return a.amount.value != 0
	}
	return false
}

// totalPaid returns the amount that what was paid less the change is, if it is
// printed with what was bought.
func totalPaid(s *Sheet) []Value {
	for _, p := range different(s, "paid") {
		for _, c := range different(s, "change") {
			for i := range s.rows {
				r := &s.rows[i]
				for k := range r.words {
					if a, ok := amountAt(r, k, s.locale); ok && a.marked && a.value > 0 && same(math.Abs(p)-math.Abs(c), a.value) {
						return []Value{{Text: a.text, Node: r.words[a.from].node, Strength: 0.6}}
					}
				}
			}
		}
	}
	for i := range s.sums {
		if a := &s.sums[i]; a.role.String() == "paid" && a.amount.value > 0 && len(different(s, "change")) == 0 {
			return []Value{{Text: a.amount.text, Node: a.node, Strength: 0.5 * a.strength}}
		}
	}
	return nil
}

// taxedSums returns amounts called totals that make another total with a tax:
// they are the net amounts.
func taxedSums(s *Sheet) []Value {
	var out []Value
	for i := range s.sums {
		a := &s.sums[i]
		if a.role.String() != "total" || a.amount.value == 0 {
			continue
		}
		for _, t := range different(s, "tax") {
			for _, whole := range different(s, "total") {
				if t != 0 && same(a.amount.value+t, whole) {
					out = append(out, Value{Text: a.amount.text, Node: a.node, Strength: 0.6})
				}
			}
		}
	}
	return out
}
