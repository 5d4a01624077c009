package views

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

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

// BenchmarkKeyInQuery is a key typed in the middle of a query of some size, as BenchmarkKey
// takes it. It tells of the slowest of the keys, by its median over the rounds, and of the
// slowest of the messages that come of them.
func BenchmarkKeyInQuery(b *testing.B) {
	for _, size := range []int{1 << 10, 1 << 20} {
		b.Run(fmt.Sprintf("%dKiB", size>>10), func(b *testing.B) {
			d := open(b, newStage(b), 120, 40)
			largeQuery(d, size)
			typeField(d) // what is done once for a text
			keys, messages := map[int][]time.Duration{}, []time.Duration{0}
			for b.Loop() {
				times, others := typeField(d)
				for i, took := range times {
					keys[i] = append(keys[i], took)
				}
				messages = append(messages, others...)
			}
			var slowest time.Duration
			for _, times := range keys {
				slices.Sort(times)
				slowest = max(slowest, times[len(times)/2])
			}
			b.ReportMetric(float64(slowest.Microseconds())/1000, "ms/slowest-key")
			b.ReportMetric(float64(slices.Max(messages).Microseconds())/1000, "ms/slowest-message")
		})
	}
}

// largeQuery puts a query of a size into the editor, and goes into the middle of it to type.
func largeQuery(d *player, size int) {
	d.t.Helper()
	part := "  products[] {\n    name\n    price(number)\n    maker {\n      country\n    }\n  }\n"
	d.keys("2")
	d.typed("https://shop.example")
	d.keys("tab")
	d.paste("{\n" + strings.Repeat(part, size/len(part)) + "}\n")
	d.keys("pgup", "pgup", "up", "up", "end")
	d.rest()
}

// typeField types a field, with all that a key in the editor does, takes it back, and
// returns how long each key took, and each message that came of them.
func typeField(d *player) (keys, messages []time.Duration) {
	typed := append([]string{"enter", "up", "down", "{", "enter"}, strings.Split("title(n", "")...)
	for _, key := range append(typed, repeated("backspace", 10)...) {
		start := time.Now()
		d.keys(key)
		d.m.View()
		keys = append(keys, time.Since(start))
		for waiting := true; waiting; {
			select {
			case msg := <-d.msgs:
				start := time.Now()
				d.send(msg)
				d.m.View()
				messages = append(messages, time.Since(start))
			default:
				waiting = false
			}
		}
	}
	return keys, messages
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
