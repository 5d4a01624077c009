package extract_test

import (
	"sync"
	"testing"
)

// TestReworded: what has no answer by its name has one by what the name means, and what is
// not on the page still has none.
func TestReworded(t *testing.T) {
	const car = `<h1>Fiat Panda</h1><dl><dt>Mileage</dt><dd>68,240 miles</dd><dt>Fuel</dt><dd>Petrol</dd><dt>Gearbox</dt><dd>Manual</dd><dt>First registered</dt><dd>March 2016</dd></dl>`
	for _, test := range []struct{ name, html, query, want string }{
		{"a question", car, `{ how_far_has_it_been_driven }`, `{"how_far_has_it_been_driven":"68,240 miles"}`},
		{"other words", car, `{ transmission_type odometer_reading }`, `{"transmission_type":"Manual","odometer_reading":"68,240 miles"}`},
		{"not there", car, `{ salary_range number_of_bedrooms(integer) isbn }`, `{"salary_range":null,"number_of_bedrooms":null,"isbn":null}`},
		{"a column", `<table><tr><th>Club</th><th>Games</th><th>Points</th></tr><tr><td>Rovers</td><td>4</td><td>9</td></tr><tr><td>United</td><td>4</td><td>7</td></tr><tr><td>City</td><td>4</td><td>3</td></tr></table>`,
			`{ standings[] { club number_of_matches(integer) } }`, `{"standings":[{"club":"Rovers","number_of_matches":4},{"club":"United","number_of_matches":4},{"club":"City","number_of_matches":4}]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := answerTo(t, test.html, test.query); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestRewordedAtOnce: queries that are answered at the same time do not disturb each other.
func TestRewordedAtOnce(t *testing.T) {
	const page = `<h1>Panda</h1><dl><dt>Gearbox</dt><dd>Manual</dd></dl>`
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got, want := answerTo(t, page, `{ stock_keeping_unit  writer_mail  open_times }`), `{"stock_keeping_unit":null,"writer_mail":null,"open_times":null}`; got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
	all.Wait()
}
