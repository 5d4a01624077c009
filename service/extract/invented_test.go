package extract_test

import "testing"

const inventedArticle = `<!doctype html><html lang="en"><head><title>Tide mills turn again | Harbour Gazette</title>
<link rel="canonical" href="https://gazette.example/tide-mills">
<script type="application/ld+json">{"@type":"NewsArticle","headline":"Tide mills turn again","url":"https://gazette.example/tide-mills","datePublished":"2025-03-04","author":{"@type":"Person","name":"Ada Quill"}}</script></head><body>
<nav><a href="/">Home</a> <a href="/videos">Videos</a> <a href="/topics">Topics</a></nav>
<main class="post"><h1>Tide mills turn again</h1>
<div class="post-byline">By Ada Quill, 4 March 2025</div>
<div class="post-content"><h2>Grain</h2><p>The wheel of the old mill at the quay was still for sixty years before a dozen volunteers cleared the pond and mended the sluice.</p>
<h2>Water</h2><p>Twice a day the pond fills with the tide, and when the gate is let down the wheel has four hours of water to turn it.</p>
<h2>Stone</h2><p>The stones were cut in the last century but one, and a mason from the next valley came every week to dress them anew.</p></div></main>
<footer><p>Write to us: desk@gazette.example</p></footer></body></html>`

const inventedShop = `<!doctype html><html lang="en"><head><title>Linen apron - Loom</title></head><body>
<nav><a href="/shop">Shop</a></nav><main><h1>Linen apron</h1><p class="price">$48.00</p><button>Add to cart</button>
<p>An apron of washed linen with two pockets and a long tie, sewn in small runs.</p>
<div class="deals"><div class="deal"><a href="/a">Buy one for $48.00</a></div><div class="deal"><a href="/b">Buy two for $90.00</a></div><div class="deal"><a href="/c">Buy three for $129.00</a></div></div>
<p>Book: ISBN 0-7679-1558-5</p></main>
<footer><div><h4>Information</h4><p>How to order from us, and how to send back what does not fit.</p></div><div><h4>Company</h4><p>Who we are, where we work, and what the linen is made of.</p></div><div><h4>Shipping</h4><p>We send parcels on each working day, and letters when we can.</p></div></footer></body></html>`

const inventedRecipe = `<!doctype html><html lang="en"><head><title>Rye buns</title></head><body><main><h1>Rye buns</h1>
<ul class="facts"><li>Baking: 25 min</li><li>Proving: 2 h</li></ul>
<div class="step-row"><h3 class="step-header">Mix the dough</h3><p>Stir the flour, the salt and the yeast into the warm water until no dry flour is left.</p></div>
<div class="step-row"><h3 class="step-header">Let it rise</h3><p>Cover the bowl and leave it for two hours in a place where there is no draught at all.</p></div>
<div class="step-row"><h3 class="step-header">Bake the buns</h3><p>Shape eight buns, let them rest for a while, and bake them until they sound hollow.</p></div>
</main></body></html>`

const inventedForum = `<!doctype html><html lang="en"><head><title>Loom creaks - Weavers' forum</title></head><body>
<div class="menu">[<span title="Associated homepage"><a href="/">Home</a></span>] [<span title="Forum start pages"><a href="/all">Forum</a></span>] [<span title="Help and FAQ"><a href="/faq">Help</a></span>] [<span title="Login with your username"><a href="/in">Login</a></span>]</div>
<h1>Loom creaks</h1>
<div class="reply"><a class="who" href="/user/ada">ada_q</a> <span class="reply-when">ada_q 3 weeks ago</span><p>My loom creaks when it rains, and only then. Has anybody seen that?</p></div>
<div class="reply"><a class="who" href="/user/bo">bo</a> <span class="reply-when">bo 2 weeks ago</span><p>Mine does, too. Wax on the treadles helps for a month or so, in my house.</p></div>
<div class="reply"><a class="who" href="/user/cy">cy.m</a> <span class="reply-when">cy.m 9 days ago</span><p>It is the beater that swells. Sand a hair off it on a dry day in the summer.</p></div>
</body></html>`

