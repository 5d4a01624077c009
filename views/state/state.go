// Package state keeps what the dashboard remembers between runs, per profile, in
// plain files of the user's state directory: samples of the usage, the query being
// written, and small settings. Secrets are never written.
package state

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"assay/workspace/wholefile"
)

// Store is the folder of one profile's state. Safe for concurrent use.
type Store struct {
	dir string
	mu  sync.Mutex
}

// Open returns the store of a profile under dir, which is made on the first write.
func Open(dir, profile string) *Store {
	return &Store{dir: filepath.Join(dir, folderName(profile))}
}

// Path returns the path of a file of the given name in the profile's folder.
func (s *Store) Path(name string) string { return filepath.Join(s.dir, name) }

// folderName makes a profile's name safe as a folder's.
func folderName(profile string) string {
	safe := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.' {
			return r
		}
		return '_'
	}, profile)
	if strings.Trim(safe, "._") == "" {
		return "default"
	}
	return safe
}

// Load reads the named value into v. A value that was never saved leaves v as it
// is and is no error.
func (s *Store) Load(name string, v any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	data, err := os.ReadFile(filepath.Join(s.dir, name+".json"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading the saved %s: %w", name, err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("reading the saved %s: %w", name, err)
	}
	return nil
}

// Save writes v as the named value, whole or not at all.
func (s *Store) Save(name string, v any) error {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return fmt.Errorf("saving the %s: %w", name, err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.replace(name+".json", data); err != nil {
		return fmt.Errorf("saving the %s: %w", name, err)
	}
	return nil
}

func (s *Store) replace(name string, data []byte) error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	return wholefile.Replace(filepath.Join(s.dir, name), data, 0o600)
}

// Sample is the usage at one time.
type Sample struct {
	At    time.Time `json:"at"`
	Used  int64     `json:"used"`
	Limit int64     `json:"limit"`
	Start time.Time `json:"start"` // of the cycle
}

const (
	samplesFile = "usage.ndjson"
	// retention is how long samples are kept: the longest cycle and a month.
	retention = 62 * 24 * time.Hour
	// compactAt is the size from which the file is rewritten without old samples.
	compactAt = 1 << 20
)

// AddSample appends a sample.
func (s *Store) AddSample(sample Sample) error {
	line, err := json.Marshal(sample)
	if err != nil {
		return fmt.Errorf("saving a usage sample: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.appendLine(line); err != nil {
		return fmt.Errorf("saving a usage sample: %w", err)
	}
	return nil
}

func (s *Store) appendLine(line []byte) error {
	if err := os.MkdirAll(s.dir, 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(s.dir, samplesFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

// Samples returns the samples kept, oldest first. Lines that cannot be read, such
// as one cut short by a full disk, are left out.
func (s *Store) Samples(now time.Time) ([]Sample, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := os.Open(filepath.Join(s.dir, samplesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading usage samples: %w", err)
	}
	defer f.Close()
	var samples []Sample
	var size int64
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		size += int64(len(lines.Bytes())) + 1
		var sample Sample
		if json.Unmarshal(lines.Bytes(), &sample) == nil && now.Sub(sample.At) < retention {
			samples = append(samples, sample)
		}
	}
	if err := lines.Err(); err != nil {
		return samples, fmt.Errorf("reading usage samples: %w", err)
	}
	if size > compactAt {
		return samples, s.compact(samples)
	}
	return samples, nil
}

func (s *Store) compact(samples []Sample) error {
	var data []byte
	for _, sample := range samples {
		line, err := json.Marshal(sample)
		if err != nil {
			return fmt.Errorf("compacting usage samples: %w", err)
		}
		data = append(append(data, line...), '\n')
	}
	if len(data) > compactAt/2 { // still large: keep every other sample
		return s.compact(thin(samples))
	}
	if err := s.replace(samplesFile, data); err != nil {
		return fmt.Errorf("compacting usage samples: %w", err)
	}
	return nil
}

func thin(samples []Sample) []Sample {
	var kept []Sample
	for i := len(samples) - 1; i >= 0; i -= 2 {
		kept = append(kept, samples[i])
	}
	for i, j := 0, len(kept)-1; i < j; i, j = i+1, j-1 {
		kept[i], kept[j] = kept[j], kept[i]
	}
	return kept
}
