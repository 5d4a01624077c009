package history

import (
	"bytes"
	"compress/flate"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"
)

// headLength is how many characters of a query or a prompt List gives.
const headLength = 200

const columns = `id, at, kind, origin, source, path, hash, masked, %s, params, status, code, %s, request_id, took, cost, size, sum, stored > 0, pinned`

var (
	headColumns  = fmt.Sprintf(columns, fmt.Sprintf("substr(query, 1, %d), substr(prompt, 1, %[1]d)", headLength), fmt.Sprintf("substr(error, 1, %d)", headLength))
	wholeColumns = fmt.Sprintf(columns, "query, prompt", "error")
)

func scan(row interface{ Scan(...any) error }) (Entry, error) {
	var e Entry
	var at, took int64
	err := row.Scan(&e.ID, &at, &e.Kind, &e.Origin, &e.Source, &e.Path, &e.Hash, &e.Masked, &e.Query, &e.Prompt, &e.Params,
		&e.Status, &e.Code, &e.Error, &e.RequestID, &took, &e.Cost, &e.Size, &e.Sum, &e.Kept, &e.Pinned)
	e.At, e.Took = time.UnixMilli(at), time.Duration(took)*time.Microsecond
	return e, err
}

// List returns calls that ended before the one with the id before, or the latest if
// that is 0, newest first, at most limit of them, all if it is negative. Queries, prompts and errors are cut
// to their beginning: Get has them whole.
func (s *Store) List(ctx context.Context, before int64, limit int) ([]Entry, error) {
	return s.list(ctx, "SELECT "+headColumns+" FROM calls WHERE deleted = 0 AND (? = 0 OR id < ?) ORDER BY id DESC LIMIT ?", before, before, limit)
}

// Newer returns the calls that ended after the one with the id after, newest first, as
// List does.
func (s *Store) Newer(ctx context.Context, after int64) ([]Entry, error) {
	return s.list(ctx, "SELECT "+headColumns+" FROM calls WHERE deleted = 0 AND id > ? ORDER BY id DESC", after)
}

func (s *Store) list(ctx context.Context, statement string, args ...any) ([]Entry, error) {
	var entries []Entry
	err := s.each(ctx, func(rows *sql.Rows) error {
		e, err := scan(rows)
		if err == nil {
			entries = append(entries, e)
		}
		return err
	}, statement, args...)
	return entries, err
}

// ErrGone is Get's error for a call that is not in the history any more.
var ErrGone = errors.New("the call is not in the history any more")

// Get returns a call whole, and its answer, which is nil if there was none or it was
// not kept.
func (s *Store) Get(ctx context.Context, id int64) (*Entry, *Answer, error) {
	var e Entry
	var answer *Answer
	err := s.read(ctx, func(db *sql.DB) (err error) {
		e, err = scan(db.QueryRowContext(ctx, "SELECT "+wholeColumns+" FROM calls WHERE deleted = 0 AND id = ?", id))
		if err != nil || !e.Kept {
			return err
		}
		var data, metadata []byte
		if err = db.QueryRowContext(ctx, "SELECT data, metadata FROM answers WHERE call = ?", id).Scan(&data, &metadata); err != nil {
			return err
		}
		answer = &Answer{}
		if answer.Data, err = inflate(data); err != nil {
			return err
		}
		if metadata, err = inflate(metadata); err != nil {
			return err
		}
		return json.Unmarshal(metadata, &answer.Metadata)
	})
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil, ErrGone
	}
	if err != nil {
		return nil, nil, err
	}
	return &e, answer, nil
}

// Each calls visit with every call, whole but without its answer, newest first, until
// visit fails.
func (s *Store) Each(ctx context.Context, visit func(*Entry) error) error {
	return s.each(ctx, func(rows *sql.Rows) error {
		e, err := scan(rows)
		if err == nil {
			err = visit(&e)
		}
		return err
	}, "SELECT "+wholeColumns+" FROM calls WHERE deleted = 0 ORDER BY id DESC")
}

// Count returns how many calls there are, and the size of their answers in the file.
func (s *Store) Count(ctx context.Context) (calls int, bytes int64, err error) {
	err = s.read(ctx, func(db *sql.DB) error {
		return db.QueryRowContext(ctx, "SELECT count(*), coalesce(sum(stored), 0) FROM calls WHERE deleted = 0").Scan(&calls, &bytes)
	})
	return calls, bytes, err
}

// Use is what the calls of one kind used within a quarter of an hour.
type Use struct {
	Kind   Kind
	Calls  int // those that failed included
	Failed int
	Cost   int
}

// Uses returns what was used since a time, by kind and quarters of an hour, in order.
// It knows of calls that retention has removed, too.
func (s *Store) Uses(ctx context.Context, since time.Time) ([]Use, error) {
	var uses []Use
	err := s.each(ctx, func(rows *sql.Rows) error {
		var u Use
		err := rows.Scan(&u.Kind, &u.Calls, &u.Failed, &u.Cost)
		if err == nil {
			uses = append(uses, u)
		}
		return err
	}, "SELECT kind, calls, failed, cost FROM use WHERE quarter >= ? ORDER BY quarter, kind", since.UnixMilli()/quarter.Milliseconds())
	return uses, err
}

// each calls visit at every row that a statement finds, until visit fails.
func (s *Store) each(ctx context.Context, visit func(*sql.Rows) error, statement string, args ...any) error {
	return s.read(ctx, func(db *sql.DB) error {
		rows, err := db.QueryContext(ctx, statement, args...)
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			if err := visit(rows); err != nil {
				return err
			}
		}
		return rows.Err()
	})
}

func (s *Store) read(ctx context.Context, work func(*sql.DB) error) error {
	db, err := s.open(ctx)
	if err == nil {
		err = work(db)
	}
	switch {
	case err == nil, errors.Is(err, sql.ErrNoRows):
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	}
	err = s.wrap("read", err)
	if broken := (*damaged)(nil); errors.As(err, &broken) {
		s.fail(err)
	}
	return err
}

func inflate(data []byte) ([]byte, error) {
	return io.ReadAll(flate.NewReader(bytes.NewReader(data)))
}
