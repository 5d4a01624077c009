// Package wire is what both sides say over HTTP: requests, answers and errors, the
// addresses in them, and the values that their fields take.
package wire

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"assay/query"
)

// The values of Params.Mode.
const (
	ModeFast     = "fast"     // the default
	ModeStandard = "standard" // deeper and slower
)

// The values of Params.BrowserProfile and SessionRequest.BrowserProfile.
const (
	ProfileLight   = "light" // the default
	ProfileStealth = "stealth"
)

// The values of SessionRequest.UAPreset.
const (
	PresetLinux   = "linux" // the default
	PresetMacOS   = "macos"
	PresetWindows = "windows"
)

// The values of SessionRequest.ShutdownMode.
const (
	ShutdownOnDisconnect = "on_disconnect" // the default
	ShutdownOnInactivity = "on_inactivity_timeout"
)

// The values of Proxy.Type.
const (
	ProxyManaged = "managed"
	ProxyCustom  = "custom"
)

// QueryRequest asks for data from a web page. Query or Prompt must be given (with
// both, the query counts), and URL or HTML (with both, the HTML is read and the
// URL is where it came from). What is not set does not go over the wire.
type QueryRequest struct {
	Query  string  `json:"query,omitempty"`  // in the query language
	Prompt string  `json:"prompt,omitempty"` // in plain words
	URL    string  `json:"url,omitempty"`    // http or https
	HTML   string  `json:"html,omitempty"`
	Params *Params `json:"params,omitempty"`
}

// Params says how a page is loaded and read. Saved queries have the same names.
type Params struct {
	WaitFor        float64 `json:"wait_for,omitempty" toml:"wait_for,omitempty"`                                       // seconds after loading, 0 to 10
	ScrollToBottom bool    `json:"is_scroll_to_bottom_enabled,omitempty" toml:"is_scroll_to_bottom_enabled,omitempty"` // before reading
	Mode           string  `json:"mode,omitempty" toml:"mode,omitempty"`                                               // ModeFast or ModeStandard
	Screenshot     bool    `json:"is_screenshot_enabled,omitempty" toml:"is_screenshot_enabled,omitempty"`             // into Metadata.Screenshot
	BrowserProfile string  `json:"browser_profile,omitempty" toml:"browser_profile,omitempty"`                         // ProfileLight or ProfileStealth
	Proxy          *Proxy  `json:"proxy,omitempty" toml:"proxy,omitempty"`
	Evidence       bool    `json:"is_evidence_enabled,omitempty" toml:"is_evidence_enabled,omitempty"` // into Metadata.Evidence; an extension of Assay's
}

// Proxy is the way a page or a session reaches the web. ManagedProxy and
// CustomProxy make the two variants.
type Proxy struct {
	Type        string `json:"type" toml:"type"`                                     // ProxyManaged or ProxyCustom
	CountryCode string `json:"country_code,omitempty" toml:"country_code,omitempty"` // managed: two letters, any case
	URL         string `json:"url,omitempty" toml:"url,omitempty"`                   // custom: http, https or socks5
	Username    string `json:"username,omitempty" toml:"username,omitempty"`         // custom
	Password    string `json:"password,omitempty" toml:"password,omitempty"`         // custom; a secret
}

// ManagedProxy is the service's own way out, in the given country or, if it is
// "", any.
func ManagedProxy(country string) *Proxy {
	return &Proxy{Type: ProxyManaged, CountryCode: country}
}

// CustomProxy is the caller's own proxy. Username and password may be "".
func CustomProxy(url, username, password string) *Proxy {
	return &Proxy{Type: ProxyCustom, URL: url, Username: username, Password: password}
}

// QueryResponse answers a web or document query.
type QueryResponse struct {
	Data     json.RawMessage `json:"data"` // byte for byte as it was sent, its members in the query's order
	Metadata Metadata        `json:"metadata"`
}

// StatusText is the status that a page came with in words, such as "404 Not Found".
func StatusText(status int) string {
	return strings.TrimRight(strconv.Itoa(status)+" "+http.StatusText(status), " ")
}

// Metadata comes with the data of a query.
type Metadata struct {
	RequestID      string     `json:"request_id"`               // UUID
	Screenshot     *string    `json:"screenshot"`               // PNG in Base64; null unless asked for
	GeneratedQuery *string    `json:"generated_query"`          // the query made from the prompt; null for a query
	Evidence       []Evidence `json:"evidence,omitzero"`        // absent unless asked for
	PageStatus     int        `json:"page_status,omitzero"`     // the status that the page came with, if that is an error's (400 and more)
	PageUnfinished bool       `json:"page_unfinished,omitzero"` // the page was read before all of it had come
}

