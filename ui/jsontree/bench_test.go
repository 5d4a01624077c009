package jsontree

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"assay/keymap"
)

// large is about 100 MB of JSON shaped like the answer to a web query.
var large = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	b.WriteString(`{"data": {"items": [`)
	for i := 0; b.Len() < 100e6; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id": %d, "name": "alpha bravo 東京", "price": %d.5, "in_stock": true, "url": "https://example.test/p/%d?ref=00c0ffee", "tags": ["été", "🙂"], `, i, i%1000, i)
		b.WriteString(`"seller": {"name": "kilo lima", "rating": 4.5, "address": {"city": "über", "zip": "01234", "note": null}}, "description": "`)
		b.WriteString(strings.Repeat("delta echo foxtrot ", i%12))
		b.WriteString(`"}`)
	}
	b.WriteString("]}}\n")
	return b.Bytes()
})

func largeTree(b *testing.B) *Model {
	m := New(plain, keymap.Default())
	m.SetSize(120, 36)
	m.Focus()
	for _, msg := range run(m.SetData(large())) {
		m.Update(msg)
	}
	if m.Document() == nil {
		b.Fatal("the document is not shown")
	}
	return m
}

// BenchmarkOpen100MB is from the data to the first frame.
func BenchmarkOpen100MB(b *testing.B) {
	large()
	var before, after runtime.MemStats
	for b.Loop() {
		runtime.GC()
		runtime.ReadMemStats(&before)
		m := largeTree(b)
		m.View()
		runtime.GC()
		runtime.ReadMemStats(&after)
		b.ReportMetric(float64(after.HeapAlloc-before.HeapAlloc)/1e6, "heap-MB")
		b.ReportMetric(float64(m.Document().Len())/1e6, "M-nodes")
		runtime.KeepAlive(m)
	}
}

// BenchmarkAct100MB is from an action to the next frame, all unfolded before it.
func BenchmarkAct100MB(b *testing.B) {
	m := largeTree(b)
	middle := m.doc.Len() / 2
	acts := []struct {
		name string
		act  func()
	}{
		{"fold all", func() { m.Do(keymap.TreeFoldAll) }},
		{"fold all and unfold all", func() { m.Do(keymap.TreeFoldAll); m.Do(keymap.TreeUnfoldAll) }},
		{"fold below and unfold", func() { m.Select(3); m.Do(keymap.TreeFoldBelow); m.Do(keymap.TreeOpen) }},
		{"fold below and open a list", func() { m.Select(3); m.Do(keymap.TreeClose); m.Do(keymap.TreeFoldBelow); m.Do(keymap.TreeOpen) }},
		{"down", func() { m.Do(keymap.TreeDown) }},
		{"page down", func() { m.Do(keymap.TreePageDown) }},
		{"last", func() { m.Do(keymap.TreeLast) }},
		{"resize", func() { m.SetSize(239-m.width, 36) }},
	}
	for _, a := range acts {
		b.Run(a.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				m.Do(keymap.TreeUnfoldAll)
				m.Select(middle)
				m.View()
				b.StartTimer()
				a.act()
				m.View()
			}
		})
	}
}

// BenchmarkRefresh100MB is the second SetData of the same answer, which keeps the folds.
func BenchmarkRefresh100MB(b *testing.B) {
	m := largeTree(b)
	for b.Loop() {
		for _, msg := range run(m.SetData(large())) {
			m.Update(msg)
		}
		m.View()
	}
}

func BenchmarkView(b *testing.B) {
	m := newTree(b, lamps, 120, 36)
	for b.Loop() {
		m.dirty = true
		m.View()
	}
	var msg tea.Msg = keymap.KeyNamed("j")
	b.Run("cached", func(b *testing.B) {
		for b.Loop() {
			m.View()
		}
	})
	b.Run("key", func(b *testing.B) {
		for b.Loop() {
			m.Update(msg)
			m.View()
		}
	})
}

// BenchmarkHugeString is a key and the next frame with 10 MB of text in one string.
func BenchmarkHugeString(b *testing.B) {
	units := map[string]string{"ascii": "words and ", "wide": "東京", "escapes": `\u00e9\n`, "marks": "\u0301"}
	for name, unit := range units {
		m := newTree(b, `{"a":"`+strings.Repeat(unit, 10_000_000/len(unit))+`","b":1}`, 120, 36)
		for _, msg := range run(m.SetData(m.doc.Data())) {
			m.Update(msg)
		}
		m.View()
		for _, key := range []string{".", "w"} {
			b.Run(name+" "+key, func(b *testing.B) {
				for b.Loop() {
					m.Update(keymap.KeyNamed(key))
					m.View()
				}
			})
		}
	}
}
