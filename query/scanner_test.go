package query_test

import (
	"fmt"
	"strings"
	"testing"

	"assay/query"
)

func TestTokens(t *testing.T) {
	src := "{ a(b)[], größe 名-前 \"x\" c(d\n}# }"
	want := `{:"{" a:a name (b):a description [:"[" ]:"]" ,:"," größe:a name 名-前:illegal text "x":illegal text ` +
		`c:a name (d:an unclosed description }:"}" # }:illegal text`
	var got []string
	for _, token := range query.Tokens(src) {
		got = append(got, fmt.Sprintf("%s:%v", src[token.Start:token.End], token.Kind))
	}
	if s := strings.Join(got, " "); s != want {
		t.Errorf("Tokens(%q) =\n%s\nwant\n%s", src, s, want)
	}
}

func TestTokensAllocateOnce(t *testing.T) {
	src := "{ " + strings.Repeat("shop_name products(all)[] { price(number) } ", 50) + " }"
	if n := testing.AllocsPerRun(10, func() { query.Tokens(src) }); n > 1 {
		t.Errorf("Tokens allocates %v times, want once", n)
	}
}
