package service

import (
	"archive/tar"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"assay/service/account"
	"assay/wire/datadir"
)

// A backup is a gzipped tar file: Contents as JSON, then the files of a data directory
// that a service cannot make anew. A SQLite account is always assay.db in it.
const (
	contentsName  = "assay-backup.json"
	accountName   = "assay.db"
	queriesFolder = "queries"

	backupFormat = 1
	maxContents  = 64 << 10 // bytes

	// restoring ends the name of a file until all are there.
	restoring = ".restoring"
)

// keptFiles are in a backup if they are there, and so is all in queriesFolder. The node's
// name goes with the account, in which the work that it did is under that name.
var keptFiles = []string{"ca.pem", "ca-key.pem", "api-key"}

// Contents says what a backup holds.
type Contents struct {
	Format  int       `json:"format"`
	Version string    `json:"version"` // of the build that made it
	Made    time.Time `json:"made"`
	// Database is where the account is, without its password, if it is not in the backup.
	Database string `json:"database,omitempty"`
}

// Backup writes what another machine needs of a data directory to a new file, as it is at
// one instant, whether a service runs or not: the account, unless it is in PostgreSQL, the
// certificate authority, this machine's API key and the saved queries. database is where
// the account is kept; empty for where the directory's service keeps it. It leaves no file
// behind when it fails.
func Backup(ctx context.Context, dataDir, database, file, version string) (about Contents, err error) {
	if database == "" {
		if database, err = serviceDatabase(dataDir); err != nil {
			return about, err
		}
	}
	about = Contents{Format: backupFormat, Version: version, Made: time.Now().UTC().Truncate(time.Second)}
	// Whoever reads it has the authority's key, and this machine's API key.
	made, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return about, fmt.Errorf("making the backup: %w", err)
	}
	defer func() {
		if err = errors.Join(err, made.Close()); err != nil {
			os.Remove(file)
		}
	}()
	zip := gzip.NewWriter(made)
	b := &backup{ctx: ctx, dir: dataDir, tar: tar.NewWriter(zip)}
	if account.IsPostgres(database) {
		about.Database = account.DatabaseName(database)
		err = b.write(about, "")
	} else {
		var copied string
		if copied, err = os.MkdirTemp(filepath.Dir(file), ".assay-backup-*"); err != nil {
			return about, fmt.Errorf("making the backup: %w", err)
		}
		defer os.RemoveAll(copied)
		copied = filepath.Join(copied, accountName)
		if err = account.Backup(ctx, database, copied); err == nil {
			err = b.write(about, copied)
		}
	}
	if err == nil {
		err = errors.Join(b.tar.Close(), zip.Close(), made.Sync())
	}
	return about, err
}

// backup is one being written.
type backup struct {
	ctx context.Context
	dir string
	tar *tar.Writer
}

// write writes it; copied is the file of the account, "" if it has none.
func (b *backup) write(about Contents, copied string) error {
	text, err := json.Marshal(about)
	if err != nil {
		return err
	}
	err = b.tar.WriteHeader(&tar.Header{Name: contentsName, Mode: 0o600, Size: int64(len(text)), ModTime: about.Made})
	if err == nil {
		_, err = b.tar.Write(text)
	}
	if err != nil {
		return fmt.Errorf("writing the backup: %w", err)
	}
	for _, name := range keptFiles {
		if err := b.add(name, filepath.Join(b.dir, name)); err != nil {
			return err
		}
	}
	err = fs.WalkDir(os.DirFS(b.dir), queriesFolder, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil, !entry.Type().IsRegular():
			return err
		}
		return b.add(name, filepath.Join(b.dir, filepath.FromSlash(name)))
	})
	if err != nil || copied == "" {
		return err
	}
	if err := b.add(nodeFile, filepath.Join(b.dir, nodeFile)); err != nil {
		return err
	}
	return b.add(accountName, copied)
}

// add adds a file, if it is there.
func (b *backup) add(name, file string) error {
	from, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	err = b.tar.WriteHeader(&tar.Header{Name: name, Mode: int64(info.Mode().Perm()), Size: info.Size(), ModTime: info.ModTime()})
	if err == nil {
		_, err = io.Copy(b.tar, &interruptible{b.ctx, from})
	}
	if err != nil {
		return fmt.Errorf("writing %s to the backup: %w", name, err)
	}
	return nil
}

// interruptible reads until its context ends.
type interruptible struct {
	ctx  context.Context
	from io.Reader
}

func (r *interruptible) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(p)
}

