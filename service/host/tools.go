// Package host knows the machine that the service runs on: which of the
// programs that the service uses are there, what it means when one is not, and
// how the system's package manager installs it.
package host

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"time"

	"assay/service/browser"
)

// Part is a group of programs that the service uses for one purpose.
type Part uint8

// The parts, in the order in which they are shown.
const (
	Chromium      Part = iota // the full browser
	HeadlessShell             // the browser without a user interface: quicker and smaller
	Poppler                   // reads PDF
	Tesseract                 // reads text in pictures
	Fonts                     // glyphs for screenshots and for pictures of PDF pages
)

// String returns the part's name.
func (p Part) String() string {
	return [...]string{"Chromium", "Chromium headless shell", "Poppler", "Tesseract", "Fonts"}[p]
}

// Purpose says, as the rest of a sentence, what does not work without the part.
func (p Part) Purpose() string {
	return [...]string{
		"pages cannot be rendered with the stealth profile",
		"the light profile uses full Chromium, which is slower and takes more memory",
		"PDF documents cannot be queried",
		"images and scanned PDF pages cannot be queried",
		"screenshots show boxes instead of letters",
	}[p]
}

// Found is what the machine has of a part.
type Found struct {
	Part Part
	// Path is the program's file, or the folder of the fonts; empty if the
	// part is missing.
	Path string
	// Version is the browsers' version; that of other programs must be asked
	// for.
	Version string
	// Refused says why a program that is there cannot be used, if that is why
	// the part is missing.
	Refused string
}

// Look returns what the machine has of each part, in order. It starts each
// browser to see that it runs, which takes a tenth of a second.
func Look() []Found {
	all := make([]Found, Fonts+1)
	var wait sync.WaitGroup
	wait.Go(func() { all[Chromium] = lookBrowser(Chromium, browser.Stealth) })
	wait.Go(func() { all[HeadlessShell] = lookBrowser(HeadlessShell, browser.Light) })
	all[Poppler] = lookPrograms(Poppler, "pdftotext", "pdftoppm")
	all[Tesseract] = lookPrograms(Tesseract, "tesseract")
	all[Fonts] = lookFonts()
	wait.Wait()
	return all
}

// Missing returns the parts that the service needs and the machine lacks. Full
// Chromium stands in for a missing headless shell, which is then not named.
func Missing() []Found {
	var missing []Found
	all := Look()
	for _, f := range all {
		if f.Path == "" && (f.Part != HeadlessShell || all[Chromium].Path == "") {
			missing = append(missing, f)
		}
	}
	return missing
}

func lookBrowser(part Part, profile browser.Profile) Found {
	binary, err := browser.Find(profile)
	switch {
	case err != nil && err != browser.ErrMissing:
		return Found{Part: part, Refused: err.Error()}
	case err != nil || part == HeadlessShell && !binary.Shell:
		return Found{Part: part}
	}
	return Found{Part: part, Path: binary.Path, Version: binary.Version}
}

// lookPrograms finds a part that is whole only with all of its programs.
func lookPrograms(part Part, names ...string) Found {
	f := Found{Part: part}
	for _, name := range names {
		path, err := exec.LookPath(name)
		if err != nil {
			return Found{Part: part}
		}
		if f.Path == "" {
			f.Path = path
		}
	}
	return f
}

// fontDirs are the folders of the system's fonts.
func fontDirs() []string {
	if runtime.GOOS == "darwin" {
		return []string{"/System/Library/Fonts"}
	}
	return []string{"/usr/share/fonts", "/usr/local/share/fonts"}
}

func lookFonts() Found {
	f := Found{Part: Fonts}
	for _, dir := range fontDirs() {
		filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
			switch strings.ToLower(filepath.Ext(path)) {
			case ".ttf", ".otf", ".ttc":
				f.Path = dir
				return filepath.SkipAll
			}
			return err
		})
		if f.Path != "" {
			break
		}
	}
	return f
}

// versionTimeout bounds the question for a program's version.
const versionTimeout = 10 * time.Second

var versionNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\d+(\.\d+)+`) })

// AskVersion returns the version of the part's program, such as "22.12.0".
// Fonts have none.
func (f Found) AskVersion(ctx context.Context) (string, error) {
	if f.Path == "" || f.Version != "" || f.Part == Fonts {
		return f.Version, nil
	}
	flag := "--version"
	if f.Part == Poppler {
		flag = "-v"
	}
	out, err := ask(ctx, f.Path, flag)
	if err != nil {
		return "", err
	}
	version := versionNumber().FindString(out)
	if version == "" {
		return "", fmt.Errorf("%s %s does not name a version", f.Path, flag)
	}
	return version, nil
}

// Languages returns the languages that Tesseract can read, as its own codes.
func (f Found) Languages(ctx context.Context) ([]string, error) {
	out, err := ask(ctx, f.Path, "--list-langs")
	if err != nil {
		return nil, err
	}
	var languages []string
	_, list, _ := strings.Cut(out, "\n") // the first line is a heading
	for _, language := range strings.Fields(list) {
		if language != "osd" {
			languages = append(languages, language)
		}
	}
	return languages, nil
}

// ask runs a program that tells something about itself.
func ask(ctx context.Context, path, flag string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, versionTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, flag)
	cmd.WaitDelay = time.Second
	out, err := cmd.CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", path, flag, err)
	}
	return string(out), nil
}