// Evidence says where one value of the data was read.
type Evidence struct {
	Pointer  string      `json:"pointer"`        // of the value in the data: JSON Pointer (RFC 6901)
	Kind     string      `json:"kind"`           // json-ld, microdata, rdfa, meta, microformat, state, json, label, table, name, heading, record, text, …
	Text     string      `json:"text"`           // what the value was read from
	Selector *string     `json:"selector"`       // CSS; in a page that is JSON a path, as $.items[0].name; null in a document
	Page     int         `json:"page,omitempty"` // of a document, from 1; absent on the web
	Box      *[4]float64 `json:"box"`            // x, y, width, height from the top left: CSS pixels on the web, points in a PDF, pixels in an image; null without layout
	Score    float64     `json:"score"`          // 0 to 1
}

// DocumentParams says how a document is read.
type DocumentParams struct {
	Mode     string `json:"mode,omitempty"`                // ModeFast or ModeStandard
	Evidence bool   `json:"is_evidence_enabled,omitempty"` // into Metadata.Evidence; an extension of Assay's
}

// DocumentBody is the "body" part of a document query, which goes beside the
// file as a string of JSON. Query or Prompt must be given; with both, the query
// counts.
type DocumentBody struct {
	Query  string          `json:"query,omitempty"`
	Prompt string          `json:"prompt,omitempty"`
	Params *DocumentParams `json:"params,omitempty"`
}

// Usage is what the subscription allows and how much of it is gone. It is the
// same for every key.
type Usage struct {
	Limit       int64     `json:"usage_limit"`          // calls per cycle
	Used        int64     `json:"current_cycle_usage"`  // calls in this cycle
	PeriodStart time.Time `json:"current_period_start"` // UTC
	PeriodEnd   time.Time `json:"current_period_end"`   // UTC; the instant the next cycle begins

	KeyLeft *int64 `json:"-"` // calls that the key may still use, as a header of the answer says; nil if it does not

	// What a document may have, as headers of the answer say; 0 if they do not.
	MaxPages  int   `json:"-"`
	MaxUpload int64 `json:"-"` // bytes
}

// The headers of the usage's answer that say what a document may have.
const (
	MaxPagesHeader  = "X-Document-Max-Pages"
	MaxUploadHeader = "X-Document-Max-Bytes"
)

// Left returns how many calls the key may still use in the cycle, never below 0: what is
// left of the subscription or, if that is less, of the key's own limit.
func (u *Usage) Left() int64 {
	left := max(0, u.Limit-u.Used)
	if u.KeyLeft != nil {
		left = min(left, *u.KeyLeft)
	}
	return left
}

// TimeLeft returns how long the cycle still lasts at the given time, never below
// 0.
func (u *Usage) TimeLeft(now time.Time) time.Duration { return max(0, u.PeriodEnd.Sub(now)) }

// UnmarshalJSON reads times in the ISO 8601 forms that services send: with or
// without a fraction and a zone. Without one they are in UTC.
func (u *Usage) UnmarshalJSON(data []byte) error {
	var wire struct {
		Limit int64  `json:"usage_limit"`
		Used  int64  `json:"current_cycle_usage"`
		Start string `json:"current_period_start"`
		End   string `json:"current_period_end"`
	}
	if err := json.Unmarshal(data, &wire); err != nil {
		return err
	}
	start, err := parseTime(wire.Start)
	if err != nil {
		return fmt.Errorf("current_period_start: %w", err)
	}
	end, err := parseTime(wire.End)
	if err != nil {
		return fmt.Errorf("current_period_end: %w", err)
	}
	*u = Usage{Limit: wire.Limit, Used: wire.Used, PeriodStart: start, PeriodEnd: end}
	return nil
}

func parseTime(s string) (time.Time, error) {
	for _, layout := range [...]string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05", time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("%q is no ISO 8601 date-time", s)
}

// Marshal is json.Marshal that leaves <, > and & as they are.
func Marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// ErrorBody is the body of every error answer.
type ErrorBody struct {
	ErrorInfo string          `json:"error_info"`         // one readable sentence
	Detail    string          `json:"detail"`             // the same sentence
	Code      string          `json:"code"`               // a machine's word, such as quota_exhausted
	Field     *string         `json:"field"`              // the field at fault, such as params.wait_for; null if none is
	Position  *query.Position `json:"position,omitempty"` // of an error in a query's text
	Metadata  ErrorMetadata   `json:"metadata"`
}

// ErrorMetadata comes with an error.
type ErrorMetadata struct {
	RequestID string `json:"request_id"` // UUID
}
