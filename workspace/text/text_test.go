package text_test

import (
	"io"
	"strings"
	"testing"

	"assay/workspace/text"
)

// Text is read by its byte order mark, whole and bit by bit.
func TestUTF8(t *testing.T) {
	for data, want := range map[string]string{
		"":                                     "",
		"{ \xc3\xa4 }":                         "{ ä }",
		"\xef\xbb\xbf{ \xc3\xa4 }":             "{ ä }",
		"\xff\xfe{\x00 \x00\xe4\x00 \x00}\x00": "{ ä }",
		"\xfe\xff\x00{\x00 \x00\xe4\x00 \x00}": "{ ä }",
		"\xff\xfe":                             "",
		"caf\xe9":                              "caf\xe9",
	} {
		if got := string(text.UTF8([]byte(data))); got != want {
			t.Errorf("UTF8(%q) = %q, want %q", data, got, want)
		}
		if got, err := io.ReadAll(text.NewReader(strings.NewReader(data))); err != nil || string(got) != want {
			t.Errorf("NewReader(%q) gives %q (%v), want %q", data, got, err, want)
		}
	}
}

func TestHTML(t *testing.T) {
	for data, want := range map[string]string{
		"<p>caf\xc3\xa9":                                 "<p>café",
		"<meta charset=iso-8859-1><p>caf\xe9":            "<meta charset=iso-8859-1><p>café",
		"\xff\xfe<\x00p\x00>\x00\xe9\x00":                "<p>é",
		"<?xml version='1.0' encoding='koi8-r'?>\xc1":    "<?xml version='1.0' encoding='koi8-r'?>а",
		"<p>\x83\x89\x83\x93\x83v\x82\xcc\x92l\x92i</p>": "<p>ランプの値段</p>",
	} {
		if got, err := text.HTML([]byte(data)); err != nil || got != want {
			t.Errorf("HTML(%q) = %q (%v), want %q", data, got, err, want)
		}
	}
}
