package account

import (
	"context"
	"fmt"
	"time"
)

// SeenFor is how long a node counts as being there after it last said so.
const SeenFor = 45 * time.Second

// Announce says that this node is there and can be reached at an address.
func (a *Account) Announce(ctx context.Context, url string) error {
	err := a.read(ctx, func(ctx context.Context) error {
		_, err := a.writer.ExecContext(ctx,
			`INSERT INTO node (id, url, seen) VALUES ($1, $2, $3)
			ON CONFLICT (id) DO UPDATE SET url = excluded.url, seen = excluded.seen`,
			a.node, url, a.now().UnixMilli())
		return err
	})
	if err != nil {
		return fmt.Errorf("announcing the node: %w", err)
	}
	return nil
}

// Withdraw says that this node is there no more.
func (a *Account) Withdraw(ctx context.Context) error {
	err := a.read(ctx, func(ctx context.Context) error {
		_, err := a.writer.ExecContext(ctx, `DELETE FROM node WHERE id = $1`, a.node)
		return err
	})
	if err != nil {
		return fmt.Errorf("withdrawing the node: %w", err)
	}
	return nil
}

// Peers returns the addresses of the other nodes that are there.
func (a *Account) Peers(ctx context.Context) (urls []string, err error) {
	err = a.read(ctx, func(ctx context.Context) error {
		rows, err := a.reader.QueryContext(ctx, `SELECT url FROM node WHERE id <> $1 AND seen > $2 ORDER BY id`,
			a.node, a.now().Add(-SeenFor).UnixMilli())
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var url string
			if err := rows.Scan(&url); err != nil {
				return err
			}
			urls = append(urls, url)
		}
		return rows.Err()
	})
	if err != nil {
		return nil, fmt.Errorf("reading the nodes: %w", err)
	}
	return urls, nil
}