const inventedEvents = `<!doctype html><html lang="en"><head><title>Craft fairs</title></head><body><main><h1>Craft fairs</h1>
<ul><li class="fair"><h2><a href="/1">Wool week</a></h2><p><a href="/c/turku">Turku</a>, <a href="/f">Finland</a></p><p>Closed to cars</p><img src="/dot.gif" alt=""></li>
<li class="fair"><h2><a href="/2">Linen days</a></h2><p><a href="/c/ghent">Ghent</a>, <a href="/b">Belgium</a></p><p>Rain or shine</p><img src="/dot.gif" alt=""></li>
<li class="fair"><h2><a href="/3">Silk fair</a></h2><p><a href="/c/lyon">Lyon</a>, <a href="/r">France</a></p><p>Bring a bag</p><img src="/dot.gif" alt=""></li></ul>
</main></body></html>`

const inventedBlog = `<!doctype html><html lang="en"><head><title>Notes on looms</title></head><body><main><h1>Notes on looms</h1>
<div class="post-block"><h2><a href="/1">Warp and weft</a></h2><div class="post-block-author">By Ada Quill, 17 December 2025</div><p>How a thread that runs along is crossed by one that runs over and under it.</p></div>
<div class="post-block"><h2><a href="/2">A better shuttle</a></h2><div class="post-block-author">By Bo Reed, 9 December 2025</div><p>What a shuttle must weigh so that it flies without being thrown hard.</p></div>
<div class="post-block"><h2><a href="/3">Dye that lasts</a></h2><div class="post-block-author">By Cy Marsh, 2 December 2025</div><p>Why madder keeps its red in the sun when so many other roots do not.</p></div>
</main></body></html>`

// TestNothingInvented asks for what a page of its kind may well have, but has not.
func TestNothingInvented(t *testing.T) {
	tests := []struct{ html, query, want string }{
		{inventedArticle, "{ author published_date received_date }", `{"author":"Ada Quill","published_date":"2025-03-04","received_date":null}`},
		{inventedArticle, "{ url repository_url checkout_url }", `{"url":"https://gazette.example/tide-mills","repository_url":null,"checkout_url":null}`},
		{inventedArticle, "{ comments[] { author text } }", `{"comments":[]}`},
		{inventedArticle, "{ comments[] { author text date } reviews[] { text } }", `{"comments":[],"reviews":[]}`},
		{inventedShop, "{ reviews[] { author text } variants[] { size price } }", `{"reviews":[],"variants":[]}`},
		{inventedShop, "{ comments[] { author text rating(number) } }", `{"comments":[]}`},
		{inventedRecipe, "{ reviews[] { author text } video_length }", `{"reviews":[],"video_length":null}`},
		{inventedBlog, "{ articles[] { title comments_count(integer) } }", `{"articles":[{"title":"Warp and weft","comments_count":null},{"title":"A better shuttle","comments_count":null},{"title":"Dye that lasts","comments_count":null}]}`},
		{inventedArticle, "{ video_url phone comment_count(integer) }", `{"video_url":null,"phone":null,"comment_count":null}`},
		{inventedShop, "{ phone price old_price(number) }", `{"phone":null,"price":"$48.00","old_price":null}`},
		{inventedForum, "{ posts[] { author website join_date post_number(integer) } }", `{"posts":[{"author":"ada_q","website":null,"join_date":null,"post_number":null},{"author":"bo","website":null,"join_date":null,"post_number":null},{"author":"cy.m","website":null,"join_date":null,"post_number":null}]}`},
		{inventedEvents, "{ fairs[] { name speaker avatar_url } }", `{"fairs":[{"name":"Wool week","speaker":null,"avatar_url":null},{"name":"Linen days","speaker":null,"avatar_url":null},{"name":"Silk fair","speaker":null,"avatar_url":null}]}`},
		{inventedBlog, "{ articles[] { title closing_date } }", `{"articles":[{"title":"Warp and weft","closing_date":null},{"title":"A better shuttle","closing_date":null},{"title":"Dye that lasts","closing_date":null}]}`},
	}
	for _, test := range tests {
		if got := run(t, test.html, "https://site.example/page", test.query).Data; string(got) != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.query, got, test.want)
		}
	}
}
