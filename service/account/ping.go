package account

import "context"

// Ping asks the database whether it is there; the error is ErrUnavailable if not.
func (a *Account) Ping(ctx context.Context) error {
	return a.read(ctx, a.reader.PingContext)
}
