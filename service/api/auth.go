package api

import (
	"errors"

	"assay/service/account"
)

// admit authenticates a call by a key in plain form, and turns it away while the
// service is shutting down.
func (a *API) admit(c *call, plain, how string) error {
	if err := a.takesWork(); err != nil {
		return err
	}
	return a.identify(c, plain, how)
}

// identify authenticates a call by a key in plain form.
func (a *API) identify(c *call, plain, how string) error {
	if plain == "" {
		return fail(unauthorized, "This request has no API key; send it in %s.", how)
	}
	key, err := a.account.Authenticate(c.r.Context(), plain)
	if errors.Is(err, account.ErrExpired) {
		return fail(unauthorized, "The API key has expired.")
	}
	if errors.Is(err, account.ErrUnauthorized) {
		return fail(unauthorized, "The API key is not valid: it is unknown here or was revoked.")
	}
	if err != nil {
		return err
	}
	c.key = key
	return nil
}

// permit turns a call away whose key is not for what it asks.
func (c *call) permit(scope account.Scope) error {
	if c.key.May(scope) {
		return nil
	}
	return fail(scopeMissing, "This API key may not be used for this: it does not have the scope %s.", scope)
}

// takesWork returns why there is no new work to be taken, while the service is
// shutting down.
func (a *API) takesWork() error {
	if !a.draining.Load() {
		return nil
	}
	f := fail(shuttingDown, "The service is shutting down and takes no new work; try again in a moment.")
	f.retryAfter = retryShutdown
	return f
}
