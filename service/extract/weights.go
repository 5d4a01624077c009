package extract

import "assay/service/extract/evidence"

// Weights is what the engine believes of its sources. All are shares from 0 to 1
// unless said otherwise.
type Weights struct {
	// How far each kind of evidence is believed when its name fits in full.
	Kind [9]float64

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

	ColumnName  float64 // a record's part whose name fits in full
	ColumnForm  float64 // a record's part known by its form alone
	SetName     float64 // what a list's own name adds to a set of that name
	SetSize     float64 // what many members add
	SetAside    float64 // factor for sets outside the page's own subject
	ScopeNamed  float64 // what a container's name adds to a part of the page of that name
	TableColumn float64 // a table's column whose header fits in full
}

// weights are the engine's beliefs.
var weights = Weights{
	Kind: [9]float64{
		evidence.JSONLD: 0.95, evidence.Microdata: 0.9, evidence.Meta: 0.78, evidence.Label: 0.9,
		evidence.Name: 0.72, evidence.Heading: 0.62, evidence.Typed: 0.5, evidence.Column: 0.9, evidence.Record: 0.7,
	},
	Threshold: 0.34, ListThreshold: 0.32, SetThreshold: 0.26, MinSimilarity: 0.42, Confirmed: 0.35, Repeated: 0.15, Shared: 0.55,
	OtherThing: 0.6, Far: 0.2, Related: 0.45, Chrome: 0.55, Nav: 0.5, Footer: 0.6, Aside: 0.7, Comments: 0.55,
	H1: 0.8, TitleTag: 0.6, FirstDate: 0.48, FirstPrice: 0.5, Phone: 0.6, Email: 0.7, Address: 0.5, Hours: 0.5,
	MainText: 0.75, SiteName: 0.5, Stock: 0.5, Canonical: 0.7, LinkText: 0.8,
	ColumnName: 0.9, ColumnForm: 0.5, SetName: 0.3, SetSize: 0.1, SetAside: 0.6, ScopeNamed: 0.3, TableColumn: 0.95,
}
