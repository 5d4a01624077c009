package queries

// example is something to start from.
type example struct {
	name  string
	query string
}

// examples are offered before the first run and under a key.
var examples = []example{
	{"A list: products with name, price and link", `{
  products[] {
    name
    price(number)
    rating(number)
    link(url)
  }
  next_page(url)
}
`},
	{"An article: headline, author, date, text", `{
  article {
    headline
    author
    published(date)
    text
  }
  tags[]
}
`},
	{"A company: how to reach it", `{
  organization
  contact {
    phone(phone)
    email(email)
    address
  }
  opening_hours[] {
    day
    hours
  }
}
`},
}
