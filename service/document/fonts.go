package document

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Where fontconfig's own settings are: on Linux and the BSDs, and Homebrew's.
var fontSettings = []string{"/etc/fonts/fonts.conf", "/usr/local/etc/fonts/fonts.conf", "/opt/homebrew/etc/fonts/fonts.conf"}

// fontTime bounds the building of the fonts' cache, which takes a second for a few
// hundred fonts.
const fontTime = 5 * time.Minute

// BuildFonts builds the cache of the fonts that text is drawn with whose own are not
// in the document, or brings it up to date. Until it has, and where Config.Cache is
// empty, each page that is drawn looks for the fonts anew.
func (r *Reader) BuildFonts(ctx context.Context) error {
	if r.cache == "" {
		return nil
	}
	settings, err := writeFontSettings(r.cache)
	if err != nil || settings == "" {
		return err
	}
	build := program{
		name: "pdftoppm", args: []string{"-gray", "-r", "9", "-"}, env: []string{fontsFrom + settings}, dir: r.cache,
		stdin: bytes.NewReader(fontless),
		time:  fontTime, memory: popplerMemory, output: countOutput,
	}
	if _, err := build.run(ctx); err != nil {
		return fmt.Errorf("building the cache of fonts: %w", err)
	}
	r.fonts.Store(&settings)
	return nil
}

// fontsFrom is the variable that tells fontconfig where its settings are.
const fontsFrom = "FONTCONFIG_FILE="

// writeFontSettings makes a folder for the fonts' cache and writes settings there that
// name it and include the system's. What is not in the cache yet, a program writes
// where XDG_CACHE_HOME says. path is "" if the system's settings are in no usual place.
func writeFontSettings(cache string) (path string, err error) {
	if err := os.MkdirAll(cache, 0o700); err != nil {
		return "", fmt.Errorf("making the folder for the cache of fonts: %w", err)
	}
	var text bytes.Buffer
	text.WriteString(`<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd"><fontconfig>`)
	text.WriteString(`<cachedir prefix="xdg">fontconfig</cachedir><cachedir>`)
	xml.EscapeText(&text, []byte(filepath.Join(cache, "fontconfig")))
	text.WriteString(`</cachedir>`)
	found := false
	for _, settings := range fontSettings {
		if _, err := os.Stat(settings); err == nil {
			found = true
			text.WriteString("<include>" + settings + "</include>")
		}
	}
	if !found {
		return "", nil
	}
	text.WriteString("</fontconfig>\n")
	path = filepath.Join(cache, "fonts.conf")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		return "", fmt.Errorf("writing the settings of fonts: %w", err)
	}
	return path, nil
}

// fontless is a PDF with a letter of a font that is not in it.
var fontless = []byte(strings.Join([]string{
	"%PDF-1.4",
	"1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj",
	"2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj",
	"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj",
	"4 0 obj<</Length 27>>stream", "BT/F 9 Tf 9 9 Td(a)Tj ET   ", "endstream endobj",
	"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj",
	"trailer<</Root 1 0 R>>", "%%EOF",
}, "\n"))
