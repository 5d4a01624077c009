package main

import (
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"assay/service/extract/prompt/tagger"
	"assay/service/extract/words"
)

// How the tagger is trained: by Adam (Kingma and Ba 2014), with dropout (Srivastava et al. 2014).
const (
	tagEpochs    = 12
	tagRate      = 0.003
	tagBatch     = 12
	tagWorkers   = 2    // the sum of their gradients depends on how many they are
	leastWord    = 3    // times that a word of the vocabulary occurs
	leastName    = 4    // times that something is lacking of a name
	dropWord     = 0.15 // share of words that are not known, and half as many without a vector
	dropSeen     = 0.4  // share of what is known of a token that is left out
	firstDecay   = 0.9
	secondDecay  = 0.99
	lastRate     = 0.2  // of the rate, in the end
	averaged     = 0.25 // share of the batches, at the end, whose weights are averaged
	warmup       = 100  // batches
	mostGradient = 5
)

// tagTrainer trains a tagger on prompts.
type tagTrainer struct {
	model   *tagger.Model
	prompts []tagged
	inputs  [][]tagger.Input
}

// trainTagger trains a model on marked prompts. The same prompts give the same model.
func trainTagger(prompts []marked, progress io.Writer) *tagger.Model {
	t := tagTrainer{}
	count, lacking := map[string]int{}, map[string]int{"": leastName}
	types := []string{""}
	for i := range prompts {
		p := tag(&prompts[i])
		for _, token := range p.tokens {
			count[token.Low]++
		}
		for _, a := range p.asks {
			lacking[a.lacks]++
			if !slices.Contains(types, a.mark.typ) {
				types = append(types, a.mark.typ)
			}
		}
		t.prompts = append(t.prompts, p)
	}
	atLeast := func(count map[string]int, least int) []string {
		var out []string
		for s, n := range count {
			if n >= least && len(s) < 64 {
				out = append(out, s)
			}
		}
		slices.Sort(out)
		return out
	}
	slices.Sort(types)
	t.model = tagger.New(atLeast(count, leastWord), types, atLeast(lacking, leastName))
	for _, p := range t.prompts {
		t.inputs = append(t.inputs, t.model.Inputs(p.tokens))
	}
	t.run(progress)
	return t.model
}

func (t *tagTrainer) run(progress io.Writer) {
	m := t.model
	random := rand.New(rand.NewPCG(1, 2))
	fill := func(by float64, parts ...[]float32) {
		for _, w := range parts {
			for i := range w {
				w[i] = float32((2*random.Float64() - 1) * by)
			}
		}
	}
	fill(0.1, m.Word, m.Last, m.Shape)
	for l := range m.Layer {
		for _, r := range m.Layer[l] {
			fill(math.Sqrt(3/float64(tagger.Entering(l))), r.In)
			fill(math.Sqrt(3.0/tagger.Hidden), r.Again)
		}
	}
	fill(0.05, m.Token, m.Type, m.Several, m.Name)
	var learners [tagWorkers]*tagLearner
	for w := range learners {
		learners[w] = &tagLearner{model: m, gradient: tagger.New(m.Vocabulary, m.Types, m.Names), random: rand.New(rand.NewPCG(3, uint64(w)))}
	}
	first, second := make([]float32, len(m.Weights)), make([]float32, len(m.Weights))
	mean := make([]float32, len(m.Weights)) // of the last weights (Izmailov et al. 2018)
	order := make([]int, len(t.prompts))
	for i := range order {
		order[i] = i
	}
	batches := tagEpochs * ((len(order) + tagBatch - 1) / tagBatch)
	step := 0
	for epoch := range tagEpochs {
		random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		loss := 0.0
		for batch := range slices.Chunk(order, tagBatch) {
			var wait sync.WaitGroup
			for w, l := range learners {
				wait.Go(func() {
					clear(l.gradient.Weights)
					for k := w; k < len(batch); k += tagWorkers {
						l.learn(&t.prompts[batch[k]], t.inputs[batch[k]])
					}
				})
			}
			wait.Wait()
			step++
			sum := learners[0].gradient.Weights
			for _, l := range learners[1:] {
				tagger.Add(sum, 1, l.gradient.Weights)
			}
			norm := 0.0
			for _, g := range sum {
				norm += float64(g) * float64(g)
			}
			scale := 1 / float64(len(batch))
			if size := math.Sqrt(norm) * scale; size > mostGradient {
				scale *= mostGradient / size
			}
			rate := tagRate * (1 - (1-lastRate)*float64(step)/float64(batches)) * min(1, float64(step)/warmup)
			adam(m.Weights, sum, first, second, float32(scale), rate, step)
			if last := step - int((1-averaged)*float64(batches)); last > 0 {
				for i, w := range m.Weights {
					mean[i] += (w - mean[i]) / float32(last)
				}
			}
		}
		for _, l := range learners {
			loss += l.loss
			l.loss = 0
		}
		fmt.Fprintf(progress, "round %2d: loss %.2f a prompt\n", epoch+1, loss/float64(len(order)))
	}
	copy(m.Weights, mean)
}

