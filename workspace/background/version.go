package background

import (
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"golang.org/x/mod/semver"
)

// version is set by the linker (-X assay/workspace/background.version=v1.2.0) in builds
// that cannot see the repository, as in a container's.
var version string

// buildTimeLayout is the form of the build time at the end of a version: UTC,
// to the millisecond, the same length always, so that later sorts after.
const buildTimeLayout = "20060102150405.000"

// Version names this build by its tag or commit: v1.2.0, or for a commit after that
// v1.2.1-0.20261121074210-bb89281b3c4d. What was built of no commit, by `go run` or from
// changed files, is told from other such builds by the time of its executable:
// "devel+20261121074210123", or the commit's version and "+dirty.20261121074210123".
var Version = sync.OnceValue(func() string {
	name := version
	if build, ok := debug.ReadBuildInfo(); ok && name == "" {
		name = build.Main.Version
	}
	var built time.Time
	if path, err := os.Executable(); err == nil {
		if info, err := os.Stat(path); err == nil {
			built = info.ModTime()
		}
	}
	return versionOf(name, built)
})

// versionOf returns the version of a build of which the go command says main and whose
// executable was written at built, the zero time if that is not known.
func versionOf(main string, built time.Time) string {
	separator := "."
	switch {
	case !semver.IsValid(main):
		main, separator = "devel", "+"
	case semver.Build(main) != "+dirty":
		return main
	}
	if built.IsZero() {
		return main
	}
	return main + separator + strings.Replace(built.UTC().Format(buildTimeLayout), ".", "", 1)
}

// older reports whether the service of version a is to make way for one of version b. Of a
// release and a build of no commit nobody can say which is older: either makes way.
func older(a, b string) bool {
	builtA, builtB := buildTime(a), buildTime(b)
	switch {
	case builtA != "" && builtB != "":
		return builtA < builtB
	case builtA != "":
		return semver.IsValid(b)
	case builtB != "":
		return semver.IsValid(a)
	}
	return semver.Compare(a, b) < 0
}

func buildTime(version string) string {
	digits := version[strings.LastIndexAny(version, "+.")+1:]
	if len(digits) != len(buildTimeLayout)-1 || strings.Trim(digits, "0123456789") != "" {
		return ""
	}
	return digits
}
