package read_test

import (
	"strings"
	"testing"

	"assay/service/extract/read"
)

func TestClock(t *testing.T) {
	for text, want := range map[string]string{
		"06:10":                      "06:10",
		"06:10 – 08:15":              "06:10|08:15",
		"Doors 7 pm, show 8:30 p.m.": "7 pm|8:30 p.m.",
		"Sat 3 May, 15:00: A v B":    "15:00",
		"um 9.15 Uhr":                "9.15 Uhr",
		"départ 14h30":               "14h30",
		"2024-05-01T10:11:12":        "10:11:12",
		"3.50":                       "",
		"3h 05m":                     "",
		"12.06.2024":                 "",
		"12/06/2024 at 9:05 AM":      "9:05 AM",
		"1:2":                        "",
		"25:10":                      "",
		"score 3:45":                 "3:45",
		"":                           "",
		"10 amps":                    "",
		"Open 9am-5pm":               "9am|5pm",
	} {
		if got := strings.Join(read.Clocks(text), "|"); got != want {
			t.Errorf("Clocks(%q) = %q, want %q", text, got, want)
		}
	}
}
