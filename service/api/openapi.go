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

// describe answers GET /openapi.json.
func (a *API) describe(c *call) error {
	version, err := json.Marshal(a.cfg.Version)
	if err != nil {
		return err
	}
	writeJSON(c, http.StatusOK, bytes.Replace(description, []byte(`"VERSION"`), version, 1))
	return nil
}
