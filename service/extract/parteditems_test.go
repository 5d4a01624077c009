package extract_test

import "testing"

// TestPartedItems answers several fields from the one text of each item of a list.
func TestPartedItems(t *testing.T) {
	for _, tt := range []struct{ html, query, want string }{
		{"<h2>Ingredients</h2><ul><li>200 g flour</li><li>2 eggs</li><li>1 1/2 cups milk</li><li>salt</li></ul>", "{ ingredients[] { amount unit name } }",
			`{"ingredients":[{"amount":"200","unit":"g","name":"flour"},{"amount":"2","unit":null,"name":"eggs"},{"amount":"1 1/2","unit":"cups","name":"milk"},{"amount":null,"unit":null,"name":"salt"}]}`},
		{`<script type="application/ld+json">{"@type":"Recipe","name":"Cake","recipeIngredient":["200 g flour","2 eggs","1 tsp of salt"]}</script><h1>Cake</h1>`, "{ ingredients[] { name quantity } }",
			`{"ingredients":[{"name":"flour","quantity":"200 g"},{"name":"eggs","quantity":"2"},{"name":"salt","quantity":"1 tsp"}]}`},
		{"<h3>Languages</h3><ul><li>Go 91.2%</li><li>Shell 8.8%</li></ul>", "{ languages[] { name share } }",
			`{"languages":[{"name":"Go","share":"91.2%"},{"name":"Shell","share":"8.8%"}]}`},
		{"<h2>Parts</h2><ul><li>4 × wheel</li><li>2x axle</li><li>1 x xylophone</li></ul>", "{ parts[] { quantity(number) name } }",
			`{"parts":[{"quantity":4,"name":"wheel"},{"quantity":2,"name":"axle"},{"quantity":1,"name":"xylophone"}]}`},
		{"<h2>Books</h2><ul><li>Dune by Frank Herbert</li><li>Emma by Jane Austen</li><li>Beowulf</li></ul>", "{ books[] { title author } }",
			`{"books":[{"title":"Dune","author":"Frank Herbert"},{"title":"Emma","author":"Jane Austen"},{"title":"Beowulf","author":null}]}`},
		{"<h2>Languages</h2><ul><li>English (native)</li><li>French (fluent)</li><li>Latin</li></ul>", "{ languages[] { name level } }",
			`{"languages":[{"name":"English","level":"native"},{"name":"French","level":"fluent"},{"name":"Latin","level":null}]}`},
		{"<h2>People</h2><ul><li>Anna Lee (Director)</li><li>Bo Chan (Engineer)</li><li>Cy Dorn</li></ul>", "{ people[] { name role } }",
			`{"people":[{"name":"Anna Lee","role":"Director"},{"name":"Bo Chan","role":"Engineer"},{"name":"Cy Dorn","role":null}]}`},
		{"<h2>Drinks</h2><ul><li>Tea <b>$3</b></li><li>Water</li><li>Cola <b>$4</b></li></ul>", "{ drinks[] { name price(number) } }",
			`{"drinks":[{"name":"Tea","price":3},{"name":"Water","price":null},{"name":"Cola","price":4}]}`},
		{"<h2>Testimonials</h2><blockquote>Great tool.<cite>Ann</cite></blockquote><blockquote>Saved us days.<cite>Bob</cite></blockquote>", "{ testimonials[] { quote author } }",
			`{"testimonials":[{"quote":"Great tool.","author":"Ann"},{"quote":"Saved us days.","author":"Bob"}]}`},
		{`<table><tr><th>Label</th><th>Amount</th></tr><tr><td>Net</td><td>$16</td></tr><tr><td>Tax</td><td>$6</td></tr><tfoot><tr><td>Total</td><td>$22</td></tr></tfoot></table>`, "{ totals[] { label amount(number) } }",
			`{"totals":[{"label":"Net","amount":16},{"label":"Tax","amount":6},{"label":"Total","amount":22}]}`},
		{`<table><tr><th>Item</th><th>Qty</th><th>Amount</th></tr><tr><td>Mug</td><td>2</td><td>$16</td></tr><tr><td>Cup</td><td>1</td><td>$6</td></tr><tr><td colspan="2">Total</td><td>$22</td></tr></table>`, "{ items[] { item qty(number) amount(number) } total(number) }",
			`{"items":[{"item":"Mug","qty":2,"amount":16},{"item":"Cup","qty":1,"amount":6}],"total":22}`},
		{"<h2>Medications</h2><p>Metformin</p><p>Dose: 1 g</p><p>Frequency: daily</p><p>Levofloxacin</p><p>Dose: 500 mg</p><p>Frequency: twice daily</p>", "{ medications[] { name dose frequency } }",
			`{"medications":[{"name":"Metformin","dose":"1 g","frequency":"daily"},{"name":"Levofloxacin","dose":"500 mg","frequency":"twice daily"}]}`},
		{"<table><tr><th>Course</th><th>Title</th></tr><tr><td>ME 301</td><td>Thermodynamics</td></tr><tr><td>ME 315</td><td>Fluid Mechanics</td></tr></table>", "{ courses[] { code title } }",
			`{"courses":[{"code":"ME 301","title":"Thermodynamics"},{"code":"ME 315","title":"Fluid Mechanics"}]}`},
	} {
		if got := answerTo(t, tt.html, tt.query); got != tt.want {
			t.Errorf("%s %s:\n got %s\nwant %s", tt.html, tt.query, got, tt.want)
		}
	}
}

