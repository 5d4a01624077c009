package read

import (
	"slices"
	"strings"
	"time"
)

// relativeCount reads "3 days ago".
func relativeCount(t []token, now time.Time) (When, int) {
	if now.IsZero() || len(t) < 2 || t[1].digit || t[0].value > 5000 || t[0].value < 0 || !near(t[1].sep) {
		return When{}, 0
	}
	if len(t) < 3 || !isAgo(t[2].text) {
		return When{}, 0
	}
	if w, ok := back(now, t[0].value, t[1].text); ok {
		return w, 3
	}
	return When{}, 0
}

// relative is what a word says of a day that is told by how far off it is.
type relative uint8

const (
	isToday relative = 1 + iota
	isYesterday
	isBack // vor 3 Tagen, hace 3 días
	isIl   // il y a 3 jours
	isOne  // a day ago
)

var relatives = map[string]relative{
	"today": isToday, "heute": isToday, "hoy": isToday, "oggi": isToday, "hoje": isToday, "vandaag": isToday, "idag": isToday,
	"yesterday": isYesterday, "gestern": isYesterday, "hier": isYesterday, "ayer": isYesterday, "ieri": isYesterday, "ontem": isYesterday, "gisteren": isYesterday, "igår": isYesterday,
	"vor": isBack, "hace": isBack, "há": isBack,
	"il": isIl,
	"a":  isOne, "an": isOne, "one": isOne,
}

// relativeWord reads "yesterday", "vor 3 Tagen" and "a day ago".
func relativeWord(t []token, now time.Time) (When, int) {
	if now.IsZero() {
		return When{}, 0
	}
	switch relatives[strings.ToLower(t[0].text)] {
	case isToday:
		return relativeDay(now), 1
	case isYesterday:
		return relativeDay(now.AddDate(0, 0, -1)), 1
	case isBack:
		if len(t) > 2 && t[1].digit {
			if w, ok := back(now, t[1].value, t[2].text); ok {
				return w, 3
			}
		}
	case isIl:
		if len(t) > 4 && t[1].text == "y" && t[2].text == "a" && t[3].digit {
			if w, ok := back(now, t[3].value, t[4].text); ok {
				return w, 5
			}
		}
	case isOne:
		if len(t) > 2 && isAgo(t[2].text) {
			if w, ok := back(now, 1, t[1].text); ok {
				return w, 3
			}
		}
	}
	return When{}, 0
}

func relativeDay(t time.Time) When {
	w := day(t.Year(), int(t.Month()), t.Day())
	w.Relative = true
	return w
}

func isAgo(w string) bool { return slices.Contains(agoWords[:], strings.ToLower(w)) }

// agoWords follow how long ago something was.
var agoWords = [...]string{"ago", "fa", "geleden", "sedan", "siden", "atrás"}

func back(now time.Time, n int, unit string) (When, bool) {
	w := When{HasDay: true, Relative: true}
	switch strings.TrimRight(strings.ToLower(unit), "s") {
	case "second", "sec", "sekunde", "sekunden", "seconde", "segundo", "secondi":
		w.Time = now.Add(-time.Duration(n) * time.Second)
	case "minute", "min", "minuten", "minuto", "minuti", "minuut":
		w.Time = now.Add(-time.Duration(n) * time.Minute)
	case "hour", "hr", "h", "stunde", "stunden", "heure", "hora", "ora", "ore", "uur", "uren":
		w.Time = now.Add(-time.Duration(n) * time.Hour)
	case "day", "d", "tag", "tagen", "tage", "jour", "día", "dia", "giorno", "giorni", "dag", "dagen":
		w.Time = now.AddDate(0, 0, -n)
	case "week", "wk", "woche", "wochen", "semaine", "semana", "settimana", "settimane", "weken":
		w.Time = now.AddDate(0, 0, -7*n)
	case "month", "mo", "monat", "monaten", "moi", "me", "mese", "mesi", "maand", "maanden":
		w.Time = now.AddDate(0, -n, 0)
	case "year", "yr", "jahr", "jahren", "an", "année", "año", "anno", "anni", "jaar":
		w.Time = now.AddDate(-n, 0, 0)
	default:
		return w, false
	}
	w.Time = time.Date(w.Time.Year(), w.Time.Month(), w.Time.Day(), 0, 0, 0, 0, time.UTC)
	return w, true
}
