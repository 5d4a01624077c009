package account

import "context"

// Ping asks the database whether it is there and can be written; the error is
// ErrUnavailable if not. PostgreSQL is written to only if the last write failed: nodes
// would wait for each other's.
func (a *Account) Ping(ctx context.Context) error {
	if a.file || a.failing.Load() {
		return a.write(ctx, func(*transaction) error { return nil })
	}
	return a.read(ctx, a.reader.PingContext)
}
