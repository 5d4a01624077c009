package main

import (
	"bytes"
	"context"
	"io"
	"regexp"
	"testing"
)

// TestSame answers the smoke set over and over on one, two and eight processors,
// in other orders.
func TestSame(t *testing.T) {
	var out bytes.Buffer
	if err := run(context.Background(), []string{"--corpus", "../testdata", "--same", "100"}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`on 1 processors: the same`, `on 8 processors: the same`, `digest of the answers: [0-9a-f]{24}\n`} {
		if !regexp.MustCompile(want).Match(out.Bytes()) {
			t.Errorf("report lacks %q:\n%s", want, &out)
		}
	}
}

func TestSpread(t *testing.T) {
	var cases []*testCase
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		cases = append(cases, &testCase{ID: id})
	}
	ids := func(n int) (out string) {
		for _, c := range spread(cases, n) {
			out += c.ID
		}
		return out
	}
	for n, want := range map[int]string{1: "a", 2: "ac", 3: "abd", 5: "abcde", 9: "abcde"} {
		if got := ids(n); got != want {
			t.Errorf("spread over %d: %s, want %s", n, got, want)
		}
	}
}

func TestSpeed(t *testing.T) {
	var out bytes.Buffer
	if err := run(context.Background(), []string{"--corpus", "../testdata", "--speed"}, &out, io.Discard); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`(?m)^smoke +19 +\d+ +\d+\.\d +\d+\.\d$`).Match(out.Bytes()) {
		t.Errorf("report:\n%s", &out)
	}
}
