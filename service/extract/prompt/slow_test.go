package prompt_test

import (
	"strings"
	"testing"
	"time"

	"assay/service/extract/prompt"
)

// hang is what no prompt takes on the slowest machine unless its cost grows faster than its
// length: each of these is read in milliseconds.
const hang = 15 * time.Second

// TestHostilePrompts reads prompts built to hurt, which end in bounded time.
func TestHostilePrompts(t *testing.T) {
	for _, piece := range []string{"a with b ", "a with ", "(", "( a ", "x (a, b ", "and who ", "who a and when b and ", "for each a, ", "for each a by ", "bees' ", "each bee's ", "their a and ", "a of ", "a of all b ", "a by b ", "all as of all bs with ", "min and ", "a, ", "number of ", "x\n- ", "a. ", "l'a d'b ", "with ", "x_", "for each a's with ("} {
		began := time.Now()
		prompt.Read(strings.Repeat(piece, 64<<10/len(piece)))
		if took := time.Since(began); took > hang {
			t.Errorf("%q over and over took %v", piece, took)
		}
	}
}