// adam changes weights by a step.
func adam(weights, gradient, first, second []float32, scale float32, rate float64, step int) {
	by := float32(rate / (1 - math.Pow(firstDecay, float64(step))))
	unbias := 1 / (1 - math.Pow(secondDecay, float64(step)))
	for i, g := range gradient {
		g *= scale
		first[i] = firstDecay*first[i] + (1-firstDecay)*g
		second[i] = secondDecay*second[i] + (1-secondDecay)*g*g
		weights[i] -= by * first[i] / float32(math.Sqrt(float64(second[i])*unbias)+1e-8)
	}
}

// tagLearner computes the gradient of the loss.
type tagLearner struct {
	model    *tagger.Model
	gradient *tagger.Model
	random   *rand.Rand
	loss     float64
}

// learn adds the gradient of one prompt.
func (l *tagLearner) learn(e *tagged, inputs []tagger.Input) {
	n := len(e.tokens)
	if n == 0 {
		return
	}
	inputs = slices.Clone(inputs)
	for i := range inputs {
		if l.random.Float32() < dropWord {
			inputs[i].Word = 0
		}
		if l.random.Float32() < dropWord/2 {
			inputs[i].Vector = nil
		}
	}
	p := l.model.Start(e.tokens, inputs)
	keep := make([][]float32, n)
	for i := range n {
		keep[i] = make([]float32, tagger.SeenSize)
		for k := range keep[i] {
			if l.random.Float32() >= dropSeen {
				keep[i][k] = 1 / (1 - dropSeen)
			}
		}
	}
	drop := func(seen [][]float32, from, to int) {
		for i := range n {
			for k := from; k < to; k++ {
				seen[i][k] *= keep[i][k]
			}
		}
	}
	for layer := range tagger.Layers {
		p.Layer(layer)
		from, to := tagger.StatesOf(layer)
		drop(p.Seen, from, to)
	}
	entered := make([][]float32, n) // what entered the layers: no input is dropped from it
	for i := range n {
		entered[i] = slices.Clone(p.Seen[i])
	}
	const states = tagger.Layers * tagger.BothSize
	drop(p.Seen, states, tagger.SeenSize)
	p.Output()
	out := l.chain(e, p)
	seen := make([][]float32, n)
	for i := range n {
		seen[i] = make([]float32, tagger.SeenSize)
	}
	for k := range e.asks {
		l.ask(&e.asks[k], p, out, seen)
	}
	for i := range n {
		layer(l.model.Token, l.gradient.Token, p.Seen[i], out[i], seen[i])
	}
	drop(seen, states, tagger.SeenSize)
	for layer := tagger.Layers - 1; layer >= 0; layer-- {
		from, to := tagger.StatesOf(layer)
		drop(seen, from, to)
		for d := range 2 {
			l.back(layer, d, p, entered, seen)
		}
	}
	for i := range n {
		x := seen[i][states+words.Dim:]
		tagger.Add(l.gradient.Word[inputs[i].Word*tagger.WordSize:], 1, x[:tagger.WordSize])
		tagger.Add(l.gradient.Last[inputs[i].Last*tagger.EndSize:], 1, x[tagger.WordSize:][:tagger.EndSize])
		tagger.Add(l.gradient.Shape[inputs[i].Shape*tagger.ShapeSize:], 1, x[tagger.WordSize+tagger.EndSize:])
	}
}

// chain returns the gradients of the outputs of tokens for the states, and adds those of After.
func (l *tagLearner) chain(e *tagged, p *tagger.Pass) [][]float32 {
	const states = tagger.States
	n := len(e.tokens)
	after := func(a, s int) float64 {
		if !tagger.Follows(tagger.State(a), tagger.State(s)) {
			return math.Inf(-1)
		}
		return float64(l.model.After[a*states+s])
	}
	there, back := make([][states]float64, n), make([][states]float64, n)
	var ways [states]float64
	for s := range states {
		there[0][s] = after(int(tagger.Outside), s) + float64(p.Out[0][s])
	}
	for i := 1; i < n; i++ {
		for s := range states {
			for a := range states {
				ways[a] = there[i-1][a] + after(a, s)
			}
			there[i][s] = logSum(ways[:]) + float64(p.Out[i][s])
		}
	}
	for i := n - 2; i >= 0; i-- {
		for s := range states {
			for next := range states {
				ways[next] = back[i+1][next] + after(s, next) + float64(p.Out[i+1][next])
			}
			back[i][s] = logSum(ways[:])
		}
	}
	all := logSum(there[n-1][:])
	l.loss += all
	out := make([][]float32, n)
	was := int(tagger.Outside)
	for i := range n {
		out[i] = make([]float32, tagger.Outputs)
		for s := range states {
			out[i][s] = float32(math.Exp(there[i][s] + back[i][s] - all))
			for a := range states {
				way := after(a, s) + float64(p.Out[i][s]) + back[i][s] - all
				if i > 0 {
					way += there[i-1][a]
				} else if a != int(tagger.Outside) {
					continue
				}
				l.gradient.After[a*states+s] += float32(math.Exp(way))
			}
		}
		is := int(e.states[i])
		out[i][is]--
		l.gradient.After[was*states+is]--
		l.loss -= float64(p.Out[i][is]) + after(was, is)
		was = is
	}
	return out
}

