package portal

import (
	"slices"

	"assay/wire"
	"assay/wire/snippet"
)

// snippetText is a request as a piece of a program.
type snippetText struct {
	ID, Language, Text string
}

// snippets returns a request to this service in the languages that the portal shows.
func (v *visit) snippets(request wire.QueryRequest) (list []snippetText) {
	base := "http://" + v.r.Host
	if v.origin.Encrypted {
		base = "https://" + v.r.Host
	}
	for _, language := range snippet.Languages() {
		id := map[string]string{"curl": "curl", "JavaScript (fetch)": "javascript", "Python (requests)": "python"}[language.Name]
		if id != "" {
			list = append(list, snippetText{"snippet-" + id, language.Name, language.Write(base, request)})
		}
	}
	return slices.Clip(list)
}
