package account

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"time"
)

// SessionLimits say how long a session of the developer portal lives.
type SessionLimits struct {
	Idle     time.Duration // without being used
	Absolute time.Duration // at all
}

// portalSeenEvery is how exact the time is when a session was last used.
const portalSeenEvery = time.Minute

// PortalKey returns the 32 bytes with which the portals of all nodes sign. It is
// made when it is first asked for.
func (a *Account) PortalKey(ctx context.Context) (key []byte, err error) {
	defer wrap(&err, "reading the portal's signing key")
	var text string
	err = a.write(ctx, func(tx *transaction) (err error) {
		text, _, err = tx.portal(ctx)
		return err
	})
	if err != nil {
		return nil, err
	}
	return hex.DecodeString(text)
}

// portal returns the row of the portal, which it makes if there is none.
func (tx *transaction) portal(ctx context.Context) (signingKey, password string, err error) {
	fresh := make([]byte, 32)
	rand.Read(fresh)
	_, err = tx.ExecContext(ctx,
		`INSERT INTO portal (account_id, signing_key, password) VALUES ($1, $2, '') ON CONFLICT (account_id) DO NOTHING`,
		accountID, hex.EncodeToString(fresh))
	if err != nil {
		return "", "", err
	}
	err = tx.QueryRowContext(ctx, `SELECT signing_key, password FROM portal WHERE account_id = $1`, accountID).Scan(&signingKey, &password)
	return signingKey, password, err
}

// SetPortalPassword stores the hash of the operator's password. It ends all
// sessions: who had the old password is out.
func (a *Account) SetPortalPassword(ctx context.Context, hash string) (err error) {
	defer wrap(&err, "setting the portal's password")
	return a.write(ctx, func(tx *transaction) error {
		if _, _, err := tx.portal(ctx); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, `UPDATE portal SET password = $1 WHERE account_id = $2`, hash, accountID); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `DELETE FROM portal_session WHERE account_id = $1`, accountID)
		return err
	})
}

// PortalPassword returns the hash of the operator's password, "" if none is set.
func (a *Account) PortalPassword(ctx context.Context) (hash string, err error) {
	defer wrap(&err, "reading the portal's password")
	err = a.read(ctx, func(ctx context.Context) error {
		return a.reader.QueryRowContext(ctx, `SELECT COALESCE((SELECT password FROM portal WHERE account_id = $1), '')`, accountID).Scan(&hash)
	})
	return hash, err
}

// BeginPortalSession notes that a session begins, named by a secret of which only
// the hash is stored. passwordHash is what the password was checked against, "" for
// a session that needs none: if it was changed since, the session does not begin and
// the error is ErrUnauthorized. Sessions beyond their limits are dropped.
func (a *Account) BeginPortalSession(ctx context.Context, secret, passwordHash string, limits SessionLimits) (err error) {
	defer wrap(&err, "beginning a session of the portal")
	return a.write(ctx, func(tx *transaction) error {
		_, password, err := tx.portal(ctx)
		if err != nil {
			return err
		}
		if passwordHash != "" && passwordHash != password {
			return ErrUnauthorized
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM portal_session WHERE account_id = $1 AND (created <= $2 OR seen <= $3)`,
			accountID, tx.now.Add(-limits.Absolute).UnixMilli(), tx.now.Add(-limits.Idle).UnixMilli())
		if err != nil {
			return err
		}
		_, err = tx.ExecContext(ctx, `INSERT INTO portal_session (id, account_id, created, seen) VALUES ($1, $2, $3, $3)`,
			hashSecret(secret), accountID, tx.now.UnixMilli())
		return err
	})
}

// PortalSession reports whether a session lives, and notes that it is used.
func (a *Account) PortalSession(ctx context.Context, secret string, limits SessionLimits) (alive bool, err error) {
	defer wrap(&err, "reading a session of the portal")
	id, now := hashSecret(secret), a.cfg.Now()
	var created, seen int64
	err = a.read(ctx, func(ctx context.Context) error {
		return a.reader.QueryRowContext(ctx, `SELECT created, seen FROM portal_session WHERE id = $1 AND account_id = $2`, id, accountID).Scan(&created, &seen)
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err != nil:
		return false, err
	case now.Sub(time.UnixMilli(created)) >= limits.Absolute, now.Sub(time.UnixMilli(seen)) >= limits.Idle:
		return false, nil
	case now.Sub(time.UnixMilli(seen)) < portalSeenEvery:
		return true, nil
	}
	err = a.exec(ctx, `UPDATE portal_session SET seen = $1 WHERE id = $2`, now.UnixMilli(), id)
	return err == nil, err
}

// EndPortalSession ends a session, on all nodes.
func (a *Account) EndPortalSession(ctx context.Context, secret string) (err error) {
	defer wrap(&err, "ending a session of the portal")
	return a.exec(ctx, `DELETE FROM portal_session WHERE id = $1`, hashSecret(secret))
}
