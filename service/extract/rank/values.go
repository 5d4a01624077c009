package rank

import "assay/service/extract/words"

// Features of a field and an offer.
const (
	IsAnswer     = iota // the offer is what answers the field by its name
	IsReworded          // the same by what the field's name most likely means
	IsLabel             // a text beside its label
	IsData              // a property of structured data
	IsLink              // an address with the text of its link
	IsAddress           // an address by its own words
	IsMention           // a number in a sentence, by the words beside it
	IsProper            // a proper name, the same
	IsSaid              // a sentence, by its words
	IsLine              // a short line, named by the heading over it or by its element
	IsSection           // what stands under a heading
	IsHeading           // a heading
	IsMarked            // a piece of a sentence in an element of its own, by the words beside it
	IsForm              // a day, a price, an address of mail or a telephone number, by the words beside it
	Score               // by which the field's name was answered with it, or 0
	HasAnswer           // the field is answered by its name
	SameAnswer          // and with the same value
	AnswerSure          // how surely
	Known               // the lexicon knows the field's whole name
	Similar             // how like the lexicon finds the field's name and the offer's
	Paired              // of a label: how sure it is the one for this field, among all labels and fields
	Cover               // how well the words that name the offer stand for the field's
	CoverMore           // the same with the words around them
	CoverAbout          // how well all these stand for the field's description
	CoverAll            // how well they and the value stand for the name and the description
	CoverValue          // how well the value's words stand for the field's name
	CoverBest           // the best Cover of all offers for the field, less that of this
	CoverAllBest        // the same of CoverAll
	CoverPage           // how well the words of the page's title and heading stand for the field's name
	MeansTitle          // log-odds that the field asks for a title or a name
	FirstAsked          // the field is the first of its container
	PageHeading         // the value is the heading of the page
	MeansName           // log-odds that the offer's name means the field's
	MeansOther          // the same for the best other offer
	MeansField          // the same of the best other field for this offer
	Fits                // log-odds that the value has a form the field asks for
	Reads               // how well the value reads as the field's type
	Nested              // the field is part of a container
	Typed               // the field has a type
	Numeric             // of a number
	Dated               // of a day
	Addressed           // of an address of a page
	Boolean             // of yes or no
	LabelName           // log-odds that the offer's name looks like a label
	LabelValue          // the same of its value
	Long                // logarithm of the value's length in bytes
	NameWords           // words of the offer's name
	AskedWords          // words of the field's
	AskedMore           // words of its description
	Repeats             // logarithm of how many offers have the same name
	Place               // how far down the page it stands, 0 to 1
	InNav               // in the navigation
	InFoot              // in the foot of the page
	InHead              // in its head
	InAside             // beside its main text, or in what is about other pages
	InForm              // in a form
	InComments          // among comments
	Apart               // the label stands apart from the value
	First               // features of the two names: see words.Features
	Count        = First + words.FeatureCount
)

// How likely an offer answers a field at least, set on the fitted half of the corpus: the higher,
// the fewer fields are answered, and the fewer values are invented.
const (
	LeastSure    = 0.6  // of a field that has no answer by its name or by what that means
	LeastInstead = 0.5  // of one that has, if it is another
	LeastKept    = 0.05 // if it is that answer
)

// Least is how likely an offer answers a field at least that has such an answer, or has not.
func Least(r *Row, named bool) float64 {
	switch {
	case r.IsNamed():
		return LeastKept
	case named:
		return LeastInstead
	}
	return LeastSure
}

// Row is the features of a field and an offer.
type Row [Count]float32

// IsNamed reports whether the offer is the answer by the field's name, or by what that means.
func (r *Row) IsNamed() bool { return r[IsAnswer] > 0 || r[IsReworded] > 0 }
