package jsondoc

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// bush is a document of lists in lists, some of them deeper than the levels that are
// kept.
func bush(random *rand.Rand, nodes int) string {
	var b bytes.Buffer
	b.WriteByte('[')
	depth := 1
	for range nodes {
		switch random.IntN(5) {
		case 0:
			b.WriteString("[0,")
			depth++
		case 1:
			if depth > 1 {
				b.WriteString("1],")
				depth--
			}
		default:
			b.WriteString("2,")
		}
		for depth > keptLevels+4 {
			b.WriteString("3],")
			depth--
		}
	}
	b.WriteByte('4')
	b.Write(bytes.Repeat([]byte{']'}, depth))
	return b.String()
}

// What is shown by words is what is shown by steps, in a document of many words.
func TestShowAgainstWalk(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 5))
	doc := index(t, bush(random, 120_000))
	if doc.Outer(keptLevels-1) == nil {
		t.Fatal("the document is not deep enough for this test")
	}
	for _, share := range []int{1, 2, 30, 3000} {
		folded := NewSet(doc.Len())
		for n := doc.Containers().Next(2); n >= 0; n = doc.Containers().Next(n + 1) {
			if random.IntN(share) == 0 {
				folded.Add(n)
			}
		}
		check := func(n int) {
			visible, want := NewSet(doc.Len()), NewSet(doc.Len())
			visible.AddRange(0, doc.Len())
			want.AddRange(0, doc.Len())
			want.RemoveRange(n+1, doc.End(n))
			doc.walk(&want, &folded, n+1, doc.End(n))
			doc.Show(&visible, &folded, n+1, doc.End(n))
			if !slices.Equal(visible.words, want.words) {
				t.Fatalf("one of %d containers folded: what is in node %d is shown otherwise", share, n)
			}
		}
		check(doc.Root())
		for range 100 {
			check(doc.Containers().Select(1 + random.IntN(doc.Containers().Len()-1)))
		}
	}
}

func TestChildAgainstSteps(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 5))
	doc := index(t, bush(random, 3000))
	for n := range doc.Len() {
		place := 0
		for c := n + 1; c < doc.End(n); c = doc.End(c) {
			if got := doc.Child(n, place); got != c {
				t.Fatalf("child %d of node %d is %d, want %d", place, n, got, c)
			}
			place++
		}
		if doc.Child(n, place) != -1 || doc.Child(n, -1) != -1 {
			t.Fatalf("node %d has more than its %d children", n, place)
		}
	}
}
