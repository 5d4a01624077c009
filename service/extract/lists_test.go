package extract_test

import (
	"strings"
	"testing"
)

// TestReviewText leaves the lines that answer other fields out of a review's text.
func TestReviewText(t *testing.T) {
	one := func(name, day, text string) string {
		return `<li class="comment"><div><strong>` + name + `</strong> — <time datetime="` + day + `">` + day + `</time> <a href="#r">Reply</a></div><p>` + text + `</p><p>And more of it, in a paragraph of its own.</p><div><a href="#r">Report this</a></div></li>`
	}
	html := `<h1>Soup</h1><ol class="comments">` + one("Ann Lee", "2024-05-06", "The best soup I ever had, by far.") + one("Bob Ray", "2024-05-07", "Too much salt for me, sorry to say.") + `</ol>`
	got := answerTo(t, html, `{ comments[] { author date(date) text } }`)
	for _, want := range []string{`"text":"The best soup I ever had, by far.\nAnd more of it, in a paragraph of its own."`, `"author":"Bob Ray","date":"2024-05-07"`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s\nlacks %s", got, want)
		}
	}
}

// TestTableParts takes tables of the same headers as one list, leaves out the marks
// of footnotes, and finds headers in bold under a title across the table.
func TestTableParts(t *testing.T) {
	table := func(rows string) string {
		return `<table><tr><th colspan=2>Fleet</th></tr><tr><td><b>Model</b></td><td><b>Built</b></td></tr>` + rows + `</table>`
	}
	html := `<h1>Buses</h1><h2>North</h2>` + table(`<tr><td>D40<sup><a href="#n1">[1]</a></sup></td><td>2010</td></tr><tr><td>D41</td><td>2011</td></tr>`) +
		`<h2>South</h2>` + table(`<tr><td>X9</td><td>2001</td></tr><tr><td>X10</td><td>2002</td></tr>`)
	got := answerTo(t, html, `{ rows[] { model built } }`)
	if want := `{"rows":[{"model":"D40","built":"2010"},{"model":"D41","built":"2011"},{"model":"X9","built":"2001"},{"model":"X10","built":"2002"}]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got, want := answerTo(t, html, `{ south[] { model built } }`), `{"south":[{"model":"X9","built":"2001"},{"model":"X10","built":"2002"}]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestTrail includes the steps that are folded for want of room, and takes no menu
// for a trail.
func TestTrail(t *testing.T) {
	html := `<h1>Daypacks</h1><nav class="breadcrumb"><ol><li><a href="/">Home</a></li><li><button>. . .</button></li><li style="display:none"><a href="/c/camping">Camping</a></li><li><a href="/c/packs">Packs</a></li></ol></nav><p>A light pack for a day in the hills, with room for a rain jacket and lunch.</p>`
	want := `{"breadcrumbs":[{"name":"Home","url":"/"},{"name":"Camping","url":"/c/camping"},{"name":"Packs","url":"/c/packs"}]}`
	if got := answerTo(t, html, `{ breadcrumbs[] { name url } }`); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	menu := `<div><a href="/">Home</a> <a href="/shop">Shop</a> <a href="/plus">Plus</a> <a href="/local">Local</a></div><h1>Rates rise</h1><p>Text of the article.</p>`
	if got, want := answerTo(t, menu, `{ breadcrumbs[] { name url } }`), `{"breadcrumbs":[]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestColumnForms finds the parts of records whose names the lexicon does not know
// by how they look.
func TestColumnForms(t *testing.T) {
	item := func(name, price, rating string) string {
		return `<li><a href="/p"><h3>` + name + `</h3></a><p class="cost">$` + price + `</p><div class="note">` + rating + `</div></li>`
	}
	html := `<h1>Parts</h1><ul>` + item("Left pedal", "9.50", "4/5") + item("Bell", "3.20", "4.5 / 5") + item("Saddle bag", "25.00", "3/5") + `</ul>`
	want := `{"parts":[{"part_name":"Left pedal","cost":9.5,"rating":4},{"part_name":"Bell","cost":3.2,"rating":4.5},{"part_name":"Saddle bag","cost":25,"rating":3}]}`
	if got := answerTo(t, html, `{ parts[] { part_name cost(number) rating(number) } }`); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestNestedTrail takes two links beside the heading, of which one leads into the
// other, for the trail, and gives the last step of a trail the page's own address.
func TestNestedTrail(t *testing.T) {
	for _, tt := range []struct{ name, html, want string }{
		{
			"section and part", `<h1>How to build a chair</h1><div>By <a href="/member/ann">Ann</a> in <a href="/workshop/">Workshop</a><a href="/workshop/wood/projects/">Woodworking</a></div><p>Cut four legs of the same length.</p>`,
			`{"breadcrumbs":[{"name":"Workshop","url":"/workshop/"},{"name":"Woodworking","url":"/workshop/wood/projects/"}]}`,
		},
		{
			"links that lead elsewhere", `<h1>How to build a chair</h1><div><a href="/workshop/">Workshop</a> <a href="/kitchen/">Kitchen</a></div><p>Cut four legs of the same length.</p>`,
			`{"breadcrumbs":[]}`,
		},
		{
			"the page itself", `<link rel="canonical" href="https://shop.example/c/packs"><nav class="breadcrumb"><a href="/">Home</a> / <span>Packs</span></nav><h1>Packs</h1><p>All our packs for a day in the hills.</p>`,
			`{"breadcrumbs":[{"name":"Home","url":"/"},{"name":"Packs","url":"https://shop.example/c/packs"}]}`,
		},
		{
			"a header that holds a trail", `<header class="has-breadcrumb"><ul>` + strings.Repeat(`<li><a href="/x">One of the many links of a menu</a></li>`, 60) + `</ul><div class="breadcrumb"><a href="/">Home</a> / <a href="/c">Packs</a></div></header><h1>Day pack</h1><p>A light pack.</p>`,
			`{"breadcrumbs":[{"name":"Home","url":"/"},{"name":"Packs","url":"/c"}]}`,
		},
	} {
		if got := answerTo(t, tt.html, `{ breadcrumbs[] { name url } }`); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

// TestAlternatingRows takes all of a thread's posts although every other one has a
// class of its own, and the replies that lie within others.
func TestAlternatingRows(t *testing.T) {
	post := func(class, author, text, inside string) string {
		return `<li class="post ` + class + `"><div class="body"><b class="author">` + author + `</b> <time datetime="2024-03-04">4 March 2024</time><p class="text">` + text + `</p></div>` + inside + `</li>`
	}
	html := `<h1>Legs</h1><ol>` +
		post("even", "Ann", "My chair wobbles on its four legs. What can I do?", `<ul>`+post("odd", "Bob", "Saw a little off the longest of them.", "")+`</ul>`) +
		post("even", "Cid", "Mine did too, until I put felt under it.", "") +
		post("odd", "Dan", "A chair with three legs never wobbles.", "") + `</ol>`
	want := `{"posts":[{"author":"Ann","text":"My chair wobbles on its four legs. What can I do?"},{"author":"Bob","text":"Saw a little off the longest of them."},` +
		`{"author":"Cid","text":"Mine did too, until I put felt under it."},{"author":"Dan","text":"A chair with three legs never wobbles."}]}`
	if got := answerTo(t, html, `{ posts[] { author text } }`); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestReviewsAmongComments takes the comments with stars for the reviews, and all of
// them for the comments.
func TestReviewsAmongComments(t *testing.T) {
	one := func(name, stars, text string) string {
		return `<li class="comment"><cite>` + name + `</cite> <time datetime="2024-02-13">February 13, 2024</time><p>` + stars + text + `</p></li>`
	}
	stars := `<img alt="5 stars" src="s.gif"><br>`
	html := `<h1>Soup</h1><ol class="comments">` + one("Ann Lee", stars, "The best soup I ever had, by far.") + one("Bob Ray", "", "Can it be frozen, and for how long?") +
		one("Cid May", "", "Is the cream needed, or will milk do?") + one("Dan Poe", stars, "Made it twice this week already.") + `</ol>`
	want := `{"reviews":[{"author":"Ann Lee","rating":5},{"author":"Dan Poe","rating":5}]}`
	if got := answerTo(t, html, `{ reviews[] { author rating(number) } }`); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	want = `{"comments":[{"author":"Ann Lee","rating":5},{"author":"Bob Ray","rating":null},{"author":"Cid May","rating":null},{"author":"Dan Poe","rating":5}]}`
	if got := answerTo(t, html, `{ comments[] { author rating(number) } }`); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestSectionInByline tells who wrote a page from the section that it stands in.
func TestSectionInByline(t *testing.T) {
	html := `<h1>Homes in the Alps</h1><p class="text-sm">By TPN, in <a href="/news">News</a>, <a href="/business">Business</a> &middot; 3 June 2024</p><p>Demand for homes in the Alps rose by two fifths in a year.</p>`
	if got, want := answerTo(t, html, `{ authors[] }`), `{"authors":["TPN"]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestTitleOfNoSubject takes neither the site's name nor a question that the page
// answers for its title, though data gives them as names.
func TestTitleOfNoSubject(t *testing.T) {
	html := `<title>Backpacking Packs | Acme Outdoor</title><script type="application/ld+json">` +
		`[{"@type":"WebSite","name":"Acme Outdoor"},{"@type":"FAQPage","mainEntity":[{"@type":"Question","name":"What do packs for a week cost at Acme?","acceptedAnswer":{"@type":"Answer","text":"From 90."}},{"@type":"Question","name":"How heavy are they?","acceptedAnswer":{"@type":"Answer","text":"A kilo."}}]}]` +
		`</script><h1>Backpacking Packs</h1><p>Packs for a week in the hills.</p>`
	if got, want := answerTo(t, html, `{ title }`), `{"title":"Backpacking Packs"}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestTableHeaders knows small numbers as digits and as words, and the one column of days.
func TestTableHeaders(t *testing.T) {
	for _, tt := range []struct{ html, query, want string }{
		{`<h1>Licences</h1><table><caption>Fees from 1 April 2024</caption><tr><th>Licence type</th><th>1 day</th><th>8 days</th></tr><tr><th>Trout, 2 rods</th><td>£7.10</td><td>£14.20</td></tr><tr><th>Trout, 3 rods</th><td>Not available</td><td>£20.00</td></tr></table>`,
			`{ fees[] { licence_type one_day eight_days } }`, `{"fees":[{"licence_type":"Trout, 2 rods","one_day":"£7.10","eight_days":"£14.20"},{"licence_type":"Trout, 3 rods","one_day":"Not available","eight_days":"£20.00"}]}`},
		{`<h1>Files</h1><table><tr><th>Name</th><th>Last commit message</th><th>Last commit date</th></tr><tr><td>benches</td><td>Bench real data</td><td>Feb 3, 2024</td></tr><tr><td>src</td><td>Compress blocks</td><td>Jun 30, 2024</td></tr></table>`,
			`{ files[] { name last_commit_message updated(date) size } }`, `{"files":[{"name":"benches","last_commit_message":"Bench real data","updated":"2024-02-03","size":null},{"name":"src","last_commit_message":"Compress blocks","updated":"2024-06-30","size":null}]}`},
		{`<h1>Hours</h1><table><tr><td>Monday</td><td>9.30am to 7pm</td></tr><tr><td>Tuesday</td><td>Closed</td></tr></table>`,
			`{ days[] { day opening_hours } }`, `{"days":[{"day":"Monday","opening_hours":"9.30am to 7pm"},{"day":"Tuesday","opening_hours":"Closed"}]}`},
		{`<div class="bc"><ol><li><a href="/">Home</a></li><li><a href="/c/men">Men</a></li><li><a href="/c/men/coats">Coats</a></li></ol></div><h1>Coats</h1>`,
			`{ breadcrumbs[] }`, `{"breadcrumbs":["Home","Men","Coats"]}`},
	} {
		if got := answerTo(t, tt.html, tt.query); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}

// TestListInOneLine parts a list that stands in one line under its heading.
func TestListInOneLine(t *testing.T) {
	html := `<h1>Jo Ray</h1><h2>Skills</h2><p>Technical drawing, SAP PM, Go and Python</p><h2>Keywords</h2><p>soup; winter; quick</p>`
	if got, want := answerTo(t, html, `{ skills[] keywords[] }`), `{"skills":["Technical drawing","SAP PM","Go","Python"],"keywords":["soup","winter","quick"]}`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestFromWhenToWhen gives each end of a time to the name that asks for it, in lists and alone.
func TestFromWhenToWhen(t *testing.T) {
	hours := `<h1>Bike shop</h1><h2>Opening hours</h2><table><tr><td>Monday</td><td>9:00 - 17:00</td></tr><tr><td>Tuesday - Friday</td><td>9:00 - 18:00</td></tr><tr><td>Sunday</td><td>Closed</td></tr></table>`
	for _, test := range []struct{ html, query, want string }{
		{hours, `{ hours[] { day opens closes } }`, `{"hours":[{"day":"Monday","opens":"9:00","closes":"17:00"},{"day":"Tuesday - Friday","opens":"9:00","closes":"18:00"},{"day":"Sunday","opens":"Closed","closes":"Closed"}]}`},
		{hours, `{ hours[] { day from to } }`, `{"hours":[{"day":"Monday","from":"9:00","to":"17:00"},{"day":"Tuesday - Friday","from":"9:00","to":"18:00"},{"day":"Sunday","from":"Closed","to":"Closed"}]}`},
		{`<h1>Classes</h1><ul><li><h3>Yoga</h3><p>10:00 - 11:30</p></li><li><h3>Boxing</h3><p>12:00 - 13:00</p></li><li><h3>Swim</h3><p>15:00 - 16:30</p></li></ul>`, `{ classes[] { name starts ends } }`, `{"classes":[{"name":"Yoga","starts":"10:00","ends":"11:30"},{"name":"Boxing","starts":"12:00","ends":"13:00"},{"name":"Swim","starts":"15:00","ends":"16:30"}]}`},
		{`<h1>Council</h1><p>Monday 3 March 2025, 18:30, Council Chamber</p>`, `{ date(date) start_time }`, `{"date":"2025-03-03","start_time":"18:30"}`},
		{`<h1>Meeting</h1><p>When: 3 May 2024, 10:00 – 11:25</p>`, `{ date(date) start_time end_time }`, `{"date":"2024-05-03","start_time":"10:00","end_time":"11:25"}`},
	} {
		if got := answerTo(t, test.html, test.query); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.query, got, test.want)
		}
	}
}

// TestColumnLists: a list of values is the column of a table that is called so.
func TestColumnLists(t *testing.T) {
	html := `<h1>Staff</h1><table><tr><th>Person</th><th>Role</th><th>Price</th></tr>` +
		`<tr><td>Ann Lee</td><td>Chef</td><td>$64.50</td></tr><tr><td>Bob Ray</td><td>Waiter</td><td>$29.00</td></tr><tr><td>Cy Orr</td><td>Porter</td><td>$20.00</td></tr></table>`
	for query, want := range map[string]string{
		`{ roles[] }`:                `{"roles":["Chef","Waiter","Porter"]}`,
		`{ people[] }`:               `{"people":["Ann Lee","Bob Ray","Cy Orr"]}`,
		`{ role[] price[](number) }`: `{"role":["Chef","Waiter","Porter"],"price":[64.5,29,20]}`,
		`{ hotels[] }`:               `{"hotels":[]}`,
	} {
		if got := answerTo(t, html, query); got != want {
			t.Errorf("%s: got  %s\nwant %s", query, got, want)
		}
	}
}

// TestGroups: the records of groups are the things in them, and a heading over a group says of what kind
// or of what day they are.
func TestGroups(t *testing.T) {
	item := func(name, price string) string { return `<li><b>` + name + `</b> <i>` + price + `</i></li>` }
	menu := `<h1>Menu</h1><h2>Starters</h2><ul>` + item("Fish soup", "£11.00") + item("Baked brie", "£9.80") + `</ul><h2>Desserts</h2><ul>` + item("Apple tart", "£8.50") + item("Rice pudding", "£7.00") + `</ul>`
	card := func(name, text string) string {
		return `<div class="dish"><h3>` + name + `</h3><p>` + text + `</p><span class="price">£8.00</span></div>`
	}
	cards := `<h1>Menu</h1><section><h2>Starters</h2>` + card("Fish soup", "With bread") + card("Baked brie", "With honey") + `</section><section><h2>Mains</h2>` + card("Cod", "With chips") + card("Steak", "With salad") + `</section>`
	match := func(team, link string) string {
		return `<div class="match"><span>` + team + `</span> <a href="` + link + `">Report</a></div>`
	}
	matches := `<h1>Fixtures</h1><h2>Saturday 8 February 2025</h2>` + match("Wakefield", "/1") + match("Durham", "/2") + `<h2>Sunday 9 February 2025</h2>` + match("Timperley", "/3") + match("Preston", "/4")
	for _, test := range []struct{ html, query, want string }{
		{menu, `{ dishes[] { dish price(number) } }`, `{"dishes":[{"dish":"Fish soup","price":11},{"dish":"Baked brie","price":9.8},{"dish":"Apple tart","price":8.5},{"dish":"Rice pudding","price":7}]}`},
		{menu, `{ dishes[] { dish category price(number) } }`, `{"dishes":[{"dish":"Fish soup","category":"Starters","price":11},{"dish":"Baked brie","category":"Starters","price":9.8},{"dish":"Apple tart","category":"Desserts","price":8.5},{"dish":"Rice pudding","category":"Desserts","price":7}]}`},
		{cards, `{ dishes[] { dish section } }`, `{"dishes":[{"dish":"Fish soup","section":"Starters"},{"dish":"Baked brie","section":"Starters"},{"dish":"Cod","section":"Mains"},{"dish":"Steak","section":"Mains"}]}`},
		{matches, `{ games[] { home_team day(date) report(url) } }`, `{"games":[{"home_team":"Wakefield","day":"2025-02-08","report":"/1"},{"home_team":"Durham","day":"2025-02-08","report":"/2"},{"home_team":"Timperley","day":"2025-02-09","report":"/3"},{"home_team":"Preston","day":"2025-02-09","report":"/4"}]}`},
	} {
		if got := answerTo(t, test.html, test.query); got != test.want {
			t.Errorf("%s: got  %s\nwant %s", test.query, got, test.want)
		}
	}
}

// TestListItems reads items that lack what others have, one group among several, and lists under
// headings of any usual wording.
func TestListItems(t *testing.T) {
	const job = `<h1>Einkäufer</h1><h2>Ihre Aufgaben</h2><ul><li>Bestellungen anlegen</li><li>Angebote vergleichen</li></ul><h2>Das bringen Sie mit</h2><ul><li>Ausbildung</li><li>Gutes Englisch</li></ul><h2>Das bieten wir Ihnen</h2><ul><li>30 Tage Urlaub</li><li>Jobrad</li></ul>`
	for _, tt := range []struct{ html, query, want string }{
		{`<h1>Engineer</h1><h2>Hiring process</h2><ol><li><b>Intro call</b> <span>30 min</span></li><li><b>System design</b> <span>60 min</span></li><li><b>Offer</b></li></ol>`,
			`{ interview_steps[] { name duration } }`, `{"interview_steps":[{"name":"Intro call","duration":"30 min"},{"name":"System design","duration":"60 min"},{"name":"Offer","duration":null}]}`},
		{`<h1>Changelog</h1><article><h2>v4.1.3</h2><h3>Security</h3><ul><li>Patched a hole</li></ul></article><article><h2>v4.1.2</h2><h3>Fixed</h3><ul><li>Wrong time zone</li><li>Memory leak</li></ul><h3>Changed</h3><ul><li>Page size raised</li></ul></article>`,
			`{ versions[] { name changes[] { type items[] } } }`, `{"versions":[{"name":"v4.1.3","changes":[{"type":"Security","items":["Patched a hole"]}]},{"name":"v4.1.2","changes":[{"type":"Fixed","items":["Wrong time zone","Memory leak"]},{"type":"Changed","items":["Page size raised"]}]}]}`},
		{`<h1>Best vacuums</h1><details><summary>How often should I clean the filter?</summary><p>Once a month.</p></details><details><summary>Do cordless ones replace a corded one?</summary><p>For small homes, yes.</p></details>`,
			`{ faq[] { question answer } }`, `{"faq":[{"question":"How often should I clean the filter?","answer":"Once a month."},{"question":"Do cordless ones replace a corded one?","answer":"For small homes, yes."}]}`},
		{`<h1>Tenancy agreement</h1><h2>1. Rent</h2><p>The rent is £900 a month.</p><h2>2. Deposit</h2><p>The deposit is £900.</p><h2>3. Term</h2><p>Twelve months from 1 May 2025.</p>`,
			`{ clauses[] { number(integer) title } }`, `{"clauses":[{"number":1,"title":"Rent"},{"number":2,"title":"Deposit"},{"number":3,"title":"Term"}]}`},
		{`<h1>Shop</h1><ul><li><b>Mug</b> £4</li><li><b>Jug</b> £9</li></ul>`, `{ items[] { name price(number) _ } }`, `{"items":[{"name":"Mug","price":4,"_":"Mug £4"},{"name":"Jug","price":9,"_":"Jug £9"}]}`},
		{job, `{ requirements[] benefits[] tasks[] }`, `{"requirements":["Ausbildung","Gutes Englisch"],"benefits":["30 Tage Urlaub","Jobrad"],"tasks":["Bestellungen anlegen","Angebote vergleichen"]}`},
	} {
		if got := answerTo(t, tt.html, tt.query); got != tt.want {
			t.Errorf("got  %s\nwant %s", got, tt.want)
		}
	}
}
