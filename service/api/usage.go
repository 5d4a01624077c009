package api

import (
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"

	"assay/wire"
)

// usage answers GET /v1/usage.
func (a *API) usage(c *call) error {
	if err := a.takesWork(); err != nil {
		return err
	}
	plain := cmp.Or(c.r.URL.Query().Get("api_key"), c.r.Header.Get("X-API-Key"))
	if err := a.authenticate(c, plain, "the query parameter api_key or the header X-API-Key", ""); err != nil {
		return err
	}
	tell := a.readLeft(c)
	usage, err := a.cfg.Account.Usage(c.r.Context())
	if err != nil {
		return err
	}
	tell() // of a key with a limit of its own, that is less than the subscription has left
	c.Header().Set(wire.MaxPagesHeader, strconv.Itoa(a.cfg.Documents.MaxPages()))
	c.Header().Set(wire.MaxUploadHeader, strconv.FormatInt(a.cfg.MaxUpload, 10))
	return c.reply(http.StatusOK, wire.Usage{
		Limit:       usage.Limit,
		Used:        usage.Used,
		PeriodStart: usage.Start,
		PeriodEnd:   usage.End,
	})
}

// reply sends a value as JSON.
func (c *call) reply(status int, value any) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	writeJSON(c, status, text)
	return nil
}
