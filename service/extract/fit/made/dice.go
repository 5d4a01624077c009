package made

import (
	"math"
	"math/rand/v2"
)

// dice decides everything about a document: the same seed gives the same one.
type dice struct{ *rand.Rand }

func newDice(seed, number uint64) dice { return dice{rand.New(rand.NewPCG(seed, number))} }

// chance is true so often of one.
func (d dice) chance(p float64) bool { return d.Float64() < p }

// within returns a whole number from low to high.
func (d dice) within(low, high int) int { return low + d.IntN(high-low+1) }

// near returns a number of about a size.
func (d dice) near(size float64) float64 { return size * math.Exp(d.NormFloat64()*0.7) }

func pick[T any](d dice, of []T) T { return of[d.IntN(len(of))] }

// among returns one of the numbers of weights, each as often as its weight says.
func (d dice) among(weights ...int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	at := d.IntN(total)
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return 0
}

// shuffled returns the things in another order.
func shuffled[T any](d dice, of []T) []T {
	out := append([]T(nil), of...)
	d.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

const capitals = "ABCDEFGHJKLMNPRSTUVWXYZ" // without I, O and Q, which look like digits

// fill writes a digit for each # of a pattern and a capital for each @, the first digit not a
// zero.
func (d dice) fill(pattern string) string {
	out := []byte(pattern)
	digits := 0
	for i, c := range out {
		switch c {
		case '#':
			out[i] = byte('0' + d.IntN(10))
			if digits == 0 && out[i] == '0' {
				out[i] = byte('1' + d.IntN(9))
			}
			digits++
		case '@':
			out[i] = capitals[d.IntN(len(capitals))]
		}
	}
	return string(out)
}
