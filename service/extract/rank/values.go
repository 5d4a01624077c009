package rank

import (
	"cmp"
	"maps"
	"strings"

	"assay/service/extract/words"
)

// Features of a field and an offer.
const (
	IsAnswer        = iota // the offer is what answers the field by its name
	IsReworded             // the same by what the field's name most likely means
	IsLabel                // a text beside its label
	IsData                 // a property of structured data
	IsCell                 // a cell of a table, by the first of its row and the name of its column
	IsTitle                // a line that is part of the page's title
	IsLink                 // an address with the text of its link
	IsAddress              // an address by its own words
	IsMention              // a number in a sentence, by the words beside it
	IsProper               // a proper name, the same
	IsSaid                 // a sentence, by its words
	IsLine                 // a short line, named by the heading over it or by its element
	IsSection              // what stands under a heading
	IsHeading              // a heading
	IsMarked               // a piece of a sentence in an element of its own, by the words beside it
	IsForm                 // a day, a price, an e-mail address or a telephone number, by the words beside it
	IsBelow                // a short line, named by the line above it
	IsAbove                // a line with a number, named by the line below it
	IsLead                 // the first paragraph below the page's heading, or its first sentence
	Score                  // by which the field's name was answered with it, or 0
	HasAnswer              // the field is answered by its name
	SameAnswer             // and with the same value
	AnswerSure             // how surely
	Known                  // the lexicon knows the field's whole name
	Similar                // how like the lexicon finds the field's name and the offer's
	Paired                 // of a label: how sure it is the one for this field, among all labels and fields
	Cover                  // how well the words that name the offer stand for the field's
	CoverMore              // the same with the words around them
	CoverAbout             // how well all these stand for the field's description
	CoverAll               // how well they and the value stand for the name and the description
	CoverValue             // how well the value's words stand for the field's name
	CoverBest              // the best Cover of all offers for the field, less that of this
	CoverAllBest           // the same of CoverAll
	CoverPage              // how well the words of the page's title and heading stand for the field's name
	MeansTitle             // log-odds that the field asks for a title or a name
	PageHeading            // the value is the heading of the page
	MeansName              // log-odds that the offer's name means the field's
	MeansOther             // the same for the best other offer
	MeansField             // the same of the best other field for this offer
	Fits                   // log-odds that the value has a form the field asks for
	Reads                  // how well the value reads as the field's type
	Nested                 // the field is part of a container
	Typed                  // the field has a type
	Numeric                // of a number
	Dated                  // of a day
	Addressed              // of an address of a page
	IsContact              // of an e-mail address or a telephone number
	Values                 // logarithm of how many distinct values are offered for the field
	CoverContainer         // how well the words of the offer stand for the container's name and description
	LabelName              // log-odds that the offer's name looks like a label
	LabelValue             // the same of its value
	Long                   // logarithm of the value's length in bytes
	NameWords              // words of the offer's name
	AskedWords             // words of the field's
	AskedMore              // words of its description
	Repeats                // logarithm of how many offers have the same name
	Place                  // how far down the page it stands, 0 to 1
	InNav                  // in the navigation
	InFoot                 // in the foot of the page
	InHead                 // in its head
	InAside                // beside its main text, or in what is about other pages
	InForm                 // in a form
	InComments             // among comments
	Apart                  // the label stands apart from the value
	CoverOver              // how well the heading over it stands for the field's name
	CoverSaid              // how well the words of its sentence do
	CoverAllAbout          // how well all words of the offer stand for the field's description
	CoverValueAbout        // how well those of the value do
	CoverExact             // share of the words of the name and the description that it has
	CoverMoreBest          // the best CoverMore of all offers for the field, less that of this
	CoverAboutBest         // the same of CoverAllAbout
	CoverExactBest         // the same of CoverExact
	FitsBest               // the same of Fits
	Order                  // logarithm of how many offers are nearer to the field
	BelowHeading           // logarithm of how many lines it stands below the page's heading; above, less than 0
	InLink                 // it is a link
	InHeading              // it is a heading: 7 less its level
	InSet                  // logarithm of how many alike records the page has where it stands
	InSetAt                // logarithm of which of them
	Told                   // logarithm of how many lines have the same text
	InTitle                // share of its words that the page's title or heading has
	ValueWords             // words of the value
	Capitals               // share of these that begin with a capital
	Digits                 // share of its bytes that are digits
	AsksName               // how likely the field asks for a name or a short text
	AsksPerson             // for a person
	AsksOrg                // for an organisation
	AsksPlace              // for a place or an address
	AsksAmount             // for a number, with or without a unit
	AsksTime               // for a day or a time
	AsksCode               // for a code
	AsksProse              // for a text
	IsOnPaper              // it stands on a document by words that may mean the field
	IsFound                // the roles of documents or the lexicon tell it, or its place at the head of one
	ScoreOrder             // how many values these find likelier
	PaperMeans             // log-odds that the words by it mean the field
	PaperRival             // how far that is above other words
	PaperOther             // and above another field
	PaperPlace             // logarithm of how surely the place of the words makes them its name
	PaperNearer            // how much surer the place of another text by the same words is
	PaperVague             // how much else than the number that is asked for it states
	PaperStates            // it is words and a value that they name
	PaperTicked            // it is ticked
	PrintedRight           // how far right on the page it begins, 0 to 1
	PrintedDown            // how far down, the same
	PrintedLarge           // its height, in parts of the median of the document
	PrintedOn              // on which page
	First                  // features of the two names: see words.Features
	Alone           = First + words.FeatureCount
)

