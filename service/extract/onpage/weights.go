package onpage

import (
	"assay/service/extract/evidence"
)

// Weights is what the engine believes of its sources. All are shares from 0 to 1
// unless said otherwise.
type Weights struct {
	// How far each kind of evidence is believed when its name fits in full.
	Kind [evidence.Kinds]float64

	Threshold     float64 // below it a leaf is null
	ListThreshold float64 // below it a list of values is empty
	SetThreshold  float64 // below it a list of records is empty
	MinSimilarity float64 // names less alike are not considered
	Confirmed     float64 // how much a second kind of evidence for a value adds
	Repeated      float64 // how much the same value from the same kind of evidence adds
	Shared        float64 // factor for a value another field has taken
	OtherThing    float64 // factor for structured data that is not about the page's subject
	Far           float64 // share lost by a value at the far end of the page
	Related       float64 // factor for values in related, recommended and popular boxes
	Chrome        float64 // factor for values in share bars, notices, forms
	Nav           float64 // factor for values in navigation
	Footer        float64 // factor for values in the footer
	Aside         float64 // factor for values in asides
	Comments      float64 // factor for values in readers' comments
	Card          float64 // factor for values in boxes about other pages

	H1         float64 // the page's heading as a title
	TitleTag   float64 // the title element, its site name cut off
	FirstDate  float64 // an unnamed date close to the heading
	FirstPrice float64 // an unnamed price close to the heading
	Phone      float64 // an unnamed telephone number
	Email      float64 // an unnamed e-mail address
	Address    float64 // unnamed text that reads as an address
	Hours      float64 // unnamed text that reads as opening hours
	MainText   float64 // the element that holds the main text
	SiteName   float64 // the site's name for an organisation
	Stock      float64 // words that tell whether a thing is to be had
	Canonical  float64 // the canonical address
	LinkText   float64 // a link whose text names the field

	Untitled   float64 // share lost by a title that has no word of the title element
	UntitledH1 float64 // how much of that the heading of the page loses
	Byline     float64 // a link to an author's page, a line that begins with "by"
	BareTime   float64 // an unnamed length of time
	InLine     float64 // factor for a list of things or steps within one text
	Unmeasured float64 // share lost by ingredients without amounts
	OwnDomain  float64 // what a name gains that the site's domain spells
	MainShare  float64 // the least share of a page's own lines that its main element has
	PartText   float64 // share lost by texts that are a part of the main text
	Brand      float64 // a name by the page's heading, or that begins it, as a brand
	RootText   float64 // factor for a whole record as one of its texts
	Pair       float64 // factor for a set of two large records
	OwnPlace   float64 // what comments and reviews gain in the part of the page that is for them
	StageSum   float64 // factor for the sum of the times of stages as a total

	// Forms and places that rules of their own read.
	Nested        float64 // a list or container within records that all of them answer
	LoneMember    float64 // factor for a list within records that has one member in each
	Leftover      float64 // a field given the only column left
	SameRating    float64 // factor for a rating that is the same in all records
	Divided       float64 // factor for a few words that are several things
	FirstWords    float64 // factor for the words that come first in a record as its name
	PartHeading   float64 // factor for a heading of a part of a record
	OnlyList      float64 // a record's only list
	SharedHeading float64 // a list whose heading has one word of the name
	TitledLinks   float64 // links under a heading that says what the list is called
	Gallery       float64 // a gallery as the pictures asked for
	Caption       float64 // what a figure says under its picture
	Presence      float64 // a mark that some records bear and others do not
	Counted       float64 // the number of a heading or line that counts things
	NearValue     float64 // a line by the heading that is a value of the field's vocabulary or form
	HeadingPart   float64 // a part of the heading that is
	LeadText      float64 // the first paragraph as a summary
	Standfirst    float64 // what follows the page's heading as a subtitle
	Said          float64 // a sentence that says a field's words beside a value of its form

	ColumnName  float64 // a record's part whose name fits in full
	ColumnForm  float64 // a record's part known by its form alone
	SetName     float64 // what a list's own name adds to a set of that name
	SetUnder    float64 // what the heading over a set adds that is the list's name
	SetLeads    float64 // what a folder of that name adds that its links lead into
	SetSize     float64 // what many members add
	SetCards    float64 // what boxes with a link and a heading, picture or price add for a list of things
	SetAside    float64 // factor for sets outside the page's own subject
	ScopeNamed  float64 // what a container's name adds to a part of the page of that name
	TableColumn float64 // a table's column whose header fits in full
}

// Fitted returns the table of weights that the engine uses unless told otherwise.
func Fitted() Weights { return fitted }
