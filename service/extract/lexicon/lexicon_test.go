package lexicon

import (
	"slices"
	"strings"
	"testing"
)

func TestWords(t *testing.T) {
	for name, want := range map[string]string{
		"num_reviews":   "num reviews",
		"ratingValue":   "rating value",
		"isbn13":        "isbn 13",
		"isbn_13":       "isbn 13",
		"HTMLParser":    "html parser",
		"imageURLs":     "image urls",
		"job-title":     "job title",
		"Prénom":        "prenom",
		"Größe":         "grose",
		"% of votes":    "percent of votes",
		"card__price":   "card price",
		"  two  words ": "two words",
		"":              "",
	} {
		if got := strings.Join(Words(name), " "); got != want {
			t.Errorf("Words(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestConcepts(t *testing.T) {
	for name, want := range map[string]string{
		"product_name":       "name",
		"written_by":         "author",
		"datePublished":      "published",
		"publish_date":       "published",
		"ready_in":           "totaltime",
		"number_of_servings": "servings",
		"recipeYield":        "servings",
		"itemNumber":         "sku",
		"Öffnungszeiten":     "hours",
		"Preis":              "price",
		"is_in_stock":        "availability",
		"img_url":            "image",
		"phone_number":       "phone",
		"isbn13":             "isbn",
		"Stock No.":          "sku",
		"Online price":       "price",
		"ht":                 "height",
	} {
		if got := Compile(name).Concept().String(); got != want {
			t.Errorf("concept of %q is %q, want %q", name, got, want)
		}
	}
	if c := Compile("flight_number").Concept(); c != 0 && !Compile("flight_number").Has(c) {
		t.Errorf("flight_number means %v", c)
	}
}

func TestSimilarity(t *testing.T) {
	// Each name is nearer to the first than to the second.
	for _, tt := range []struct{ want, near, far string }{
		{"price", "card-price", "price-old"},
		{"author", "byline", "title"},
		{"total_time", "Total time", "Prep time"},
		{"closing_date", "Closing date", "date"},
		{"street_address", "address", "email"},
		{"cable_length", "Cable length", "Length"},
		{"published", "date", "modified"},
		{"rating", "star-rating", "review count"},
		{"title", "product-title", "price-title-old"},
	} {
		near, far := Similarity(Compile(tt.want), Compile(tt.near)), Similarity(Compile(tt.want), Compile(tt.far))
		if near <= far {
			t.Errorf("%q: %q has %.2f, %q has %.2f", tt.want, tt.near, near, tt.far, far)
		}
	}
	for _, tt := range []struct{ want, have string }{
		{"flight_number", "Number"}, {"vat_rate", "rate"}, {"salary_range", "price-range"}, {"court_case_number", "item number"},
	} {
		if s := Similarity(Compile(tt.want), Compile(tt.have)); s > 0.4 {
			t.Errorf("%q answers for %q with %.2f", tt.have, tt.want, s)
		}
	}
	if s := Similarity(Compile("Mein_Feld"), Compile("mein-feld")); s != 1 {
		t.Errorf("the same words have %.2f", s)
	}
}

// Every line of the lexicon is well formed and says something.
func TestLexiconText(t *testing.T) {
	seen := map[string]bool{}
	for n, line := range strings.Split(lexiconText, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		head, phrases, ok := strings.Cut(line, ":")
		words := strings.Fields(head)
		if !ok || len(words) != 2 && len(words) != 6 || strings.TrimSpace(phrases) == "" {
			t.Errorf("line %d is malformed: %s", n+1, line)
			continue
		}
		if seen[words[0]] {
			t.Errorf("line %d: %s is there twice", n+1, words[0])
		}
		seen[words[0]] = true
		if !slices.Contains(shapeNames[1:], words[1]) {
			t.Errorf("line %d: no shape %q", n+1, words[1])
		}
		if len(words) == 6 && (words[2] != "<" || words[4] != "*" || Lookup(words[3]) == 0) {
			t.Errorf("line %d: no broader concept %q", n+1, words[3])
		}
	}
	for name := range seen {
		c := Lookup(name)
		if c == 0 {
			t.Errorf("%s was not read", name)
		}
		for b, up := c, 0; b != 0; b, up = dict().concepts[b].broader, up+1 {
			if up > 5 {
				t.Fatalf("%s is broader than itself", name)
			}
		}
	}
}

func TestSynonyms(t *testing.T) {
	for _, pair := range [...][2]string{
		{"power_hp", "Leistung hp"},
		{"battery_life", "Akkulaufzeit"},
		{"seats", "Nombre de places"},
		{"tracking_number", "Consignment No."},
		{"first_registration", "Erstzulassung"},
		{"energy_class", "Classe di efficienza energetica"},
		{"num_employees", "Anzahl Mitarbeiter"},
		{"orderDate", "Ordered on"},
		{"city_highway_mpg", "EPA Fuel Economy"},
		{"zero_to_sixty", "0-60 mph"},
		{"mpaa_rating", "Rated"},
		{"enrollment", "Total students"},
		{"job_id", "Requisition Number"},
		{"sensor_size", "Image sensor size"},
		{"neighborhood", "Stadtteil"},
		{"price_per_sqft", "Price/sq ft"},
	} {
		if s := Similarity(Compile(pair[0]), Compile(pair[1])); s < 0.7 {
			t.Errorf("%q and %q agree only to %.2f", pair[0], pair[1], s)
		}
	}
	for _, pair := range [...][2]string{
		{"battery_life", "Battery"},
		{"home_team", "Away team"},
		{"saturated_fat", "Fat"},
		{"day_high", "Day low"},
		{"domestic_gross", "Worldwide gross"},
		{"front_camera", "Rear camera"},
		{"predecessor", "Successor"},
		{"optical_zoom", "Digital zoom"},
		{"half_baths", "Full baths"},
		{"common_name", "Scientific name"},
	} {
		if s := Similarity(Compile(pair[0]), Compile(pair[1])); s > 0.6 {
			t.Errorf("%q and %q agree to %.2f", pair[0], pair[1], s)
		}
	}
}

// TestSynonymForms lets days and sums have their form, and nothing else that has a word of
// theirs in its name.
func TestSynonymForms(t *testing.T) {
	for name, want := range map[string]string{
		"order_date": "date", "ticket_price": "price",
		"day_range": "", "time_zone": "", "screen_size": "", "price_earnings_ratio": "",
	} {
		if got := Compile(name).Concept().String(); got != want {
			t.Errorf("concept of %q is %q, want %q", name, got, want)
		}
	}
}

// TestSynonymGroups reports phrases that stand in two groups: only the first counts.
func TestSynonymGroups(t *testing.T) {
	group := map[string]string{}
	for line := range strings.Lines(synonymsText) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		for phrase := range strings.SplitSeq(strings.TrimPrefix(line, "= "), "|") {
			words := Words(phrase)
			for i, w := range words {
				words[i] = Stem(w)
			}
			key := strings.Join(words, " ")
			if first, ok := group[key]; ok && first != line {
				t.Errorf("%q is in two groups: %.30s… and %.30s…", strings.TrimSpace(phrase), first, line)
			}
			group[key] = line
		}
	}
}
