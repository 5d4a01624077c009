package jq

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/itchyny/gojq"

	"assay/ui/spell"
)

// syntax says where and why a filter cannot be read.
func syntax(filter string, err error) *Error {
	var at *gojq.ParseError
	if !errors.As(err, &at) {
		return &Error{err.Error(), -1}
	}
	offset := max(0, at.Offset-len(at.Token))
	if at.Token == "" || offset >= len(filter) {
		return &Error{"the filter is not finished", len(filter)}
	}
	return &Error{"unexpected " + strconv.Quote(at.Token), offset}
}

// undefined says which name of a filter means nothing, where it stands, and which was
// probably meant: a function, or a key of the document without its dot.
func (in *Input) undefined(filter string, err error) *Error {
	signature, isFunction := strings.CutPrefix(err.Error(), "function not defined: ")
	if !isFunction {
		_, name, _ := strings.Cut(err.Error(), " not defined: ")
		return &Error{err.Error(), wordAt(filter, name)}
	}
	name, arity, _ := strings.Cut(signature, "/")
	fault := &Error{"there is no function " + name, wordAt(filter, name)}
	if arities := functions()[name]; arities != nil {
		fault.Message = fmt.Sprintf("%s takes %s, not %s", name, arguments(arities), arity)
	} else if _, known := in.order[name]; known {
		fault.Message += "; did you mean ." + name + "?"
	} else if near := spell.Nearest(name, slices.Sorted(maps.Keys(functions()))); near != "" {
		fault.Message += "; did you mean " + near + "?"
	}
	return fault
}

// arguments tells the numbers of arguments that a function can have.
func arguments(arities []string) string {
	if len(arities) == 1 && arities[0] == "1" {
		return "1 argument"
	}
	return strings.Join(arities, " or ") + " arguments"
}

// functions are the names of jq's functions, with the numbers of arguments of each in
// ascending order.
var functions = sync.OnceValue(func() map[string][]string {
	found := map[string][]string{}
	query, err := gojq.Parse("builtins | sort[]")
	if err != nil {
		return found
	}
	for results := query.Run(nil); ; {
		signature, ok := results.Next()
		text, isText := signature.(string)
		if !ok || !isText {
			return found
		}
		name, arity, _ := strings.Cut(text, "/")
		found[name] = append(found[name], arity)
	}
})

// failed says why a filter failed on the document, and what would mend it.
func (in *Input) failed(ctx context.Context, filter string, err error) error {
	var halt *gojq.HaltError
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return &Error{fmt.Sprintf("the filter took more than %d s and was stopped", int(timeLimit.Seconds())), -1}
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &halt) && halt.Value() == nil:
		return &Error{"the filter halted", -1}
	}
	message := err.Error()
	switch {
	case strings.HasPrefix(message, "cannot iterate over: null"):
		if key, at := in.unknownKey(filter); key != "" {
			return &Error{"nothing has the key " + strconv.Quote(key) + in.meant(key), at}
		}
	case strings.HasPrefix(message, "expected an object but got: array"):
		message = "this is a list, which .[] goes through: " + strings.TrimPrefix(message, "expected an object but got: ")
	}
	return &Error{message, -1}
}

// meant asks for the key of the document that a misspelt one is near to.
func (in *Input) meant(key string) string {
	if near := spell.Nearest(key, slices.Sorted(maps.Keys(in.order))); near != "" {
		return "; did you mean " + strconv.Quote(near) + "?"
	}
	return ""
}

// unknownKey returns the first key that a filter names with a dot and no object of the
// document has, and where it begins; "" if there is none.
func (in *Input) unknownKey(filter string) (string, int) {
	for at := 0; at < len(filter); at++ {
		if filter[at] != '.' {
			continue
		}
		end := at + 1
		for end < len(filter) && isLetter(filter[end]) {
			end++
		}
		key := filter[at+1 : end]
		if key == "" || key[0] >= '0' && key[0] <= '9' {
			continue
		}
		if _, known := in.order[key]; !known {
			return key, at + 1
		}
	}
	return "", -1
}

// wordAt returns where a name stands as a whole word of a filter that is no key, or -1.
func wordAt(filter, name string) int {
	for from := 0; name != ""; {
		at := strings.Index(filter[from:], name)
		if at < 0 {
			break
		}
		at += from
		end := at + len(name)
		alone := at == 0 || !isLetter(filter[at-1]) && filter[at-1] != '.' && filter[at-1] != '$'
		if alone && (end == len(filter) || !isLetter(filter[end])) {
			return at
		}
		from = end
	}
	return -1
}

// isLetter reports whether a byte can be of a name in a filter.
func isLetter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
