package extract_test

import "testing"

const predicatePage = `<html lang="en"><head><title>Mill farm</title></head><body><main><h1>What we do at the mill</h1>
<h2>Spring</h2>
<div class="course"><h3>Bread</h3><span class="level">Beginner</span><span class="fee">£20</span><span class="size">8 kg</span><span>Pets: 2 dogs</span></div>
<div class="course"><h3>Cheese</h3><span class="level">Advanced</span><span class="fee">£45</span><span class="size">12 kg</span><span>Pets: no dogs</span></div>
<h2>Autumn</h2>
<div class="course"><h3>Cider</h3><span class="level">Beginner</span><span class="fee">£30</span><span class="size">30 kg</span><span>Pets: 1 dog</span></div>
<div class="course"><h3>Jam</h3><span class="level">Expert</span><span class="fee">£15</span><span class="size">5 kg</span><span>Pets: 1 dog</span></div>
</main></body></html>`

// TestPredicates keeps the records that a description limits a list to in words.
func TestPredicates(t *testing.T) {
	for limit, want := range map[string]string{
		"the level is Beginner":    `[{"name":"Bread"},{"name":"Cider"}]`,
		"beginner level only":      `[{"name":"Bread"},{"name":"Cider"}]`,
		"only those in autumn":     `[{"name":"Cider"},{"name":"Jam"}]`,
		"the Spring section only":  `[{"name":"Bread"},{"name":"Cheese"}]`,
		"courses that take dogs":   `[{"name":"Bread"},{"name":"Cheese"},{"name":"Cider"},{"name":"Jam"}]`,
		"20 kg or more":            `[{"name":"Cider"}]`,
		"at most 8kg":              `[{"name":"Bread"},{"name":"Jam"}]`,
		"costing more than £20":    `[{"name":"Cheese"},{"name":"Cider"}]`,
		"within ten kg":            `[{"name":"Bread"},{"name":"Jam"}]`,
		"courses on the page":      `[{"name":"Bread"},{"name":"Cheese"},{"name":"Cider"},{"name":"Jam"}]`,
		"winter season only":       `[{"name":"Bread"},{"name":"Cheese"},{"name":"Cider"},{"name":"Jam"}]`,
		"courses with a level set": `[{"name":"Bread"},{"name":"Cheese"},{"name":"Cider"},{"name":"Jam"}]`,
	} {
		if got := answerTo(t, predicatePage, "{ courses("+limit+")[] { name } }"); got != `{"courses":`+want+`}` {
			t.Errorf("%s: %s, want %s", limit, got, want)
		}
	}
	if got := answerTo(t, predicatePage, "{ autumn(only the autumn ones)[] { name } }"); got != `{"autumn":[{"name":"Cider"},{"name":"Jam"}]}` {
		t.Errorf("the list's own name over its records: %s", got)
	}
}

// TestBounds keeps the records whose number is within what a description says.
func TestBounds(t *testing.T) {
	const page = `<h1>League</h1><table><tr><th>Team</th><th>Founded</th><th>Goal difference</th><th>Stars</th></tr>
<tr><td>Avon</td><td>1867</td><td>12</td><td>5</td></tr><tr><td>Brent</td><td>1922</td><td>0</td><td>3</td></tr><tr><td>Colne</td><td>1951</td><td>-7</td><td>5</td></tr></table>`
	for limit, want := range map[string]string{
		"goal difference above zero":    `[{"team":"Avon"}]`,
		"negative goal difference":      `[{"team":"Colne"}]`,
		"who were founded after 1900":   `[{"team":"Brent"},{"team":"Colne"}]`,
		"only 5 stars":                  `[{"team":"Avon"},{"team":"Colne"}]`,
		"goal difference of 0 or above": `[{"team":"Avon"},{"team":"Brent"}]`,
	} {
		if got := answerTo(t, page, "{ teams("+limit+")[] { team } }"); got != `{"teams":`+want+`}` {
			t.Errorf("%s: %s, want %s", limit, got, want)
		}
	}
}
