// Package background finds the service of this machine and user, and starts it when
// it is not running. There is at most one per data directory; it outlives the
// command that started it.
package background

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"assay/client"
	"assay/wire/datadir"
	"assay/workspace/profile"
)

const (
	// healthTimeout bounds the question whether a running service answers.
	healthTimeout = 3 * time.Second
	// startTimeout bounds a start and the wait for an old service to go:
	// more than the half minute that it gives its running requests.
	startTimeout = 45 * time.Second
)

// Endpoint is all that a client needs to reach a service.
type Endpoint struct {
	BaseURL string
	Key     datadir.Secret
	CAFile  string
}

// Connect returns the service that p means: the one at its base URL or, when
// it has none, the service of dataDir, started if need be. A key that p gives
// is used with either.
func Connect(ctx context.Context, p profile.Profile, dataDir, version string) (Endpoint, error) {
	key, err := p.Key.Get(ctx)
	if err != nil {
		return Endpoint{}, err
	}
	if p.BaseURL != "" {
		return Endpoint{BaseURL: p.BaseURL, Key: key, CAFile: p.CAFile}, nil
	}
	info, localKey, err := Ensure(ctx, dataDir, version)
	if err != nil {
		return Endpoint{}, err
	}
	e := Endpoint{BaseURL: info.BaseURL, Key: key, CAFile: p.CAFile}
	if e.Key.IsZero() {
		e.Key = localKey
	}
	if e.CAFile == "" {
		e.CAFile = info.CAFile
	}
	return e, nil
}

// Supported tells whether this system can run the service.
const Supported = runtime.GOOS != "windows"

// ErrUnsupported says what to do where the service cannot run.
var ErrUnsupported = errors.New("the service does not run on Windows: run it on Linux or macOS, in WSL or in a container, and give its address with --base-url or in a profile (`assay profile add`)")

// Ensure returns the running service of dataDir and this machine's API key. It
// starts the service, from this very executable, if there is none, and replaces
// an idle one of an older build. However many processes call it at once, one
// service starts.
//
// The service goes on when the caller ends. If it cannot be started, the error
// holds the end of its log. A caller that finds the service gone later on calls
// Ensure again.
func Ensure(ctx context.Context, dataDir, version string) (datadir.Info, datadir.Secret, error) {
	if !Supported {
		return datadir.Info{}, datadir.Secret{}, ErrUnsupported
	}
	ctx, cancel := context.WithTimeoutCause(ctx, startTimeout, errors.New("it took too long"))
	defer cancel()
	info, err := ensure(ctx, dataDir, version)
	if err != nil {
		return datadir.Info{}, datadir.Secret{}, fmt.Errorf("the service of this machine (%s): %w", dataDir, err)
	}
	key, err := datadir.ReadKey(dataDir)
	if err != nil {
		return datadir.Info{}, datadir.Secret{}, err
	}
	return info, key, nil
}

func ensure(ctx context.Context, dataDir, version string) (datadir.Info, error) {
	if !filepath.IsAbs(dataDir) {
		var err error
		if dataDir, err = filepath.Abs(dataDir); err != nil {
			return datadir.Info{}, err
		}
	}
	info, err := find(ctx, dataDir)
	if err == nil && !older(info.Version, version) {
		return info, nil
	}
	if err := os.MkdirAll(dataDir, 0o700); err != nil {
		return datadir.Info{}, fmt.Errorf("making the data directory: %w", err)
	}
	unlock, err := datadir.LockStart(ctx, dataDir)
	if err != nil {
		return datadir.Info{}, fmt.Errorf("waiting for another command that starts it: %w", context.Cause(ctx))
	}
	defer unlock()

	info, err = find(ctx, dataDir)
	switch {
	case err == nil && !older(info.Version, version):
		return info, nil
	case err == nil && !retire(ctx, dataDir, info):
		return info, nil
	case err != nil && !errors.Is(err, errNone):
		return datadir.Info{}, err
	}
	if err := datadir.WaitGone(ctx, dataDir); err != nil {
		return datadir.Info{}, err
	}
	return spawn(ctx, dataDir)
}

// errNone is find's answer when no service can be used: none runs, or the one
// that does is on its way out.
var errNone = errors.New("no service is running")

// find returns the running service. Called under start.lock, its errNone is
// certain; without, a service may just be starting.
func find(ctx context.Context, dataDir string) (datadir.Info, error) {
	running, err := datadir.Running(dataDir)
	if err != nil {
		return datadir.Info{}, err
	}
	if !running {
		return datadir.Info{}, errNone
	}
	info, err := datadir.ReadInfo(dataDir)
	if errors.Is(err, fs.ErrNotExist) {
		return datadir.Info{}, errNone
	}
	if err != nil {
		return datadir.Info{}, err
	}
	if err := answers(ctx, info); err != nil {
		if _, gone := datadir.ReadInfo(dataDir); errors.Is(gone, fs.ErrNotExist) {
			return datadir.Info{}, errNone
		}
		return datadir.Info{}, fmt.Errorf("process %d at %s does not answer (%w); stop it with `kill -9 %d` and try again", info.PID, info.BaseURL, err, info.PID)
	}
	return info, nil
}

func answers(ctx context.Context, info datadir.Info) error {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	response, err := request(ctx, info, http.MethodGet, "/healthz", datadir.Secret{})
	if err != nil {
		return err
	}
	if response >= http.StatusInternalServerError {
		return fmt.Errorf("its health check answers with status %d", response)
	}
	return nil
}

// retire asks an older service to stop and reports whether it does.
func retire(ctx context.Context, dataDir string, info datadir.Info) bool {
	key, err := datadir.ReadKey(dataDir)
	if err != nil {
		return false
	}
	status, err := request(ctx, info, http.MethodPost, datadir.RetirePath, key)
	return err == nil && status == http.StatusNoContent
}

// request sends a request without a body and returns the status of the answer.
func request(ctx context.Context, info datadir.Info, method, path string, key datadir.Secret) (int, error) {
	req, err := http.NewRequestWithContext(ctx, method, info.BaseURL+path, nil)
	if err != nil {
		return 0, err
	}
	if !key.IsZero() {
		req.Header.Set("X-API-Key", key.Reveal())
	}
	caFile := info.CAFile
	if !strings.HasPrefix(info.BaseURL, "https:") {
		caFile = "" // reading authorities takes longer than all the rest that a program does at its start
	}
	transport, err := client.NewTransport(caFile != "", caFile)
	if err != nil {
		return 0, err
	}
	transport.Proxy = nil // it is on this machine
	defer transport.CloseIdleConnections()
	response, err := transport.RoundTrip(req)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	io.Copy(io.Discard, io.LimitReader(response.Body, 1<<16))
	return response.StatusCode, nil
}
