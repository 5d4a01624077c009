package rank

import (
	"cmp"
	"math"
	"slices"

	"assay/service/extract/words"
)

// Features of a field of a list and a column of records.
const (
	ColumnMeans      = iota // log-odds that the best name of the column means the field
	ColumnOther             // the same for the best other column
	ColumnField             // the same of the best other field for this column
	ColumnFits              // log-odds that its values have a form the field asks for, on average
	ColumnReads             // share of its values that read as the field's type
	ColumnHave              // share of the records that have it
	ColumnDistinct          // share of its values that are distinct
	ColumnLong              // logarithm of the values' length in bytes, on average
	ColumnShare             // share of the records' text that it holds
	ColumnDigits            // share of the values that have a digit
	ColumnWords             // logarithm of how many words they have, on average
	ColumnCapital           // share of the values that begin with a capital letter
	ColumnAsks              // share that end in a question mark
	ColumnEnds              // share that end as a sentence
	ColumnFrom              // where it begins in the record's text, 0 to 1
	ColumnTo                // where it ends
	ColumnOrder             // its place among the columns, 0 to 1
	ColumnIndex             // the same, counted
	ColumnIsHeading         // it is a heading
	ColumnIsStrong          // it is emphasized
	ColumnIsLink            // it is a link, or in one
	ColumnIsImage           // it is a picture
	ColumnIsTime            // it is marked as a time
	ColumnIsPiece           // it is a piece of a text
	ColumnIsFirst           // the first piece of a text that is cut
	ColumnIsRest            // what comes after that
	ColumnCut               // where it is cut
	ColumnIsLabelled        // it stands beside a label
	ColumnIsCell            // it is a cell of a table
	ColumnIsWhole           // it is the whole record
	ColumnHolds             // it holds other elements
	ColumnNames             // how many names it has
	ColumnTitle             // log-odds that the field asks for a title or a name
	ColumnText              // log-odds that the field asks for a text
	ColumnQuestion          // log-odds that the field asks for a question
	ColumnAnswer            // for an answer
	ColumnPerson            // for a person
	ColumnPlace             // for a place
	ColumnDay               // for a day
	ColumnKind              // for a kind or a category
	ColumnNumber            // for a number or a rank
	ColumnLike              // how near the field's name is to the words of the values
	ColumnWhole             // log-odds that the field means what the list is called
	ColumnFields            // how many those are
	ColumnFlat              // the list has plain values
	ColumnTyped             // the field has a type
	ColumnNumeric           // of a number
	ColumnDated             // of a day
	ColumnAddressed         // of an address
	ColumnSame              // share of its values that answer the field by its name, of some list
	ColumnKnown             // the lexicon knows the field's whole name
	ColumnSimilar           // how like the column's best name is to the field's by the lexicon
	ColumnReworded          // the same to what the field's name most likely means
	ColumnReadsWell         // how well its values fit the field, on average
	ColumnFirst             // features of the two names: see words.Features
	ColumnAlone      = ColumnFirst + words.FeatureCount
)

// Features of a field and a column beside what most likely answers the other fields of the list
// from the same records, each by itself.
const (
	ColumnOwn         = ColumnAlone + iota // log-odds that the column is right by itself
	ColumnOwnBehind                        // the same of the likeliest for the field, less that
	ColumnOwnOrder                         // how many columns are likelier
	ColumnTaken                            // log-odds that it, or one of the same values, is right for another field
	ColumnOthers                           // how likely the others' columns are, on average
	ColumnOthersLeast                      // the least likely of these
	ColumnOthersNear                       // how many columns it is from the closest of these
	ColumnSameKind                         // share of the others' columns that are pieces, cells, links or beside labels as it is
	ColumnHoldsOther                       // how likely a column is another field's that stands within this one
	ColumnInOther                          // the same of one that this stands within
	ColumnAfter                            // how likely the column of the field before is, if this begins after it; less than 0 if before
	ColumnBefore                           // the same of the field that follows, if this begins before it
	ColumnPieces                           // how likely the other piece of the text that it is cut from is another field's
	ColumnLeft                             // logarithm of how many columns of other values the other fields leave
	ColumnCount
)