func logSum(xs []float64) float64 {
	top := slices.Max(xs)
	if math.IsInf(top, -1) {
		return top
	}
	sum := 0.0
	for _, x := range xs {
		sum += math.Exp(x - top)
	}
	return top + math.Log(sum)
}

// ask adds the gradients for what is said of an ask.
func (l *tagLearner) ask(a *meant, p *tagger.Pass, out, seen [][]float32) {
	for i, place := range a.places {
		gradient := out[a.From+i][tagger.States:]
		copy(gradient, p.Out[a.From+i][tagger.States:])
		words.Softmax(gradient)
		gradient[place]--
	}
	x := p.Features(a.From, a.To)
	back := make([]float32, len(x))
	class := func(w, gradient []float32, classes, right int) {
		if right < 0 {
			return
		}
		s := tagger.Linear(w, x, classes)
		words.Softmax(s)
		s[right]--
		layer(w, gradient, x, s, back)
	}
	class(l.model.Type, l.gradient.Type, len(l.model.Types), slices.Index(l.model.Types, a.mark.typ))
	class(l.model.Name, l.gradient.Name, len(l.model.Names), slices.Index(l.model.Names, a.lacks))
	if a.Kind == tagger.Part || a.Kind == tagger.Ahead {
		right := 0
		if a.mark.several {
			right = 1
		}
		class(l.model.Several, l.gradient.Several, 2, right)
	}
	const both = tagger.BothSize
	for i := a.From; i < a.To; i++ {
		tagger.Add(seen[i], 1/float32(a.To-a.From), back[:both])
	}
	tagger.Add(seen[a.From], 1, back[both:2*both])
	tagger.Add(seen[a.To-1], 1, back[2*both:3*both])
}

// layer adds the gradients of a layer whose rows end with a bias, and of what it was applied to.
func layer(w, gradient, x, out, back []float32) {
	for r, d := range out {
		at := r * (len(x) + 1)
		tagger.Add(gradient[at:], d, x)
		gradient[at+len(x)] += d
		tagger.Add(back, d, w[at:at+len(x)])
	}
}

// back adds the gradients of a layer in one direction, and of what entered it.
func (l *tagLearner) back(layer, d int, p *tagger.Pass, entered, seen [][]float32) {
	const hidden = tagger.Hidden
	r, gradients := &l.model.Layer[layer][d], &l.gradient.Layer[layer][d]
	from, to := tagger.StatesOf(layer)
	n := len(seen)
	steps := p.Steps[layer][d]
	rows := make([][4 * hidden]float32, n) // by token, the gradients of update, reset, candidate and carried
	var state [hidden]float32              // gradient of the state after
	for k := n - 1; k >= 0; k-- {
		i := p.At(d, k)
		s, before, g := &steps[i], p.Before(layer, d, k), &rows[i]
		var was [hidden]float32
		for j := range hidden {
			h := seen[i][from+d*hidden+j] + state[j]
			fresh := h * (1 - s.Update[j]) * (1 - s.Candidate[j]*s.Candidate[j])
			g[j] = h * (before[j] - s.Candidate[j]) * s.Update[j] * (1 - s.Update[j])
			g[hidden+j] = fresh * s.Carried[j] * s.Reset[j] * (1 - s.Reset[j])
			g[2*hidden+j] = fresh
			g[3*hidden+j] = fresh * s.Reset[j]
			was[j] += h * s.Update[j]
			for gate, gradient := range [...]float32{g[j], g[hidden+j], g[3*hidden+j]} {
				tagger.Add(was[:], gradient, r.Again[(gate*hidden+j)*hidden:][:hidden])
			}
		}
		state = was
	}
	for row := range 4 * hidden {
		for i := range n {
			gradients.Bias[row] += rows[i][row]
		}
	}
	size := tagger.Entering(layer)
	for row := range 3 * hidden {
		in, inGradient := r.In[row*size:][:size], gradients.In[row*size:][:size]
		againGradient := gradients.Again[row*hidden:][:hidden]
		again := row
		if row >= 2*hidden {
			again += hidden
		}
		for k := range n {
			i := p.At(d, k)
			tagger.Add(inGradient, rows[i][row], entered[i][to:])
			tagger.Add(seen[i][to:], rows[i][row], in)
			tagger.Add(againGradient, rows[i][again], p.Before(layer, d, k)[:])
		}
	}
}
