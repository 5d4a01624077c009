package account

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
)

const (
	keyMark    = "assay_"         // every key begins with it, so that a key is known when it is seen
	keyVisible = len(keyMark) + 6 // characters of the readable prefix, by which a key is looked up
	keySecret  = 30               // characters after the prefix: 178 bits
	keyLength  = keyVisible + keySecret

	maxKeyName = 100 // characters

	maxMinuteLimit = 1_000_000

	base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

	// lastUsedEvery is how exact Key.LastUsed is: a write for every request would
	// buy nothing.
	lastUsedEvery = time.Minute
)

// Errors of keys.
var (
	ErrUnauthorized = errors.New("no such API key, or it was revoked")
	ErrExpired      = fmt.Errorf("the API key has expired: %w", ErrUnauthorized)
	ErrNoKey        = errors.New("no such API key")
	ErrKeyName      = errors.New("the name of an API key has at most 100 characters, all of which can be seen")
	ErrScope        = errors.New("the scopes of an API key are query, document and session, at least one of them")
	ErrLimits       = fmt.Errorf("the limits of an API key are 1 or more, or 0 for none, and calls a minute %d at most", maxMinuteLimit)
)

// Scope is what a key may be used for. Usage may be asked for with any key.
type Scope string

// The scopes.
const (
	ScopeQuery    Scope = "query"    // web queries
	ScopeDocument Scope = "document" // document queries
	ScopeSession  Scope = "session"  // browser sessions
)

var scopes = []Scope{ScopeQuery, ScopeDocument, ScopeSession}

// Key is an API key as it may be shown: everything but the key.
type Key struct {
	ID       string
	Name     string // what its owner calls it
	Prefix   string // the first characters of the key
	Created  time.Time
	LastUsed time.Time // to the minute; zero if never
	Revoked  time.Time // zero if it is valid

	Expires  time.Time // zero if it does not
	Scopes   []Scope   // nil for all
	Sessions int       // at a time, on all nodes together; 0 for as many as the service lets a key have

	Limits
}

// Limits are how many calls a key may use, on all nodes together; 0 for any number.
type Limits struct {
	PerCycle  int64
	PerMinute int64 // so many at once, and so many more with each minute
}

// May reports whether the key may be used for something.
func (k Key) May(scope Scope) bool { return k.Scopes == nil || slices.Contains(k.Scopes, scope) }

// KeyChange says what is to change of a key; what is nil stays.
type KeyChange struct {
	Name     *string
	Expires  *time.Time // zero for never
	Scopes   *[]Scope   // nil in it for all
	Sessions *int       // 0 for as many as the service lets a key have

	PerCycle, PerMinute *int64 // 0 for any number of calls
}