// Features of a list and a set of records that may answer it.
const (
	SetIsAnswer        = iota // the set is what answers the list by its name
	SetIsReworded             // the same by what its name most likely means
	SetIsFilled               // it is one of these with what it lacked
	SetIsTable                // a table
	SetIsSeries               // the pieces of a line
	SetIsEnumerated           // what a sentence enumerates
	SetIsChoices              // the options of a form's field
	SetHasAnswer              // the list is answered by its name
	SetAnswerSize             // logarithm of how many records that has
	SetSame                   // logarithm of how many records there are for each of its
	SetSameOf                 // share of this set's values that it has
	SetMeans                  // log-odds that the best name of the set means the list
	SetOver                   // the same of the heading over it
	SetBest                   // the best SetMeans of all sets, less that of this
	SetCover                  // how well the words over and around the set stand for the list's name
	SetCoverAbout             // for its description
	SetCoverAll               // for both
	SetCoverBest              // the best SetCoverAll of all sets, less that of this
	SetCoverFields            // how well the headers of its columns stand for the names of the fields
	SetLeast                  // how likely its least likely column is right
	SetMean                   // the mean of all
	SetMost                   // the most likely
	SetScore                  // of an answer by the list's name: how surely its values are found by theirs, on average
	SetFound                  // share of the fields that have a column
	SetMeanBest               // the best SetMean of all sets, less that of this
	SetSize                   // logarithm of how many records there are
	SetLong                   // logarithm of their text's length in bytes, on average
	SetShare                  // share of the page's text
	SetLinks                  // share of their text that is links
	SetFull                   // share of the values that are there, of columns that are told
	SetDistinct               // share of the records that are distinct
	SetClass                  // they are told by a class of their own
	SetPlace                  // how far down the page they stand, 0 to 1
	SetInNav                  // in the navigation
	SetInFoot                 // in the foot of the page
	SetInHead                 // in its head
	SetInAside                // beside its main text, or in what is about other pages
	SetInForm                 // in a form
	SetInComments             // among comments
	SetFields                 // how many fields the list has
	SetFlat                   // it has plain values
	SetWords                  // words of its name
	SetAbout                  // words of its description
	SetKnown                  // the lexicon knows its whole name
	SetLead                   // log-odds that the line before it means the list
	SetCoverOver              // how well the heading over it stands for the list's name and description
	SetCoverLead              // how well the line before it does
	SetCoverPage              // how well the page's title and heading do
	SetCoverText              // how well the words of its first records do
	SetExact                  // share of the words of the name and the description that stand over or around it
	SetExactBest              // the best SetExact of all sets, less that of this
	SetOrder                  // logarithm of how many sets have names that are nearer
	SetBelow                  // logarithm of how many lines it stands below the page's heading; above, less than 0
	SetUnder                  // logarithm of how many lines it stands below the heading over it
	SetLevel                  // 7 less the level of that
	SetColumnLike             // of its first field's column: ColumnLike
	SetColumnFits             // the same of ColumnFits
	SetColumnMeans            // of ColumnMeans
	SetColumnLong             // of ColumnLong
	SetColumnAsks             // of ColumnAsks
	SetColumnCapital          // of ColumnCapital
	SetColumnIsLink           // of ColumnIsLink
	SetColumnIsHeading        // of ColumnIsHeading
	SetQuestion               // log-odds that its first field asks for a question
	SetHeading                // log-odds that its first field asks for a heading
	SetOrdered                // share of the columns that stand in the order of their fields
	SetCounted                // logarithm of the ratio of how many records there are and the list's name tells; -1 if it tells none
	SetIsFact                 // what facts of one name say
	SetIsPieces               // the pieces of what one fact says
	SetIsLabelled             // facts beside labels
	SetIsNamed                // elements that bear the name
	SetSimilar                // how like its best name is to the list's by the lexicon
	SetIsSections             // headings and what stands under them
	SetIsFound                // what would answer a field of that name, and its pieces
	SetFoundScore             // how surely it would
	SetIsTrail                // the page's breadcrumb trail
	SetReworded               // the same to what the list's name most likely means
	SetFirst                  // features of the two names: see words.Features
	SetAlone           = SetFirst + words.FeatureCount
)

// Features of a list and a set beside what most likely answers the other lists of the query, each by
// itself.
const (
	SetOwn       = SetAlone + iota // log-odds that the set answers the list by itself
	SetOwnValue                    // the same of all sets that say the same
	SetOwnBehind                   // of the likeliest set, less SetOwnValue
	SetOwnOrder                    // how many sets are likelier
	SetOwnNone                     // how likely none answers the list
	SetInner                       // how likely a set is that stands within this one
	SetOuter                       // the same of one that this stands within
	SetTaken                       // how likely a set of the same records answers another list
	SetTakenPart                   // the same of one that shares some with it
	SetTakenNear                   // logarithm of how many bytes it is from the likeliest set of another list
	SetTakenFrom                   // 1 if it begins below the set of the list before, -1 if above
	SetLists                       // how many other lists there are
	SetCount
)

