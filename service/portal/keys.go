package portal

import (
	"cmp"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"assay/service/account"
	"assay/wire"
)

// keysPage is what the page of all keys shows.
type keysPage struct {
	Valid   []keyRow
	Revoked []keyRow
	Form    keyForm     // that makes one
	Ended   account.Key // that was just revoked
	Changed account.Key // that was just changed
}

// keyRow is one key of the list.
type keyRow struct {
	account.Key
	Calls int64 // in this cycle
	Over  bool  // it has expired
}

// Rules words what the key may do, if it may not do everything.
func (row keyRow) Rules() string {
	var rules []string
	if row.Scopes != nil {
		words := make([]string, len(row.Scopes))
		for i, scope := range row.Scopes {
			words[i] = string(scope)
		}
		rules = append(rules, strings.Join(words, " and ")+" only")
	}
	if row.PerMinute > 0 {
		rules = append(rules, calls(row.PerMinute)+" a minute")
	}
	switch {
	case row.Sessions == 1:
		rules = append(rules, "1 session")
	case row.Sessions > 1:
		rules = append(rules, count(int64(row.Sessions))+" sessions")
	}
	return strings.Join(rules, ", ")
}

// changePage is what the page of one key shows.
type changePage struct {
	account.Key
	Form keyForm
}

// createdKey is a key that was just made, on its way to the page that shows it.
type createdKey struct {
	Name  string    `json:"name"`
	Plain string    `json:"plain"`
	Until time.Time `json:"until"`
}

const (
	// createdCookie holds a createdKey, sealed, between the form and the page.
	createdCookie = "assay-portal-key"
	// createdLife bounds how long it takes from one to the other.
	createdLife = time.Minute
)

// rows returns the account's keys, newest first.
func (v *visit) rows() ([]keyRow, error) {
	keys, err := v.p.cfg.Account.Keys(v.r.Context())
	if err != nil {
		return nil, err
	}
	calls, err := v.p.cfg.Account.CallsByKey(v.r.Context())
	if err != nil {
		return nil, err
	}
	rows := make([]keyRow, len(keys))
	for i, key := range keys {
		rows[i] = keyRow{key, calls[key.ID], !key.Expires.IsZero() && !v.p.cfg.Now().Before(key.Expires)}
	}
	slices.Reverse(rows)
	return rows, nil
}

func (v *visit) keysPage() (page keysPage, err error) {
	page.Form = newKeyForm(account.Key{}, v.p.cfg.Now())
	rows, err := v.rows()
	for _, row := range rows {
		if row.Key.Revoked.IsZero() {
			page.Valid = append(page.Valid, row)
		} else {
			page.Revoked = append(page.Revoked, row)
		}
	}
	slices.SortStableFunc(page.Revoked, func(a, b keyRow) int { return cmp.Compare(b.Key.Revoked.UnixMilli(), a.Key.Revoked.UnixMilli()) })
	return page, err
}

// showKeys answers GET /portal/keys.
func (p *Portal) showKeys(v *visit) error {
	page, err := v.keysPage()
	if err != nil {
		return err
	}
	ended, changed := v.r.URL.Query().Get("revoked"), v.r.URL.Query().Get("changed")
	for _, row := range page.Revoked {
		if row.Prefix == ended {
			page.Ended = row.Key
		}
	}
	for _, row := range page.Valid {
		if row.Prefix == changed {
			page.Changed = row.Key
		}
	}
	return v.show(http.StatusOK, "keys", "API keys", page)
}