// ChangeKey changes a key, named by its id or its prefix, at once and for every process.
// Errors are ErrNoKey, ErrKeyName, ErrScope and ErrLimits.
func (a *Account) ChangeKey(ctx context.Context, idOrPrefix string, change KeyChange) (key Key, err error) {
	defer wrap(&err, "changing an API key")
	err = a.write(ctx, func(tx *transaction) error {
		if key, err = tx.key(ctx, idOrPrefix); err == nil {
			err = change.apply(&key)
		}
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE api_key SET name = $1, expires = $2, scopes = $3, session_limit = $4, cycle_limit = $5, minute_limit = $6 WHERE id = $7`,
			append(key.rules(), key.ID)...)
		return err
	})
	return key, err
}

// key returns the key with an id or a prefix. The error is ErrNoKey if there is none.
func (tx *transaction) key(ctx context.Context, idOrPrefix string) (Key, error) {
	row := tx.QueryRowContext(ctx, `SELECT `+keyColumns+` FROM api_key WHERE account_id = $1 AND (id = $2 OR prefix = $2)`, accountID, idOrPrefix)
	key, err := scanKey(row)
	if errors.Is(err, sql.ErrNoRows) {
		err = ErrNoKey
	}
	return key.Key, err
}

// Check reports what is wrong with a change, whichever key it is for.
func (change KeyChange) Check() error { return change.apply(new(Key)) }

// apply changes a key.
func (change KeyChange) apply(key *Key) error {
	if change.Name != nil {
		if !isKeyName(*change.Name) {
			return ErrKeyName
		}
		key.Name = *change.Name
	}
	if change.Expires != nil {
		key.Expires = *change.Expires
	}
	if change.Scopes != nil {
		if !areScopes(*change.Scopes) {
			return ErrScope
		}
		key.Scopes = *change.Scopes
	}
	if change.Sessions != nil {
		key.Sessions = *change.Sessions
	}
	if change.PerCycle != nil {
		key.PerCycle = *change.PerCycle
	}
	if change.PerMinute != nil {
		key.PerMinute = *change.PerMinute
	}
	if key.Sessions < 0 || key.PerCycle < 0 || key.PerMinute < 0 || key.PerMinute > maxMinuteLimit {
		return ErrLimits
	}
	return nil
}

// rules returns the columns of a key that can change, with NULL for what is not limited.
func (key Key) rules() []any {
	var expires, allowed any
	if !key.Expires.IsZero() {
		expires = key.Expires.UnixMilli()
	}
	if key.Scopes != nil {
		words := make([]string, len(key.Scopes))
		for i, scope := range key.Scopes {
			words[i] = string(scope)
		}
		allowed = strings.Join(words, " ")
	}
	limit := func(n int64) any {
		if n == 0 {
			return nil
		}
		return n
	}
	return []any{key.Name, expires, allowed, limit(int64(key.Sessions)), limit(key.PerCycle), limit(key.PerMinute)}
}

// areScopes reports whether there is a scope, and no other word; nil is all of them.
func areScopes(list []Scope) bool {
	return list == nil || len(list) > 0 && !slices.ContainsFunc(list, func(s Scope) bool { return !slices.Contains(scopes, s) })
}

// ParseScopes reads scopes; "all" alone is nil. The error is ErrScope.
func ParseScopes(words []string) (list []Scope, err error) {
	if slices.Equal(words, []string{"all"}) {
		return nil, nil
	}
	list = []Scope{}
	for _, word := range words {
		list = append(list, Scope(word))
	}
	if !areScopes(list) {
		return nil, ErrScope
	}
	return list, nil
}

func isKeyName(name string) bool {
	return utf8.RuneCountInString(name) <= maxKeyName && utf8.ValidString(name) && !strings.ContainsFunc(name, invisible)
}

// CreateKey makes a key and returns it with its plain form, which is stored
// nowhere and cannot be had again.
//
// The name is for people to see; one that would act on their screens is refused
// with ErrKeyName.
func (a *Account) CreateKey(ctx context.Context, name string) (Key, string, error) {
	return a.CreateKeyWith(ctx, KeyChange{Name: &name})
}

// CreateKeyWith is CreateKey with rules for the key from its beginning. Errors are
// ErrKeyName, ErrScope and ErrLimits.
func (a *Account) CreateKeyWith(ctx context.Context, rules KeyChange) (key Key, plain string, err error) {
	return a.createKey(ctx, rules, false)
}

// CreateFirstKey is CreateKey for an account without any key, not even a revoked one. In
// another it makes none, and plain is "": of nodes that start together one has its key.
func (a *Account) CreateFirstKey(ctx context.Context, name string) (plain string, err error) {
	_, plain, err = a.createKey(ctx, KeyChange{Name: &name}, true)
	return plain, err
}

func (a *Account) createKey(ctx context.Context, rules KeyChange, first bool) (key Key, plain string, err error) {
	if err := rules.apply(&key); err != nil {
		return Key{}, "", err
	}
	defer wrap(&err, "making an API key")
	err = a.write(ctx, func(tx *transaction) error {
		if first {
			var others bool
			err := tx.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM api_key WHERE account_id = $1)`, accountID).Scan(&others)
			if err != nil || others {
				return err
			}
		}
		for {
			plain = keyMark + randomText(keyLength-len(keyMark))
			key.ID, key.Prefix, key.Created = uuid.NewString(), plain[:keyVisible], fromMillis(tx.now.UnixMilli())
			result, err := tx.ExecContext(ctx,
				`INSERT INTO api_key (name, expires, scopes, session_limit, cycle_limit, minute_limit, id, account_id, prefix, hash, created)
				VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (prefix) DO NOTHING`,
				append(key.rules(), key.ID, accountID, key.Prefix, hashSecret(plain), key.Created.UnixMilli())...)
			if err != nil {
				return err
			}
			if inserted, err := result.RowsAffected(); err != nil || inserted == 1 {
				return err
			}
			// The prefix is taken, which happens with one in billions of keys: make another.
		}
	})
	return key, plain, err
}

// Keys returns all keys, revoked ones too, oldest first.
func (a *Account) Keys(ctx context.Context) (keys []Key, err error) {
	defer wrap(&err, "listing API keys")
	return list(ctx, a, func(rows *sql.Rows, key *Key) error {
		stored, err := scanKey(rows)
		*key = stored.Key
		return err
	}, `SELECT `+keyColumns+` FROM api_key WHERE account_id = $1 ORDER BY created, id`, accountID)
}

// RevokeKey ends a key's validity, named by its id or its prefix, at once and for
// every process. Revoking again does nothing. It returns ErrNoKey if there is no
// such key.
func (a *Account) RevokeKey(ctx context.Context, idOrPrefix string) (key Key, err error) {
	defer wrap(&err, "revoking an API key")
	err = a.write(ctx, func(tx *transaction) error {
		_, err := tx.ExecContext(ctx,
			`UPDATE api_key SET revoked = $1 WHERE account_id = $2 AND (id = $3 OR prefix = $3) AND revoked IS NULL`,
			tx.now.UnixMilli(), accountID, idOrPrefix)
		if err == nil {
			key, err = tx.key(ctx, idOrPrefix)
		}
		return err
	})
	return key, err
}