// TestRunsOfLabels reads labels and values that follow each other in one element, and a time in a title.
func TestRunsOfLabels(t *testing.T) {
	for _, tt := range []struct{ html, query, want string }{
		{"<p><strong>Founded</strong> 1999 <strong>Employees</strong> 40 <strong>CEO</strong> Ann Moss</p>", "{ founded employees(number) ceo }", `{"founded":"1999","employees":40,"ceo":"Ann Moss"}`},
		{"<p><b>Author</b> Ann Moss <b>Publisher</b> Foo Press</p>", "{ author publisher }", `{"author":"Ann Moss","publisher":"Foo Press"}`},
		{`<div><span class="label">Founded</span><span class="value">1999</span><span class="label">Employees</span><span class="value">40</span></div>`, "{ founded employees(number) }", `{"founded":"1999","employees":40}`},
		{"<h2>Seller</h2><div>Name: Oak Ltd</div><div>City: Ulm</div>", "{ seller { name city } }", `{"seller":{"name":"Oak Ltd","city":"Ulm"}}`},
		{`<h2>Contact</h2><p>T: +44 20 7946 0001<br>F: +44 20 7946 0002</p>`, "{ phone fax }", `{"phone":"+44 20 7946 0001","fax":"+44 20 7946 0002"}`},
		{"<dl><dt>Owner</dt><dd></dd><dt>City</dt><dd>Ulm</dd></dl>", "{ owner city }", `{"owner":null,"city":"Ulm"}`},
		{"<p>Owner: <br>City: Ulm</p>", "{ owner city }", `{"owner":null,"city":"Ulm"}`},
		{"<h1>Vase</h1><h2>Materials</h2><p>Clay, glaze</p><h2>Care</h2><p>Hand wash only</p>", "{ materials care size }", `{"materials":"Clay, glaze","care":"Hand wash only","size":null}`},
		{"<dl><dt>Tenure</dt><dd>Freehold</dd><dt>Council tax band</dt><dd>D</dd></dl>", "{ council_tax_band }", `{"council_tax_band":"D"}`},
		{"<dl><dt>Tenure</dt><dd>Freehold</dd><dt>Grade</dt><dd>A</dd></dl>", "{ grade }", `{"grade":"A"}`},
		{"<div><span>Operator: Greenway Buses</span> <span>Zone: A–C</span></div>", "{ operator zone }", `{"operator":"Greenway Buses","zone":"A–C"}`},
		{`<p class="by">By Dana Fitch at Quayside Park</p><p>Harbour City climbed to third.</p>`, "{ author }", `{"author":"Dana Fitch"}`},
		{"<p>Deposit: 1.700 €</p>", "{ deposit(number) }", `{"deposit":1700}`},
		{`<p>Posted <abbr title="11 February 2024">2 days ago</abbr></p>`, "{ posted(date) }", `{"posted":"2024-02-11"}`},
		{`<p>Posted <relative-time datetime="2024-02-11T10:00:00Z">2 days ago</relative-time></p>`, "{ posted(date) }", `{"posted":"2024-02-11"}`},
	} {
		if got := answerTo(t, tt.html, tt.query); got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.html, tt.query, got, tt.want)
		}
	}
}

