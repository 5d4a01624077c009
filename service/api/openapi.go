package api

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"net/http"
)

// description is the interface in OpenAPI 3.1, but for the version of the build.
//
//go:embed openapi.json
var description []byte

// Description returns the interface in OpenAPI 3.1.
func (a *API) Description() []byte {
	version, _ := json.Marshal(a.cfg.Version) // a string has JSON
	return bytes.Replace(description, []byte(`"VERSION"`), version, 1)
}

// describe answers GET /openapi.json.
func (a *API) describe(c *call) error {
	writeJSON(c, http.StatusOK, a.Description())
	return nil
}
