package views

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"assay/workspace/history"
)

// typing is what is typed into a text field, and taken back.
const typing = "{shopproducts[]namepricelinkrating"

// BenchmarkKey is what the program itself does for a key, from the message to the
// whole frame, in every tab and what lies over them.
func BenchmarkKey(b *testing.B) {
	typed := append(strings.Split(typing, ""), repeated("backspace", len(typing))...)
	upDown := append(repeated("down", 15), repeated("up", 15)...)
	for _, view := range []struct {
		name   string
		before []string // the keys that go there, each with what is seen then
		keys   []string
	}{
		{"Usage", []string{"1", "3,410 of 10,000"}, []string{"V"}},
		{"Query/editor", []string{"2", "Source", "tab", "Query"}, typed},
		{"Documents", []string{"3", "page-03.png"}, upDown},
		{"Sessions/form", []string{"4", "No browser is running", "a", "New session"}, upDown},
		{"History/list", []string{"5", "/p/199"}, upDown},
		{"History/search", []string{"5", "/p/199", "/", "/p/199"}, typed},
		{"Palette", []string{"ctrl+k", "Commands"}, upDown},
		{"Help", []string{"?", "type to search"}, upDown},
	} {
		b.Run(view.name, func(b *testing.B) {
			b.Chdir(folderOfPictures(b))
			d := open(b, newStage(b), 120, 40, func(o *Options) {
				b.Setenv("NO_COLOR", "")
				b.Setenv("CLICOLOR_FORCE", "1")
				b.Setenv("COLORTERM", "truecolor")
			})
			calls := make([]history.Entry, 200)
			for i := range calls {
				calls[i] = web(fmt.Sprintf("https://shop.example/p/%d", i), "{ products[] { name price } }")
			}
			recorded(d, calls...)
			d.until("3,410 of 10,000")
			for step := range slices.Chunk(view.before, 2) {
				d.keys(step[0])
				d.until(step[1])
			}
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				d.keys(view.keys[i%len(view.keys)])
				d.m.View()
				for waiting := true; waiting; {
					select {
					case msg := <-d.msgs:
						d.send(msg)
						d.m.View()
					default:
						waiting = false
					}
				}
			}
		})
	}
}

func repeated(key string, times int) []string {
	keys := make([]string, times)
	for i := range keys {
		keys[i] = key
	}
	return keys
}

func folderOfPictures(b *testing.B) string {
	dir := b.TempDir()
	for i := range 30 {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("page-%02d.png", i)), []byte("\x89PNG\r\n\x1a\n"), 0o600); err != nil {
			b.Fatal(err)
		}
	}
	return dir
}
