package records_test

import (
	"strings"
	"testing"

	"assay/workspace/records"
)

func TestSpread(t *testing.T) {
	for data, want := range map[string]string{
		`{"shop":"F","items":[{"n":1},{"n":2}],"next":null}`: `{"url":"u","shop":"F","next":null,"n":1} {"url":"u","shop":"F","next":null,"n":2}`,
		`{"title":"A"}`:                         `{"url":"u","title":"A"}`,
		`{"name":"F","items":[{"name":"A"},7]}`: `{"url":"u","name":"F","items.name":"A"} {"url":"u","name":"F","items":7}`,
		`{"url":"x","items":[{"url":"y"}]}`:     `{"url":"u","data.url":"x","items.url":"y"}`,
		`[{"a":1}]`:                             `{"url":"u","a":1}`,
		`[1,2]`:                                 `{"url":"u","value":[1,2]}`,
		`{"items":[]}`:                          `{"url":"u","items":[]}`,
	} {
		v, err := records.Read([]byte(data))
		if err != nil {
			t.Fatal(err)
		}
		var rows []string
		for _, row := range v.Spread(records.Label{Name: "url", Text: "u"}) {
			var b strings.Builder
			row.Write(&b)
			rows = append(rows, b.String())
		}
		if got := strings.Join(rows, " "); got != want {
			t.Errorf("%s spreads as\n%s\nwant\n%s", data, got, want)
		}
	}
}