// Restore puts what a backup holds into a data directory that is new or empty. database is
// the SQLite file that the account goes to, which must not be there; empty for the usual
// one. It leaves nothing behind when it fails.
func Restore(ctx context.Context, dataDir, database, file string) (about Contents, err error) {
	from, err := os.Open(file)
	if err != nil {
		return about, err
	}
	defer from.Close()
	r := &restore{dir: dataDir, database: DatabaseFile(dataDir)}
	if database != "" && !account.IsPostgres(database) {
		if r.database, err = filepath.Abs(database); err != nil {
			return about, err
		}
	}
	if r.zip, err = gzip.NewReader(&interruptible{ctx, from}); err == nil {
		r.tar = tar.NewReader(r.zip)
		about, err = r.contents()
	}
	switch {
	case err != nil && ctx.Err() == nil:
		return about, fmt.Errorf("%s is not a backup that `assay backup` made: %w", file, err)
	case err == nil:
		err = about.refuse(file, database)
	}
	if err != nil {
		return about, err
	}

	claim, err := datadir.ClaimDir(dataDir, false)
	if err != nil {
		return about, err
	}
	defer claim.Release()
	if err := refuseFull(dataDir); err != nil {
		return about, err
	}
	if about.Database == "" {
		if _, err := os.Lstat(r.database); !errors.Is(err, fs.ErrNotExist) {
			return about, fmt.Errorf("%s is there already: name another file with --database, or move it away", r.database)
		}
	}
	if err = r.all(about); err == nil {
		err = datadir.WriteDatabase(dataDir, r.accountPlace(about, database))
	}
	if err != nil {
		r.undo()
		return about, fmt.Errorf("restoring from %s: %w", file, err)
	}
	return about, nil
}

// refuse returns why a backup cannot be restored with its account in a database.
func (about Contents) refuse(file, database string) error {
	switch {
	case about.Format != backupFormat:
		return fmt.Errorf("%s is of a newer version of Assay, %s", file, about.Version)
	case about.Database == "" && account.IsPostgres(database):
		return fmt.Errorf("the account in %s is a SQLite file, which cannot be put into PostgreSQL: leave out --database", file)
	case about.Database != "" && database != "" && !account.IsPostgres(database):
		return fmt.Errorf("%s holds no account: that is in %s", file, about.Database)
	}
	return nil
}

// refuseFull refuses a data directory in which there is more than its locks.
func refuseFull(dataDir string) error {
	entries, err := os.ReadDir(dataDir)
	if err != nil {
		return err
	}
	var names []string
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".lock") {
			names = append(names, entry.Name())
		}
	}
	if len(names) > 0 {
		return fmt.Errorf("%s is not empty (it holds %s): name a new folder with --data-dir, or move that one away", dataDir, strings.Join(names, ", "))
	}
	return nil
}

// restore is a backup being put into a data directory.
type restore struct {
	dir      string
	database string // the file that the account goes to
	zip      *gzip.Reader
	tar      *tar.Reader
	files    []string // that were written, without restoring
	folders  []string // that were made, the innermost last
}

// contents reads what stands first in a backup.
func (r *restore) contents() (about Contents, err error) {
	header, err := r.tar.Next()
	if err != nil {
		return about, err
	}
	if header.Name != contentsName {
		return about, fmt.Errorf("it begins with %q", header.Name)
	}
	err = json.NewDecoder(io.LimitReader(r.tar, maxContents)).Decode(&about)
	return about, err
}

// accountPlace returns where the account is if it is not the usual file; given is what the
// user said of that.
func (r *restore) accountPlace(about Contents, given string) string {
	switch {
	case about.Database != "":
		return account.DatabaseName(cmp.Or(given, about.Database))
	case r.database == DatabaseFile(r.dir):
		return ""
	}
	return r.database
}

// all writes all files under other names, and renames them when the last is there.
func (r *restore) all(about Contents) error {
	for {
		header, err := r.tar.Next()
		if err == nil {
			err = r.one(header)
		} else if err == io.EOF {
			if _, err = io.Copy(io.Discard, r.zip); err == nil { // its end has the checksum
				break
			}
		}
		if errors.Is(err, io.ErrUnexpectedEOF) {
			return errors.New("the file is cut short")
		}
		if err != nil {
			return err
		}
	}
	if about.Database == "" && !slices.Contains(r.files, r.database) {
		return errors.New("it holds no account")
	}
	for _, name := range r.files {
		if err := os.Rename(name+restoring, name); err != nil {
			return err
		}
	}
	return nil
}

func (r *restore) one(header *tar.Header) error {
	to := filepath.Join(r.dir, filepath.FromSlash(header.Name))
	switch name := header.Name; {
	case header.Typeflag != tar.TypeReg:
		return fmt.Errorf("%q is not a file", name)
	case name == accountName:
		to = r.database
	case slices.Contains(keptFiles, name), name == nodeFile:
	case strings.HasPrefix(name, queriesFolder+"/") && path.Clean(name) == name:
		if err := r.folder(filepath.Dir(to)); err != nil {
			return err
		}
	default:
		return fmt.Errorf("%q has no place in a backup", name)
	}
	file, err := os.OpenFile(to+restoring, os.O_CREATE|os.O_EXCL|os.O_WRONLY, header.FileInfo().Mode().Perm()&0o644)
	if err != nil {
		return err
	}
	r.files = append(r.files, to)
	_, err = io.Copy(file, r.tar)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// folder makes a folder below the data directory.
func (r *restore) folder(name string) error {
	if _, err := os.Stat(name); err == nil {
		return nil
	}
	if err := r.folder(filepath.Dir(name)); err != nil {
		return err
	}
	r.folders = append(r.folders, name)
	return os.Mkdir(name, 0o700)
}

// undo removes what was written.
func (r *restore) undo() {
	for _, name := range r.files {
		os.Remove(name + restoring)
		os.Remove(name)
	}
	for _, name := range slices.Backward(r.folders) {
		os.Remove(name)
	}
}
