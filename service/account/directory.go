package account

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

const (
	// SeenFor is how long a node counts as being there after it last said so.
	SeenFor = 20 * time.Second

	// forgetNode is how long a node that was not seen is remembered, and with it that its
	// sessions may be there.
	forgetNode = 24 * time.Hour

	// placing is how long a session may take from getting its place to being there.
	placing = time.Minute

	// rememberSession is how long a session that has ended can still be asked for.
	rememberSession = 10 * time.Minute
)

// Errors of PlaceSession.
var (
	ErrNoRoom     = errors.New("no node has room for a session")
	ErrKeyLimit   = errors.New("the API key has as many sessions as it may")
	ErrNoNodes    = errors.New("no node is there")
	errUnfinished = errors.New("another place was taken in the meantime")
)

// NodeState is what a node says of itself.
type NodeState struct {
	URL      string
	Sessions map[string]string // those that are alive: id → key id
	Max      int               // sessions that it may have; 0 if it takes no more
}

// Announce says that this node is there, can be reached, and has these sessions. What the
// directory had otherwise is corrected.
func (a *Account) Announce(ctx context.Context, state NodeState) (err error) {
	defer wrap(&err, "announcing the node")
	now := a.cfg.Now().UnixMilli()
	// A session that is about to be there is left in place.
	placed := make(map[string]bool)
	_, err = list(ctx, a, func(rows *sql.Rows, _ *struct{}) error {
		var id string
		var created int64
		err := rows.Scan(&id, &created)
		placed[id] = created > now-placing.Milliseconds()
		return err
	}, `SELECT id, created FROM browser_session WHERE node = $1 AND ended IS NULL`, a.cfg.Node)
	exec := func(statement string, args ...any) {
		if err == nil {
			err = a.exec(ctx, statement, args...)
		}
	}
	for id, placed := range placed {
		if _, alive := state.Sessions[id]; !alive && !placed {
			exec(`UPDATE browser_session SET ended = $1 WHERE id = $2`, now, id)
		}
	}
	for id, key := range state.Sessions {
		if _, known := placed[id]; !known {
			exec(`INSERT INTO browser_session (id, node, key_id, created) VALUES ($1, $2, $3, $4) ON CONFLICT (id) DO NOTHING`, id, a.cfg.Node, key, now)
		}
	}
	exec(`DELETE FROM browser_session WHERE node = $1 AND ended < $2`, a.cfg.Node, now-rememberSession.Milliseconds())
	gone := now - forgetNode.Milliseconds()
	exec(`DELETE FROM browser_session WHERE node IN (SELECT id FROM node WHERE seen < $1)`, gone)
	exec(`DELETE FROM node WHERE seen < $1`, gone)
	exec(`INSERT INTO node (id, url, seen, room)
		SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT), CAST($4 AS BIGINT) - count(*) FROM browser_session WHERE node = $1 AND ended IS NULL
		ON CONFLICT (id) DO UPDATE SET url = excluded.url, seen = excluded.seen, room = excluded.room`,
		a.cfg.Node, state.URL, now, state.Max)
	return err
}

// Withdraw says that this node is there no more, nor are its sessions.
func (a *Account) Withdraw(ctx context.Context) (err error) {
	defer wrap(&err, "withdrawing the node")
	if err := a.exec(ctx, `DELETE FROM browser_session WHERE node = $1`, a.cfg.Node); err != nil {
		return err
	}
	return a.exec(ctx, `DELETE FROM node WHERE id = $1`, a.cfg.Node)
}

// Node is another node, as the directory knows it.
type Node struct {
	URL   string // "" for this node
	Alive bool   // seen lately
	Older bool   // of a version that tells the directory nothing of its sessions
}

// PlaceSession takes a place for a session at the node with most room, this one if others
// have no more. A key with a limit, 0 for none, has no more sessions on all nodes together.
// Errors are ErrKeyLimit, ErrNoRoom, and ErrNoNodes if none is there, not even this one.
func (a *Account) PlaceSession(ctx context.Context, id, keyID string, keyLimit int) (place Node, err error) {
	defer wrap(&err, "placing a session")
	err = a.read(ctx, func(ctx context.Context) (err error) {
		for err = errUnfinished; errors.Is(err, errUnfinished); {
			place, err = a.place(ctx, id, keyID, keyLimit)
		}
		return err
	})
	return place, err
}

