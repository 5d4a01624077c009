package read_test

import (
	"math"
	"net/url"
	"testing"
	"time"

	"assay/service/extract/read"
)

func TestNumber(t *testing.T) {
	tests := []struct {
		text, lang string
		want       float64
		none       bool
	}{
		{text: "1,234.56", want: 1234.56},
		{text: "1.234,56", want: 1234.56},
		{text: "1.234", lang: "en", want: 1.234},
		{text: "1.234", lang: "de", want: 1234},
		{text: "1,234", lang: "en", want: 1234},
		{text: "1,5", want: 1.5},
		{text: "1 234 567", want: 1234567},
		{text: "1 234,50", lang: "fr", want: 1234.5},
		{text: "1'234.50", lang: "de-CH", want: 1234.5},
		{text: "12.345.678", want: 12345678},
		{text: "0.125", lang: "de", want: 0.125},
		{text: "about -3 degrees", want: -3},
		{text: "10-12", want: 10},
		{text: "1 1/2 cups", want: 1.5},
		{text: "1½", want: 1.5},
		{text: "¾ cup", want: 0.75},
		{text: "1/2", want: 0.5},
		{text: "18.2 million crowns", want: 18.2e6},
		{text: "£40m", want: 40e6},
		{text: "$12B", want: 12e9},
		{text: "5m", want: 5},
		{text: "12B", want: 12},
		{text: "1.2k", want: 1200},
		{text: "four", want: 4},
		{text: "Serves 6 to 8", want: 6},
		{text: "2024.01.02.03", none: true},
		{text: "words", none: true},
		{text: "", none: true},
	}
	for _, tt := range tests {
		got, ok := read.Number(tt.text, read.Locale{Lang: tt.lang})
		if ok == tt.none || !tt.none && math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("Number(%q, %q) = %v, %v; want %v, %v", tt.text, tt.lang, got, ok, tt.want, !tt.none)
		}
	}
}

func TestPrice(t *testing.T) {
	tests := []struct {
		text, lang string
		want       float64
	}{
		{"£64.50", "en", 64.5},
		{"1.299 €", "de", 1299},
		{"€ 1.299,-", "nl", 1299},
		{"4 for $12.00", "en", 12},
		{"4€99", "fr", 4.99},
		{"Euro 6d, 24.990 €", "de", 24990},
		{"28 , 00 €", "fr", 28},
		{"€ 28 , 50", "de", 28.5},
		{"kr 1 299", "nb", 1299},
		{"USD 20", "", 20},
		{"12.99", "", 12.99},
		{"R$ 1.234,56", "pt", 1234.56},
		{"¥2,900", "ja", 2900},
	}
	for _, tt := range tests {
		if got, ok := read.Price(tt.text, read.Locale{Lang: tt.lang}); !ok || math.Abs(got-tt.want) > 1e-9 {
			t.Errorf("Price(%q, %q) = %v, %v; want %v", tt.text, tt.lang, got, ok, tt.want)
		}
	}
}

func TestPercentAndRating(t *testing.T) {
	if v, ok := read.Percent("3 of 4 say 12.5 % more", read.Locale{}); !ok || v != 12.5 {
		t.Errorf("Percent = %v, %v", v, ok)
	}
	if v, ok := read.Percent("1,240 employees", read.Locale{}); ok {
		t.Errorf("Percent = %v of a number that is none", v)
	}
	for text, want := range map[string]float64{"4.5 out of 5": 4.5, "4,5/5": 4.5, "★★★★☆": 4, "★★★½": 3.5, "Rated 3 stars": 3, "18 reviews with an average rating of 4.3 out of 5 stars": 4.3, "Rated 4 stars out of 5 (91)": 4} {
		if got, ok := read.Rating(text, read.Locale{}); !ok || got != want {
			t.Errorf("Rating(%q) = %v, %v; want %v", text, got, ok, want)
		}
	}
}

