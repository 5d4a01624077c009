package extract_test

import "testing"

// TestSectionsOfRecords takes the records that stand under headings, not what the headings
// stand over.
func TestSectionsOfRecords(t *testing.T) {
	const page = `<h1>Who works here</h1>
<section class="bl"><h2>Workshop</h2><div class="gr"><div class="it"><img src="/ada.jpg"><div class="t1">Ada Brandt</div><div class="t2">Master joiner</div></div>
<div class="it"><img src="/ole.jpg"><div class="t1">Ole Friis</div><div class="t2">Sales manager</div></div></div></section>
<section class="bl"><h2>Office</h2><div class="gr"><div class="it"><img src="/may.jpg"><div class="t1">May Olsen</div><div class="t2">Accountant</div></div>
<div class="it"><img src="/kim.jpg"><div class="t1">Kim Dahl</div><div class="t2">Office manager</div></div></div></section>`
	const want = `{"people":[{"name":"Ada Brandt","job_title":"Master joiner","photo":"https://x.example/ada.jpg"},{"name":"Ole Friis","job_title":"Sales manager","photo":"https://x.example/ole.jpg"},{"name":"May Olsen","job_title":"Accountant","photo":"https://x.example/may.jpg"},{"name":"Kim Dahl","job_title":"Office manager","photo":"https://x.example/kim.jpg"}]}`
	if got := string(run(t, page, "https://x.example/", "{ people[] { name  job_title  photo } }").Data); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestBookingAddress takes the address of a record's own link for one that its folder names.
func TestBookingAddress(t *testing.T) {
	const page = `<h1>Tonight</h1><p class="row"><a href="/book/11"><b>14:15</b> <i>Blue room</i></a></p><p class="row"><a href="/book/12"><b>16:30</b> <i>Red room</i></a></p><p class="row"><a href="/book/13"><b>20:00</b> <i>Blue room</i></a></p>`
	const want = `{"screenings":[{"time":"14:15","booking_url":"https://x.example/book/11"},{"time":"16:30","booking_url":"https://x.example/book/12"},{"time":"20:00","booking_url":"https://x.example/book/13"}]}`
	if got := string(run(t, page, "https://x.example/", "{ screenings[] { time  booking_url } }").Data); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestYearsUnderFromAndTo reads columns whose headers leave out that they are years.
func TestYearsUnderFromAndTo(t *testing.T) {
	const page = `<table><tr><th>Name</th><th>From</th><th>To</th></tr><tr><td>Ann Moe</td><td>1867</td><td>1881</td></tr><tr><td>Per Lie</td><td>1881</td><td>1909</td></tr></table>`
	const want = `{"keepers":[{"name":"Ann Moe","from_year":1867,"to_year":1881},{"name":"Per Lie","from_year":1881,"to_year":1909}]}`
	if got := answerTo(t, page, "{ keepers[] { name  from_year(int)  to_year(int) } }"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestAllThatIsLeft gives the one field whose values are of a kind that was not found the one
// text that records have beside those of the other fields.
func TestAllThatIsLeft(t *testing.T) {
	const page = `<h1>Pool</h1><ul><li><span>Lane swimmers</span><b>£5.50</b></li><li><span>Family</span><b>£12.00</b></li><li><span>Spectators</span><b>£1.00</b></li></ul>`
	const want = `{"prices":[{"category":"Lane swimmers","price":5.5},{"category":"Family","price":12},{"category":"Spectators","price":1}]}`
	if got := answerTo(t, page, "{ prices[] { category  price(number) } }"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
