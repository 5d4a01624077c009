package portal

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"time"

	"assay/service/account"
)

// sessionLimits are those of a session of the portal.
var sessionLimits = account.SessionLimits{Idle: time.Hour, Absolute: 12 * time.Hour}

const (
	// tokenField is the field of a form that says whom it was made for.
	tokenField = "csrf_token"

	secretSize = 32
)

// keyring signs and seals with keys of one purpose each, which all nodes derive from
// the key in the database.
type keyring struct {
	cookies []byte
	forms   []byte
	sealing cipher.AEAD
}

func newKeyring(signing []byte) keyring {
	derive := func(purpose string) []byte { return mac(signing, purpose) }
	block, err := aes.NewCipher(derive("seal"))
	if err != nil {
		panic(err) // of a key with the size of a hash
	}
	sealing, err := cipher.NewGCM(block)
	if err != nil {
		panic(err)
	}
	return keyring{cookies: derive("cookie"), forms: derive("form"), sealing: sealing}
}

func mac(key []byte, text string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return m.Sum(nil)
}

var text64 = base64.RawURLEncoding.Strict()

func newSecret() string {
	secret := make([]byte, secretSize)
	rand.Read(secret)
	return text64.EncodeToString(secret)
}

// cookie returns a secret with its signature.
func (k keyring) cookie(secret string) string {
	return secret + "." + text64.EncodeToString(mac(k.cookies, secret))
}

// secret returns the secret of a cookie, "" if the signature is not ours.
func (k keyring) secret(cookie string) string {
	secret, signature, _ := strings.Cut(cookie, ".")
	got, err := text64.DecodeString(signature)
	if err != nil || !hmac.Equal(got, mac(k.cookies, secret)) {
		return ""
	}
	return secret
}

// form returns the token of forms that are made for a visitor.
func (k keyring) form(secret string) string { return text64.EncodeToString(mac(k.forms, secret)) }

func (k keyring) checkForm(secret, token string) bool {
	got, err := text64.DecodeString(token)
	return secret != "" && err == nil && hmac.Equal(got, mac(k.forms, secret))
}

// seal hides a text from all but the portal, for one visitor.
func (k keyring) seal(text []byte, secret string) string {
	nonce := make([]byte, k.sealing.NonceSize())
	rand.Read(nonce)
	return text64.EncodeToString(k.sealing.Seal(nonce, nonce, text, []byte(secret)))
}

// unseal returns what seal was given.
func (k keyring) unseal(sealed, secret string) (text []byte, ok bool) {
	raw, err := text64.DecodeString(sealed)
	size := k.sealing.NonceSize()
	if err != nil || len(raw) < size {
		return nil, false
	}
	text, err = k.sealing.Open(nil, raw[:size], raw[size:], []byte(secret))
	return text, err == nil
}

// identify finds out who visits.
func (v *visit) identify() (err error) {
	cookie, err := v.r.Cookie(v.cookieName())
	if err != nil {
		return nil // there is none
	}
	v.secret = v.p.keys.secret(cookie.Value)
	if v.secret == "" {
		return nil
	}
	v.signedIn, err = v.p.cfg.Account.PortalSession(v.r.Context(), v.secret, sessionLimits)
	return err
}

// cookieName is that of the visitor's cookie. Browsers let a cookie with the prefix
// only be set by this very host over TLS.
func (v *visit) cookieName() string {
	if v.origin.Encrypted {
		return "__Host-assay-portal"
	}
	return "assay-portal"
}

// become gives the visitor a new secret, so that one known before is worth nothing.
func (v *visit) become(secret string) {
	v.secret = secret
	v.setCookie(v.cookieName(), v.p.keys.cookie(secret), 0)
}

// setCookie sets a cookie that only the portal sees; age is in seconds, 0 for as long
// as the browser runs, and less to remove it.
func (v *visit) setCookie(name, value string, age int) {
	http.SetCookie(v, &http.Cookie{
		Name:     name,
		Value:    value,
		Path:     "/", // of a cookie with the prefix, it must be
		MaxAge:   age,
		HttpOnly: true,
		Secure:   v.origin.Encrypted,
		SameSite: http.SameSiteStrictMode,
	})
}
