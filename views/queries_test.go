package views

import (
	"assay/views/queries"
)

// inFolder gives a dashboard a folder of saved queries and two environments.
func inFolder(dir string) func(*Options) {
	return func(o *Options) {
		o.Queries = queries.Options{Workspace: dir, Environments: map[string]map[string]string{
			"live": {"base": "https://shop.example"}, "staging": {"base": "https://staging.example", "field": "name"},
		}}
	}
}