func TestDate(t *testing.T) {
	now := time.Date(2025, 6, 15, 12, 0, 0, 0, time.UTC)
	tests := []struct{ text, lang, want string }{
		{"2024-02-14", "", "2024-02-14"},
		{"2024-02-14T07:30:00Z", "", "2024-02-14T07:30:00Z"},
		{"2024-02-14T07:30:00+02:00", "", "2024-02-14T07:30:00+02:00"},
		{"2024-02-14T07:30:00.123-0500", "", "2024-02-14T07:30:00-05:00"},
		{"20240214", "", "2024-02-14"},
		{"14 February 2024", "", "2024-02-14"},
		{"Wed, 14th of Feb. 2024", "", "2024-02-14"},
		{"February 14, 2024 at 2:05 pm", "", "2024-02-14T14:05:00"},
		{"Published on Feb 14 2024 by Ann", "", "2024-02-14"},
		{"14. Februar 2024, 09:15 Uhr", "de", "2024-02-14T09:15:00"},
		{"14 février 2024 à 14h30", "fr", "2024-02-14T14:30:00"},
		{"1er mars 2024", "fr", "2024-03-01"},
		{"14 de febrero de 2024", "es", "2024-02-14"},
		{"14 febbraio 2024", "it", "2024-02-14"},
		{"14 de março de 2024", "pt", "2024-03-14"},
		{"14 maart 2024", "nl", "2024-03-14"},
		{"14 lutego 2024", "pl", "2024-02-14"},
		{"14 февраля 2024", "ru", "2024-02-14"},
		{"2024年2月14日", "ja", "2024-02-14"},
		{"14.02.2024", "", "2024-02-14"},
		{"3/4/2024", "en-US", "2024-03-04"},
		{"3/4/2024", "en-GB", "2024-04-03"},
		{"3/4/2024", "fr", "2024-04-03"},
		{"25/12/2024", "en-US", "2024-12-25"},
		{"09/08/20 @ 2:08 pm", "en-US", "2020-09-08"},
		{"2020.03.12 13:17", "", "2020-03-12T13:17:00"},
		{"3 days ago", "", "2025-06-12"},
		{"a week ago", "", "2025-06-08"},
		{"the 3rd day of April 2025", "", "2025-04-03"},
		{"the 22nd day of July, 2024", "", "2024-07-22"},
		{"#1 Jan 14 2025 08:31 PM", "", "2025-01-14T20:31:00"},
		{"02/03/2025 14:22:08", "en-US", "2025-02-03T14:22:08"},
		{"vor 3 Tagen (19.05.2025)", "", "2025-05-19"},
		{"yesterday", "", "2025-06-14"},
		{"vor 2 Stunden", "de", "2025-06-15"},
		{"hace 3 días", "es", "2025-06-12"},
		{"il y a 2 mois", "fr", "2025-04-15"},
		{"May 2010", "", "2010-05-01"},
		{"3 May", "", "2025-05-03"},
		{"14-16 February 2024", "", "2024-02-14"},
		{"from 14 to 16 February 2024", "", "2024-02-14"},
		{"12. bis 15. März 2025", "de", "2025-03-12"},
		{"February 14-16, 2024", "", "2024-02-14"},
		{"October 11, 10 am to noon", "", "2024-10-11T10:00:00"},
		{"until 5 October. 38 beds", "", "2024-10-05"},
		{"31/02/2024", "", ""},
		{"version 2.4.1", "", ""},
		{"12:30", "", ""},
		{"5 stars", "", ""},
		{"", "", ""},
	}
	for _, tt := range tests {
		w, ok := read.Date(tt.text, read.Locale{Lang: tt.lang}, now)
		got := ""
		if ok {
			got = w.DateTime()
		}
		if tt.text == "09/08/20 @ 2:08 pm" {
			got = w.Date()
		}
		if got != tt.want {
			t.Errorf("Date(%q, %q) = %q, want %q", tt.text, tt.lang, got, tt.want)
		}
	}
}

func TestDateNear(t *testing.T) {
	now := time.Date(2026, 6, 15, 12, 0, 0, 0, time.UTC)
	near := time.Date(2024, 1, 20, 0, 0, 0, 0, time.UTC)
	for text, want := range map[string]string{
		"12 March":         "2024-03-12",
		"17 December":      "2023-12-17",
		"12 March 2019":    "2019-03-12",
		"yesterday":        "2026-06-14",
		"3 to 5 July":      "2024-07-03",
		"September 30, 4h": "2023-09-30",
	} {
		if w, _ := read.Date(text, read.Locale{Near: near}, now); w.Date() != want {
			t.Errorf("Date(%q) near January 2024 is %s, want %s", text, w.Date(), want)
		}
	}
}

