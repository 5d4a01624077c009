package browser

import (
	"runtime"
	"strconv"

	"github.com/chromedp/cdproto/emulation"
)

// Persona is the operating system that a browser claims to run on.
type Persona struct {
	name         string // of the preset on the wire
	system       string // in the user agent
	navigator    string // navigator.platform
	platform     string // in client hints
	version      string // of the platform, in client hints
	architecture string
}

// The personas.
var (
	Linux   = &Persona{"linux", "X11; Linux x86_64", "Linux x86_64", "Linux", "", "x86"}
	MacOS   = &Persona{"macos", "Macintosh; Intel Mac OS X 10_15_7", "MacIntel", "macOS", "15.5.0", "arm"}
	Windows = &Persona{"windows", "Windows NT 10.0; Win64; x64", "Win32", "Windows", "19.0.0", "x86"}
)

// PersonaNamed returns the persona of a preset, or nil.
func PersonaNamed(name string) *Persona {
	for _, p := range []*Persona{Linux, MacOS, Windows} {
		if p.name == name {
			return p
		}
	}
	return nil
}

// String returns the name of the preset.
func (p *Persona) String() string { return p.name }

// UserAgent returns the user agent of an ordinary Chromium of the binary's version
// on the persona's system.
func (p *Persona) UserAgent(b Binary) string {
	return "Mozilla/5.0 (" + p.system + ") AppleWebKit/537.36 (KHTML, like Gecko) Chrome/" + b.Major() + ".0.0.0 Safari/537.36"
}

// Override returns what makes a page's user agent, client hints and
// navigator.platform those of the persona.
func (p *Persona) Override(b Binary) emulation.SetUserAgentOverrideParams {
	return emulation.SetUserAgentOverrideParams{
		UserAgent:         p.UserAgent(b),
		Platform:          p.navigator,
		UserAgentMetadata: p.hints(b, p.version, p.architecture),
	}
}

func (p *Persona) hints(b Binary, version, architecture string) *emulation.UserAgentMetadata {
	short, full := b.brands()
	return &emulation.UserAgentMetadata{
		Brands:          short,
		FullVersionList: full,
		Platform:        p.platform,
		PlatformVersion: version,
		Architecture:    architecture,
		Bitness:         "64",
		FormFactors:     []string{"Desktop"},
	}
}

// native is the persona of this system.
func native() *Persona {
	if runtime.GOOS == "darwin" {
		return MacOS
	}
	return Linux
}

// UserAgent returns the user agent of an ordinary Chromium of the binary's version
// on this system.
func (b Binary) UserAgent() string { return native().UserAgent(b) }

// ClientHints returns what such a Chromium says of itself in client hints. A browser
// whose user agent is set forgets its own.
func (b Binary) ClientHints() *emulation.UserAgentMetadata {
	architecture := "x86"
	if runtime.GOARCH == "arm64" {
		architecture = "arm"
	}
	return native().hints(b, "", architecture)
}

// brands returns Chromium's brand list with short and with full versions: its name
// and one that makes no sense, in an order, all of which follow from the version so
// that no site comes to rely on them.
func (b Binary) brands() (short, full []*emulation.UserAgentBrandVersion) {
	seed, _ := strconv.Atoi(b.Major())
	marks := [...]string{" ", "(", ":", "-", ".", "/", ")", ";", "=", "?", "_"}
	odd := "Not" + marks[seed%len(marks)] + "A" + marks[(seed+1)%len(marks)] + "Brand"
	oddVersion := [...]string{"8", "99", "24"}[seed%3]
	order := func(oddVersion, version string) []*emulation.UserAgentBrandVersion {
		list := []*emulation.UserAgentBrandVersion{{Brand: odd, Version: oddVersion}, {Brand: "Chromium", Version: version}}
		if seed%2 == 1 {
			list[0], list[1] = list[1], list[0]
		}
		return list
	}
	return order(oddVersion, b.Major()), order(oddVersion+".0.0.0", b.Version)
}
