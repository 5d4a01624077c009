// Package text turns what files hold into UTF-8: JSON carries nothing else, and programs on
// Windows also write UTF-16.
package text

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// UTF8 returns text without its byte order mark, and in UTF-8 if that says UTF-16.
func UTF8(data []byte) []byte {
	if data, ok := bytes.CutPrefix(data, []byte("\ufeff")); ok {
		return data
	}
	if bytes.HasPrefix(data, []byte("\xff\xfe")) || bytes.HasPrefix(data, []byte("\xfe\xff")) {
		if decoded, err := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Bytes(data); err == nil {
			return decoded
		}
	}
	return data
}

// NewReader is UTF8 for text that is read bit by bit.
func NewReader(r io.Reader) io.Reader {
	return transform.NewReader(r, unicode.BOMOverride(encoding.Nop.NewDecoder()))
}

// HTML returns a page in UTF-8: it is in the encoding that it says itself, or that it looks
// like.
func HTML(data []byte) (string, error) {
	data = UTF8(data)
	if utf8.Valid(data) {
		return string(data), nil
	}
	page := string(data)
	e, name, _ := charset.DetermineEncoding(data, "text/html")
	if name == "windows-1252" { // also what says nothing
		if found := xmlEncoding.FindStringSubmatch(page); found != nil {
			if named, _ := charset.Lookup(found[1]); named != nil {
				e = named
			}
		} else if isKana(japanese.ShiftJIS, page) {
			e = japanese.ShiftJIS
		} else if isKana(japanese.EUCJP, page) {
			e = japanese.EUCJP
		}
	}
	decoded, err := e.NewDecoder().String(page)
	if err != nil {
		return "", fmt.Errorf("decoding the page: %w", err)
	}
	return decoded, nil
}

// xmlEncoding finds the encoding that the XML declaration of a page names.
var xmlEncoding = regexp.MustCompile(`^<\?xml\s[^>]*\bencoding\s*=\s*["']([^"']+)["']`)

// isKana reports whether an encoding makes Japanese of a page: a quarter of its foreign
// letters are kana, which those of other pages hardly ever become.
func isKana(e encoding.Encoding, page string) bool {
	decoded, err := e.NewDecoder().String(page)
	foreign, kana := 0, 0
	for _, r := range decoded {
		if r >= utf8.RuneSelf {
			foreign++
		}
		if '\u3041' <= r && r <= '\u30fe' {
			kana++
		}
	}
	return err == nil && kana*4 > foreign && !strings.ContainsRune(decoded, utf8.RuneError)
}
