package extract_test

import (
	"errors"
	"strings"
	"testing"

	"assay/client/query"
	"assay/service/extract"
)

func TestInfer(t *testing.T) {
	tests := []struct{ prompt, want string }{
		{"get all products with name, price and rating", "{ products[] { name price(number) rating(number) } }"},
		{"the article's author and date", "{ author date(date) }"},
		{"email and phone of this company", "{ email(email) phone(phone) }"},
		{"table of results by year", "{ results[] { year(integer) } }"},
		{"title, author and publication date", "{ title author publication_date(date) }"},
		{"List all job postings with title, company, location and salary.", "{ job_postings[] { title company location salary } }"},
		{"What is the price?", "{ price(number) }"},
		{"names and prices of all products", "{ products[] { name price(number) } }"},
		{"all links", "{ links(url)[] }"},
		{"number of reviews", "{ number_of_reviews(integer) }"},
		{"Extract the recipe: title, ingredients, instructions", "{ recipe { title ingredients[] instructions[] } }"},
		{"comments and their authors", "{ comments[] { author } }"},
		{"Give me the opening hours", "{ opening_hours }"},
	}
	for _, tt := range tests {
		q, err := extract.Infer(tt.prompt)
		if err != nil {
			t.Errorf("%q: %v", tt.prompt, err)
			continue
		}
		if got := strings.Join(strings.Fields(query.Format(q)), " "); got != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.prompt, got, tt.want)
		}
	}
	for _, prompt := range []string{"", "hello", "please", "?!", "the"} {
		if _, err := extract.Infer(prompt); !errors.Is(err, extract.ErrNoData) {
			t.Errorf("%q: error %v, want ErrNoData", prompt, err)
		}
	}
}

func FuzzInfer(f *testing.F) {
	f.Add("all products with name, price (in €) and 3d model")
	f.Add("the page's 's of of with with")
	f.Fuzz(func(t *testing.T, prompt string) {
		q, err := extract.Infer(prompt)
		if err == nil && len(q.Root.Fields) == 0 {
			t.Error("a query without fields")
		}
		if err != nil && !errors.Is(err, extract.ErrNoData) {
			t.Error(err)
		}
	})
}
