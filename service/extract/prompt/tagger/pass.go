package tagger

import (
	"math"
	"strings"

	"assay/service/extract/words"
)

// Step is what the network computed of a token in one direction.
type Step struct {
	Update, Reset, Candidate, State [Hidden]float32
	Carried                         [Hidden]float32 // what the reset gate is applied to
}

// Pass is what the network computed of a prompt.
type Pass struct {
	Steps [2][]Step
	Seen  [][]float32 // of each token: its states in both directions, and its input
	Out   [][]float32 // of each token: Outputs numbers

	model  *Model
	tokens []Token
}

// Read computes what a model makes of tokens.
func (m *Model) Read(tokens []Token) *Pass {
	p := m.Recur(tokens, m.Inputs(tokens))
	p.Output()
	return p
}

// Recur computes all but the outputs.
func (m *Model) Recur(tokens []Token, inputs []Input) *Pass {
	n := len(tokens)
	p := &Pass{Seen: make([][]float32, n), Out: make([][]float32, n), model: m, tokens: tokens}
	for i := range inputs {
		in := &inputs[i]
		p.Seen[i] = make([]float32, SeenSize)
		x := p.Seen[i][BothSize:]
		if in.Vector != nil {
			copy(x, in.Vector[:])
		}
		copy(x[words.Dim:], m.Word[in.Word*WordSize:][:WordSize])
		copy(x[words.Dim+WordSize:], m.Last[in.Last*EndSize:][:EndSize])
		copy(x[words.Dim+WordSize+EndSize:], m.Shape[in.Shape*ShapeSize:][:ShapeSize])
	}
	for d := range 2 {
		p.Steps[d] = make([]Step, n)
		for k := range n {
			i := p.At(d, k)
			s := &p.Steps[d][i]
			m.step(d, p.Seen[i][BothSize:], p.Before(d, k), s)
			copy(p.Seen[i][d*Hidden:], s.State[:])
		}
	}
	return p
}

// At returns which token a direction reads at a step.
func (p *Pass) At(direction, step int) int {
	if direction == 0 {
		return step
	}
	return len(p.Seen) - 1 - step
}

var nothing [Hidden]float32

// Before returns the state that a direction has before a step.
func (p *Pass) Before(direction, step int) *[Hidden]float32 {
	if step == 0 {
		return &nothing
	}
	return &p.Steps[direction][p.At(direction, step-1)].State
}

// step computes a step from an input and the state before.
func (m *Model) step(d int, x []float32, before *[Hidden]float32, s *Step) {
	in, again, bias := m.In[d], m.Again[d], m.Bias[d]
	for j := range Hidden {
		update, reset, fresh := j, Hidden+j, 2*Hidden+j
		s.Update[j] = sigmoid(Dot(x, in[update*InputSize:]) + Dot(before[:], again[update*Hidden:]) + bias[update])
		s.Reset[j] = sigmoid(Dot(x, in[reset*InputSize:]) + Dot(before[:], again[reset*Hidden:]) + bias[reset])
		s.Carried[j] = Dot(before[:], again[fresh*Hidden:]) + bias[3*Hidden+j]
		s.Candidate[j] = float32(math.Tanh(float64(Dot(x, in[fresh*InputSize:]) + bias[fresh] + s.Reset[j]*s.Carried[j])))
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
	Lacks   string // what its words lack of its name, as in Model.Names; "" if likely nothing
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
	lacks, whole := float32(0), float32(fairlySure)
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

// How likely something is at least that is likelier than all else, and a whole name that an ask
// has no words of: there are many, some of which mean the same.
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
	to = to[:len(x)]
	for i, v := range x {
		to[i] += by * v
	}
}

// Dot returns the product of a and the beginning of b.
func Dot(a, b []float32) float32 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float32
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return s0 + s1 + s2 + s3
}
