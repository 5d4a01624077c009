package portal

import (
	"cmp"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"assay/service/account"
)

// keysPage is what the page of all keys shows.
type keysPage struct {
	Valid   []keyRow
	Revoked []keyRow
	Name    field       // of the form that makes one
	Ended   account.Key // that was just revoked
}

// keyRow is one key of the list.
type keyRow struct {
	account.Key
	Calls int64 // in this cycle
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
	keys, err := v.p.account.Keys(v.r.Context())
	if err != nil {
		return nil, err
	}
	calls, err := v.p.account.CallsByKey(v.r.Context())
	if err != nil {
		return nil, err
	}
	rows := make([]keyRow, len(keys))
	for i, key := range keys {
		rows[i] = keyRow{key, calls[key.ID]}
	}
	slices.Reverse(rows)
	return rows, nil
}

func (v *visit) keysPage() (page keysPage, err error) {
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
	ended := v.r.URL.Query().Get("revoked")
	for _, row := range page.Revoked {
		if row.Prefix == ended {
			page.Ended = row.Key
		}
	}
	return v.show(http.StatusOK, "keys", "API keys", page)
}

// createKey answers POST /portal/keys.
func (p *Portal) createKey(v *visit) error {
	name := strings.TrimSpace(v.r.PostForm.Get("name"))
	wrong := ""
	var key account.Key
	var plain string
	err := error(nil)
	if name == "" {
		wrong = "Give the key a name that tells what it is for."
	} else if key, plain, err = p.account.CreateKey(v.r.Context(), name); errors.Is(err, account.ErrKeyName) {
		wrong = "A name has at most 100 characters, all of which can be seen."
	} else if err != nil {
		return err
	}
	if wrong != "" {
		page, err := v.keysPage()
		if err != nil {
			return err
		}
		page.Name = field{Value: name, Error: wrong}
		return v.show(http.StatusUnprocessableEntity, "keys", "API keys", page)
	}
	p.log.Info("portal: an API key was made", "key", key.Prefix)
	text, err := json.Marshal(createdKey{Name: key.Name, Plain: plain, Until: p.now().Add(createdLife)})
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
	if !ok || json.Unmarshal(text, &created) != nil || !p.now().Before(created.Until) {
		return v.redirect(Prefix + "/keys")
	}
	return v.show(http.StatusOK, "created", "Your new API key", created)
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
	key, err := p.account.RevokeKey(v.r.Context(), row.ID)
	if err != nil {
		return err
	}
	p.log.Info("portal: an API key was revoked", "key", key.Prefix)
	return v.redirect(Prefix + "/keys?" + url.Values{"revoked": {key.Prefix}}.Encode())
}
