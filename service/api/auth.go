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
	if plain == "" {
		return fail(unauthorized, "This request has no API key; send it in %s.", how)
	}
	key, err := a.account.Authenticate(c.r.Context(), plain)
	if errors.Is(err, account.ErrUnauthorized) {
		return fail(unauthorized, "The API key is not valid: it is unknown here or was revoked.")
	}
	if err != nil {
		return err
	}
	c.key = key
	return nil
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
