// Package tomlwords words the errors of settings files for their users: the library
// speaks of Go's types.
package tomlwords

import (
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

var mismatch = regexp.MustCompile(`^cannot (?:decode TOML .+ into (?:struct field .+ of type )?|store an? .+ in a )([^ ]+(?: \{\})?)$`)

// Of says what is wrong, with the key if it is known.
func Of(err *toml.DecodeError) string {
	message := strings.TrimPrefix(err.Error(), "toml: ")
	if found := mismatch.FindStringSubmatch(message); found != nil {
		message = "it must be " + kind(found[1])
	}
	if key := strings.Join(err.Key(), "."); key != "" {
		return key + ": " + message
	}
	return message
}

// kind names what a Go type holds.
func kind(name string) string {
	switch {
	case strings.HasPrefix(name, "[]"):
		return "a list"
	case name == "string":
		return "text in quotes"
	case name == "bool":
		return "true or false"
	case strings.HasPrefix(name, "int"):
		return "a whole number"
	case strings.HasPrefix(name, "float"):
		return "a number"
	}
	return "a table"
}
