package cells

import (
	"testing"
	"time"
)

func TestFit(t *testing.T) {
	tests := []struct {
		in    string
		width int
		want  string
	}{
		{"abc", 5, "abc  "},
		{"abc", 3, "abc"},
		{"abcdef", 4, "abc…"},
		{"日本語", 5, "日本…"},
		{"日本語", 4, "日… "},
		{"\x1b[1mabcdef\x1b[0m", 4, "\x1b[1mabc…\x1b[0m"},
		{"", 2, "  "},
		{"abc", 0, ""},
		{"abc", -3, ""},
	}
	for _, tt := range tests {
		if got := Fit(tt.in, tt.width, "…"); got != tt.want {
			t.Errorf("Fit(%q, %d) = %q, want %q", tt.in, tt.width, got, tt.want)
		}
		if got := Width(Fit(tt.in, tt.width, "…")); got != max(tt.width, 0) {
			t.Errorf("Fit(%q, %d) is %d wide", tt.in, tt.width, got)
		}
	}
}

func TestCutMiddle(t *testing.T) {
	tests := []struct {
		in    string
		width int
		want  string
	}{
		{"https://shop.example/lamps", 40, "https://shop.example/lamps"},
		{"https://shop.example/lamps", 15, "https:/…e/lamps"},
		{"abcdef", 2, "ab"},
		{"日本語日本語", 7, "日…語"},
	}
	for _, tt := range tests {
		got := CutMiddle(tt.in, tt.width, "…")
		if got != tt.want && Width(got) > tt.width {
			t.Errorf("CutMiddle(%q, %d) = %q (%d wide), want %q", tt.in, tt.width, got, Width(got), tt.want)
		}
	}
}

// What names have in common at their beginning does not tell them apart.
func TestCutCommon(t *testing.T) {
	for _, tt := range []struct {
		in, other string
		width     int
		want      string
	}{
		{"invoices-2026-0231.pdf", "invoices-2026-0232.pdf", 22, "invoices-2026-0231.pdf"},
		{"invoices-0001-layout3.jpg", "invoices-0001-layout2.jpg", 14, "invoice…t3.jpg"},
		{"a-long-beginning-and-invoice.pdf", "a-long-beginning-and-receipt.pdf", 18, "a-long…invoice.pdf"},
		{"a-long-beginning-and-invoice.pdf", "", 11, "a-lon…e.pdf"},
		{"日本語の請求書-1.pdf", "日本語の請求書-2.pdf", 11, "日本…1.pdf"},
		{"same.pdf", "same.pdf", 5, "sa…df"},
	} {
		got := CutCommon(tt.in, []string{tt.other}, tt.width, "…")
		if got != tt.want || Width(got) > tt.width {
			t.Errorf("CutCommon(%q, %d) = %q (%d wide), want %q", tt.in, tt.width, got, Width(got), tt.want)
		}
	}
}

func TestFigures(t *testing.T) {
	day := 24 * time.Hour
	tests := []struct{ got, want string }{
		{Group(0), "0"}, {Group(999), "999"}, {Group(1000), "1,000"}, {Group(-1234567), "-1,234,567"},
		{Bytes(999), "999 B"}, {Bytes(1000), "1.0 KB"}, {Bytes(184_000), "184 KB"}, {Bytes(2_100_000), "2.1 MB"}, {Bytes(999_700), "1.0 MB"},
		{Elapsed(38 * time.Millisecond), "38 ms"}, {Elapsed(2450 * time.Millisecond), "2.4 s"}, {Elapsed(45 * time.Second), "45 s"},
		{Elapsed(124 * time.Second), "2m 04s"}, {Elapsed(3 * time.Hour), "3h 00m"}, {Elapsed(12*day + 4*time.Hour), "12d 4h"}, {Elapsed(900 * time.Microsecond), "< 1 ms"}, {Elapsed(-time.Second), "< 1 ms"},
		{Countdown(12*day + 4*time.Hour + 11*time.Minute + 32*time.Second), "12d 04h 11m 32s"},
		{Countdown(61 * time.Second), "01m 01s"}, {Countdown(-1), "00m 00s"},
		{Ends("a", "b", 5), "a   b"}, {Ends("abc", "de", 6), "abc"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("got %q, want %q", tt.got, tt.want)
		}
	}
}

func TestWrap(t *testing.T) {
	got := Wrap("the quick  brown\nfox", 9)
	want := []string{"the quick", "brown fox"}
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("Wrap = %q, want %q", got, want)
	}
	for _, line := range Wrap("averyveryverylongword and more", 8) {
		if Width(line) > 8 {
			t.Errorf("line %q is wider than 8", line)
		}
	}
}
