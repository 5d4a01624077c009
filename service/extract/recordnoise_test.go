package extract_test

import (
	"strings"
	"testing"
)

// TestRecordNoise reads records whose boxes hold more than what is asked for: icons drawn
// with words, stars not filled yet, choices and counts.
func TestRecordNoise(t *testing.T) {
	review := func(by, date, text string) string {
		return `<li class="review"><div class="comment-text"><div class="star-rating"><span>Rated <b>5</b> out of 5</span></div><p class="meta"><strong class="author">` + by + `</strong> – <time datetime="2020-05-27">` + date + `</time></p><div class="description"><p>` + text + `</p></div></div></li>`
	}
	show := func(id, title, about string) string {
		return `<div class="col"><div class="show"><h5>` + title + `</h5><div class="act"><a class="btn">More</a> <a class="btn" href="/shows/` + id + `">Show</a></div><div class="reveal"><span class="top"><i class="material-icons right">close</i></span><p>` + about + `</p></div></div></div>`
	}
	sock := func(name, prices string) string {
		return `<div class="tile"><div class="look"><button>Quick View</button></div><div class="swatches"><label>Birch Mix</label><label>Ink Black</label><label>Navy</label></div><a href="/s/` + name[:3] + `"><h4>` + name + `</h4><div class="costs">` + prices + `</div></a></div>`
	}
	recipe := func(title, reviews, average string) string {
		return `<article><a href="/r/` + title[:4] + `"><div class="recipe-rating"><div class="row"><span class="rating-outline"></span><span class="rating-outline"></span><span class="rating-outline"></span><span class="rating-outline"></span><span class="rating-outline"></span></div><div class="said"><span>` + reviews + ` reviews</span> / <span>` + average + ` average</span></div></div><h3>` + title + `</h3></a></article>`
	}
	book := func(title, rating, ratings string) string {
		rate := ""
		for _, n := range []string{"1", "2", "3", "4", "5"} {
			rate += `<a class="star off" title="it was read" href="#">` + n + ` of 5 stars</a>`
		}
		return `<tr><td><a class="bookTitle" href="/b/` + title[:3] + `">` + title + `</a><div><span class="minirating">` + rating + ` avg rating — ` + ratings + ` ratings</span></div><div class="stars" data-rating="0">` + rate + `</div></td></tr>`
	}
	story := func(title, by, date string) string {
		return `<li class="row"><h3><a href="/s/` + title[:4] + `">` + title + `</a></h3><span class="byline">By ` + by + ` • ` + date + `</span></li>`
	}
	section := func(heading, text string) string {
		return `<h2>` + heading + `</h2><p>` + strings.Repeat(text+" ", 4) + `</p>`
	}
	article := `<article><h1>How to plan a conference</h1>` +
		section("Pick an inspiring venue", "The room sets the mood of the day, so look at three of them before you choose one.") +
		section("Set a budget", "Write down what everything costs, and leave a tenth of it for what you forgot.") +
		section("Create a schedule", "People remember the breaks, so make them long enough to talk to each other.") +
		section("Invite speakers", "Ask early, because those who speak well are asked by everybody else as well.") + `</article>`
	for _, tt := range []struct{ name, html, query, want string }{
		{"the text without who wrote it and when, if only it is asked for", `<h1>Sandals</h1><ol>` + review("Claudio", "May 27, 2020", "Very comfortable and very light! A cool experience and good support.") + review("Ana", "June 4, 2020", "A second skin.") + review("Robert", "June 7, 2020", "I am very happy. This is what I expected.") + `</ol>`,
			`{ reviews[] { text } }`,
			`{"reviews":[{"text":"Very comfortable and very light! A cool experience and good support."},{"text":"A second skin."},{"text":"I am very happy. This is what I expected."}]}`},
		{"the word of an icon is a picture", `<h1>Shows</h1><div class="all">` + show("gear", "Gear Talk", "Another great show about gear, every week.") + show("onit", "Onit", "The show explores where law and technology meet.") + show("voice", "Voice Camp", "Our mission is to train artists of the voice.") + `</div>`,
			`{ shows[] { title description url } }`,
			`{"shows":[{"title":"Gear Talk","description":"Another great show about gear, every week.","url":"/shows/gear"},{"title":"Onit","description":"The show explores where law and technology meet.","url":"/shows/onit"},{"title":"Voice Camp","description":"Our mission is to train artists of the voice.","url":"/shows/voice"}]}`},
		{"choices are no description, and what is not reduced was never dearer", `<h1>Socks</h1><div class="grid">` + sock("Merino Sock 4-Pack", `<span class="sale-price">€89</span> <span class="price">€98</span>`) + sock("Ankle Sock", `<span class="price">€25</span>`) + sock("Calf Sock 4-Pack", `<span class="sale-price">€61</span> <span class="price">€67</span>`) + `</div>`,
			`{ socks[] { name description price(number) } }`,
			`{"socks":[{"name":"Merino Sock 4-Pack","description":null,"price":89},{"name":"Ankle Sock","description":null,"price":25},{"name":"Calf Sock 4-Pack","description":null,"price":61}]}`},
		{"stars that are not filled yet beside the average in words", `<h1>Recipes</h1>` + recipe("Chicken Thighs", "8", "5") + recipe("Smashed Potato", "11", "4.9") + recipe("Crispy Tofu", "104", "4.7"),
			`{ recipes[] { title rating(number) reviews(integer) } }`,
			`{"recipes":[{"title":"Chicken Thighs","rating":5,"reviews":8},{"title":"Smashed Potato","rating":4.9,"reviews":11},{"title":"Crispy Tofu","rating":4.7,"reviews":104}]}`},
		{"stars to rate with are no rating", `<h1>Best books</h1><table>` + book("The Games", "4.35", "9,993,676") + book("Pride", "4.29", "4,812,001") + book("Mockingbird", "4.26", "6,700,312") + book("Hail Mary", "4.5", "700,100") + `</table>`,
			`{ books[] { title rating(number) } }`,
			`{"books":[{"title":"The Games","rating":4.35},{"title":"Pride","rating":4.29},{"title":"Mockingbird","rating":4.26},{"title":"Hail Mary","rating":4.5}]}`},
		{"a byline without its date", `<h1>News</h1><ul>` + story("House passes bill", "Makenzie Holland", "Dec. 19, 2025") + story("Oracle defends spending", "Matt Ashare", "Dec. 11, 2025") + story("Tools for migration", "Roberto Torres", "Dec. 4, 2025") + `</ul>`,
			`{ articles[] { headline author } }`,
			`{"articles":[{"headline":"House passes bill","author":"Makenzie Holland"},{"headline":"Oracle defends spending","author":"Matt Ashare"},{"headline":"Tools for migration","author":"Roberto Torres"}]}`},
		{"titles that lead to pages are a list, whatever else they lack", `<h1>Today</h1><div><h3><a href="/1">House passes bill</a></h3></div><div><h3><a href="/2">Oracle defends spending</a></h3></div><div><h3><a href="/3">Tools for migration</a></h3></div>`,
			`{ articles[] { title author date } }`,
			`{"articles":[{"title":"House passes bill","author":null,"date":null},{"title":"Oracle defends spending","author":null,"date":null},{"title":"Tools for migration","author":null,"date":null}]}`},
		{"headings of an article are no goods", article, `{ products[] { name price(number) rating(number) } }`, `{"products":[]}`},
		{"headings of an article are no offices", article, `{ offices[] { name address phone } }`, `{"offices":[]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
