package read

import "strings"

// Clock finds the first time of day in a text, such as "06:10", "6 pm", "14h30" or
// "9.15 Uhr", and tells where it stands.
func Clock(s string) (from, to int, ok bool) {
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			continue
		}
		end := i
		for end < len(s) && isDigit(s[end]) {
			end++
		}
		if n := clockAt(s[i:], end-i); n > 0 && (i == 0 || s[i-1] == '-' || !isDateMark(s[i-1])) {
			return i, i + n, true
		}
		for end < len(s) && (isDigit(s[end]) || isDateMark(s[end])) {
			end++
		}
		i = end
	}
	return 0, 0, false
}

// IsClock reports whether a text is a time of day and nothing else.
func IsClock(s string) bool {
	clocks := Clocks(s)
	return len(clocks) == 1 && len(s) <= len(clocks[0])+1
}

// Clocks returns all times of day in a text, as written.
func Clocks(s string) []string {
	var out []string
	for {
		from, to, ok := Clock(s)
		if !ok {
			return out
		}
		out, s = append(out, s[from:to]), s[to:]
	}
}

func isDateMark(c byte) bool { return c == '.' || c == '/' || c == '-' || c == ',' || c == ':' }

// clockAt returns the length of the time of day that s begins with, whose first
// number has n digits; 0 if it is none.
func clockAt(s string, n int) int {
	hour := 0
	for i := 0; i < n && i < 3; i++ {
		hour = hour*10 + int(s[i]-'0')
	}
	if n > 2 || hour > 24 {
		return 0
	}
	rest := s[n:]
	size := n
	minutes := false
	if len(rest) > 2 && strings.IndexByte(":h.", rest[0]) >= 0 && rest[1] >= '0' && rest[1] <= '5' && isDigit(rest[2]) && (len(rest) == 3 || !isDigit(rest[3])) {
		minutes = rest[0] != '.'
		size, rest = n+3, rest[3:]
		if len(rest) > 2 && rest[0] == ':' && isDigit(rest[1]) && isDigit(rest[2]) {
			size, rest = size+3, rest[3:]
		}
	}
	blank := len(rest) - len(strings.TrimLeft(rest, " \u00a0\u202f"))
	word := strings.ToLower(leadingLetters(strings.ReplaceAll(rest[blank:], ".", "")))
	switch word {
	case "am", "pm", "uhr", "h":
		if word == "h" && !minutes {
			return 0 // a length of time
		}
		if (word == "am" || word == "pm") && hour > 12 {
			return 0
		}
		end := blank + len(word)
		if strings.HasPrefix(strings.ToLower(rest[blank:]), word[:1]+"."+word[1:]+".") {
			end += 2
		}
		return size + end
	}
	if minutes && (word == "" || blank > 0) {
		return size
	}
	return 0
}
