// Package cells fits text to terminal cells: measuring, padding, cutting, and
// making control characters visible. Its widths agree with bubbletea's renderer.
package cells

import (
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Fit returns s as exactly width cells: padded with spaces, or cut with an
// ellipsis at the end. Escape sequences are kept.
func Fit(s string, width int, ellipsis string) string {
	if width <= 0 {
		return ""
	}
	w := Width(s)
	if w > width {
		s = Truncate(s, width, ellipsis)
		w = Width(s)
	}
	return s + Blank(width-w)
}

// FitRight is Fit with the padding at the left, for numbers in columns.
func FitRight(s string, width int, ellipsis string) string {
	if w := Width(s); w < width {
		return Blank(width-w) + s
	}
	return Fit(s, width, ellipsis)
}

// CutMiddle returns plain text s in at most width cells, with its middle replaced
// by an ellipsis: the ends of an address tell most.
func CutMiddle(s string, width int, ellipsis string) string { return cut(s, 0, width, ellipsis) }

// CutCommon is CutMiddle for one of several names in a list: it is cut in what it has in
// common with the others at its beginning, as far as that goes.
func CutCommon(s string, others []string, width int, ellipsis string) string {
	common := 0
	for _, other := range others {
		n := 0
		for n < min(len(s), len(other)) && s[n] == other[n] {
			n++
		}
		if n < len(s) {
			common = max(common, n)
		}
	}
	for common > 0 && !utf8.RuneStart(s[common]) {
		common--
	}
	return cut(s, Width(s)-Width(s[:common]), width, ellipsis)
}

// cut replaces the middle of a text, and leaves so many cells at its end if it can.
func cut(s string, tail, width int, ellipsis string) string {
	w := Width(s)
	if w <= width {
		return s
	}
	keep := width - Width(ellipsis)
	if keep <= 1 {
		return Truncate(s, max(width, 0), "")
	}
	if tail >= w || tail >= keep { // nothing in common, or no room for it
		tail = 0
	}
	tail = max(tail, keep/2)
	return Truncate(s, keep-tail, "") + ellipsis + TruncateLeft(s, w-tail)
}

// Blank returns n spaces, or "" for n ≤ 0.
func Blank(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(spaces) {
		return spaces[:n]
	}
	return strings.Repeat(" ", n)
}

var spaces = strings.Repeat(" ", 256)

// unsafe reports whether a terminal might obey or misplace a character.
func unsafe(r rune) bool {
	return unicode.IsControl(r) || r >= 0x202A && r <= 0x202E || r >= 0x2066 && r <= 0x2069 ||
		r == 0x200E || r == 0x200F || r == 0x2028 || r == 0x2029
}

// Group writes a number with its thousands grouped: 12,840.
func Group(n int64) string {
	s := strconv.FormatInt(n, 10)
	sign := ""
	if n < 0 {
		sign, s = "-", s[1:]
	}
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return sign + s
}

// Bytes writes a size in the unit that keeps it short: 184 KB, 2.1 MB.
func Bytes(n int64) string {
	if n < 1000 {
		return strconv.FormatInt(n, 10) + " B"
	}
	value, unit := float64(n)/1000, 0
	for value >= 999.5 && unit < 3 {
		value /= 1000
		unit++
	}
	precision := 0
	if value < 9.95 {
		precision = 1
	}
	return strconv.FormatFloat(value, 'f', precision, 64) + " " + [...]string{"KB", "MB", "GB", "TB"}[unit]
}

// Elapsed writes a duration in at most two units: 38 ms, 2.4 s, 2m 04s, 12d 4h.
func Elapsed(d time.Duration) string {
	switch {
	case d < time.Millisecond:
		return "< 1 ms"
	case d < time.Second:
		return strconv.FormatInt(d.Milliseconds(), 10) + " ms"
	case d < 10*time.Second:
		return strconv.FormatFloat(d.Truncate(100*time.Millisecond).Seconds(), 'f', 1, 64) + " s"
	case d < time.Minute:
		return strconv.Itoa(int(d.Seconds())) + " s"
	case d < time.Hour:
		return fmt.Sprintf("%dm %02ds", int(d.Minutes()), int(d.Seconds())%60)
	case d < 24*time.Hour:
		return fmt.Sprintf("%dh %02dm", int(d.Hours()), int(d.Minutes())%60)
	}
	return fmt.Sprintf("%dd %dh", int(d.Hours())/24, int(d.Hours())%24)
}

// Moment writes when something was, as seen at now: the time of today, the day of others.
func Moment(at, now time.Time) string {
	at, now = at.Local(), now.Local()
	switch {
	case at.YearDay() == now.YearDay() && at.Year() == now.Year():
		return at.Format("15:04:05")
	case at.Year() == now.Year():
		return at.Format("2 Jan 15:04")
	}
	return at.Format("2 Jan 2006")
}

// Countdown writes a duration to the second: 12d 04h 11m 32s, 04m 09s.
func Countdown(d time.Duration) string {
	s := int64(max(d, 0) / time.Second)
	days, hours, minutes, seconds := s/86400, s/3600%24, s/60%60, s%60
	switch {
	case days > 0:
		return fmt.Sprintf("%dd %02dh %02dm %02ds", days, hours, minutes, seconds)
	case hours > 0:
		return fmt.Sprintf("%02dh %02dm %02ds", hours, minutes, seconds)
	}
	return fmt.Sprintf("%02dm %02ds", minutes, seconds)
}

// Wrap breaks plain text into lines of at most width cells at spaces; a longer
// word is broken.
func Wrap(text string, width int) []string {
	return strings.Split(ansi.Wrap(strings.Join(strings.Fields(text), " "), max(width, 1), ""), "\n")
}

// Ends puts two texts at the ends of a line of width cells; the right one is left
// out if there is no room.
func Ends(left, right string, width int) string {
	room := width - Width(left) - Width(right)
	if room < 2 {
		return left
	}
	return left + Blank(room) + right
}
