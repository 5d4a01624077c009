// Package wholefile writes files whole or not at all: what fails, as on a full disk,
// leaves neither half a file nor one that was there before spoilt.
package wholefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Create writes a new file. It never writes over another: the error then matches
// fs.ErrExist.
func Create(path string, data []byte, mode fs.FileMode) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Close()); err != nil {
		return errors.Join(err, os.Remove(path))
	}
	return nil
}

// Replace writes a file in place of one that may be there, whose mode it then has; a
// new one has the mode given, whatever the umask. The target of a symbolic link is
// replaced, not the link. The data is on the disk when it returns.
func Replace(path string, data []byte, mode fs.FileMode) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if info, err := os.Stat(path); err == nil {
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*")
	if err != nil {
		return about(path, err)
	}
	defer os.Remove(f.Name()) // it is gone if all went well
	if _, err = f.Write(data); err == nil {
		err = errors.Join(f.Chmod(mode), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return about(path, err)
	}
	return os.Rename(f.Name(), path)
}

// about words a failure of the temporary file as one of the file that is meant.
func about(path string, err error) error {
	if failure, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: "write", Path: path, Err: failure.Err}
	}
	return err
}
