package portal

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"
	"golang.org/x/text/unicode/norm"
)

const (
	minPassword = 10  // characters
	maxPassword = 512 // bytes

	saltLength = 16
	hashLength = 32
)

// cost is what one check of a password takes. It is stored with each hash, so that
// it can be raised without making the passwords that are set worthless.
type cost struct {
	memory  uint32 // KiB
	time    uint32 // passes over it
	threads uint8
}

// newCost is that of new hashes: the second of the recommendations of RFC 9106.
var newCost = cost{memory: 64 << 10, time: 3, threads: 4}

// maxCost bounds what a stored hash may ask for.
var maxCost = cost{memory: 1 << 20, time: 64, threads: 64}

// ErrPassword is a password that cannot be the operator's.
var ErrPassword = errors.New("the password must have at least 10 characters and at most 512 bytes of text")

// HashPassword returns the form in which the operator's password is stored, which
// tells how it was made: $argon2id$v=19$m=…,t=…,p=…$salt$hash.
func HashPassword(password string) (string, error) {
	if !utf8.ValidString(password) || utf8.RuneCountInString(password) < minPassword || len(password) > maxPassword || strings.ContainsAny(password, "\x00\r\n") {
		return "", ErrPassword
	}
	salt := make([]byte, saltLength)
	rand.Read(salt)
	return newCost.format(salt, newCost.hash(password, salt)), nil
}

// hash normalises the password first: keyboards differ in how they write é.
func (c cost) hash(password string, salt []byte) []byte {
	return argon2.IDKey(norm.NFKC.Bytes([]byte(password)), salt, c.time, c.memory, c.threads, hashLength)
}

func (c cost) format(salt, hash []byte) string {
	text := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.memory, c.time, c.threads, text(salt), text(hash))
}

// parseHash takes a stored form apart.
func parseHash(stored string) (c cost, salt, hash []byte, err error) {
	damaged := errors.New("the stored password is damaged or of a newer version; set it again with: assay portal password")
	parts := strings.Split(stored, "$")
	var version int
	if len(parts) != 6 || parts[0] != "" || parts[1] != "argon2id" {
		return cost{}, nil, nil, damaged
	}
	if _, err := fmt.Sscanf(parts[2], "v=%d", &version); err != nil || version != argon2.Version {
		return cost{}, nil, nil, damaged
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &c.memory, &c.time, &c.threads); err != nil ||
		c.time == 0 || c.threads == 0 || c.memory > maxCost.memory || c.time > maxCost.time || c.threads > maxCost.threads {
		return cost{}, nil, nil, damaged
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	hash, hashErr := base64.RawStdEncoding.DecodeString(parts[5])
	if saltErr != nil || hashErr != nil || len(hash) != hashLength {
		return cost{}, nil, nil, damaged
	}
	return c, salt, hash, nil
}

// checker checks passwords, one at a time: each takes memory that a crowd of
// strangers should not be able to multiply.
type checker struct{ turn chan struct{} }

func newChecker() checker { return checker{make(chan struct{}, 1)} }

// check reports whether a password is the one whose stored form is given; none is if
// that is empty, which takes as long to find out.
func (c checker) check(ctx context.Context, stored, password string) (bool, error) {
	select {
	case c.turn <- struct{}{}:
		defer func() { <-c.turn }()
	case <-ctx.Done():
		return false, ctx.Err()
	}
	if len(password) > maxPassword {
		password = ""
	}
	if stored == "" {
		newCost.hash(password, make([]byte, saltLength))
		return false, nil
	}
	cost, salt, right, err := parseHash(stored)
	if err != nil {
		return false, err
	}
	return subtle.ConstantTimeCompare(cost.hash(password, salt), right) == 1, nil
}