// TestLeftParts gives the fields of records that nothing names what is left of them.
func TestLeftParts(t *testing.T) {
	for _, tt := range []struct{ html, query, want string }{
		{`<div><a href="/1"><h5>Backend Engineer</h5><p><span class="badge">Oslo</span> <span class="badge">Full-time</span></p></a><a href="/2"><h5>GIS Intern</h5><p><span class="badge">Trondheim</span> <span class="badge">Internship</span></p></a></div>`, "{ jobs[] { title location employment_type } }",
			`{"jobs":[{"title":"Backend Engineer","location":"Oslo","employment_type":"Full-time"},{"title":"GIS Intern","location":"Trondheim","employment_type":"Internship"}]}`},
		{`<h2>Fares</h2><div><div class="r"><div class="ft">Single</div><div class="fp">€2.40</div><div class="fn">Valid for 60 minutes</div></div><div class="r"><div class="ft">Day pass</div><div class="fp">€5.80</div><div class="fn">Unlimited travel until 04:00</div></div></div>`, "{ ticket_prices[] { ticket price(number) conditions } }",
			`{"ticket_prices":[{"ticket":"Single","price":2.4,"conditions":"Valid for 60 minutes"},{"ticket":"Day pass","price":5.8,"conditions":"Unlimited travel until 04:00"}]}`},
		{`<div class="post"><a class="username" href="/u/1">dusty</a><span class="rank">Regular</span><p>Fitted a rack.</p></div><div class="post"><a class="username" href="/u/2">mrs_kettle</a><span class="rank">Moderator</span><p>Wrap some rope.</p></div>`, "{ replies[] { username role } }",
			`{"replies":[{"username":"dusty","role":"Regular"},{"username":"mrs_kettle","role":"Moderator"}]}`},
		{`<h2>Match stats</h2><div class="stat"><span class="h">58%</span><span class="lab">Possession</span><span class="a">42%</span></div><div class="stat"><span class="h">17</span><span class="lab">Shots</span><span class="a">9</span></div><div class="stat"><span class="h">7</span><span class="lab">Corners</span><span class="a">4</span></div>`, "{ stats[] { statistic home away } }",
			`{"stats":[{"statistic":"Possession","home":"58%","away":"42%"},{"statistic":"Shots","home":"17","away":"9"},{"statistic":"Corners","home":"7","away":"4"}]}`},
		{`<div class="mr"><h3>30-year fixed</h3><p>APR 6.71%</p></div><div class="mr"><h3>15-year fixed</h3><p>APR 6.01%</p></div>`, "{ mortgages[] { product apr(number) } }",
			`{"mortgages":[{"product":"30-year fixed","apr":6.71},{"product":"15-year fixed","apr":6.01}]}`},
		{"<h2>Ground floor</h2><ul><li>Kitchen</li><li>Hall</li></ul><h2>First floor</h2><ul><li>Bedroom</li><li>Bath</li></ul>", "{ floors[] { name rooms[] } }",
			`{"floors":[{"name":"Ground floor","rooms":["Kitchen","Hall"]},{"name":"First floor","rooms":["Bedroom","Bath"]}]}`},
		{`<h2>Next hours</h2><div><div class="h"><time>14:00</time><b>7°</b><span>10%</span></div><div class="h"><time>15:00</time><b>6°</b><span>45%</span></div></div>`, "{ hourly[] { hour temperature(number) rain_chance(percent) } }",
			`{"hourly":[{"hour":"14:00","temperature":7,"rain_chance":10},{"hour":"15:00","temperature":6,"rain_chance":45}]}`},
	} {
		if got := answerTo(t, tt.html, tt.query); got != tt.want {
			t.Errorf("%s %s:\n got %s\nwant %s", tt.html, tt.query, got, tt.want)
		}
	}
}
