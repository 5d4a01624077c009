package api

import (
	"errors"

	"assay/service/account"
)

// admit authenticates a call by the API key in its header, which must have a scope, "" for
// any, and turns it away while the service is shutting down.
func (a *API) admit(c *call, scope account.Scope) error {
	if err := a.takesWork(); err != nil {
		return err
	}
	return a.identify(c, scope)
}

// identify authenticates a call by the API key in its header, which must have a scope.
func (a *API) identify(c *call, scope account.Scope) error {
	return a.authenticate(c, c.r.Header.Get("X-API-Key"), "the header X-API-Key", scope)
}

// authenticate does so by a key in plain form; how says where it is to be sent.
func (a *API) authenticate(c *call, plain, how string, scope account.Scope) error {
	if plain == "" {
		return fail(unauthorized, "This request has no API key; send it in %s.", how)
	}
	key, err := a.cfg.Account.Authenticate(c.r.Context(), plain)
	switch {
	case errors.Is(err, account.ErrExpired):
		return fail(unauthorized, "The API key has expired.")
	case errors.Is(err, account.ErrUnauthorized):
		return fail(unauthorized, "The API key is not valid: it is unknown here or was revoked.")
	case err != nil:
		return err
	}
	c.key = key
	return c.permit(scope)
}

// permit turns a call away whose key does not have a scope.
func (c *call) permit(scope account.Scope) error {
	if scope == "" || c.key.May(scope) {
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
	return fail(shuttingDown, "The service is shutting down and takes no new work; try again in a moment.").after(retryShutdown)
}
