package history

import (
	"bytes"
	"compress/flate"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Record takes a call that has ended, to be written in the background. It does not
// block; Changed tells when it is done.
func (s *Store) Record(e Entry, o Outcome) {
	if s.limits.Off {
		return
	}
	e.end(o)
	j := job{entry: e}
	if o.Err == nil && o.Response != nil {
		j.answer = &Answer{o.Response.Data, o.Response.Metadata}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.err != nil {
		return
	}
	s.queue = append(s.queue, j)
	if !s.writing {
		s.writing = true
		go s.write()
	}
}

// Flush waits until the calls recorded so far are written. The error is the context's,
// or that of a history that cannot be used.
func (s *Store) Flush(ctx context.Context) error {
	for {
		changed := s.Changed()
		s.mu.Lock()
		writing := s.writing
		s.mu.Unlock()
		if !writing {
			return s.Err()
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// together is how many calls are written in one transaction at most.
const together = 256

// write writes what is queued until there is nothing left.
func (s *Store) write() {
	ctx := context.Background()
	for {
		s.mu.Lock()
		jobs := s.queue[:min(len(s.queue), together)]
		if len(jobs) == 0 || s.err != nil || s.closed {
			s.queue, s.writing = nil, false
			s.mu.Unlock()
			s.change()
			return
		}
		s.mu.Unlock()
		db, err := s.open(ctx)
		if err == nil {
			err = s.insert(ctx, db, jobs)
		}
		switch {
		case err == nil:
		case busy(err): // another program writes for long; its end is awaited
			continue
		default:
			s.fail(s.wrap("written to", err))
			continue
		}
		s.mu.Lock()
		if len(s.queue) >= len(jobs) { // else it was closed meanwhile
			s.queue = s.queue[len(jobs):]
		}
		s.since += len(jobs)
		due := s.since >= sweepAfter || time.Since(s.swept) > sweepEvery
		s.mu.Unlock()
		s.change()
		if due {
			if err := s.sweep(ctx, db, time.Now()); err != nil {
				s.fail(s.wrap("tidied", err))
			}
		}
	}
}

// wrap words a failure.
func (s *Store) wrap(what string, err error) error {
	if errors.Is(err, ErrOff) || errors.Is(err, ErrClosed) || err == s.Err() {
		return err
	}
	return fmt.Errorf("the history cannot be %s: %w", what, s.advise(err))
}

// advise adds to a failure where it was and what to do.
func (s *Store) advise(err error) error {
	if lite, ok := errors.AsType[*sqlite.Error](err); ok {
		switch lite.Code() & 0xff {
		case sqlite3.SQLITE_FULL:
			return fmt.Errorf("%s: the disk is full", s.path)
		case sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT:
			return &damaged{fmt.Errorf("%s is damaged (%w): move it away, and the next start begins a new one", s.path, err)}
		case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM:
			return fmt.Errorf("%s cannot be written (%w): look at its permissions and its folder's", s.path, err)
		case sqlite3.SQLITE_BUSY:
			return fmt.Errorf("%s is in use by another program for too long", s.path)
		}
	}
	if errors.Is(err, errNewer) {
		return &damaged{fmt.Errorf("%s: %w", s.path, err)}
	}
	if strings.Contains(err.Error(), s.path) {
		return err
	}
	return fmt.Errorf("%s: %w", s.path, err)
}

// busy reports whether a failure is that of another program's writing.
func busy(err error) bool {
	var lite *sqlite.Error
	return errors.As(err, &lite) && lite.Code()&0xff == sqlite3.SQLITE_BUSY
}

// damaged is a failure of the file itself, which no later try mends.
type damaged struct{ error }

func (d *damaged) Unwrap() error { return d.error }

func (s *Store) insert(ctx context.Context, db *sql.DB, jobs []job) error {
	type packed struct{ data, metadata []byte }
	answers := make([]packed, len(jobs))
	var d deflater
	for i := range jobs { // before the file is locked
		j := &jobs[i]
		if j.answer == nil || s.limits.AnswerBytes > 0 && size(j.answer) > s.limits.AnswerBytes {
			continue
		}
		metadata, err := json.Marshal(j.answer.Metadata)
		if err != nil {
			return err
		}
		answers[i] = packed{d.deflate(j.entry.scrubJSON(j.answer.Data)), d.deflate(j.entry.scrubJSON(metadata))}
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var calls, kept, use *sql.Stmt
	for _, p := range []struct {
		statement **sql.Stmt
		text      string
	}{
		{&calls, `INSERT INTO calls (at, kind, origin, source, path, hash, masked, query, prompt, params,
			status, code, error, request_id, took, cost, size, sum, stored) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)`},
		{&kept, "INSERT INTO answers (call, data, metadata) VALUES (?,?,?)"},
		{&use, `INSERT INTO use (quarter, kind, calls, failed, cost) VALUES (?,?,1,?,?)
			ON CONFLICT DO UPDATE SET calls = calls + 1, failed = failed + excluded.failed, cost = cost + excluded.cost`},
	} {
		if *p.statement, err = tx.PrepareContext(ctx, p.text); err != nil {
			return err
		}
		defer (*p.statement).Close()
	}
	for i := range jobs {
		e, a := &jobs[i].entry, answers[i]
		result, err := calls.ExecContext(ctx,
			e.At.UnixMilli(), string(e.Kind), string(e.Origin), e.Source, e.Path, e.Hash, e.Masked, e.Query, e.Prompt, e.Params,
			e.Status, e.Code, e.Error, e.RequestID, e.Took.Microseconds(), e.Cost, e.Size, e.Sum, len(a.data)+len(a.metadata))
		if err != nil {
			return err
		}
		id, err := result.LastInsertId()
		if err != nil {
			return err
		}
		if a.data != nil {
			if _, err := kept.ExecContext(ctx, id, a.data, a.metadata); err != nil {
				return err
			}
		}
		failed := 0
		if !e.OK() {
			failed = 1
		}
		if _, err := use.ExecContext(ctx, e.At.UnixMilli()/quarter.Milliseconds(), string(e.Kind), failed, e.Cost); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// quarter is the grain of what is known of the use: no zone's day begins within one.
const quarter = 15 * time.Minute

func size(a *Answer) int64 {
	n := int64(len(a.Data))
	if shot := a.Metadata.Screenshot; shot != nil {
		n += int64(len(*shot))
	}
	return n
}

// scrubJSON masks the secrets of the call in the strings of JSON.
func (e *Entry) scrubJSON(data []byte) []byte {
	if len(e.secrets) == 0 {
		return data
	}
	var replace []string
	for _, secret := range e.secrets {
		replace = append(replace, secret, Mask)
		if quoted, err := json.Marshal(secret); err == nil { // with what JSON escapes
			replace = append(replace, string(quoted[1:len(quoted)-1]), Mask)
		}
	}
	replacer := strings.NewReplacer(replace...)
	var out bytes.Buffer
	for len(data) > 0 {
		start := bytes.IndexByte(data, '"')
		if start < 0 {
			break
		}
		end := start + 1
		for end < len(data) && data[end] != '"' {
			if data[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end, len(data))
		out.Write(data[:start])
		_, _ = replacer.WriteString(&out, string(data[start:end])) // to memory
		data = data[end:]
		if len(data) > 0 {
			out.WriteByte('"')
			data = data[1:]
		}
	}
	out.Write(data)
	return out.Bytes()
}

// deflater compresses one thing after another: its tables are large to make.
type deflater struct{ w *flate.Writer }

func (d *deflater) deflate(data []byte) []byte {
	var b bytes.Buffer
	if d.w == nil {
		d.w, _ = flate.NewWriter(&b, flate.BestSpeed) // the level is one there is
	} else {
		d.w.Reset(&b)
	}
	_, _ = d.w.Write(data) // to memory
	_ = d.w.Close()
	return b.Bytes()
}

// When the limits are applied: after so many calls or so much time, and at the first
// call of a run.
const (
	sweepAfter = 200
	sweepEvery = time.Hour
	// undoTime is how long a deleted call can be restored.
	undoTime = time.Hour
	// useAge is how long it is known what was used.
	useAge = 400 * 24 * time.Hour
)

// sweep removes what is beyond the limits.
func (s *Store) sweep(ctx context.Context, db *sql.DB, now time.Time) error {
	s.mu.Lock()
	s.swept, s.since = now, 0
	s.mu.Unlock()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	remove := func(where string, args ...any) error {
		_, err := tx.ExecContext(ctx, "DELETE FROM calls WHERE "+where, args...)
		return err
	}
	err = errors.Join(
		remove("deleted > 0 AND deleted < ?", now.Add(-undoTime).UnixMilli()),
		execute(ctx, tx, "DELETE FROM use WHERE quarter < ?", now.Add(-useAge).UnixMilli()/quarter.Milliseconds()))
	if err == nil && s.limits.Age > 0 {
		err = remove("pinned = 0 AND at < ?", now.Add(-s.limits.Age).UnixMilli())
	}
	if err == nil && s.limits.Calls > 0 {
		err = remove("pinned = 0 AND id <= (SELECT id FROM calls WHERE deleted = 0 AND pinned = 0 ORDER BY id DESC LIMIT 1 OFFSET ?)", s.limits.Calls)
	}
	if err == nil && s.limits.Bytes > 0 {
		// The newest calls whose answers fit together stay, and all that are pinned.
		err = remove(`pinned = 0 AND id <= (SELECT max(id) FROM (
			SELECT id, sum(stored) OVER (ORDER BY id DESC) AS total FROM calls WHERE pinned = 0) WHERE total > ?)`, s.limits.Bytes)
	}
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return err
	}
	_, err = db.ExecContext(ctx, "PRAGMA incremental_vacuum")
	return err
}

func execute(ctx context.Context, tx *sql.Tx, statement string, args ...any) error {
	_, err := tx.ExecContext(ctx, statement, args...)
	return err
}

// Pin keeps calls from being removed by the limits, or lets them be removed again.
func (s *Store) Pin(ctx context.Context, pinned bool, ids ...int64) error {
	return s.update(ctx, "UPDATE calls SET pinned = ? WHERE id = ?", pinned, ids)
}

// Delete removes calls. For a while, Restore brings them back.
func (s *Store) Delete(ctx context.Context, ids ...int64) error {
	return s.update(ctx, "UPDATE calls SET deleted = ? WHERE id = ?", time.Now().UnixMilli(), ids)
}

// Restore brings deleted calls back.
func (s *Store) Restore(ctx context.Context, ids ...int64) error {
	return s.update(ctx, "UPDATE calls SET deleted = ? WHERE id = ?", 0, ids)
}

func (s *Store) update(ctx context.Context, statement string, value any, ids []int64) error {
	err := func() error {
		db, err := s.open(ctx)
		if err != nil {
			return err
		}
		tx, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer tx.Rollback()
		for _, id := range ids {
			if err := execute(ctx, tx, statement, value, id); err != nil {
				return err
			}
		}
		return tx.Commit()
	}()
	if err != nil {
		return s.wrap("changed", err)
	}
	s.change()
	return nil
}
