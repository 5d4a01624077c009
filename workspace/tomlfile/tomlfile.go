// Package tomlfile reads settings files strictly: a key that the settings do
// not have is an error that gives the file, the line and the nearest name that
// they do have, so that a misspelt setting never passes for a default.
package tomlfile

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"assay/ui/spell"
	"assay/wire/tomlwords"
)

// Read decodes the TOML file at path into settings, a pointer to a struct with
// `toml` field tags. A missing file is an error that satisfies
// errors.Is(err, fs.ErrNotExist). Every unknown key is named in the error.
func Read(path string, settings any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return Decode(path, data, settings)
}

// Decode is Read for the content of a file already in memory; path is only
// used in errors.
func Decode(path string, data []byte, settings any) error {
	decoder := toml.NewDecoder(bytes.NewReader(data)).DisallowUnknownFields()
	err := decoder.Decode(settings)
	if err == nil {
		return nil
	}
	if unknown, ok := errors.AsType[*toml.StrictMissingError](err); ok {
		var all []error
		for _, e := range unknown.Errors {
			all = append(all, unknownKey(path, e, reflect.TypeOf(settings)))
		}
		return errors.Join(all...)
	}
	if wrong, ok := errors.AsType[*toml.DecodeError](err); ok {
		line, column := wrong.Position()
		return fmt.Errorf("%s:%d:%d: %s", path, line, column, tomlwords.Of(wrong))
	}
	return fmt.Errorf("%s: %w", path, err)
}

func unknownKey(path string, e toml.DecodeError, settings reflect.Type) error {
	line, _ := e.Position()
	key := e.Key()
	known, name := namesBeside(settings, key)
	if near := spell.Nearest(name, known); near != "" {
		return fmt.Errorf("%s:%d: unknown setting %q; did you mean %q?", path, line, strings.Join(key, "."), near)
	}
	return fmt.Errorf("%s:%d: unknown setting %q; the settings here are %s", path, line, strings.Join(key, "."), strings.Join(known, ", "))
}

// namesBeside returns the names that the settings have at the first level of
// key that they do not know, and key's name at that level.
func namesBeside(settings reflect.Type, key []string) (known []string, name string) {
	t := settings
	for _, name = range key {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		switch t.Kind() {
		case reflect.Map:
			t = t.Elem()
		case reflect.Struct:
			fields := fieldsByName(t)
			next, ok := fields[strings.ToLower(name)]
			if !ok {
				return slices.Sorted(maps.Keys(fields)), name
			}
			t = next
		default:
			return nil, name
		}
	}
	return nil, name
}

func fieldsByName(t reflect.Type) map[string]reflect.Type {
	fields := make(map[string]reflect.Type)
	for i := range t.NumField() {
		if t.Field(i).Anonymous {
			maps.Copy(fields, fieldsByName(t.Field(i).Type))
			continue
		}
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("toml"), ",")
		if name != "" && name != "-" {
			fields[name] = t.Field(i).Type
		}
	}
	return fields
}
