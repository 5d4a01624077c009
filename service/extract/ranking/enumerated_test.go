package ranking

import (
	"strings"
	"testing"
)

func TestEnumerated(t *testing.T) {
	for text, want := range map[string]string{
		"Examples of solutions include the use of insulation, guarding, grounding, and safe work practices": "insulation|guarding|grounding|safe work practices",
		"Data goes into warehouses like BigQuery, Snowflake, and Redshift":                                  "BigQuery|Snowflake|Redshift",
		"It is tailored for large firms like ASUS, Illy, Monster Energy, and others":                        "ASUS|Illy|Monster Energy",
		"Several countries including Australia, Malaysia, Indonesia and Nigeria issued urgent alerts":       "Australia|Malaysia|Indonesia|Nigeria",
		"Konkret traten die Türkei, Malta, Griechenland, die Niederlande und Irland der Organisation bei":   "Türkei|Malta|Griechenland|Niederlande|Irland",
		"Subito dopo, Trump, Meloni, Rubio, Waltz e Bessent si sono seduti":                                 "Trump|Meloni|Rubio|Waltz|Bessent",
		"Neben Nebenwirkungen wie etwa Kopfschmerzen, Übelkeit oder Verstopfung gibt es weitere":            "Kopfschmerzen|Übelkeit|Verstopfung",
		"The terminal has three piers: West (International), Central (Domestic) and East (Low-cost)":        "West (International)|Central (Domestic)|East (Low-cost)",
		"Founded by Anab Jain and Jon Ardern in 2009":                                                       "Anab Jain|Jon Ardern",
		"Think: sage with ochre, dusty lilac with marigold, or powder blue with deep wine":                  "sage with ochre|dusty lilac with marigold|powder blue with deep wine",
		"2025 - Lo Celso, Reguilon, Davies, Forster, Whiteman, Son (rumours of one year)":                   "Lo Celso|Reguilon|Davies|Forster|Whiteman|Son (rumours of one year)",
		"It was coined in 1969 by scientists, George Todaro and Robert Heubner":                             "George Todaro|Robert Heubner",
		"It rained, and we went home": "",
		"He came in and sat down":     "",
	} {
		var got []string
		for _, items := range enumerated(text) {
			for _, it := range items {
				got = append(got, text[it.from:it.to])
			}
		}
		if got := strings.Join(got, "|"); got != want {
			t.Errorf("%q:\n got %q\nwant %q", text, got, want)
		}
	}
}

// Items stand one after the other within their sentence, and none is empty.
func FuzzEnumerated(f *testing.F) {
	for _, text := range []string{"systems like SVN, CVS and Git", "A and B", "West (International), Central (Domestic and East", "a, and , or b; c, d", "Zürich, Ōsaka & 東京, und", "(, “x, y and "} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, items := range enumerated(text) {
			at := 0
			for _, it := range items {
				if it.from < at || it.to <= it.from || it.to > len(text) {
					t.Fatalf("%q: item from %d to %d after %d", text, it.from, it.to, at)
				}
				at = it.to
			}
		}
	})
}
