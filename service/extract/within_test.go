package extract_test

import "testing"

// TestWithin reads what is a part of a line or of a labelled value.
func TestWithin(t *testing.T) {
	for _, tt := range []struct{ html, query, want string }{
		{"<h1>Studio flat</h1><p>1,012 sq ft / 94 sq m</p><p>£310,000</p>", "{ area_sqft(number) area_sqm(number) price(number) }", `{"area_sqft":1012,"area_sqm":94,"price":310000}`},
		{"<h1>Golf Variant</h1><dl><dt>Anzahl Türen</dt><dd>5</dd><dt>Farbe</dt><dd>blau</dd></dl>", "{ tueren(integer) }", `{"tueren":5}`},
		{"<p>Price: 49.90 CHF</p>", "{ price(number) currency }", `{"price":49.9,"currency":"CHF"}`},
		{"<p>Price: €49.90</p>", "{ price(number) currency }", `{"price":49.9,"currency":"€"}`},
		{"<h1>Chair</h1><p>US$ 1,200.00</p>", "{ price(number) currency }", `{"price":1200,"currency":"US$"}`},
		{"<p>Seattle, WA 98101</p>", "{ city state zip }", `{"city":"Seattle","state":"WA","zip":"98101"}`},
		{"<h1>Peak</h1><p>Coordinates: 46.5583° S, 8.5611° W</p>", "{ latitude(number) longitude(number) }", `{"latitude":-46.5583,"longitude":-8.5611}`},
		{"<p>GPS: 46.5583, 8.5611</p>", "{ latitude(number) longitude(number) }", `{"latitude":46.5583,"longitude":8.5611}`},
		{"<dl><dt>Size (W×D×H)</dt><dd>80 × 60 × 75 cm</dd></dl>", "{ width(number) depth height }", `{"width":80,"depth":"60 cm","height":"75 cm"}`},
		{"<h1>Box</h1><p>Dimensions: 30 x 20 x 10 cm (L x W x H)</p>", "{ dimensions width height(number) }", `{"dimensions":"30 x 20 x 10 cm (L x W x H)","width":"20 cm","height":10}`},
		{"<h1>Box</h1><p>Dimensions: H 30 x W 20 x D 10 cm</p>", "{ height width(number) depth }", `{"height":"30","width":20,"depth":"10 cm"}`},
		{"<p><s>$100</s> $75 (25% off)</p>", "{ price(number) discount }", `{"price":75,"discount":"25% off"}`},
		{"<h1>Boots</h1><p><del>$120.00</del> <ins>$84.00</ins> <span>-30%</span></p>", "{ discount(percent) old_price(number) }", `{"discount":30,"old_price":120}`},
		{"<h1>zip-tool <small>v2.4.1</small></h1><p>Released on March 9, 2024</p>", "{ version released(date) }", `{"version":"2.4.1","released":"2024-03-09"}`},
		{"<h1>Analyst</h1><p>Salary: $70,000 – $85,000 a year</p>", "{ min_salary(number) max_salary salary }", `{"min_salary":70000,"max_salary":"$85,000 a year","salary":"$70,000 – $85,000 a year"}`},
		{"<dl><dt>Width</dt><dd>312 mm</dd><dt>Charger</dt><dd>65 W USB-C</dd></dl>", "{ width }", `{"width":"312 mm"}`},
		{"<ul><li><span>3 beds</span></li><li><span>1,140 sq. ft</span></li></ul>", "{ floor_area }", `{"floor_area":"1,140 sq. ft"}`},
		{"<h3>Nearest stations</h3><ul><li><span>Ilkley</span><span>0.3 miles</span></li><li><span>Ben Rhydding</span><span>1.2 miles</span></li></ul>", "{ stations[] { name distance } }", `{"stations":[{"name":"Ilkley","distance":"0.3 miles"},{"name":"Ben Rhydding","distance":"1.2 miles"}]}`},
		{"<h1>Trail</h1><p>Length: 12.5 km</p><p>Ascent: 640 m</p>", "{ length(number) ascent(number) }", `{"length":12.5,"ascent":640}`},
		{"<dl><dt>Gehalt</dt><dd>3.450 – 4.120 € brutto</dd></dl>", "{ salary_min(number) salary_max(number) }", `{"salary_min":3450,"salary_max":4120}`},
		{"<p>Floor area: 1,012 sq ft / 94 sq m</p>", "{ area_sqft(number) area_sqm(number) }", `{"area_sqft":1012,"area_sqm":94}`},
		{"<dl><dt>Dimensions</dt><dd>H. 32.4 cm, W. 19.1 cm</dd></dl>", "{ width_cm(number) height_cm(number) }", `{"width_cm":19.1,"height_cm":32.4}`},
		{"<ul><li>a.tar.gz <span>14.2 MB</span> <span>2,318 downloads</span></li><li>b.zip <span>12.9 MB</span> <span>1,045 downloads</span></li></ul>", "{ files[] { file_size } }", `{"files":[{"file_size":"14.2 MB"},{"file_size":"12.9 MB"}]}`},
		{"<dl><dt>Posted</dt><dd>3 days ago (19 May 2025)</dd></dl>", "{ posted(date) }", `{"posted":"2025-05-19"}`},
		{"<dl><dt>Filed</dt><dd>08/19/2024</dd><dt>Disposition</dt><dd></dd></dl>", "{ disposition }", `{"disposition":null}`},
		{`<p>© 2025 Codeharbor, Inc. <a href="/terms">Terms</a></p>`, "{ company }", `{"company":"Codeharbor, Inc."}`},
		{"<p>Present: Janet Moss (Chair), Bill Tranter (Treasurer), Fatima Yusuf (Secretary)</p>", "{ chair treasurer secretary }", `{"chair":"Janet Moss","treasurer":"Bill Tranter","secretary":"Fatima Yusuf"}`},
		{"<h1>Lab report</h1><dl><dt>Patient</dt><dd>Ann Lee</dd><dt>Comment</dt><dd>Low ferritin; a check is advised.</dd></dl>", "{ comment }", `{"comment":"Low ferritin; a check is advised."}`},
		{"<h1>Analyst</h1><p>Price: $70 – $85</p>", "{ price_low price_high }", `{"price_low":"$70","price_high":"$85"}`},
	} {
		if got := answerTo(t, tt.html, tt.query); got != tt.want {
			t.Errorf("%s %s: %s, want %s", tt.html, tt.query, got, tt.want)
		}
	}
}
