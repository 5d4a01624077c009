package query_test

import (
	"regexp"
	"testing"

	"assay/query"
)

// TestGuide reads the queries that the guide gives as examples.
func TestGuide(t *testing.T) {
	examples := regexp.MustCompile("(?s)(?:```\n|`)({ ?[a-z\n].*?})\n?`").FindAllStringSubmatch(query.Guide, -1)
	if len(examples) < 5 {
		t.Fatalf("the guide has %d examples", len(examples))
	}
	for _, example := range examples {
		if _, err := query.Parse(example[1]); err != nil {
			t.Errorf("%s: %v", example[1], err)
		}
	}
}