func (a *Account) place(ctx context.Context, id, keyID string, keyLimit int) (place Node, err error) {
	now := a.cfg.Now().UnixMilli()
	seen := now - SeenFor.Milliseconds()
	tx, err := a.shared().BeginTx(ctx, nil)
	if err != nil {
		return Node{}, err
	}
	defer tx.Rollback()
	if keyLimit > 0 {
		// Sessions of one key get their places one after the other.
		if _, err := tx.ExecContext(ctx, `UPDATE api_key SET name = name WHERE id = $1`, keyID); err != nil {
			return Node{}, err
		}
		var has int
		err := tx.QueryRowContext(ctx, `SELECT count(*) FROM browser_session s JOIN node n ON n.id = s.node
			WHERE s.key_id = $1 AND s.ended IS NULL AND n.seen > $2`, keyID, seen).Scan(&has)
		if err != nil {
			return Node{}, err
		}
		if has >= keyLimit {
			return Node{}, ErrKeyLimit
		}
	}
	var node string
	err = tx.QueryRowContext(ctx, `UPDATE node SET room = room - 1 WHERE room > 0 AND id =
			(SELECT id FROM node WHERE room > 0 AND seen > $1 ORDER BY room DESC, CASE id WHEN $2 THEN 0 ELSE 1 END LIMIT 1)
		RETURNING id, url`, seen, a.cfg.Node).Scan(&node, &place.URL)
	if errors.Is(err, sql.ErrNoRows) {
		var there, free int
		err := tx.QueryRowContext(ctx, `SELECT count(*), COALESCE(sum(CASE WHEN room > 0 THEN 1 ELSE 0 END), 0) FROM node WHERE seen > $1 AND room IS NOT NULL`, seen).Scan(&there, &free)
		switch {
		case err != nil:
			return Node{}, err
		case there == 0:
			return Node{}, ErrNoNodes
		case free > 0:
			return Node{}, errUnfinished
		}
		return Node{}, ErrNoRoom
	}
	if err != nil {
		return Node{}, err
	}
	if node == a.cfg.Node {
		place.URL = ""
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO browser_session (id, node, key_id, created) VALUES ($1, $2, $3, $4)`, id, node, keyID, now); err != nil {
		return Node{}, err
	}
	return place, tx.Commit()
}

// Replace gives up the place of a session at a node that could not take it, and takes that
// node for full until it says otherwise.
func (a *Account) Replace(ctx context.Context, id string) error {
	return a.free(ctx, id, `DELETE FROM browser_session WHERE id = $1 RETURNING node`, `UPDATE node SET room = 0 WHERE id = $1`)
}

// DropSession gives up the place of a session that did not come to be.
func (a *Account) DropSession(ctx context.Context, id string) error {
	return a.free(ctx, id, `DELETE FROM browser_session WHERE id = $1 AND ended IS NULL RETURNING node`, `UPDATE node SET room = room + 1 WHERE id = $1`)
}

// SessionEnded says that a session has ended: its node has room for another.
func (a *Account) SessionEnded(ctx context.Context, id string) error {
	return a.free(ctx, id, `UPDATE browser_session SET ended = $2 WHERE id = $1 AND ended IS NULL RETURNING node`, `UPDATE node SET room = room + 1 WHERE id = $1`, a.cfg.Now().UnixMilli())
}

func (a *Account) free(ctx context.Context, id, session, room string, args ...any) (err error) {
	defer wrap(&err, "giving a session's place back")
	var node string
	err = a.read(ctx, func(ctx context.Context) error {
		return a.shared().QueryRowContext(ctx, session, append([]any{id}, args...)...).Scan(&node)
	})
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return nil
	case err != nil:
		return err
	}
	return a.exec(ctx, room, node)
}

// FindSession returns the node that has a session, and the key that the session was
// created with; ok is false for a session that no other node is known to have.
func (a *Account) FindSession(ctx context.Context, id string) (node Node, keyID string, ok bool, err error) {
	defer wrap(&err, "looking for a session")
	found, err := list(ctx, a, func(rows *sql.Rows, node *Node) error { return rows.Scan(&node.URL, &node.Alive, &keyID) },
		`SELECT n.url, n.seen > $2, s.key_id FROM browser_session s JOIN node n ON n.id = s.node
			WHERE s.id = $1 AND n.id <> $3 AND (s.ended IS NULL OR n.seen > $2)`,
		id, a.cfg.Now().Add(-SeenFor).UnixMilli(), a.cfg.Node)
	if err != nil || len(found) == 0 {
		return Node{}, "", false, err
	}
	return found[0], keyID, true, nil
}

// SessionNodes returns the other nodes that have sessions of a key, of all keys for "", or
// that may have some without saying so.
func (a *Account) SessionNodes(ctx context.Context, keyID string) (nodes []Node, err error) {
	defer wrap(&err, "reading the nodes")
	return list(ctx, a, func(rows *sql.Rows, n *Node) error { return rows.Scan(&n.URL, &n.Alive, &n.Older) },
		`SELECT n.url, n.seen > $2, n.room IS NULL FROM node n WHERE n.id <> $1 AND (n.room IS NULL AND n.seen > $2 OR EXISTS (
			SELECT 1 FROM browser_session s WHERE s.node = n.id AND (s.ended IS NULL OR n.seen > $2) AND ($3 = '' OR s.key_id = $3)))
			ORDER BY n.url`,
		a.cfg.Node, a.cfg.Now().Add(-SeenFor).UnixMilli(), keyID)
}
