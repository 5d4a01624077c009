// Package datadir is what a data directory holds of the service that runs on it, for
// that service and for the commands of its machine:
//
//	service.lock  locked by the running service for its lifetime; its content
//	              is that service's process id
//	start.lock    locked by whoever is starting or replacing the service
//	service.json  Info; there from the moment the service answers until it
//	              begins to stop
//	database      where its account is kept, without a password, if that is not
//	              assay.db; it stays when the service ends
//	api-key       the API key of this machine's commands
//	portal-key    signs the links into its developer portal; new at each start
//	service.log   what a background service logs; service.log.1 is the part
//	              before
//
// All of them are for the owner alone. The lock, not the process id, tells
// whether a service runs: the system drops it with the process, however that
// ends, and gives it to no other.
package datadir

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"
)

const (
	infoFile     = "service.json"
	keyFile      = "api-key"
	logFile      = "service.log"
	databaseFile = "database"
	serviceLock  = "service.lock"
	startLock    = "start.lock"
)

// Info is what a running service says of itself: on standard output when it is
// ready, and in service.json.
type Info struct {
	// BaseURL is the address of the API, without a trailing slash.
	BaseURL string `json:"base_url"`
	// CAFile is the PEM file that https clients must trust; empty when the
	// service has a certificate of a public authority.
	CAFile string `json:"ca_file"`
	// Database is where the account is kept: a SQLite file, or an address of PostgreSQL's
	// without its password.
	Database string `json:"database"`
	// Background tells that the service runs in the background, and logs to LogFile.
	Background bool `json:"background"`
	// PID is the service's process.
	PID int `json:"pid"`
	// Version is the service's build.
	Version string `json:"version"`
}

// RetirePath is where a background service takes the wish to be replaced by a
// newer build: a POST with this machine's API key in X-API-Key. 204: it was
// idle and stops now. 409: it is in use and goes on. A service that was started
// in the foreground has no such path.
const RetirePath = "/local/retire"

// Default returns the data directory of this user: $XDG_DATA_HOME/assay.
func Default() string {
	// xdg reads the environment only when the program starts. A relative path is
	// ignored, as the XDG specification asks.
	base := os.Getenv("XDG_DATA_HOME")
	if !filepath.IsAbs(base) {
		base = xdg.DataHome
	}
	return filepath.Join(base, "assay")
}

// Database returns where the service that runs on dataDir keeps its account or, if none
// runs, the last one kept it: as Info has it. It is "" if that is not known, and then
// assay.db in dataDir, if anything.
func Database(dataDir string) (string, error) {
	running, err := Running(dataDir)
	if err != nil {
		return "", err
	}
	if running {
		if info, err := ReadInfo(dataDir); err == nil && info.Database != "" {
			return info.Database, nil
		}
	}
	data, err := os.ReadFile(filepath.Join(dataDir, databaseFile))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("looking for the account of %s: %w", dataDir, err)
	}
	return strings.TrimSpace(string(data)), nil
}

// WriteDatabase notes where the account of dataDir is kept; "" for assay.db in it, which
// may be moved with it.
func WriteDatabase(dataDir, database string) error {
	path := filepath.Join(dataDir, databaseFile)
	if database != "" {
		return writePrivate(path, []byte(database+"\n"))
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// ReadInfo reads service.json. The file of a service that was killed stays
// behind: Running tells whether to believe it.
func ReadInfo(dataDir string) (Info, error) {
	var info Info
	data, err := os.ReadFile(filepath.Join(dataDir, infoFile))
	if err != nil {
		return info, err
	}
	if err := json.Unmarshal(data, &info); err != nil {
		return info, fmt.Errorf("%s is damaged: %w", filepath.Join(dataDir, infoFile), err)
	}
	return info, nil
}

// WriteInfo replaces service.json at once, so that a reader sees all of it or
// none.
func WriteInfo(dataDir string, info Info) error {
	data, err := json.Marshal(info)
	if err != nil {
		return err
	}
	return writePrivate(filepath.Join(dataDir, infoFile), append(data, '\n'))
}

// RemoveInfo removes service.json; it is no error if there is none.
func RemoveInfo(dataDir string) error {
	err := os.Remove(filepath.Join(dataDir, infoFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// InfoFile is the path of service.json.
func InfoFile(dataDir string) string { return filepath.Join(dataDir, infoFile) }

// KeyFile is the path of the file with this machine's API key.
func KeyFile(dataDir string) string { return filepath.Join(dataDir, keyFile) }

// LogFile is the path of a background service's log.
func LogFile(dataDir string) string { return filepath.Join(dataDir, logFile) }

// ReadKey returns the API key in api-key. Without the file the error satisfies
// errors.Is(err, fs.ErrNotExist) and says how to make one.
func ReadKey(dataDir string) (Secret, error) {
	data, err := os.ReadFile(KeyFile(dataDir))
	if errors.Is(err, fs.ErrNotExist) {
		return Secret{}, fmt.Errorf("there is no API key in %s; make one with: assay keys create --save: %w", KeyFile(dataDir), fs.ErrNotExist)
	}
	if err != nil {
		return Secret{}, fmt.Errorf("reading this machine's API key: %w", err)
	}
	return NewSecret(strings.TrimSpace(string(data))), nil
}

// WriteKey replaces the key in api-key.
func WriteKey(dataDir string, key Secret) error {
	return writePrivate(KeyFile(dataDir), []byte(key.Reveal()+"\n"))
}

// writePrivate writes a file for the owner alone, whatever stood there before,
// and puts it in place at once.
func writePrivate(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("writing %s: %w", path, err)
	}
	return nil
}
