// Package calls makes the calls of the service that cost or start something, and records
// each in the history. Its functions block, and belong in commands.
package calls

import (
	"context"
	"errors"
	"time"

	"assay/client"
	"assay/views/frame"
	"assay/views/result"
	"assay/wire"
	"assay/workspace/history"
)

// Answer is how a query ended.
type Answer struct {
	Response *wire.QueryResponse // nil on failure
	Sum      string              // of the response, as result.SumOf makes it
	Took     time.Duration
	Err      error
}

// Query asks about a page, which may be of the file at a path.
func Query(ctx context.Context, env *frame.Env, request wire.QueryRequest, path string) Answer {
	return answer(ctx, env, 1, func(c *client.Client, start time.Time) (*wire.QueryResponse, history.Entry, error) {
		response, err := c.Query(ctx, request)
		return response, history.OfQuery(start, request, path), err
	})
}

// Document asks about a file of so many pages, each of which costs a call.
func Document(ctx context.Context, env *frame.Env, request client.DocumentRequest, path string, pages int) Answer {
	return answer(ctx, env, pages, func(c *client.Client, start time.Time) (*wire.QueryResponse, history.Entry, error) {
		response, err := c.QueryDocument(ctx, request)
		return response, history.OfDocument(start, request, path), err
	})
}

func answer(ctx context.Context, env *frame.Env, cost int, ask func(*client.Client, time.Time) (*wire.QueryResponse, history.Entry, error)) Answer {
	c, err := env.Service.Client(ctx)
	if err != nil {
		return Answer{Err: err}
	}
	start := env.Now()
	response, entry, err := ask(c, start)
	out := Answer{Response: response, Err: err, Took: env.Now().Sub(start)}
	if response != nil {
		out.Sum = result.SumOf(response.Data, response.Metadata)
	}
	env.History.Record(entry, history.Outcome{Response: response, Err: err, Took: out.Took, Cost: cost, Sum: out.Sum})
	forget(env, err)
	return out
}

// Session starts a remote browser.
func Session(ctx context.Context, env *frame.Env, request wire.SessionRequest) (*wire.Session, error) {
	c, err := env.Service.Client(ctx)
	if err != nil {
		return nil, err
	}
	start := env.Now()
	session, err := c.CreateSession(ctx, request)
	outcome := history.Outcome{Err: err, Took: env.Now().Sub(start)}
	if session != nil {
		outcome.SessionID = session.ID
	}
	env.History.Record(history.OfSession(start, request), outcome)
	forget(env, err)
	return session, err
}

// forget has the next call connect anew after one that found no service: it may have been
// started again at another address.
func forget(env *frame.Env, err error) {
	if errors.Is(err, client.ErrUnreachable) {
		env.Service.Forget()
	}
}
