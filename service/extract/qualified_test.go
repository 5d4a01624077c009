package extract_test

import "testing"

// TestQualified answers fields whose name has a word more than the label or the value.
func TestQualified(t *testing.T) {
	for _, tt := range []struct{ name, html, query, want string }{
		{"the heading has the other word", `<h1>Road bike</h1><p>A bike for the road and the track, light and quick.</p><h4>Our rating</h4><table><tr><td>Comfort</td><td><b>7</b></td></tr><tr><td>Value</td><td><b>9</b></td></tr></table>`,
			`{ comfort_rating(integer) noise_rating(integer) }`, `{"comfort_rating":7,"noise_rating":null}`},
		{"the class says whose score", `<h1>Blue Nights</h1><div class="critic"><span>88</span><span>%</span></div><div class="viewer"><span>54</span><span>%</span></div>`,
			`{ critic_score(integer) viewer_score(integer) }`, `{"critic_score":88,"viewer_score":54}`},
		{"what is said, not when", `<h1>Blue Nights</h1><h2>Reviews</h2><div class="rev"><p>Every scene of it earns its tears and its jokes.</p><div class="by"><a href="/c/1">Henry Lane</a><br><a href="/s/1">The Lantern</a> | <span>March 15, 2012</span></div></div><div class="rev"><p>A little too long for what it has to tell.</p><div class="by"><a href="/c/2">Lyn Hill</a><br><a href="/s/2">Pacific News</a> | <span>March 9, 2012</span></div></div>`,
			`{ reviews[] { quote critic } }`, `{"reviews":[{"quote":"Every scene of it earns its tears and its jokes.","critic":"Henry Lane"},{"quote":"A little too long for what it has to tell.","critic":"Lyn Hill"}]}`},
		{"the members of sections", `<h1>About us</h1><h2>Board</h2><div class="team_list"><div class="team_item"><img class="p" src="/a.jpg" alt=""><div class="n">Ann Lee</div><div class="r">Chair</div></div><div class="team_item"><img class="p" src="/b.jpg" alt=""><div class="n">Bob Hill</div><div class="r">Treasurer</div></div></div><h2>Office</h2><div class="team_list"><div class="team_item"><img class="p" src="/c.jpg" alt=""><div class="n">Cid Moor</div><div class="r">Editor</div></div><div class="team_item"><img class="p" src="/d.jpg" alt=""><div class="n">Dee Wood</div><div class="r">Manager</div></div></div>`,
			`{ team[] { name role } }`, `{"team":[{"name":"Ann Lee","role":"Chair"},{"name":"Bob Hill","role":"Treasurer"},{"name":"Cid Moor","role":"Editor"},{"name":"Dee Wood","role":"Manager"}]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
