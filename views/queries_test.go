package views

import (
	"assay/views/queries"
)

// inFolder gives a dashboard a folder of saved queries.
func inFolder(dir string) func(*Options) {
	return func(o *Options) {
		o.Queries = queries.Options{Workspace: dir}
	}
}
