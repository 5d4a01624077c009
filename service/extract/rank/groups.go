package rank

// Group is features that tell one kind of thing.
type Group struct {
	Name     string
	Features []int
}

// ValueGroups are the groups of the features of a field and an offer.
var ValueGroups = []Group{
	{"meaning of the names", append(from(First, Alone), MeansName)},
	{"words that stand for others", []int{Cover, CoverMore, CoverAbout, CoverAll, CoverValue, CoverBest, CoverAllBest, CoverPage, CoverOver, CoverSaid, CoverAllAbout, CoverValueAbout, CoverExact, CoverMoreBest, CoverAboutBest, CoverExactBest, CoverContainer, Order}},
	{"answer by the name", []int{IsAnswer, IsReworded, Score, HasAnswer, SameAnswer, AnswerSure, Known, Similar}},
	{"kind of offer", from(IsLabel, Score)},
	{"form and type", append(from(AsksName, IsOnPaper), Fits, FitsBest, Reads, Typed, Numeric, Dated, Addressed, IsContact, Values)},
	{"rivals", []int{Paired, MeansOther, MeansField}},
	{"looks", []int{LabelName, LabelValue, Long, NameWords, AskedWords, AskedMore, Repeats, Apart, Told, InTitle, ValueWords, Capitals, Digits, InLink, InHeading}},
	{"place", []int{MeansTitle, PageHeading, Nested, Place, InNav, InFoot, InHead, InAside, InForm, InComments, BelowHeading, InSet, InSetAt}},
	{"print", from(IsOnPaper, First)},
	{"the other fields", from(Alone, Count)},
}

// SetGroups are those of a list and a set of records.
var SetGroups = []Group{
	{"meaning of the names", append(from(SetFirst, SetAlone), SetMeans, SetOver, SetBest, SetLead)},
	{"words that stand for others", []int{SetCover, SetCoverAbout, SetCoverAll, SetCoverBest, SetCoverFields, SetCoverOver, SetCoverLead, SetCoverPage, SetCoverText, SetExact, SetExactBest, SetOrder}},
	{"columns", []int{SetLeast, SetMean, SetMost, SetFound, SetMeanBest, SetFull, SetColumnLike, SetColumnFits, SetColumnMeans, SetColumnLong, SetColumnAsks, SetColumnCapital, SetColumnIsLink, SetColumnIsHeading, SetQuestion, SetHeading, SetOrdered}},
	{"answer by the name", []int{SetIsAnswer, SetIsReworded, SetIsFilled, SetScore, SetHasAnswer, SetAnswerSize, SetSame, SetSameOf, SetKnown, SetSimilar, SetReworded, SetFoundScore}},
	{"size and kind", []int{SetIsTable, SetIsSeries, SetIsEnumerated, SetIsChoices, SetIsFact, SetIsPieces, SetIsTrail, SetIsSections, SetIsFound, SetIsLabelled, SetIsNamed, SetSize, SetCounted, SetLong, SetShare, SetLinks, SetDistinct, SetClass}},
	{"place", []int{SetPlace, SetInNav, SetInFoot, SetInHead, SetInAside, SetInForm, SetInComments, SetBelow, SetUnder, SetLevel}},
	{"what is asked", []int{SetFields, SetFlat, SetWords, SetAbout}},
	{"the other sets and lists", from(SetAlone, SetCount)},
}

func from(first, end int) []int {
	var out []int
	for f := first; f < end; f++ {
		out = append(out, f)
	}
	return out
}
