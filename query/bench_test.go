package query_test

import (
	"fmt"
	"strings"
	"testing"

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

// Diagnosing takes time in proportion to the text: eight times the text has about as many
// MB/s. With a quadratic step anywhere it has an eighth of them.
func BenchmarkDiagnostics(b *testing.B) {
	for name, src := range sources() {
		for _, src := range []string{src[:len(src)/4], strings.Repeat(src, 2)} {
			b.Run(fmt.Sprintf("%s/%dKiB", name, len(src)>>10), func(b *testing.B) {
				b.SetBytes(int64(len(src)))
				b.ReportAllocs()
				for b.Loop() {
					diagnose(src)
				}
			})
		}
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