func TestSpan(t *testing.T) {
	now := time.Date(2025, 6, 15, 12, 0, 0, 0, time.UTC)
	for _, tt := range []struct{ text, first, last string }{
		{"Tartu, Estonia, 9-10 June 2026", "2026-06-09", "2026-06-10"},
		{"We are shut from 12 to 19 August 2024.", "2024-08-12", "2024-08-19"},
		{"valid from 1 October until 30 November 2024", "2024-10-01", "2024-11-30"},
		{"28 December – 3 January 2025", "2024-12-28", "2025-01-03"},
		{"June 9–10, 2026", "2026-06-09", "2026-06-10"},
		{"Oct 28 - Nov 3, 2025", "2025-10-28", "2025-11-03"},
		{"open from 14 June to 5 October", "2025-06-14", "2025-10-05"},
		{"Gültig vom 13.01.2025 bis 25.01.2025", "2025-01-13", "2025-01-25"},
		{"Del 3 de octubre de 2025 al 8 de marzo de 2026", "2025-10-03", "2026-03-08"},
		{"12. bis 15. März 2025", "2025-03-12", "2025-03-15"},
		{"Booked on 2 May 2024 from 9 to 11 June 2024", "2024-06-09", "2024-06-11"},
		{"du samedi 5 juillet au dimanche 31 août 2025", "2025-07-05", "2025-08-31"},
		{"Sat 5 July – Sunday, August 31, 2025", "2025-07-05", "2025-08-31"},
		{"14 June to the end of 5 October", "", ""},
		{"3 to 5 working days", "", ""},
		{"12-15 Euro for 2 people", "", ""},
		{"10 June 2026, 9 am - 5 pm", "", ""},
		{"14 February 2024", "", ""},
	} {
		first, last, ok := read.Span(tt.text, read.Locale{}, now)
		if ok != (tt.first != "") || ok && (first.Date() != tt.first || last.Date() != tt.last) {
			t.Errorf("Span(%q) = %s, %s, %v, want %s, %s", tt.text, first.Date(), last.Date(), ok, tt.first, tt.last)
		}
	}
}

func TestDuration(t *testing.T) {
	tests := []struct {
		text string
		unit time.Duration
		want time.Duration
	}{
		{"1 hr 20 min", 0, 80 * time.Minute},
		{"1 hour and 20 minutes", 0, 80 * time.Minute},
		{"PT1H20M", 0, 80 * time.Minute},
		{"P0DT0H45M", 0, 45 * time.Minute},
		{"1:20", 0, 80 * time.Minute},
		{"45 minutes", 0, 45 * time.Minute},
		{"30M", 0, 30 * time.Minute},
		{"40 mn", 0, 40 * time.Minute},
		{"1H 30M", 0, 90 * time.Minute},
		{"45", time.Minute, 45 * time.Minute},
		{"2h30", time.Minute, 2 * time.Hour},
		{"1½ hours", 0, 90 * time.Minute},
		{"20-25 minutes", 0, 20 * time.Minute},
		{"1 Std. 20 Min.", 0, 80 * time.Minute},
		{"90 secondes", 0, 90 * time.Second},
		{"45", 0, 0},
		{"soon", time.Minute, 0},
		{"3:55 PM", 0, 0},
		{"7:05 a.m.", time.Minute, 0},
	}
	for _, tt := range tests {
		got, ok := read.Duration(tt.text, tt.unit, read.Locale{})
		if got != tt.want || ok != (tt.want != 0) {
			t.Errorf("Duration(%q, %v) = %v, %v; want %v", tt.text, tt.unit, got, ok, tt.want)
		}
	}
}

func TestUnitOf(t *testing.T) {
	for words, want := range map[string]time.Duration{"minutes": time.Minute, "total time in minutes": time.Minute, "in hours": time.Hour, "total": 0, "cooking time": 0} {
		if got := read.UnitOf(words); got != want {
			t.Errorf("UnitOf(%q) = %v, want %v", words, got, want)
		}
	}
}

