package extract_test

import "testing"

// TestSaid takes from sentences what nothing else on the page tells.
func TestSaid(t *testing.T) {
	for _, tt := range []struct{ name, text, query, want string }{
		{"a rate after its name", "Rates are correct as at 1 August 2024. Our Standard Variable Rate is 7.99%.", `{ standard_variable_rate introductory_rate }`, `{"standard_variable_rate":"7.99%","introductory_rate":null}`},
		{"a share before it", "A 20% service charge is added to parties of 6 or more.", `{ service_charge(percent) delivery_charge(percent) }`, `{"service_charge":20,"delivery_charge":null}`},
		{"a count before its noun", "On weekdays there are 46 trains per day between the two cities.", `{ trains_per_day(integer) buses_per_day(integer) }`, `{"trains_per_day":46,"buses_per_day":null}`},
		{"an hour after it", "Doors open at 7.30pm, with a curfew at 11pm for all ages.", `{ curfew }`, `{"curfew":"11pm"}`},
		{"a year after words that mean the same", "Quillstack was founded by two notaries and has been in Rotterdam since 2018.", `{ founded(integer) }`, `{"founded":2018}`},
		{"who did it", "Long Field Quarterly is edited by Maud Ferris and published by Long Field Press, from a shed.", `{ editor publisher translator }`, `{"editor":"Maud Ferris","publisher":"Long Field Press","translator":null}`},
		{"a fee, not its number", "There is a booking fee of £1.50 for each of up to 6 tickets.", `{ booking_fee(number) }`, `{"booking_fee":1.5}`},
		{"a fee in a currency that is written out", "The booking fee is CHF 12.50 for groups of 10.", `{ booking_fee }`, `{"booking_fee":"CHF 12.50"}`},
		{"a fee before its name", "We ask for a 40 dollars booking fee.", `{ booking_fee(number) }`, `{"booking_fee":40}`},
		{"millions", "The city has 1.5 million residents.", `{ residents(integer) }`, `{"residents":1500000}`},
		{"a number after words between", "Oak Pharmacy, 4 The Parade. GPhC premises no. 9011204.", `{ premises_number }`, `{"premises_number":"9011204"}`},
		{"an amount after its year", "Its 2011 endowment was $61,400,000.", `{ endowment }`, `{"endowment":"$61,400,000"}`},
		{"no count of other things", "The 14 members of the council met for 3 hours.", `{ employees(integer) }`, `{"employees":null}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := answerTo(t, "<h1>About</h1><p>"+tt.text+"</p>", tt.query); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}
