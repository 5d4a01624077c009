package extract_test

import "testing"

// TestMatches reads from results who played and how often each scored, and what the letters over
// the columns of league tables mean.
func TestMatches(t *testing.T) {
	const games = `<h1>Saturday</h1>
		<div class="g"><span>Leeds</span> <b>2 – 1</b> <span>Hull</span><small>Elland Road</small></div>
		<div class="g"><span>York</span> <b>0 – 0</b> <span>Bath</span><small>Bootham</small></div>
		<div class="g"><span>Ely</span> <b>3 – 4</b> <span>Deal</span><small>The Field</small></div>`
	const goals = `<h1>Liga</h1>
		<div class="g"><span class="local">Mar</span><span>2 - 1</span><span class="visitante">Sol</span><ul><li>12' Pons</li><li>40' Rey</li><li>88' Rey</li></ul></div>
		<div class="g"><span class="local">Rio</span><span>0 - 0</span><span class="visitante">Luz</span></div>`
	const times = `<h1>Sunday</h1><div class="g"><span>Leeds</span> <b>15:30</b> <span>Hull</span></div><div class="g"><span>York</span> <b>17:45</b> <span>Bath</span></div>`
	const fixtures = `<h1>Next</h1><ul><li>Leeds vs Bath</li><li>York vs Hull</li></ul>`
	const league = `<h1>Clasificación</h1><table><tr><th></th><th>Equipo</th><th>PJ</th><th>G</th><th>E</th><th>P</th><th>Pts</th></tr>
		<tr><td>1</td><td>Mar</td><td>9</td><td>7</td><td>1</td><td>1</td><td>22</td></tr><tr><td>2</td><td>Sol</td><td>9</td><td>6</td><td>2</td><td>1</td><td>20</td></tr></table>`
	for _, tt := range []struct{ html, query, want string }{
		{games, `{ matches[] { home away home_goals(integer) away_goals(integer) } }`, `{"matches":[{"home":"Leeds","away":"Hull","home_goals":2,"away_goals":1},{"home":"York","away":"Bath","home_goals":0,"away_goals":0},{"home":"Ely","away":"Deal","home_goals":3,"away_goals":4}]}`},
		{goals, `{ partidos[] { local visitante goles_local(integer) goles_visitante(integer) } }`, `{"partidos":[{"local":"Mar","visitante":"Sol","goles_local":2,"goles_visitante":1},{"local":"Rio","visitante":"Luz","goles_local":0,"goles_visitante":0}]}`},
		{times, `{ matches[] { home_team home_goals(integer) away_goals(integer) } }`, `{"matches":[]}`},
		{fixtures, `{ fixtures[] { home_team away_team home_score(integer) } }`, `{"fixtures":[{"home_team":"Leeds","away_team":"Bath","home_score":null},{"home_team":"York","away_team":"Hull","home_score":null}]}`},
		{league, `{ standings[] { position(integer) team played(integer) won(integer) drawn(integer) lost(integer) points(integer) } }`, `{"standings":[{"position":1,"team":"Mar","played":9,"won":7,"drawn":1,"lost":1,"points":22},{"position":2,"team":"Sol","played":9,"won":6,"drawn":2,"lost":1,"points":20}]}`},
	} {
		if got := answerTo(t, tt.html, tt.query); got != tt.want {
			t.Errorf("%s\ngot  %s\nwant %s", tt.query, got, tt.want)
		}
	}
}
