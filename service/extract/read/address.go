package read

import (
	"strings"
)

// Address brings the lines of a postal address, in the order they are read, to one:
// joined by commas, each line once, without the label before them.
func Address(s string) string {
	var parts []string
	for line := range strings.SplitSeq(s, "\n") {
		line = strings.Trim(strings.Join(strings.Fields(line), " "), " ,;|•·")
		if line == "" || len(parts) > 0 && strings.EqualFold(parts[len(parts)-1], line) {
			continue
		}
		if len(parts) == 0 {
			if rest := withoutLabel(line); rest != line {
				if line = rest; line == "" {
					continue
				}
			}
		}
		parts = append(parts, line)
	}
	return strings.Join(parts, ", ")
}

// withoutLabel takes "Address:" off the start of a line.
func withoutLabel(line string) string {
	head, rest, ok := strings.Cut(line, ":")
	if !ok {
		head, rest = line, ""
	}
	switch strings.ToLower(strings.TrimSpace(head)) {
	case "address", "our address", "postal address", "street address", "mailing address", "visit us", "anschrift", "adresse", "dirección", "indirizzo", "endereço", "adres", "adress":
		return strings.TrimSpace(rest)
	}
	return line
}
