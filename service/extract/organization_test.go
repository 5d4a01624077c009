package extract_test

import "testing"

// TestFirms tells the firm behind a page from others that it names.
func TestFirms(t *testing.T) {
	for _, tt := range []struct{ name, html, want string }{
		{"by what its links are relative to", `<base href="http://www.fellmont.example/"><title>Contacts</title><p>Fellmont Outdoors Lda</p><p>Map data © 2014 Mapmakers</p>`, `{"company_name":"Fellmont Outdoors Lda"}`},
		{"its copyright opens a long line", `<title>Our staff - Santa Monica, CA</title><p>Copyright © 2014 Skin by Laurel, Inc., a California medical corporation. All rights reserved. ` +
			`The names of the treatments that are described on these pages are the registered trade marks of the companies that make them, and are used here only to say which ones we offer.</p>`, `{"company_name":"Skin by Laurel, Inc."}`},
		{"design is what it does", `<title>Contact us</title><p>Copyright © 2013. Laurel Web Design & Graphics. All rights reserved.</p>`, `{"company_name":"Laurel Web Design & Graphics"}`},
		{"what copyright is about owns nothing", `<title>Privacy</title><p>Notice of claims of copyright infringement</p>`, `{"company_name":null}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, tt.html, "{ company_name }"); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
