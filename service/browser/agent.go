package browser

import (
	"runtime"
	"strconv"

	"github.com/chromedp/cdproto/emulation"
)

// UserAgent returns the user agent of an ordinary Chromium of the binary's version
// on this system.
func (b Binary) UserAgent() string {
	system := "X11; Linux x86_64"
	if runtime.GOOS == "darwin" {
		system = "Macintosh; Intel Mac OS X 10_15_7"
	}
	return "Mozilla/5.0 (" + system + ") AppleWebKit/537.36 (KHTML, like Gecko) Chrome/" + b.Major() + ".0.0.0 Safari/537.36"
}

// ClientHints returns what such a Chromium says of itself in client hints. A browser
// whose user agent is set forgets its own.
func (b Binary) ClientHints() *emulation.UserAgentMetadata {
	platform, architecture := "Linux", "x86"
	if runtime.GOOS == "darwin" {
		platform = "macOS"
	}
	if runtime.GOARCH == "arm64" {
		architecture = "arm"
	}
	short, full := b.brands()
	return &emulation.UserAgentMetadata{
		Brands:          short,
		FullVersionList: full,
		Platform:        platform,
		Architecture:    architecture,
		Bitness:         "64",
		FormFactors:     []string{"Desktop"},
	}
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
