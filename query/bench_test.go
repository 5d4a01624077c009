package query_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"assay/query"
)

const benchSize = 64 << 10

// sources are 64 KiB each: a query as people write it, and text made to be slow.
func sources() map[string]string {
	fill := func(unit string) string { return strings.Repeat(unit, benchSize/len(unit)) }
	var valid strings.Builder
	valid.WriteString("{\n")
	for i := 0; valid.Len() < benchSize-200; i++ {
		fmt.Fprintf(&valid, "  products_%d(all of them)[] {\n    name\n    price(number, in euros)\n    in_stock(bolean)\n    seller { name url }\n  }\n", i)
	}
	valid.WriteString("}")
	return map[string]string{
		"valid":               valid.String(),
		"commas":              "{" + fill(","),
		"names and commas":    "{" + fill("a,,"),
		"duplicates":          "{" + fill("a "),
		"long duplicates":     "{" + fill("a_rather_long_name_that_comes_again_and_again "),
		"illegal":             "{" + fill("1 "),
		"colons":              "{" + fill("a: b "),
		"open braces":         fill("{"),
		"nested":              fill("{a"),
		"close braces":        fill("}"),
		"open brackets":       "{" + fill("["),
		"open parentheses":    "{" + fill("("),
		"parenthesis, brace":  "{" + fill("(x{"),
		"parenthesis, closed": "{a" + fill("((x)"),
		"close parentheses":   "{" + fill(")"),
		"quotes":              "{" + fill(`"`),
		"mixed quotes":        "{" + fill(`'" `),
		"hints":               "{" + fill("a(bolean) "),
		"one long hint":       "{a(" + fill("as, ") + ")}",
		"hint of one item":    "{a(" + fill("as ") + ")}",
		"hyphens":             "{" + fill("a-b-"),
		"junk":                "{" + fill("\u00a0\xff:"),
	}
}

func diagnose(src string) {
	q, _ := query.Parse(src)
	query.Check(q)
}

func BenchmarkDiagnostics(b *testing.B) {
	for name, src := range sources() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				diagnose(src)
			}
		})
	}
}

func BenchmarkTokens(b *testing.B) {
	src := sources()["valid"]
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		query.Tokens(src)
	}
}

// Eight times the text may take somewhat more than eight times as long on a busy
// machine; with a quadratic step anywhere it takes 64 times as long.
func TestDiagnosticsAreLinear(t *testing.T) {
	const attempts = 5
	best := func(src string) time.Duration {
		least := time.Hour
		for range 3 {
			start := time.Now()
			diagnose(src)
			least = min(least, time.Since(start))
			if least > time.Second {
				break // no measuring error; do not keep the developer waiting
			}
		}
		return least
	}
	for name, src := range sources() {
		short := src[:len(src)/4]
		ratio := 0.0
		for range attempts {
			ratio = float64(best(strings.Repeat(short, 8))) / float64(best(short))
			if ratio < 24 {
				break
			}
		}
		if ratio >= 24 {
			t.Errorf("%s: eight times the text takes %.0f times as long", name, ratio)
		}
	}
}
