package main

import (
	"math/rand/v2"
	"testing"

	"assay/query"
)

// TestRenamed asks a page by other names: what is expected of it goes by them too.
func TestRenamed(t *testing.T) {
	named := newWays()
	for field, of := range named {
		if len(of[0]) == 0 || len(of[1]) == 0 {
			t.Errorf("%s: %d names that the model of words knows, %d that it does not", field, len(of[0]), len(of[1]))
		}
	}
	q, err := query.Parse("{ recipe { title  ingredients[] } }")
	if err != nil {
		t.Fatal(err)
	}
	c := &testCase{Set: "recipes", query: q}
	c.Fields = map[string]string{"recipe.title": "title", "recipe.ingredients[]": "ingredients"}
	c.Compare = map[string]string{"recipe.title": "text", "recipe.ingredients[]": "list"}
	c.Expected = map[string]any{"recipe": map[string]any{"title": "Soup", "ingredients": []any{"Leek"}}}
	one := named.renamed(c, rand.New(rand.NewPCG(1, 1)))
	recipe := one.query.Root.Fields[0]
	title, ingredients := recipe.Container.Fields[0], recipe.Container.Fields[1]
	if recipe.Name == "recipe" || title.Name == "title" || ingredients.Name == "ingredients" || !ingredients.List {
		t.Fatalf("it asks for %s { %s %s }", recipe.Name, title.Name, ingredients.Name)
	}
	path := recipe.Name + "." + title.Name
	if got := at(one.Expected, path); got != "Soup" || one.Compare[path] != "text" {
		t.Errorf("%s is %v, compared as %q", path, got, one.Compare[path])
	}
	path = recipe.Name + "." + ingredients.Name + "[]"
	if got, _ := at(one.Expected, path).([]any); len(got) != 1 || got[0] != "Leek" || one.Compare[path] != "list" {
		t.Errorf("%s is %v, compared as %q", path, got, one.Compare[path])
	}
}
