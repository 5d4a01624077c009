package sessions

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"assay/service/browser/relay"
)

// uploadsFolder is where, among a browser's files, those are that were given to it.
const uploadsFolder = "uploads"

// errDiskFull is why a session takes no file. Its text is diskFull's.
type errDiskFull int64

func (e errDiskFull) Error() string { return diskFull(int64(e)) }

// add puts a file where the session's browser may read it, under a name of its own, and
// returns its path.
func (s *Session) add(box *machine, name string, content io.Reader) (path string, err error) {
	if name = filepath.Base(name); !filepath.IsLocal(name) || name == "." {
		return "", fmt.Errorf("a file cannot be called %q", name)
	}
	// The folder is the browser's to write: nothing in it may lead elsewhere.
	root, err := os.OpenRoot(box.process.Files())
	if err != nil {
		return "", errEnded
	}
	defer root.Close()
	folder := filepath.Join(uploadsFolder, rand.Text())
	if err := root.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	path = filepath.Join(folder, name)
	file, err := root.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return "", err
	}
	defer func() {
		if err = errors.Join(err, file.Close()); err != nil {
			root.RemoveAll(folder)
		}
	}()
	// The browser may be another user, and the service's own mask may hide the file from it.
	for path, mode := range map[string]fs.FileMode{uploadsFolder: 0o755, folder: 0o755, path: 0o644} {
		if err := root.Chmod(path, mode); err != nil {
			return "", err
		}
	}
	for limit := s.manager.config.Disk; err == nil; {
		if limit > 0 && box.diskUsed() > limit {
			return "", errDiskFull(limit)
		}
		if s.ctx.Err() != nil {
			return "", errEnded
		}
		_, err = io.CopyN(file, content, addStep)
	}
	if err == io.EOF {
		err = nil
	}
	return filepath.Join(root.Name(), path), err
}

// addStep is how much of a file, in bytes, is taken between two looks at the disk.
const addStep = 16 << 20

// serveUpload takes a file for the session's browser and answers with its path there.
func (s *Session) serveUpload(w http.ResponseWriter, r *http.Request, box *machine) {
	if r.Method != http.MethodPost {
		w.Header().Set("Allow", http.MethodPost)
		s.refuse(w, http.StatusMethodNotAllowed, "method_not_allowed", "Send a file here by POST.")
		return
	}
	s.touch()
	defer s.touch()
	stop := context.AfterFunc(s.ctx, func() { http.NewResponseController(w).SetReadDeadline(time.Now()) })
	defer stop()
	path, err := s.upload(r, box)
	full := errDiskFull(0)
	switch {
	case errors.As(err, &full):
		s.refuse(w, http.StatusRequestEntityTooLarge, "too_large", full.Error())
	case err != nil:
		s.refuse(w, http.StatusBadRequest, "malformed_body", err.Error())
	default:
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(http.StatusCreated)
		writeJSON(w, struct {
			Path string `json:"path"`
		}{path})
	}
}

// upload reads a form with one part, which is the file.
func (s *Session) upload(r *http.Request, box *machine) (path string, err error) {
	form, err := r.MultipartReader()
	if err != nil {
		return "", errors.New("send the file as the part file of a form, multipart/form-data")
	}
	for {
		part, err := form.NextPart()
		switch {
		case err == io.EOF && path == "":
			return "", errors.New("the form has no part file")
		case err == io.EOF:
			return path, nil
		case err != nil:
			return "", fmt.Errorf("the form cannot be read: %w", err)
		case part.FormName() != "file":
			return "", fmt.Errorf("the form has a part %q: send the file as the part file, and nothing else", part.FormName())
		case path != "":
			return "", errors.New("the form has two parts file: send one file at a time")
		case fileName(part) == "":
			return "", errors.New("the part file has no filename")
		}
		if path, err = s.add(box, fileName(part), part); err != nil {
			return "", err
		}
	}
}

// fileName returns what a part's file is called, as it was sent.
func fileName(part *multipart.Part) string {
	_, params, err := mime.ParseMediaType(part.Header.Get("Content-Disposition"))
	if err != nil {
		return ""
	}
	return params["filename"]
}

