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
