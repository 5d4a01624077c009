package result

import (
	"encoding/json"
	"strings"

	"assay/ui/cells"
)

// Sum tells the first list of the data and its length, as "24 products", or nothing.
// It reads the data as far as that list, and belongs in commands.
func Sum(data json.RawMessage) string {
	name, count := firstList(data)
	switch {
	case name == "":
		return ""
	case count == 1: // a name in the plural reads badly after one
		return "1 in " + cells.Visible(name)
	case count == 0:
		return "no " + cells.Visible(name)
	}
	return cells.Group(int64(count)) + " " + cells.Visible(name)
}

// firstList returns the name and the length of the first list of the data.
func firstList(data json.RawMessage) (string, int) {
	decoder := json.NewDecoder(strings.NewReader(string(data)))
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return "", 0
	}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return "", 0
		}
		var value json.RawMessage
		if decoder.Decode(&value) != nil {
			return "", 0
		}
		var items []json.RawMessage
		if len(value) > 0 && value[0] == '[' && json.Unmarshal(value, &items) == nil {
			return key.(string), len(items)
		}
	}
	return "", 0
}