// createKey answers POST /portal/keys.
func (p *Portal) createKey(v *visit) error {
	form, rules := readKeyForm(v.r.PostForm, account.Key{}, p.cfg.Now())
	if form.wrong() {
		page, err := v.keysPage()
		if err != nil {
			return err
		}
		page.Form = form
		return v.show(http.StatusUnprocessableEntity, "keys", "API keys", page)
	}
	key, plain, err := p.cfg.Account.CreateKeyWith(v.r.Context(), rules)
	if err != nil {
		return err
	}
	p.cfg.Log.Info("portal: an API key was made", "key", key.Prefix)
	text, err := json.Marshal(createdKey{Name: key.Name, Plain: plain, Until: p.cfg.Now().Add(createdLife)})
	if err != nil {
		return err
	}
	// The key goes through the browser, for the next request may come to another node.
	v.setCookie(createdCookie, p.keys.seal(text, v.secret), int(createdLife/time.Second))
	return v.redirect(Prefix + "/keys/created")
}

// showCreated answers GET /portal/keys/created, once for each key.
func (p *Portal) showCreated(v *visit) error {
	cookie, err := v.r.Cookie(createdCookie)
	if err != nil {
		return v.redirect(Prefix + "/keys")
	}
	v.setCookie(createdCookie, "", -1)
	var created createdKey
	text, ok := p.keys.unseal(cookie.Value, v.secret)
	if !ok || json.Unmarshal(text, &created) != nil || !p.cfg.Now().Before(created.Until) {
		return v.redirect(Prefix + "/keys")
	}
	return v.show(http.StatusOK, "created", "Your new API key", createdPage{created, v.snippets(exampleQuery)})
}

// createdPage is what the page of a new key shows.
type createdPage struct {
	createdKey
	Snippets []snippetText
}

// exampleQuery is what a new key is tried with.
var exampleQuery = wire.QueryRequest{Query: "{ heading links[] { title url(url) } }", URL: "https://example.com"}

// showKey answers GET /portal/keys/ID.
func (p *Portal) showKey(v *visit) error {
	row, err := v.key()
	if err != nil {
		return err
	}
	if !row.Key.Revoked.IsZero() {
		return v.redirect(Prefix + "/keys")
	}
	return v.show(http.StatusOK, "key", "Change a key", changePage{row.Key, newKeyForm(row.Key, p.cfg.Now())})
}

// changeKey answers POST /portal/keys/ID.
func (p *Portal) changeKey(v *visit) error {
	row, err := v.key()
	if err != nil {
		return err
	}
	form, change := readKeyForm(v.r.PostForm, row.Key, p.cfg.Now())
	if form.wrong() {
		return v.show(http.StatusUnprocessableEntity, "key", "Change a key", changePage{row.Key, form})
	}
	key, err := p.cfg.Account.ChangeKey(v.r.Context(), row.ID, change)
	if err != nil {
		return err
	}
	p.cfg.Log.Info("portal: an API key was changed", "key", key.Prefix)
	return v.redirect(Prefix + "/keys?" + url.Values{"changed": {key.Prefix}}.Encode())
}

// key returns the key that the path names.
func (v *visit) key() (keyRow, error) {
	rows, err := v.rows()
	if err != nil {
		return keyRow{}, err
	}
	at := slices.IndexFunc(rows, func(row keyRow) bool { return row.ID == v.r.PathValue("id") })
	if at < 0 {
		return keyRow{}, errNotFound
	}
	return rows[at], nil
}

// confirmRevoke answers GET /portal/keys/ID/revoke.
func (p *Portal) confirmRevoke(v *visit) error {
	row, err := v.key()
	if err != nil {
		return err
	}
	if !row.Key.Revoked.IsZero() {
		return v.redirect(Prefix + "/keys")
	}
	return v.show(http.StatusOK, "revoke", "Revoke a key", row)
}

// revokeKey answers POST /portal/keys/ID/revoke.
func (p *Portal) revokeKey(v *visit) error {
	row, err := v.key()
	if err != nil {
		return err
	}
	key, err := p.cfg.Account.RevokeKey(v.r.Context(), row.ID)
	if err != nil {
		return err
	}
	p.cfg.Log.Info("portal: an API key was revoked", "key", key.Prefix)
	return v.redirect(Prefix + "/keys?" + url.Values{"revoked": {key.Prefix}}.Encode())
}