// openDownload opens a finished download among a browser's files.
func openDownload(files, guid string) (*os.File, fs.FileInfo, error) {
	if len(guid) != 36 || uuid.Validate(guid) != nil {
		return nil, nil, fs.ErrNotExist
	}
	// The folder is the browser's to write: what is opened must be a file in it.
	root, err := os.OpenRoot(files)
	if err != nil {
		return nil, nil, err
	}
	defer root.Close()
	at := guid
	if inContext, err := fs.Glob(root.FS(), "*/"+guid); err == nil && len(inContext) > 0 {
		at = inContext[0]
	}
	file, err := root.Open(at)
	if err != nil {
		return nil, nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("the download is no regular file")
	}
	if err != nil {
		file.Close()
	}
	return file, info, err
}

// clientFiles are the files of a client on this machine.
type clientFiles struct {
	session *Session
	box     *machine
}

// clientFiles returns the files that a client may name of its own, nil if there are none:
// those of the service's own user on this machine, who may read and write them anyway.
func (s *Session) clientFiles(r *http.Request, box *machine) relay.ClientFiles {
	if !s.manager.config.ClientFiles || !isOwnClient(r) {
		return nil
	}
	return clientFiles{s, box}
}

// Take is part of relay.ClientFiles.
func (f clientFiles) Take(path string) (string, error) {
	if !filepath.IsAbs(path) {
		return "", fmt.Errorf("%s: give the whole path", path)
	}
	named, err := os.Lstat(path)
	if err != nil {
		return "", err
	}
	if !named.Mode().IsRegular() {
		return "", fmt.Errorf("%s is not a regular file", path)
	}
	if err := f.outside(filepath.Dir(path)); err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	if opened, err := file.Stat(); err != nil || !os.SameFile(named, opened) {
		return "", fmt.Errorf("%s is not a regular file", path)
	}
	inside, err := f.session.add(f.box, filepath.Base(path), file)
	if err != nil {
		return "", fmt.Errorf("taking %s: %w", path, err)
	}
	return inside, nil
}

// Put is part of relay.ClientFiles.
func (f clientFiles) Put(download, folder, name string, orLike bool) {
	log := f.session.manager.config.Log.With("session_id", f.session.ID, "folder", folder)
	at, err := f.put(download, folder, name, orLike)
	if err != nil {
		log.Warn("a download is only at base_url/downloads, not where its client wants it", "error", err)
		return
	}
	log.Debug("a download is where its client wants it", "name", at)
}

func (f clientFiles) put(download, folder, name string, orLike bool) (at string, err error) {
	if !filepath.IsAbs(folder) {
		return "", errors.New("the folder is no whole path")
	}
	// A site's name may not hide the file, or be none.
	if name = filepath.Base(name); strings.HasPrefix(name, ".") {
		name = "_" + name[1:]
	}
	if !filepath.IsLocal(name) {
		return "", fmt.Errorf("a file cannot be called %q", name)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	if err := f.outside(folder); err != nil {
		return "", err
	}
	from, _, err := openDownload(f.box.process.Files(), filepath.Base(download))
	if err != nil {
		return "", err
	}
	defer from.Close()
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	// Who waits for the file sees it only when it is whole. The name is Chromium's.
	part := filepath.Base(download) + ".crdownload"
	to, err := root.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return "", err
	}
	defer root.Remove(part)
	_, err = io.Copy(to, from)
	if err = errors.Join(err, to.Close()); err != nil {
		return "", err
	}
	// A link never takes the place of a file that is there.
	at = name
	ending := filepath.Ext(name)
	for i := 1; ; i++ {
		err = root.Link(part, at)
		if err == nil || !orLike || !errors.Is(err, fs.ErrExist) || i > maxAlike {
			return at, err
		}
		at = strings.TrimSuffix(name, ending) + " (" + strconv.Itoa(i) + ")" + ending
	}
}

// maxAlike is how many names are tried for a download.
const maxAlike = 100

// outside reports that a folder is the service's own, or in it.
func (f clientFiles) outside(folder string) error {
	folder, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return err
	}
	for _, ours := range []string{f.session.manager.config.Data, f.box.process.Folder} {
		if ours, err = filepath.EvalSymlinks(ours); err != nil {
			return err
		}
		if relative, err := filepath.Rel(ours, folder); err == nil && filepath.IsLocal(relative) {
			return fmt.Errorf("%s is the service's own folder", folder)
		}
	}
	return nil
}
