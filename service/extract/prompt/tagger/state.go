package tagger

// State is what a token is to what is asked for: a word of an ask of some kind, the first of it
// or a later one, or none.
type State uint8

const (
	Outside  State = iota
	inParts        // between a list and the last of its parts
	toList         // between the first of a list's parts and the list
	firstAsk       // the first word of the first kind, then its later words, and so on
)

// Kind is what the words of an ask are for.
type Kind uint8

const (
	Value Kind = iota // one value of the page
	List              // several values, or records
	Part              // what each record of the list before has
	Ahead             // what each record of the list that follows has
	kinds
)

// States is how many states there are.
const States = int(firstAsk) + 2*int(kinds)

// begin is the state of the first word of an ask.
func begin(k Kind) State { return firstAsk + 2*State(k) }

// inside is the state of a later word of an ask.
func inside(k Kind) State { return begin(k) + 1 }

// asked tells the kind of the ask that a state is of, and whether it begins it.
func (s State) asked() (k Kind, begins, ok bool) {
	if s < firstAsk {
		return 0, false, false
	}
	s -= firstAsk
	return Kind(s / 2), s%2 == 0, true
}

// Follows reports whether a state may follow another. Outside stands before the first.
func Follows(before, s State) bool {
	k, begins, ok := s.asked()
	was, _, wasAsk := before.asked()
	switch {
	case ok && !begins:
		return wasAsk && was == k
	case before == inParts:
		return s == inParts || ok && k == Part
	case before == toList || wasAsk && was == Ahead:
		return s == toList || ok && (k == Ahead || k == List)
	case s == inParts:
		return wasAsk && (was == List || was == Part)
	}
	return s != toList
}

// mayEnd reports whether a prompt may end with a state.
func mayEnd(s State) bool {
	k, _, ok := s.asked()
	return s != inParts && s != toList && !(ok && k == Ahead)
}

// An Ask is a run of tokens that asks for one thing: those from From to before To.
type Ask struct {
	Kind     Kind
	From, To int
}

// Asks returns the asks of a prompt whose tokens have some states.
func Asks(states []State) []Ask {
	var out []Ask
	for i, s := range states {
		switch k, begins, ok := s.asked(); {
		case begins && ok:
			out = append(out, Ask{k, i, i + 1})
		case ok:
			out[len(out)-1].To = i + 1
		}
	}
	return out
}

// Mark returns the states of a number of tokens that have these asks, in their order.
func Mark(tokens int, asks []Ask) []State {
	out := make([]State, tokens)
	for i, a := range asks {
		for t := a.From; t < a.To; t++ {
			out[t] = inside(a.Kind)
		}
		out[a.From] = begin(a.Kind)
		if i+1 == len(asks) {
			break
		}
		between := Outside
		next := asks[i+1]
		switch {
		case a.Kind == Ahead:
			between = toList
		case next.Kind == Part && (a.Kind == Part || a.Kind == List):
			between = inParts
		}
		for t := a.To; t < next.From; t++ {
			out[t] = between
		}
	}
	return out
}
