// Package find finds single values: for each field the candidates that the page has by name,
// by form and by place, weighed by their source and by where they stand.
package find

import (
	"assay/service/extract/fields"
	"assay/service/extract/onpage"
	"assay/service/extract/paper"
)

// Engine finds single values.
type Engine struct {
	*onpage.Engine
	Sheet *paper.Sheet // nil for a web page
	site  string       // the site's name, from the page's title

	fieldRoles                           // of a query of a document
	asked      []*fields.Field           // the fields that are no part of records, on a document
	Matches    map[*fields.Field][]match // what may answer them, once asked for

	found  []fields.Value // where finders put what they find, one after the other
	places []place        // by identity of a value: where in found it is
	tables []Ledger       // of a document, once asked for

	saidAll   []sentence // the sentences that may tell a value, once known
	saidKnown bool
}

// New returns what finds single values for the fields of a query. Sheet is nil for a web page.
func New(e *onpage.Engine, sheet *paper.Sheet, asked []*fields.Field) *Engine {
	f := &Engine{Engine: e, Sheet: sheet}
	f.site = siteName(f)
	if sheet != nil {
		f.fieldRoles = newFieldRoles()
		findRoles(f, asked, "", false)
	}
	return f
}
