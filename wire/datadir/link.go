package datadir

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	// PortalPath is where a service has its developer portal.
	PortalPath = "/portal"
	// OpenPath is where a token of NewLink signs in to the portal.
	OpenPath = PortalPath + "/open/"

	// LinkLife is how long a link to the portal can be used.
	LinkLife = 2 * time.Minute

	linkKeyFile = "portal-key"

	linkHead  = 8 + 16 // bytes of a token before its signature: when it ends in ms, and what makes it unique
	tokenSize = linkHead + sha256.Size
)

// LinkKey signs the links by which this machine's user comes into the portal
// without a password: whoever can read the data directory can make one.
type LinkKey []byte

// NewLinkKey makes the key of a service that starts and writes it to portal-key.
// The links of the service before it are worth nothing from then on, also those that
// were used: the new service would not know.
func NewLinkKey(dataDir string) (LinkKey, error) {
	key := make(LinkKey, 32)
	rand.Read(key)
	if err := writePrivate(filepath.Join(dataDir, linkKeyFile), []byte(hex.EncodeToString(key)+"\n")); err != nil {
		return nil, err
	}
	return key, nil
}

// NewLink returns an address that signs its first visitor in to the portal of the
// service that runs on dataDir. It is a secret.
func NewLink(dataDir string, info Info, now time.Time) (string, error) {
	text, err := os.ReadFile(filepath.Join(dataDir, linkKeyFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "", errors.New("the service that runs is of a version without a portal: stop it and try again")
	}
	if err != nil {
		return "", fmt.Errorf("making a link to the portal: %w", err)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) == 0 {
		return "", fmt.Errorf("%s is damaged: restart the service, which writes it", filepath.Join(dataDir, linkKeyFile))
	}
	return info.BaseURL + OpenPath + LinkKey(key).Token(now.Add(LinkLife)), nil
}

// Token makes the secret part of a link that can be used until a time.
func (k LinkKey) Token(until time.Time) string {
	token := make([]byte, linkHead, tokenSize)
	binary.BigEndian.PutUint64(token, uint64(until.UnixMilli()))
	rand.Read(token[8:])
	return base64.RawURLEncoding.EncodeToString(append(token, k.sign(token)...))
}

// Check reports whether a token was made with the key, and until when it can be
// used. Whether it was used before is for the caller to know.
func (k LinkKey) Check(token string) (until time.Time, ok bool) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	// A token has one spelling; the decoder skips line ends.
	if err != nil || strings.ContainsAny(token, "\r\n") || len(raw) != tokenSize || !hmac.Equal(raw[linkHead:], k.sign(raw[:linkHead])) {
		return time.Time{}, false
	}
	return time.UnixMilli(int64(binary.BigEndian.Uint64(raw))), true
}

func (k LinkKey) sign(head []byte) []byte {
	mac := hmac.New(sha256.New, k)
	mac.Write([]byte("portal link"))
	mac.Write(head)
	return mac.Sum(nil)
}
