package extract_test

import "testing"

func TestPhones(t *testing.T) {
	for _, test := range []struct{ name, html, url, query, want string }{
		{"the domain tells the country", `<p>Phone: 030 / 90 18 20</p>`, "https://firma.de/", "{ phone(phone) }", `{"phone":"+4930901820"}`},
		{"the address tells it before the domain", `<script type="application/ld+json">{"@type":"LocalBusiness","name":"x","telephone":"01 5137777","address":{"@type":"PostalAddress","addressCountry":"AT"}}</script>`, "https://firma.de/", "{ phone(phone) }", `{"phone":"+4315137777"}`},
		{"the language's region tells it", `<html lang="en-GB"><p>Phone: 0117 230 5221</p>`, "https://firm.example/", "{ phone(phone) }", `{"phone":"+441172305221"}`},
		{"another number tells it", `<html lang="en"><p>Phone: 0117 230 5221</p><p>Mobile from abroad: +44 7700 900123</p>`, "https://firm.example/", "{ phone(phone) }", `{"phone":"+441172305221"}`},
		{"a domain sold to everybody tells nothing", `<p>Phone: 0117 230 5221</p>`, "https://firm.io/", "{ phone(phone) }", `{"phone":"0117 230 5221"}`},
		{"its own calling code tells it", `<p>Phone: +353 (0) 91 555 0142</p>`, "https://firm.de/", "{ phone(phone) }", `{"phone":"+353915550142"}`},
		{"without a type it is as written", `<p>Phone: +353 91 555 0142</p>`, "https://firm.ie/", "{ phone }", `{"phone":"+353 91 555 0142"}`},
		{"not a whole number", `<html lang="en-US"><p>Phone: (0117) 230-5221</p>`, "https://firm.example/", "{ phone(phone) }", `{"phone":"(0117) 230-5221"}`},
	} {
		if got := string(run(t, test.html, test.url, test.query).Data); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestAddressesAreJoined(t *testing.T) {
	for _, test := range []struct{ name, html, want string }{
		{"lines", `<div class="address">Main Hall<br>12 High Street<br>London SW1A 1AA</div>`, `{"address":"Main Hall, 12 High Street, London SW1A 1AA"}`},
		{"spans", `<p>Address: <span>Hauptstr. 3</span>, <span>10115</span> <span>Berlin</span></p>`, `{"address":"Hauptstr. 3, 10115 Berlin"}`},
		{"an address element", `<address>9 Elm Road<br>Springfield, IL 62704</address>`, `{"address":"9 Elm Road, Springfield, IL 62704"}`},
	} {
		if got := string(run(t, test.html, "", "{ address }").Data); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}
