package jq

import (
	"context"
	"errors"
	"testing"

	"assay/ui/jsondoc"
)

func input(t *testing.T, data string) *Input {
	t.Helper()
	doc, err := jsondoc.Index(context.Background(), []byte(data), jsondoc.Options{Many: true})
	if err != nil {
		t.Fatal(err)
	}
	return NewInput(doc)
}

func TestRun(t *testing.T) {
	tests := []struct{ data, filter, want string }{
		{`{"b":1,"a":2}`, `.`, "{\"b\":1,\"a\":2}\n"},
		{`{"products":[{"name":"A","price":1.50},{"name":"B","price":20}]}`, `.products[] | select(.price < 10) | .name`, "\"A\"\n"},
		{`[{"b":1,"a":2}]`, `.[] | {zeta: .a, b, alpha: .b}`, "{\"b\":1,\"zeta\":2,\"alpha\":1}\n"},
		{`[12345678901234567890123, 0.1, 1e400]`, `.[0]`, "12345678901234567890123\n"},
		{`{"s":"a<b> \u00e9"}`, `.s`, "\"a<b> é\"\n"},
		{"1\n2\n3", `add`, "6\n"},
		{`{}`, `empty`, ""},
		{`[3,1,2]`, `sort, length`, "[1,2,3]\n3\n"},
	}
	for _, tt := range tests {
		out, err := input(t, tt.data).Run(context.Background(), tt.filter)
		if err != nil || string(out.Data) != tt.want {
			t.Errorf("%s on %s gives %q (%v), want %q", tt.filter, tt.data, out.Data, err, tt.want)
		}
	}
}

func TestFaults(t *testing.T) {
	tests := []struct {
		filter  string
		offset  int
		message string
	}{
		{`.a | `, 5, "the filter is not finished"},
		{`.a |= }`, 6, `unexpected "}"`},
		{`.items | foo(1)`, 9, "there is no function foo"},
		{`.length | lenght`, 10, "there is no function lenght; did you mean length?"},
		{`items[]`, 0, "there is no function items; did you mean .items?"},
		{`.items | map`, 9, "map takes 1 argument, not 0"},
		{`.items | test`, 9, "test takes 1 or 2 arguments, not 0"},
		{`. | $x`, 4, "variable not defined: $x"},
		{`.item[]`, 1, `nothing has the key "item"; did you mean "items"?`},
		{`.elsewhere[]`, 1, `nothing has the key "elsewhere"`},
		{`.items.name`, -1, `this is a list, which .[] goes through: array ([{"name":"A"}])`},
		{`.items[0].name.b`, -1, `expected an object but got: string ("A")`},
		{`env.HOME | error`, -1, "error: null"},
	}
	for _, tt := range tests {
		_, err := input(t, `{"items":[{"name":"A"}]}`).Run(context.Background(), tt.filter)
		var fault *Error
		if !errors.As(err, &fault) || fault.Offset != tt.offset || fault.Message != tt.message {
			t.Errorf("%s: %v at %d, want %s at %d", tt.filter, err, fault.Offset, tt.message, tt.offset)
		}
	}
}

// A filter that never ends ends when it is cancelled.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	in := input(t, `1`)
	done := make(chan error)
	go func() {
		_, err := in.Run(ctx, `last(repeat(1))`)
		done <- err
	}()
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("it ended with %v", err)
	}
}

// A filter that makes values without end is cut.
func TestEndlessOutput(t *testing.T) {
	out, err := input(t, `1`).Run(context.Background(), `repeat(.)`)
	if err != nil || out.Cut == "" || out.Values != maxValues {
		t.Errorf("%d values, cut %q, %v", out.Values, out.Cut, err)
	}
}
