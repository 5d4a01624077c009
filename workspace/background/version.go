package background

import (
	"os"
	"runtime/debug"
	"strings"
	"sync"
)

// buildTimeLayout is the form of the build time at the end of a version: UTC,
// to the millisecond, the same length always, so that later sorts after.
const buildTimeLayout = "20060102150405.000"

// Version names this build: the module's version, or "devel", and the time the
// executable was built, as in "v1.2.0+20261121074210123". The time is what
// tells two builds of one version apart, and which is the newer.
var Version = sync.OnceValue(func() string {
	name := "devel"
	if build, ok := debug.ReadBuildInfo(); ok && strings.HasPrefix(build.Main.Version, "v") {
		name = build.Main.Version
	}
	path, err := os.Executable()
	if err != nil {
		return name
	}
	info, err := os.Stat(path)
	if err != nil {
		return name
	}
	built := strings.Replace(info.ModTime().UTC().Format(buildTimeLayout), ".", "", 1)
	if strings.Contains(name, "+") {
		return name + "." + built
	}
	return name + "+" + built
})

// older reports whether version a is of an earlier build than b. Versions that
// do not end in a build time are older than none.
func older(a, b string) bool {
	builtA, builtB := buildTime(a), buildTime(b)
	return a != b && builtA != "" && builtB != "" && builtA < builtB
}

func buildTime(version string) string {
	digits := version[strings.LastIndexAny(version, "+.")+1:]
	if len(digits) != len(buildTimeLayout)-1 || strings.Trim(digits, "0123456789") != "" {
		return ""
	}
	return digits
}