// How likely columns and sets are right at least, set on the fitted half of the corpus.
const (
	LeastColumn        = 0.06 // of a column that answers a field
	LeastAny           = 0.15 // of all columns together, for one of them to answer a field
	LeastListed        = 0.08 // of a set that answers a list
	LeastBefore        = 0.1  // of a set, above the answer by the list's name that it takes the place of
	LeastBeforeRecords = 0.2  // the same of a list of records
	LeastKnown         = 0.5  // the same if the lexicon knows the list's name
	SettledFull        = 0.9  // the share of the records that have each field, of an answer by the list's name that is not weighed
	SettledSure        = 0.7  // and the mean score of these values
)

// ofColumn are the features of a set that are those of its first column.
var ofColumn = [...][2]int{{SetColumnLike, ColumnLike}, {SetColumnFits, ColumnFits}, {SetColumnMeans, ColumnMeans}, {SetColumnLong, ColumnLong}, {SetColumnAsks, ColumnAsks}, {SetColumnCapital, ColumnCapital}, {SetColumnIsLink, ColumnIsLink}, {SetColumnIsHeading, ColumnIsHeading}, {SetQuestion, ColumnQuestion}}

// Columns sets what a row says of the columns that the fields have, in their order: nil for those
// that have none.
func (r *SetRow) Columns(of []*ColumnRow) {
	for _, f := range ofColumn {
		r[f[0]] = 0
	}
	var last *ColumnRow
	ordered, pairs := float32(0), float32(0)
	for _, c := range of {
		if c == nil {
			continue
		}
		if last == nil {
			for _, f := range ofColumn {
				r[f[0]] = c[f[1]]
			}
		} else if pairs++; c[ColumnFrom] >= last[ColumnFrom] {
			ordered++
		}
		last = c
	}
	r[SetOrdered] = ordered / max(1, pairs)
}

// ColumnRow is the features of a field of a list and a column.
type ColumnRow [ColumnCount]float32

// SetRow is the features of a list and a set of records.
type SetRow [SetCount]float32

// SetAt is a hash of what a set says, or 0, and from where to where it stands in the text of the page,
// in bytes: both are 0 if no element shows it.
type SetAt struct {
	Says     uint64
	From, To int32
}

// Add adds where a record of the set stands. One without a text takes a byte.
func (p *SetAt) Add(from, to int32) {
	to = max(to, from+1)
	if !p.isKnown() {
		p.From, p.To = from, to
		return
	}
	p.From, p.To = min(p.From, from), max(p.To, to)
}

func (p SetAt) isKnown() bool { return p.To > 0 }

func (p SetAt) holds(q SetAt) bool { return p.From <= q.From && p.To >= q.To }

func (p SetAt) overlaps(q SetAt) bool {
	return p.isKnown() && q.isKnown() && p.From < q.To && q.From < p.To
}

// leastColumnFound is how likely a column is at least for another to stand beside it.
const leastColumnFound = 0.3

// What stands for the odds of a column that does not read, and for how far it is to others if
// there are none.
const (
	noColumn  = -50
	farColumn = 50
)

// kinds are the features that say what kind of column one is.
var kinds = [...]int{ColumnIsLink, ColumnIsPiece, ColumnIsLabelled, ColumnIsCell}

// Shares returns how likely each column of a set is the one that answers a field, by the rows of
// the two. With how likely none is they add up to 1.
func (m Model) Shares(rows []*ColumnRow) []float64 {
	out := make([]float64, len(rows))
	may := func(r *ColumnRow) bool { return reads(r) && r[ColumnOwn] > leastOwn }
	sums := m.columns(rows, may)
	Softmax(sums)
	for k, r := range rows {
		if may(r) {
			out[k], sums = sums[0], sums[1:]
		}
	}
	return out
}

// leastOwn is the log-odds that a column answers a field by itself from which on it is weighed beside
// the others.
const leastOwn = -4

// columns returns what the trees say of those columns that may answer the field.
func (m Model) columns(rows []*ColumnRow, may func(*ColumnRow) bool) []float64 {
	var read [][]float32
	for _, r := range rows {
		if may(r) {
			read = append(read, r[:])
		}
	}
	return m.Sums(read)
}

// reads reports whether a column reads as values of the field.
func reads(r *ColumnRow) bool { return r[ColumnReads] > 0 }

