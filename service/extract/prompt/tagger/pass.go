package tagger

import (
	"math"
	"strings"

	"gonum.org/v1/gonum/blas/gonum"

	"assay/service/extract/words"
)

// Step is what a layer computed of a token in one direction.
type Step struct {
	Update, Reset, Candidate, State [Hidden]float32
	Carried                         [Hidden]float32 // what the reset gate is applied to
}

// Pass is what the network computed of a prompt.
type Pass struct {
	Steps [Layers][2][]Step
	Seen  [][]float32 // of each token: its states in both directions, of the top layer first, and its input
	Out   [][]float32 // of each token: Outputs numbers

	model  *Model
	tokens []Token
}

// Read computes what a model makes of tokens.
func (m *Model) Read(tokens []Token) *Pass {
	p := m.Start(tokens, m.Inputs(tokens))
	for l := range Layers {
		p.Layer(l)
	}
	p.Output()
	return p
}

// Start returns a pass that has its inputs and nothing computed yet.
func (m *Model) Start(tokens []Token, inputs []Input) *Pass {
	n := len(tokens)
	p := &Pass{Seen: make([][]float32, n), Out: make([][]float32, n), model: m, tokens: tokens}
	for i := range inputs {
		in := &inputs[i]
		p.Seen[i] = make([]float32, SeenSize)
		x := p.Seen[i][Layers*BothSize:]
		if in.Vector != nil {
			copy(x, in.Vector[:])
		}
		copy(x[words.Dim:], m.Word[in.Word*WordSize:][:WordSize])
		copy(x[words.Dim+WordSize:], m.Last[in.Last*EndSize:][:EndSize])
		copy(x[words.Dim+WordSize+EndSize:], m.Shape[in.Shape*ShapeSize:][:ShapeSize])
	}
	return p
}

// StatesOf returns where a layer's states are in Pass.Seen. What enters the layer follows them.
func StatesOf(layer int) (from, to int) {
	from = (Layers - 1 - layer) * BothSize
	return from, from + BothSize
}

// Layer computes a layer from those below, which must be computed first.
func (p *Pass) Layer(l int) {
	from, to := StatesOf(l)
	for d := range 2 {
		r := &p.model.Layer[l][d]
		entering := make([][3 * Hidden]float32, len(p.Seen)) // what enters each gate, by token
		for row, bias := range r.Bias[:3*Hidden] {
			weights := r.In[row*Entering(l):]
			for i, seen := range p.Seen {
				entering[i][row] = Dot(seen[to:], weights) + bias
			}
		}
		p.Steps[l][d] = make([]Step, len(p.Seen))
		for k := range p.Seen {
			i := p.At(d, k)
			s := &p.Steps[l][d][i]
			r.step(&entering[i], p.Before(l, d, k), s)
			copy(p.Seen[i][from+d*Hidden:], s.State[:])
		}
	}
}

// At returns which token a direction reads at a step.
func (p *Pass) At(direction, step int) int {
	if direction == 0 {
		return step
	}
	return len(p.Seen) - 1 - step
}

var nothing [Hidden]float32

// Before returns the state that a layer has in a direction before a step.
func (p *Pass) Before(layer, direction, step int) *[Hidden]float32 {
	if step == 0 {
		return &nothing
	}
	return &p.Steps[layer][direction][p.At(direction, step-1)].State
}

// step computes a step from what enters at each gate and the state before.
func (r *Recurrence) step(entering *[3 * Hidden]float32, before *[Hidden]float32, s *Step) {
	for j := range Hidden {
		update, reset, fresh := j, Hidden+j, 2*Hidden+j
		s.Update[j] = sigmoid(entering[update] + Dot(before[:], r.Again[update*Hidden:]))
		s.Reset[j] = sigmoid(entering[reset] + Dot(before[:], r.Again[reset*Hidden:]))
		s.Carried[j] = Dot(before[:], r.Again[fresh*Hidden:]) + r.Bias[3*Hidden+j]
		s.Candidate[j] = float32(math.Tanh(float64(entering[fresh] + s.Reset[j]*s.Carried[j])))
		s.State[j] = (1-s.Update[j])*s.Candidate[j] + s.Update[j]*before[j]
	}
}

// Output computes the outputs of the tokens.
func (p *Pass) Output() {
	for i := range p.Out {
		p.Out[i] = Linear(p.model.Token, p.Seen[i], Outputs)
	}
}

// Features returns what is known of an ask: the mean of its tokens, the first and the last, and the
// forms that its values are likely to have.
func (p *Pass) Features(from, to int) []float32 {
	out := make([]float32, AskSize)
	var text []string
	for i := from; i < to; i++ {
		Add(out, 1/float32(to-from), p.Seen[i][:BothSize])
		if p.tokens[i].IsWord() {
			text = append(text, p.tokens[i].Low)
		}
	}
	copy(out[BothSize:], p.Seen[from][:BothSize])
	copy(out[2*BothSize:], p.Seen[to-1][:BothSize])
	copy(out[3*BothSize:], words.Default().New(strings.Join(text, " "), "").Forms()[:])
	return out
}

// Meaning is what an ask is for.
type Meaning struct {
	Type    string // "" if none is likelier than all others
	Lacks   string // what its words lack of its name, as in Model.Names; "" if nothing is fairly sure
	Whole   string // the likeliest whole name that its words do not have, "" if none is fairly sure
	Several bool   // a record has several of it
}

// Meaning says what an ask is for.
func (p *Pass) Meaning(a Ask) Meaning {
	m, x := p.model, p.Features(a.From, a.To)
	likely := func(w []float32, classes int) []float32 {
		s := Linear(w, x, classes)
		words.Softmax(s)
		return s
	}
	var out Meaning
	for c, p := range likely(m.Type, len(m.Types)) {
		if p > sure {
			out.Type = m.Types[c]
		}
	}
	lacks, whole := float32(fairlySure), float32(fairlySure)
	complete := false
	for c, p := range likely(m.Name, len(m.Names)) {
		name, isWhole := strings.CutPrefix(m.Names[c], "=")
		switch {
		case m.Names[c] == "":
			complete = p > sure
		case p > lacks:
			lacks, out.Lacks = p, m.Names[c]
		}
		if isWhole && p > whole {
			whole, out.Whole = p, name
		}
	}
	if complete {
		out.Lacks = ""
	}
	out.Several = likely(m.Several, 2)[1] > sure
	return out
}

// The least probabilities of a class, and of what a name lacks: of that there are many classes, some
// with the same meaning.
const (
	sure       = 0.5
	fairlySure = 0.3
)

// Place returns where a token of an ask stands in its name.
func (p *Pass) Place(token int) Place {
	s := p.Out[token][States:]
	best := Nowhere
	for c := range Places {
		if s[c] > s[best] {
			best = c
		}
	}
	return best
}

// Linear applies a layer, whose rows end with a bias, to x.
func Linear(w, x []float32, rows int) []float32 {
	out := make([]float32, rows)
	for r := range out {
		row := w[r*(len(x)+1):][:len(x)+1]
		out[r] = Dot(x, row) + row[len(x)]
	}
	return out
}

// sigmoid is the logistic function.
func sigmoid(x float32) float32 { return float32(1 / (1 + math.Exp(-float64(x)))) }

// Add adds x times by to the beginning of to.
func Add(to []float32, by float32, x []float32) {
	gonum.Implementation{}.Saxpy(len(x), by, x, 1, to, 1)
}

// Dot returns the product of a and the beginning of b.
func Dot(a, b []float32) float32 { return gonum.Implementation{}.Sdot(len(a), a, 1, b, 1) }
