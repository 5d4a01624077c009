package prompt_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"assay/query"
	"assay/service/extract/prompt"
)

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"the title":             "{ title }",
		"just the total pls":    "{ total(number) }",
		"isbn13 only":           "{ isbn13(isbn13 only) }",
		"title; author; price":  "{ title author price(number) }",
		"ingredients and steps": "{ ingredients[] steps[] }",
		"1) name of the company 2) VAT number\n3) the total":                                       "{ name(name of the company) vat_number total(number) }",
		"thread titles, number of replies and who started them":                                    "{ items[] { thread_title replies_count(integer, number of replies) author(who started them) } }",
		"all chapters of the guide with title and link, and when it was last edited":               "{ chapters(all chapters of the guide)[] { title link(url) } edited(date, when it was last edited) }",
		"a table of the bridges: name, length, year built":                                         "{ bridges[] { name length year(integer, year built) } }",
		"the three cheapest flights with airline, departure and price":                             "{ cheapest_flights(the three cheapest flights)[] { airline departure_date price(number) } }",
		"the ticket price for adults and for children":                                             "{ adults_price(number, the ticket price for adults) children_price(number) }",
		"Is it in stock, and how many reviews does it have?":                                       "{ stock(boolean) reviews_count(integer, how many reviews does it have) }",
		"reviews: who wrote them, how many stars and what they say":                                "{ reviews[] { author(who wrote them) star(integer, how many stars) text(what they say) } }",
		"I'm moving to Leeds. What is the rent, is it furnished and from when is it free? Thanks!": "{ rent(number, What is the rent) furnished(boolean) availability_date(date, from when is it free) }",
		"alle Produkte mit Name und Preis":                                                         "{ produkte(alle Produkte)[] { name preis(number) } }",
		"¿Cuánto cuesta la entrada y a qué hora abre el museo?":                                    "{ precio_entrada(number, Cuánto cuesta la entrada) hora_apertura(a qué hora abre el museo) }",
		"tutti i libri con titolo, autore e prezzo":                                                "{ libri(tutti i libri)[] { titolo autore prezzo(number) } }",
		"o nome do hotel, o endereço e o telefone":                                                 "{ nome_hotel endereco telefone(phone) }",
		"alle artikelen met titel, datum en link":                                                  "{ artikelen(alle artikelen)[] { titel datum(date) link(url) } }",
		"toutes les recettes avec titre, auteur et durée":                                          "{ recettes[] { titre auteur duree } }",
	} {
		readings, err := prompt.Read(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if got := inLine(readings[0].Query); got != want {
			t.Errorf("%q:\n got %s\nwant %s", text, got, want)
		}
	}
}

// inLine writes a query in a line.
func inLine(q *query.Query) string { return strings.Join(strings.Fields(query.Format(q)), " ") }

// TestNoData checks that nothing is made up where no data is asked for.
func TestNoData(t *testing.T) {
	for _, text := range []string{"", " \n", "hello", "?!", "the", "Thanks!", "How are you?", "hi there", "good morning!", "ok",
		"thank you very much", "123", "...", "go", "help me", "can you help me please?", "who are you?",
		"what can you do?", "hallo", "bonjour", "what do you think?", "I don't know", "test", "give me everything"} {
		if readings, err := prompt.Read(text); !errors.Is(err, prompt.ErrNoData) {
			t.Errorf("%q: %v, error %v", text, readings, err)
		}
	}
}

// TestReadings checks that a prompt of two meanings has both, the likeliest first.
func TestReadings(t *testing.T) {
	readings, err := prompt.Read("the products and their reviews, authors")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for i, r := range readings {
		if i == 0 && r.Odds != 0 || i > 0 && r.Odds > readings[i-1].Odds {
			t.Errorf("reading %d has the odds %v", i, r.Odds)
		}
		if seen[inLine(r.Query)] {
			t.Errorf("reading %d comes twice: %s", i, inLine(r.Query))
		}
		seen[inLine(r.Query)] = true
	}
	if len(seen) < 2 || prompt.Sure(readings) {
		t.Errorf("%d readings, sure %t", len(seen), prompt.Sure(readings))
	}
	if readings, err = prompt.Read("the title and the author"); err != nil || !prompt.Sure(readings) {
		t.Errorf("%v, error %v", readings, err)
	}
}

// hang is what no prompt takes on the slowest machine unless its cost grows faster than its
// length: each of these is read in a second.
const hang = 15 * time.Second

// TestHostilePrompts reads prompts built to hurt, which end in bounded time.
func TestHostilePrompts(t *testing.T) {
	for _, piece := range []string{"a with b ", "(", "x (a, b ", "and who ", "a, ", "x\n- ", "l'a d'b ", "''", "-.-", "x_", "a|{}b ", "é\u0301"} {
		began := time.Now()
		prompt.Read(strings.Repeat(piece, 64<<10/len(piece)))
		if took := time.Since(began); took > hang {
			t.Errorf("%q over and over took %v", piece, took)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("all products with name, price (in €) and 3d model")
	f.Add("for each (of (them), and their's: with {braces} and | bars")
	f.Add("1) title 2) l'auteur d' qu' et de la\n- prix")
	f.Add("das größte Zimmer, 'quoted', e-mail & http://a.example/x?y=1")
	f.Fuzz(func(t *testing.T, text string) {
		readings, err := prompt.Read(text)
		if err != nil && !errors.Is(err, prompt.ErrNoData) {
			t.Error(err)
		}
		for _, r := range readings {
			if len(r.Query.Root.Fields) == 0 {
				t.Error("a query without fields")
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for b.Loop() {
		prompt.Read("Which trails are there, how long are they and how hard, and who looks after them? Also the opening hours.")
	}
}