// Features of a field and an offer beside the answers to the other fields, each as likely as it is
// by itself.
const (
	OwnShare         = Alone + iota // logarithm of how likely the offer is by itself
	OwnValue                        // the same of its value
	OwnParts                        // how likely values are that are part of its, or that its is part of
	OwnBest                         // how likely the likeliest offer is
	OwnBehind                       // the logarithm of OwnShare's odds to that
	OwnOrder                        // how many offers are likelier
	OwnTaken                        // how likely it is, to TakenHere
	TakenHere                       // how likely the same value at the same place answers another field
	TakenElsewhere                  // how likely the same value does anywhere
	TakenPart                       // how likely a part of the value does, or a value that it is part of
	Others                          // how many other fields have answers
	OthersNear                      // how near these stand, by lines, summed
	OthersAround                    // the same by elements around both
	OthersClosest                   // logarithm of how many lines away the closest is
	OthersLeast                     // how many elements are around the value alone and not around another
	ContainerNear                   // OthersNear of the fields of the same container alone
	ContainerClosest                // OthersClosest of these
	SameSection                     // share of them that stand under the same heading
	SameStyle                       // that are built alike
	SameKind                        // that are the same kind of offer
	SameRecord                      // that are in the same record
	OthersInOrder                   // share of pairs of them that stand in the order of the query
	InOrder                         // share of them that stand before and after it, as the query has their fields
	AfterLast                       // logarithm of how many lines it is below the answer to the field before; above, less than 0
	BeforeNext                      // the same above the answer to the next
	Between                         // it stands between these
	InList                          // it is in a record that answers a list of the query
	Count
)

// Bounds are how likely a value answers a field at least, set on the fitted half of the corpus: the
// higher, the fewer fields are answered, and the fewer values are invented.
type Bounds struct {
	Sure      float64
	Kept      float64 // of the answer by the field's name or by what that means
	Before    float64 // of another value, above that answer whose place it takes
	KnownSure float64 // Sure if the lexicon knows the field's whole name
	KnownKept float64 // Kept if it does
	Settled   float64 // how good an answer by a known name is at least, for the models not to weigh it
}

// The bounds of values on pages and on documents.
var (
	OnPages = Bounds{Sure: 0.2, Kept: 0.1, Before: 0.1, KnownSure: 0.6, KnownKept: 0.05, Settled: 0.75}
	OnPaper = Bounds{Sure: 0.2, Kept: 0.15, KnownSure: 0.6}
)

// Row is the features of a field and an offer.
type Row [Count]float32

// Weighed is what the model says of an offer for a field.
type Weighed struct {
	Sure float64 // how likely its value is right: by all offers of that value
	Own  float64 // how likely the offer is
	Told bool    // whether the value is likely enough to answer the field
}

// Weigh weighs the offers for a field against each other, by their values and their features.
func (m Model) Weigh(values []string, rows []*Row, least *Bounds) []Weighed {
	all := make([][]float32, len(rows))
	for i, r := range rows {
		all[i] = r[:]
	}
	shares := m.Sums(all)
	Softmax(shares)
	by, named := map[string]float64{}, map[string]bool{}
	for i, v := range values {
		by[v] += shares[i]
		named[v] = named[v] || rows[i].IsNamed()
	}
	sure := maps.Clone(by)
	for v := range named {
		if named[v] { // a part of its text, or more of it, speaks for it
			for i, other := range values {
				if other != v && Overlap(other, v) {
					sure[v] += shares[i]
				}
			}
		}
	}
	other, kept := least.Sure, least.Kept // how likely another value is at least, and the answer by the name
	if len(rows) > 0 && rows[0][Known] > 0 {
		other, kept = least.KnownSure, least.KnownKept
	}
	before := other
	for v := range named {
		if named[v] && sure[v] >= kept {
			before = max(before, sure[v]+least.Before)
		}
	}
	// A part of the answer by the name, or a longer value that holds it, takes its place if it is likelier.
	instead, replaced := map[string]bool{}, map[string]bool{}
	for v := range named {
		for o, share := range by {
			if named[v] && !named[o] && share >= max(other, by[v]+least.Before) && Overlap(o, v) {
				instead[o], replaced[v] = true, true
			}
		}
	}
	out := make([]Weighed, len(rows))
	for i, v := range values {
		told := instead[v] || sure[v] >= before
		if named[v] {
			told = sure[v] >= kept && !replaced[v]
		}
		out[i] = Weighed{sure[v], shares[i], told}
	}
	return out
}

// Overlap reports whether one of two values in JSON is part of the other.
func Overlap(a, b string) bool {
	a, b = strings.Trim(a, `"`), strings.Trim(b, `"`)
	return min(len(a), len(b)) >= leastPart && (strings.Contains(a, b) || strings.Contains(b, a))
}

// leastPart is how long a part of a value is at least, in bytes: shorter ones stand in many.
const leastPart = 3

// Compare orders what is weighed by how likely it is right, the most likely first.
func (w Weighed) Compare(than Weighed) int {
	return cmp.Or(cmp.Compare(than.Sure, w.Sure), cmp.Compare(than.Own, w.Own))
}

// IsNamed reports whether the offer is the answer by the field's name, or by what that means.
func (r *Row) IsNamed() bool { return r[IsAnswer] > 0 || r[IsReworded] > 0 }
