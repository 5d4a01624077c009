package portal

import (
	"errors"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"assay/service/account"
)

// keyForm is the form of a key's name and rules, as it was sent or as the key is.
type keyForm struct {
	Name, Expires, Scopes, Sessions, PerCycle, PerMinute field

	May  map[string]bool // by the scopes that are ticked
	Soon string          // the first day on which a key may expire
}

// scopeBoxes are the names of the form's boxes.
var scopeBoxes = []account.Scope{account.ScopeQuery, account.ScopeDocument, account.ScopeSession}

// newKeyForm is the form as a key is.
func newKeyForm(key account.Key, now time.Time) keyForm {
	limit := func(n int64) field {
		if n == 0 {
			return field{}
		}
		return field{Value: strconv.FormatInt(n, 10)}
	}
	form := keyForm{
		Name: field{Value: key.Name}, Sessions: limit(int64(key.Sessions)), PerCycle: limit(key.PerCycle), PerMinute: limit(key.PerMinute),
		May: make(map[string]bool), Soon: soon(now),
	}
	if !key.Expires.IsZero() {
		form.Expires.Value = key.Expires.UTC().Format(time.DateOnly)
	}
	for _, scope := range scopeBoxes {
		form.May[string(scope)] = key.May(scope)
	}
	return form
}

func soon(now time.Time) string { return now.UTC().AddDate(0, 0, 1).Format(time.DateOnly) }

// readKeyForm reads the form for a key as it is now, and notes what is wrong with it.
func readKeyForm(sent url.Values, key account.Key, now time.Time) (form keyForm, change account.KeyChange) {
	read := func(name string) field { return field{Value: strings.TrimSpace(sent.Get(name))} }
	form = keyForm{
		Name: read("name"), Expires: read("expires"), Sessions: read("sessions"), PerCycle: read("per_cycle"), PerMinute: read("per_minute"),
		May: make(map[string]bool), Soon: soon(now),
	}
	change.Name = &form.Name.Value
	switch {
	case form.Name.Value == "":
		form.Name.Error = "Give the key a name that tells what it is for."
	case errors.Is(account.KeyChange{Name: change.Name}.Check(), account.ErrKeyName):
		form.Name.Error = "A name has at most 100 characters, all of which can be seen."
	}

	change.Expires = new(time.Time)
	if day := form.Expires.Value; day != "" {
		var err error
		*change.Expires, err = time.Parse(time.DateOnly, day)
		switch {
		case err != nil:
			form.Expires.Error = "Give a day, such as 2027-01-31, or none."
		case !change.Expires.After(now) && !change.Expires.Equal(key.Expires):
			form.Expires.Error = "Give a day to come; a key that is to end now is revoked."
		}
	}

	scopes := []account.Scope{}
	for _, scope := range scopeBoxes {
		if form.May[string(scope)] = sent.Get("scope_"+string(scope)) == "on"; form.May[string(scope)] {
			scopes = append(scopes, scope)
		}
	}
	switch len(scopes) {
	case 0:
		form.Scopes.Error = "Choose what the key is for."
	case len(scopeBoxes):
		scopes = nil
	}
	change.Scopes = &scopes

	change.Sessions, change.PerCycle, change.PerMinute = new(int), new(int64), new(int64)
	limit := func(f *field, set func(n int64)) {
		if f.Value == "" {
			return
		}
		n, err := strconv.ParseInt(f.Value, 10, 32)
		if set(n); err != nil || n < 1 {
			f.Error = "Give a whole number from 1, or none."
		}
	}
	limit(&form.Sessions, func(n int64) { *change.Sessions = int(n) })
	limit(&form.PerCycle, func(n int64) { *change.PerCycle = n })
	limit(&form.PerMinute, func(n int64) { *change.PerMinute = n })
	if form.PerMinute.Error == "" && errors.Is(account.KeyChange{PerMinute: change.PerMinute}.Check(), account.ErrLimits) {
		form.PerMinute.Error = "Give 1,000,000 or less, or none."
	}
	return form, change
}

// wrong reports whether anything is wrong with the form.
func (f *keyForm) wrong() bool {
	for _, one := range []field{f.Name, f.Expires, f.Scopes, f.Sessions, f.PerCycle, f.PerMinute} {
		if one.Error != "" {
			return true
		}
	}
	return false
}

// Ruled reports whether the form has more than a name.
func (f keyForm) Ruled() bool {
	for _, one := range []field{f.Expires, f.Scopes, f.Sessions, f.PerCycle, f.PerMinute} {
		if one.Value != "" || one.Error != "" {
			return true
		}
	}
	return slices.ContainsFunc(scopeBoxes, func(scope account.Scope) bool { return !f.May[string(scope)] })
}