// Beside sets what the rows of a set, by field and column, say of the other fields' columns, by a
// model that weighs each by itself. same is, by column, the first of the same values, and pieces the
// other piece of the text that it is cut from, or -1.
func Beside(rows [][]*ColumnRow, same, pieces []int, alone Model) {
	odds := make([][]float64, len(rows))
	all := make([][]float64, len(rows)) // by field and the first column of the same values
	best := make([]int, len(rows))      // the likeliest column of each field, or -1
	for i := range rows {
		odds[i], best[i] = make([]float64, len(rows[i])), -1
		all[i] = slices.Repeat([]float64{noColumn}, len(rows[i]))
		sums := alone.columns(rows[i], reads)
		for k, r := range rows[i] {
			odds[i][k] = noColumn
			if r[ColumnReads] > 0 {
				odds[i][k], sums = sums[0], sums[1:]
				all[i][same[k]] = max(all[i][same[k]], odds[i][k])
				if best[i] < 0 || odds[i][k] > odds[i][best[i]] {
					best[i] = k
				}
			}
		}
	}
	for i := range rows {
		if best[i] < 0 {
			continue
		}
		left := float32(math.Log(float64(leftBy(rows, same, odds, best, i))))
		for k, r := range rows[i] {
			r[ColumnLeft] = left
			likelier, taken := 0, float64(noColumn)
			r[ColumnPieces] = 0
			for j := range rows {
				if j == i {
					continue
				}
				taken = max(taken, all[j][same[k]])
				if other := pieces[k]; other >= 0 {
					r[ColumnPieces] = max(r[ColumnPieces], float32(chance(odds[j][other])))
				}
			}
			for _, o := range odds[i] {
				if o > odds[i][k] {
					likelier++
				}
			}
			r[ColumnOwn], r[ColumnOwnBehind], r[ColumnOwnOrder] = float32(odds[i][k]), float32(odds[i][best[i]]-odds[i][k]), float32(likelier)
			r[ColumnTaken] = float32(taken)
			besideOthers(rows, odds, best, i, k)
		}
	}
}

// leftBy returns how many columns of different values a field may have, but for those that most
// likely answer the other fields.
func leftBy(rows [][]*ColumnRow, same []int, odds [][]float64, best []int, i int) int {
	free := map[int]bool{}
	for k, r := range rows[i] {
		if r[ColumnReads] > 0 {
			free[same[k]] = true
		}
	}
	for j, k := range best {
		if j != i && k >= 0 && chance(odds[j][k]) >= leastColumnFound {
			delete(free, same[k])
		}
	}
	return 1 + len(free)
}

// besideOthers sets what the row of a field and a column says of where the others' columns stand.
func besideOthers(rows [][]*ColumnRow, odds [][]float64, best []int, i, k int) {
	r := rows[i][k]
	sum, same, least, near := 0.0, 0.0, 1.0, farColumn
	r[ColumnHoldsOther], r[ColumnInOther] = 0, 0
	for j := range rows {
		if j == i {
			continue
		}
		if best[j] < 0 {
			least = 0
			continue
		}
		sure := chance(odds[j][best[j]])
		sum, least = sum+sure, min(least, sure)
		b := rows[i][best[j]]
		switch inner, outer := within(b, r), within(r, b); {
		case inner && !outer:
			r[ColumnHoldsOther] = max(r[ColumnHoldsOther], float32(sure))
		case outer && !inner:
			r[ColumnInOther] = max(r[ColumnInOther], float32(sure))
		}
		switch j {
		case i - 1:
			r[ColumnAfter] = float32(sure) * float32(cmp.Compare(r[ColumnFrom], b[ColumnFrom]))
		case i + 1:
			r[ColumnBefore] = float32(sure) * float32(cmp.Compare(b[ColumnFrom], r[ColumnFrom]))
		}
		alike := true
		for _, f := range kinds {
			alike = alike && r[f] == rows[j][best[j]][f]
		}
		if alike {
			same += sure
		}
		if sure >= leastColumnFound {
			near = min(near, max(k-best[j], best[j]-k))
		}
	}
	if len(rows) > 1 {
		r[ColumnOthers], r[ColumnOthersLeast] = float32(sum/float64(len(rows)-1)), float32(least)
	}
	r[ColumnOthersNear], r[ColumnSameKind] = float32(near), float32(same/max(sum, 0.1))
}

// within reports whether a column stands within another.
func within(a, b *ColumnRow) bool {
	return a[ColumnFrom] >= b[ColumnFrom] && a[ColumnTo] <= b[ColumnTo]
}

