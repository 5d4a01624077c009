package evidence_test

import (
	"testing"
)

func TestPagination(t *testing.T) {
	const numbers = `<p>Some words about the things on this page.</p><div class="pages">
		<a href="?p=1">1</a> <b>2</b> <a href="?p=3">3</a> <span>…</span> <a href="?p=14">14</a></div>`
	tests := []struct {
		name, html string
		want       map[string]string
	}{
		{"declared", `<link rel=next href=/l?p=3><link rel=prev href=/l><p>x`, map[string]string{"next page": "/l?p=3", "previous page": "/l"}},
		{"numbers", numbers, map[string]string{"current page": "2", "total pages": "14", "next page": "?p=3", "previous page": "?p=1", "first page": "?p=1", "last page": "?p=14"}},
		{"German words", `<p>Treffer 21–40 von 1.312</p><a href=/s/1>Zurück</a> <a href=/s/3>Weiter »</a>`, map[string]string{"total results": "1.312", "results range": "21-40", "next page": "/s/3", "previous page": "/s/1"}},
		{"French words", `<p>Page 2 sur 13</p><a href=/s/3>Page suivante</a>`, map[string]string{"current page": "2", "total pages": "13", "next page": "/s/3"}},
		{"Spanish words", `<p>312 resultados</p><a href=/s/3>Siguiente ›</a>`, map[string]string{"total results": "312", "next page": "/s/3"}},
		{"Italian words", `<p>1 - 24 di 312 prodotti</p><a href=/s/3>Avanti</a>`, map[string]string{"total results": "312", "results range": "1-24", "next page": "/s/3"}},
		{"Portuguese words", `<p>Página 1 de 7</p><a href=/s/2>Próxima</a>`, map[string]string{"current page": "1", "total pages": "7", "next page": "/s/2"}},
		{"Dutch words", `<p>312 producten</p><a href=/s/2>Volgende</a>`, map[string]string{"total results": "312", "next page": "/s/2"}},
		{"range", `<p>Showing 1–24 of 1,312 results</p>`, map[string]string{"total results": "1,312", "results range": "1-24"}},
		{"labelled arrow", `<nav aria-label=Pagination><a href=/s/2 aria-label="Next page">›</a></nav>`, map[string]string{"next page": "/s/2"}},
		{"load more", `<button>Show more results</button>`, map[string]string{"load more": "Show more results"}},
		{"a trail is none", `<p><a href=/>Home</a> › <a href=/x>Lamps</a> › Desk lamps</p>`, nil},
		{"numbers in text are none", `<p>In 2 of 3 cases the 40 items of the 12th box held.</p>`, nil},
		{"a score is none", `<p>4.5 of 5 stars</p><p>3 / 4 cup</p>`, nil},
		{"years are none", `<p><a href=/2021>2021</a> <a href=/2020>2020</a> <a href=/2019>2019</a></p>`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			x := gather(t, tt.html)
			got := 0
			for _, f := range x.Facts {
				if f.Paging {
					got++
				}
			}
			if got != len(tt.want) {
				t.Errorf("%d facts, want %d", got, len(tt.want))
			}
			for name, want := range tt.want {
				key, value := x.Intern(name), ""
				for _, f := range x.Facts {
					if f.Paging && f.Key == key {
						value = f.Values[0]
					}
				}
				if value != want {
					t.Errorf("%s is %q, want %q", name, value, want)
				}
			}
		})
	}
}
