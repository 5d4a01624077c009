package main

import (
	"assay/service/extract/evidence"
	"assay/service/extract/onpage"
)

// prior is the table that the search starts from: weights set by hand, from what
// the sources are.
var prior = onpage.Weights{
	Kind: [evidence.Kinds]float64{
		evidence.JSONLD: 0.95, evidence.Microdata: 0.9, evidence.Meta: 0.78, evidence.Label: 0.9,
		evidence.Name: 0.72, evidence.Heading: 0.62, evidence.Typed: 0.5, evidence.Column: 0.9, evidence.Record: 0.7,
		evidence.RDFa: 0.9, evidence.Format: 0.85, evidence.State: 0.7,
	},
	Threshold: 0.34, ListThreshold: 0.32, SetThreshold: 0.26, MinSimilarity: 0.42, Confirmed: 0.35, Repeated: 0.15, Shared: 0.55,
	OtherThing: 0.6, Far: 0.2, Related: 0.45, Chrome: 0.55, Nav: 0.5, Footer: 0.6, Aside: 0.7, Comments: 0.55, Card: 0.6,
	H1: 0.8, TitleTag: 0.6, FirstDate: 0.48, FirstPrice: 0.5, Phone: 0.6, Email: 0.7, Address: 0.58, Hours: 0.5,
	MainText: 0.75, SiteName: 0.42, Stock: 0.5, Canonical: 0.7, LinkText: 0.8, Untitled: 0.5, UntitledH1: 0.3, Byline: 0.6, BareTime: 0.42, StageSum: 0.6, Brand: 0.45, RootText: 0.6, Pair: 0.8, OwnPlace: 0.25, OwnDomain: 0.4, MainShare: 0.25, PartText: 0.6, InLine: 0.8, Unmeasured: 0.25,
	Nested: 0.45, LoneMember: 0.3, Leftover: 0.29, SameRating: 0.6, Divided: 0.6, FirstWords: 0.7, PartHeading: 0.6, OnlyList: 0.3, SharedHeading: 0.4, TitledLinks: 0.8,
	Gallery: 0.45, Caption: 0.6, Presence: 0.5, Counted: 0.5, NearValue: 0.45, HeadingPart: 0.5, LeadText: 0.4, Standfirst: 0.5, Said: 0.45,
	ColumnName: 0.9, ColumnForm: 0.5, SetName: 0.3, SetUnder: 0.3, SetLeads: 0.3, SetSize: 0.18, SetCards: 0.1, SetAside: 0.6, ScopeNamed: 0.3, TableColumn: 0.95,
}
