//go:build !linux

package disktest

import "errors"

func mount(string, int) error { return errors.ErrUnsupported }

func unmount(string) error { return nil }
