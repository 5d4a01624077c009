// Package query is Assay's query language: a small notation that names the data
// wanted and, by its braces and brackets, the shape of the answer.
//
//	{
//	  shop_name
//	  products[] {
//	    name
//	    price(number)
//	  }
//	}
//
// The package scans, parses with recovery, prints canonically, and derives the
// shape of the data a query asks for. It knows nothing of pages or of the wire.
package query

// Position is a place in the source text.
type Position struct {
	Offset int `json:"-"`      // bytes from the start of the source, from 0
	Row    int `json:"row"`    // line, from 1
	Column int `json:"column"` // characters (runes) from the start of the line, from 1
}

// Query is a parsed query: its outermost container.
type Query struct {
	Root *Container
}

// Container is a braced group of fields; in the data it is an object.
type Container struct {
	Open   Position // of "{"
	Close  Position // of "}"; where the source ended if it is missing
	Fields []*Field // in source order; names are unique
}

// Field is one named node of a query.
//
//	name            a leaf:              List false, Container nil
//	name { … }      a container:         List false, Container set
//	name[]          a list of leaves:    List true,  Container nil
//	name[] { … }    a list of containers: List true, Container set
type Field struct {
	Name        string // in Unicode's normal form C
	NamePos     Position
	Description string   // between the parentheses, outer quotes peeled; "" if absent
	DescPos     Position // of "("; zero if absent
	TextPos     Position // of the first character of Description; zero if absent
	List        bool
	Container   *Container
	End         Position // just after the field's last token
}

// IsLeaf reports whether the field holds plain values: a value or a list of them.
func (f *Field) IsLeaf() bool { return f.Container == nil }

// Hint is what a field's description asks for: at most one type, and the words
// that are left.
type Hint struct {
	Type  Type
	Words string // the description without the words that named the type, trimmed; "" if none
}

// Hint reads the field's description. Only leaves have types: the description of
// a container is words, whatever it says.
func (f *Field) Hint() Hint {
	if !f.IsLeaf() {
		return Hint{Words: f.Description}
	}
	return ParseHint(f.Description)
}

// Type is the type a description gives a value.
type Type uint8

// The types understood in a description. Untyped means no type was named: the
// value is text as the page has it.
const (
	Untyped  Type = iota
	String        // JSON string
	Integer       // JSON number without a fraction
	Number        // JSON number (number, float, decimal)
	Boolean       // JSON boolean
	Date          // JSON string, YYYY-MM-DD
	DateTime      // JSON string, ISO 8601 date-time
	URL           // JSON string, absolute URL
	Email         // JSON string
	Phone         // JSON string
	Price         // JSON number (price, currency): the amount
	Percent       // JSON number: 12.5 for "12.5 %"
)
