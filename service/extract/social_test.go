package extract_test

import "testing"

// TestProfiles reads links to social networks, which often show an icon alone.
func TestProfiles(t *testing.T) {
	const page = `<h1>Roofers</h1><p>We mend roofs. <a href="https://www.facebook.com/oakhomes">Oak Homes</a> said so. <a href="https://www.facebook.com/sharer/sharer.php?u=https%3A%2F%2Fr.example">Share</a> <a href="https://twitter.com/intent/tweet?text=x">Tweet</a></p>
<p>See <a href="https://www.youtube.com/watch?v=abc">our roof</a>.</p><ul><li><a href="/a">Slates</a></li><li><a href="/b">Gutters</a></li><li><a href="/c">Tiles</a></li></ul>
<footer><a href="https://www.facebook.com/roofers"><img src="f.png"></a><a href="https://twitter.com/#!/roofersltd"><i class="icon-t"></i></a><a href="https://www.linkedin.com/company/roofers-ltd"><svg></svg></a><a href="http://facebook.com/roofers/">Facebook</a></footer>`
	for _, tt := range []struct{ name, html, query, want string }{
		{"each network with its address", page, `{ social_links[] { platform url handle followers(integer) } }`,
			`{"social_links":[{"platform":"Facebook","url":"https://www.facebook.com/roofers","handle":"roofers","followers":null},{"platform":"Twitter","url":"https://twitter.com/#!/roofersltd","handle":"roofersltd","followers":null},{"platform":"LinkedIn","url":"https://www.linkedin.com/company/roofers-ltd","handle":"roofers-ltd","followers":null}]}`},
		{"the addresses alone", page, `{ social_media[] }`,
			`{"social_media":["https://www.facebook.com/roofers","https://twitter.com/#!/roofersltd","https://www.linkedin.com/company/roofers-ltd"]}`},
		{"one by one", page, `{ facebook_url linkedin twitter_handle instagram_url(url) }`,
			`{"facebook_url":"https://www.facebook.com/roofers","linkedin":"https://www.linkedin.com/company/roofers-ltd","twitter_handle":"roofersltd","instagram_url":null}`},
		{"none", `<h1>Roofers</h1><ul><li><a href="/a">Slates</a></li><li><a href="/b">Gutters</a></li><li><a href="/c">Tiles</a></li></ul>`, `{ social_links[] { platform url } }`, `{"social_links":[]}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
