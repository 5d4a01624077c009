package api

import (
	"encoding/json"
	"net/http"
	"strconv"

	"assay/wire"
)

// usage answers GET /v1/usage.
func (a *API) usage(c *call) error {
	plain := c.r.URL.Query().Get("api_key")
	if plain == "" {
		plain = c.r.Header.Get("X-API-Key")
	}
	if err := a.admit(c, plain, "the query parameter api_key or the header X-API-Key"); err != nil {
		return err
	}
	usage, err := a.account.Usage(c.r.Context())
	if err != nil {
		return err
	}
	c.Header().Set(wire.MaxPagesHeader, strconv.Itoa(a.documents.MaxPages()))
	c.Header().Set(wire.MaxUploadHeader, strconv.FormatInt(a.maxUpload, 10))
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
