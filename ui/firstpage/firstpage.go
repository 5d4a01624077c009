// Package firstpage makes a picture of the first page of a PDF with Poppler's
// pdftoppm, if this machine has it. The program reads files from anywhere and is
// therefore held within bounds of time, memory and output.
package firstpage

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// ErrMissing is a machine without pdftoppm.
var ErrMissing = errors.New("pdftoppm is not installed")

const (
	program   = "pdftoppm"
	maxTime   = 10 * time.Second
	maxMemory = 1 << 30 // bytes of address space
	maxOutput = 64 << 20
	maxPixels = 32 << 20
)

// Draw returns a picture of the first page whose longer side has so many pixels.
// It blocks until the picture is there or ctx ends.
func Draw(ctx context.Context, path string, pixels int) (image.Image, error) {
	renderer, err := exec.LookPath(program)
	if err != nil {
		return nil, ErrMissing
	}
	if path, err = filepath.Abs(path); err != nil { // which no option begins like
		return nil, err
	}
	limited, cancel := context.WithTimeout(ctx, maxTime)
	defer cancel()
	cmd := exec.CommandContext(limited, renderer, "-f", "1", "-l", "1", "-singlefile", "-scale-to", strconv.Itoa(pixels), "-png", path)
	cmd.Env = []string{}
	cmd.WaitDelay = time.Second
	prepare(cmd)
	var drawn, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &bounded{kept: &drawn, room: maxOutput}, &bounded{kept: &said, room: 4 << 10, drops: true}

	// The program may die with the thread that starts it, which must not end before.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", program, err)
	}
	limitErr := limit(cmd.Process.Pid)
	if limitErr != nil {
		cancel()
	}
	err = cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case limitErr != nil && err != nil:
		return nil, fmt.Errorf("limiting %s: %w", program, limitErr)
	case limited.Err() != nil:
		return nil, fmt.Errorf("drawing the page takes longer than %v", maxTime)
	case err != nil:
		line, _, _ := strings.Cut(strings.TrimSpace(said.String()), "\n")
		return nil, fmt.Errorf("the page cannot be drawn: %w: %s", err, line)
	}
	config, err := png.DecodeConfig(bytes.NewReader(drawn.Bytes()))
	if err == nil && config.Width*config.Height > maxPixels {
		err = errors.New("it is too large")
	}
	var picture image.Image
	if err == nil {
		picture, err = png.Decode(&drawn)
	}
	if err != nil {
		return nil, fmt.Errorf("the page cannot be drawn: %w", err)
	}
	return picture, nil
}

// bounded keeps what is written as far as there is room. More is an error, or
// dropped.
type bounded struct {
	kept  *bytes.Buffer
	room  int
	drops bool
}

// Write keeps what there is room for.
func (b *bounded) Write(p []byte) (int, error) {
	n := min(len(p), b.room)
	b.kept.Write(p[:n])
	b.room -= n
	if n < len(p) && !b.drops {
		return n, io.ErrShortWrite
	}
	return len(p), nil
}