// BesideSets sets what the rows of the lists of a query say of the other lists' sets, by a model that
// weighs each by itself.
func BesideSets(rows [][]*SetRow, at [][]SetAt, alone Model) {
	own, all := make([][]float64, len(rows)), make([][]float64, len(rows))
	best := make([]int, len(rows)) // the likeliest set of each list, or -1
	for i := range rows {
		own[i], all[i] = alone.setShares(rows[i], at[i])
		best[i] = -1
		for k, share := range all[i] {
			if best[i] < 0 || share > all[i][best[i]] {
				best[i] = k
			}
		}
	}
	for i := range rows {
		none := 1.0
		for _, share := range own[i] {
			none -= share
		}
		for k, r := range rows[i] {
			r[SetOwn], r[SetOwnValue] = logOdds(own[i][k]), logOdds(all[i][k])
			r[SetOwnBehind], r[SetOwnNone] = logOdds(all[i][best[i]])-r[SetOwnValue], float32(max(0, none))
			r[SetOwnOrder], r[SetInner], r[SetOuter] = 0, 0, 0
			for j, share := range all[i] {
				if share > all[i][k] {
					r[SetOwnOrder]++
				}
				switch a, b := at[i][k], at[i][j]; {
				case !a.overlaps(b) || a.From == b.From && a.To == b.To:
				case a.holds(b):
					r[SetInner] = max(r[SetInner], float32(share))
				case b.holds(a):
					r[SetOuter] = max(r[SetOuter], float32(share))
				}
			}
			besideLists(r, at, all, best, i, at[i][k])
		}
	}
}

// besideLists sets what a row says of the lists of a query other than its own.
func besideLists(r *SetRow, at [][]SetAt, all [][]float64, best []int, own int, here SetAt) {
	r[SetTaken], r[SetTakenPart], r[SetTakenNear], r[SetTakenFrom], r[SetLists] = 0, 0, farSet, 0, float32(len(at)-1)
	for i := range at {
		if i == own || best[i] < 0 {
			continue
		}
		for k, there := range at[i] {
			switch share := float32(all[i][k]); {
			case !here.overlaps(there):
			case here.From == there.From && here.To == there.To:
				r[SetTaken] = max(r[SetTaken], share)
			default:
				r[SetTakenPart] = max(r[SetTakenPart], share)
			}
		}
		there := at[i][best[i]]
		if all[i][best[i]] < leastColumnFound || !here.isKnown() || !there.isKnown() {
			continue
		}
		r[SetTakenNear] = min(r[SetTakenNear], float32(math.Log(float64(1+max(0, here.From-there.To, there.From-here.To)))))
		if i == own-1 {
			r[SetTakenFrom] = float32(cmp.Compare(here.From, there.From))
		}
	}
}

// farSet is farther than any set is from another.
const farSet = 20

// chance returns how likely something is, by the logarithm of its odds.
func chance(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

// logOdds is the reverse, within bounds.
func logOdds(share float64) float32 {
	share = min(max(share, leastShare), 1-leastShare)
	return float32(math.Log(share / (1 - share)))
}

const leastShare = 1e-6

// setShares returns how likely each set answers a list, and how likely what it says does.
func (m Model) setShares(sets []*SetRow, at []SetAt) (own, all []float64) {
	rows := make([][]float32, len(sets))
	for i, r := range sets {
		rows[i] = r[:]
	}
	own = m.Sums(rows)
	Softmax(own)
	by := map[uint64]float64{}
	for i, share := range own {
		by[at[i].Says] += share
	}
	all = slices.Clone(own)
	for i := range all {
		if at[i].Says != 0 {
			all[i] = by[at[i].Says]
		}
	}
	return own, all
}

// Choose returns the place of the set that most likely answers a list, and how likely it does, or -1
// if none is likely to: how the list is answered by its name, unless another is likelier by a
// margin and leaves no more values out. Sets that say the same speak for each other.
func (m Model) Choose(sets []*SetRow, at []SetAt) (place int, likely float64) {
	best, named := -1, -1
	own, sure := m.setShares(sets, at)
	for i, r := range sets {
		if r[SetIsAnswer] > 0 || r[SetIsReworded] > 0 && named < 0 {
			named = i
		}
	}
	for i, r := range sets {
		likelier := best < 0 || sure[i] > sure[best] || sure[i] == sure[best] && own[i] > own[best]
		if likelier && (named < 0 || r[SetFull] >= sets[named][SetFull]) {
			best = i
		}
	}
	if named >= 0 {
		before := LeastBeforeRecords
		switch {
		case sets[named][SetKnown] > 0:
			before = LeastKnown
		case sets[named][SetFlat] > 0:
			before = LeastBefore
		}
		if sure[best] < sure[named]+before {
			return named, sure[named]
		}
	}
	if best < 0 || sure[best] < LeastListed {
		return -1, 0
	}
	return best, sure[best]
}
