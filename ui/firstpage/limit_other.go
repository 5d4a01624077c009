//go:build !linux

package firstpage

import "os/exec"

// prepare has nothing to do where a program cannot be tied to another.
func prepare(*exec.Cmd) {}

// limit has nothing to bound with: a program can only bound itself here.
func limit(int) error { return nil }