// Invalid returns those of some keys, by their ids, that were revoked or have expired.
func (a *Account) Invalid(ctx context.Context, ids []string) (invalid []string, err error) {
	if len(ids) == 0 {
		return nil, nil
	}
	places, args := make([]string, len(ids)), []any{a.cfg.Now().UnixMilli()}
	for i, id := range ids {
		args = append(args, id)
		places[i] = fmt.Sprint("$", len(args))
	}
	defer wrap(&err, "looking for keys that are not valid any more")
	return list(ctx, a, scanOne[string], `SELECT id FROM api_key WHERE (revoked IS NOT NULL OR expires <= $1) AND id IN (`+strings.Join(places, ", ")+`)`, args...)
}

// Authenticate returns the key that plain is the plain form of, ErrUnauthorized if there is
// none or it was revoked, and ErrExpired, which is ErrUnauthorized as well. Every call asks the
// database, so that a key revoked by another process is refused at once.
func (a *Account) Authenticate(ctx context.Context, plain string) (key Key, err error) {
	if len(plain) != keyLength || !strings.HasPrefix(plain, keyMark) {
		return Key{}, ErrUnauthorized
	}
	defer a.timed(StepAuthenticate, time.Now(), &err)
	var stored storedKey
	err = a.read(ctx, func(ctx context.Context) (err error) {
		stored, err = scanKey(a.reader.QueryRowContext(ctx, `SELECT `+keyColumns+` FROM api_key WHERE prefix = $1`, plain[:keyVisible]))
		return err
	})
	key = stored.Key
	if errors.Is(err, sql.ErrNoRows) {
		return Key{}, ErrUnauthorized
	}
	if err != nil {
		return Key{}, fmt.Errorf("looking up an API key: %w", err)
	}
	if subtle.ConstantTimeCompare([]byte(stored.hash), []byte(hashSecret(plain))) != 1 || !key.Revoked.IsZero() {
		return Key{}, ErrUnauthorized
	}
	if !key.Expires.IsZero() && !a.cfg.Now().Before(key.Expires) {
		return Key{}, ErrExpired
	}
	a.noteUse(ctx, key)
	return key, nil
}

// noteUse writes down that a key was used, if that was last done long ago.
func (a *Account) noteUse(ctx context.Context, key Key) {
	now := a.cfg.Now().UnixMilli()
	a.mu.Lock()
	last := max(a.lastUsed[key.ID], key.LastUsed.UnixMilli())
	due := now-last >= lastUsedEvery.Milliseconds()
	if due {
		a.lastUsed[key.ID] = now
	}
	a.mu.Unlock()
	if !due {
		return
	}
	err := a.exec(ctx, `UPDATE api_key SET last_used = $1 WHERE id = $2`, now, key.ID)
	// A valid key is not refused because its use could not be noted.
	if err != nil && ctx.Err() == nil {
		a.cfg.Log.Warn("noting the use of an API key", "key", key.Prefix, "error", err)
	}
}

// hashSecret returns the stored form of a key or of a session of the portal. They are
// random and too long to guess, so a plain hash keeps them as well as a slow one would;
// those are for passwords that people choose.
func hashSecret(plain string) string {
	sum := sha256.Sum256([]byte(plain))
	return hex.EncodeToString(sum[:])
}

// randomText returns n random characters of base62, about 5.95 bits each.
func randomText(n int) string {
	text := make([]byte, 0, n)
	random := make([]byte, n)
	for len(text) < n {
		rand.Read(random)
		for _, b := range random {
			// Numbers that base62 has no digit for are drawn again, so that every
			// digit is equally likely.
			if b &= 63; int(b) < len(base62) && len(text) < n {
				text = append(text, base62[b])
			}
		}
	}
	return string(text)
}

const keyColumns = `id, name, prefix, hash, created, last_used, revoked, expires, scopes, session_limit, cycle_limit, minute_limit`

// storedKey is a row of keyColumns.
type storedKey struct {
	Key
	hash string
}

func scanKey(row interface{ Scan(...any) error }) (key storedKey, err error) {
	var created, lastUsed, revoked, expires, sessions, perCycle, perMinute sql.NullInt64
	var allowed sql.NullString
	err = row.Scan(&key.ID, &key.Name, &key.Prefix, &key.hash, &created, &lastUsed, &revoked, &expires, &allowed, &sessions, &perCycle, &perMinute)
	for to, at := range map[*time.Time]sql.NullInt64{&key.Created: created, &key.LastUsed: lastUsed, &key.Revoked: revoked, &key.Expires: expires} {
		if at.Valid {
			*to = fromMillis(at.Int64)
		}
	}
	for word := range strings.FieldsSeq(allowed.String) {
		key.Scopes = append(key.Scopes, Scope(word))
	}
	key.Sessions, key.PerCycle, key.PerMinute = int(sessions.Int64), perCycle.Int64, perMinute.Int64
	return key, err
}

func fromMillis(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// invisible reports whether r is no character to look at.
func invisible(r rune) bool { return !unicode.IsPrint(r) }
