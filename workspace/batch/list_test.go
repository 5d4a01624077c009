package batch_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/workspace/batch"
)

func TestReadList(t *testing.T) {
	list, err := batch.ReadList(strings.NewReader("\ufeff# lamps\r\nhttps://Shop.example/a\r\n\r\n  shop.example/b  \nnot an address\rhttps://shop.example/a\nftp://x.example\nword\nlocalhost:8080/x?a=1#top"))
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"https://shop.example/a", "https://shop.example/b", "http://localhost:8080/x?a=1#top"}; !slices.Equal(list.URLs, want) {
		t.Errorf("the addresses are %q, want %q", list.URLs, want)
	}
	if want := (batch.Line{Number: 6, Text: "https://shop.example/a", First: 2}); len(list.Duplicates) != 1 || list.Duplicates[0] != want {
		t.Errorf("the duplicates are %+v, want %+v", list.Duplicates, want)
	}
	if want := []batch.Line{{Number: 5, Text: "not an address"}, {Number: 7, Text: "ftp://x.example"}, {Number: 8, Text: "word"}}; !slices.Equal(list.Invalid, want) {
		t.Errorf("the invalid lines are %+v, want %+v", list.Invalid, want)
	}
}

// A list that a Windows program wrote is read by its byte order mark.
func TestReadListInUTF16(t *testing.T) {
	var utf16 strings.Builder
	for _, c := range "\ufeffshop.example/ä\r\n" {
		utf16.Write([]byte{byte(c), byte(c >> 8)})
	}
	list, err := batch.ReadList(strings.NewReader(utf16.String()))
	if want := []string{"https://shop.example/%C3%A4"}; err != nil || len(list.Invalid) > 0 || !slices.Equal(list.URLs, want) {
		t.Errorf("the list is %+v (%v), want %q", list, err, want)
	}
}

func TestReadListBounds(t *testing.T) {
	var long strings.Builder
	for i := range batch.MaxURLs + 1 {
		fmt.Fprintf(&long, "https://shop.example/%d\n", i)
	}
	if _, err := batch.ReadList(strings.NewReader(long.String())); !errors.Is(err, batch.ErrTooMany) {
		t.Errorf("a list of %d addresses gives %v", batch.MaxURLs+1, err)
	}
	if _, err := batch.ReadList(strings.NewReader(strings.Repeat("x", 1<<20))); err == nil {
		t.Error("a line of a megabyte is taken for an address")
	}
}

func FuzzReadList(f *testing.F) {
	f.Add("https://a.example/\n# no\n\r\nb.example\rb.example")
	f.Add("http://[::1\n\x00\xff http://a b/\n")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := batch.ReadList(strings.NewReader(text))
		if err != nil {
			return
		}
		again, err := batch.ReadList(strings.NewReader(strings.Join(list.URLs, "\n")))
		if err != nil || !slices.Equal(again.URLs, list.URLs) {
			t.Errorf("%q reads as %q, which reads as %q (%v)", text, list.URLs, again.URLs, err)
		}
	})
}