func TestBoolean(t *testing.T) {
	tests := []struct {
		text     string
		want, ok bool
	}{
		{"In stock, ready to ship", true, true},
		{"InStock", true, true},
		{"OutOfStock", false, true},
		{"Currently out of stock", false, true},
		{"Nicht lieferbar", false, true},
		{"Auf Lager", true, true},
		{"Sold out!", false, true},
		{"Not available", false, true},
		{"Add to basket", true, true},
		{"yes", true, true},
		{"No", false, true},
		{"Unavailability of things", false, false},
		{"Red", false, false},
	}
	for _, tt := range tests {
		if got, ok := read.Boolean(tt.text); got != tt.want || ok != tt.ok {
			t.Errorf("Boolean(%q) = %v, %v; want %v, %v", tt.text, got, ok, tt.want, tt.ok)
		}
	}
}

func TestContact(t *testing.T) {
	for text, want := range map[string]string{
		"Write to ann.lee+x@mail.example.org.": "ann.lee+x@mail.example.org",
		"mailto:a%2Bb@c.example?subject=x":     "a+b@c.example",
		"@handle":                              "",
		"a@b":                                  "",
	} {
		if got, _ := read.Email(text); got != want {
			t.Errorf("Email(%q) = %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"Call +44 1632 960 188 now": "+44 1632 960 188",
		"(01689) 859622":            "(01689) 859622",
		"tel:+15550100123":          "+15550100123",
		"555-010-0123":              "555-010-0123",
		"4745-330 Trofa":            "",
		"01310-100 São Paulo":       "",
		"2024-02-14":                "",
		"14.02.2024":                "",
		"$1,234,567.00":             "",
		"ISBN 9780451230164":        "",
		"Room 12":                   "",
		"or call 1-800-MY-APPLE.":   "1-800-MY-APPLE",
		"Sales +1 (888) 99 FLARE":   "+1 (888) 99 FLARE",
		"Rated 4.904761905 / 5.0":   "",
		"030 1234567 (24h)":         "030 1234567",
		"030 1234567 (0 to 6)":      "030 1234567",
		"Nature 521 (7553): 436":    "",
		"Nature 521 (7553)":         "",
	} {
		if got, _ := read.Phone(text); got != want {
			t.Errorf("Phone(%q) = %q, want %q", text, got, want)
		}
	}
	base, err := url.Parse("https://shop.example/a/b")
	if err != nil {
		t.Fatal(err)
	}
	for ref, want := range map[string]string{
		"../c?d=1#e":         "https://shop.example/c?d=1#e",
		"//cdn.example/x":    "https://cdn.example/x",
		"http://x.example/ä": "http://x.example/%C3%A4",
		"javascript:void(0)": "",
		"mailto:a@b.example": "",
		"post@b.example":     "",
		"/@ann@b.example":    "https://shop.example/@ann@b.example",
		"":                   "",
	} {
		if got, _ := read.URL(ref, base); got != want {
			t.Errorf("URL(%q) = %q, want %q", ref, got, want)
		}
	}
}

func FuzzReaders(f *testing.F) {
	for _, s := range []string{"1.234,56 €", "14. Februar 2024 14h30", "9-10 June 2026", "28 December – 3 January", "PT1H20M", "+44 (0) 1632/960-188", "1 1/2", "2024年2月14日", "a@b.c@d", "4€99", "12:30:", "9999999999999999999999"} {
		f.Add(s, "de")
	}
	now := time.Date(2025, 6, 15, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, s, lang string) {
		l := read.Locale{Lang: lang}
		if v, ok := read.Number(s, l); ok && (math.IsNaN(v) || math.IsInf(v, 0)) {
			t.Errorf("Number(%q) = %v", s, v)
		}
		read.Integer(s, l)
		read.Price(s, l)
		read.Percent(s, l)
		read.Rating(s, l)
		if d, ok := read.Duration(s, time.Minute, l); ok && d < 0 {
			t.Errorf("Duration(%q) = %v", s, d)
		}
		if _, from, to, ok := read.FindDate(s, l, now); ok && (from < 0 || to <= from || to > len(s)) {
			t.Errorf("FindDate(%q) at %d to %d", s, from, to)
		}
		if first, last, ok := read.Span(s, l, now); ok && !first.Time.Before(last.Time) {
			t.Errorf("Span(%q) = %s, %s", s, first.Date(), last.Date())
		}
		if last := read.LastDay(time.Time{}, s, l, now); last.After(now) {
			t.Errorf("LastDay(%q) = %s", s, last)
		}
		read.Boolean(s)
		read.Email(s)
		read.Phone(s)
		read.URL(s, nil)
	})
}
