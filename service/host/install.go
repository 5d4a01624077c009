package host

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// manager is a package manager and what it calls the parts.
type manager struct {
	name     string // its program, and how it is found
	packages map[Part][]string
	// refresh brings the list of packages up to date; nil if installing does.
	refresh []string
	install []string
	// knows asks whether a package exists, by its exit status.
	knows []string
	// root tells that it must run as root; otherwise it must not.
	root bool
	env  []string
}

// managers are the package managers that Install can use.
func managers() []manager {
	return []manager{
		{
			name: "apt-get",
			packages: map[Part][]string{
				Chromium:      {"chromium"},
				HeadlessShell: {"chromium-headless-shell"},
				Poppler:       {"poppler-utils"},
				Tesseract:     {"tesseract-ocr"},
				Fonts:         {"fonts-liberation", "fonts-dejavu-core"},
			},
			refresh: []string{"apt-get", "update"},
			// A machine that was just started may be installing updates: wait for it, in seconds.
			install: []string{"apt-get", "install", "--option", "DPkg::Lock::Timeout=300", "--yes", "--no-install-recommends"},
			knows:   []string{"apt-cache", "show"},
			root:    true,
			env:     []string{"DEBIAN_FRONTEND=noninteractive"},
		},
		{
			name: "dnf",
			packages: map[Part][]string{
				Chromium:      {"chromium"},
				HeadlessShell: {"chromium-headless"},
				Poppler:       {"poppler-utils"},
				Tesseract:     {"tesseract"},
				Fonts:         {"liberation-fonts"},
			},
			install: []string{"dnf", "install", "--assumeyes"},
			knows:   []string{"dnf", "--quiet", "info"},
			root:    true,
		},
		{
			name: "pacman",
			packages: map[Part][]string{
				Chromium:  {"chromium"},
				Poppler:   {"poppler"},
				Tesseract: {"tesseract", "tesseract-data-eng"},
				Fonts:     {"ttf-liberation"},
			},
			install: []string{"pacman", "--sync", "--needed", "--noconfirm"},
			knows:   []string{"pacman", "--sync", "--info"},
			root:    true,
		},
		{
			name: "brew",
			packages: map[Part][]string{
				Chromium:  {"google-chrome"},
				Poppler:   {"poppler"},
				Tesseract: {"tesseract"},
			},
			install: []string{"brew", "install"},
			knows:   []string{"brew", "info"},
		},
	}
}

// system is what Install asks of the machine.
type system struct {
	lookPath func(program string) error
	root     bool
	ubuntu   bool
	run      func(ctx context.Context, out io.Writer, command []string) error
}

// Install installs, with the system's package manager, the parts that are
// missing, and writes to out what it does and what the package manager says.
// It runs nothing if nothing is missing. Not being root it uses sudo, which may
// ask for a password on the terminal.
//
// It fails if there is no package manager that it knows, if a package cannot be
// installed, and if a part is still missing afterwards.
func Install(ctx context.Context, out io.Writer) error {
	parts := lacking(Look())
	if len(parts) == 0 {
		fmt.Fprintln(out, complete)
		return nil
	}
	s := system{
		lookPath: func(program string) error { _, err := exec.LookPath(program); return err },
		root:     os.Geteuid() == 0,
		ubuntu:   isUbuntu("/etc/os-release"),
		run:      run,
	}
	if err := s.install(ctx, out, parts); err != nil {
		return err
	}
	var still []string
	for _, f := range Missing() {
		still = append(still, f.Part.String())
	}
	if len(still) > 0 {
		return fmt.Errorf("still missing: %s; run `assay doctor` for what to do", strings.Join(still, ", "))
	}
	fmt.Fprintln(out, complete)
	return nil
}

const complete = "Everything that the service needs is installed."

// lacking are the parts that Install would add: of those that the machine
// lacks, also the one that the service can do without.
func lacking(all []Found) []Part {
	var parts []Part
	for _, f := range all {
		if f.Path == "" {
			parts = append(parts, f.Part)
		}
	}
	return parts
}

func (s system) install(ctx context.Context, out io.Writer, parts []Part) error {
	m, err := s.manager()
	if err != nil && slices.Equal(parts, []Part{HeadlessShell}) {
		return nil
	}
	if err != nil {
		return err
	}
	if parts = slices.DeleteFunc(slices.Clone(parts), func(p Part) bool { return len(m.packages[p]) == 0 }); len(parts) == 0 {
		return nil
	}
	if !m.root && s.root {
		return fmt.Errorf("%s does not run as root: run `assay setup` as the user that it belongs to", m.name)
	}
	if s.ubuntu {
		if slices.Contains(parts, Chromium) {
			fmt.Fprintln(out, "Ubuntu has Chromium only as a snap, which the service cannot use. Install Google Chrome's .deb package instead; it is found by itself.")
		}
		parts = slices.DeleteFunc(parts, func(p Part) bool { return p == Chromium || p == HeadlessShell })
	}
	if len(parts) == 0 {
		return nil
	}
	var prefix []string
	if m.root && !s.root {
		if s.lookPath("sudo") != nil {
			return fmt.Errorf("installing with %s needs root, and there is no sudo: run `assay setup` as root", m.name)
		}
		fmt.Fprintf(out, "Installing with %s needs root: sudo may ask for your password.\n", m.name)
		prefix = []string{"sudo"}
	}
	if m.env != nil {
		prefix = append(append(prefix, "env"), m.env...)
	}
	if m.refresh != nil {
		if err := s.show(ctx, out, slices.Concat(prefix, m.refresh)); err != nil {
			return err
		}
	}
	packages, err := s.packages(ctx, out, m, parts)
	if err != nil || len(packages) == 0 {
		return err
	}
	return s.show(ctx, out, slices.Concat(prefix, m.install, packages))
}

func (s system) manager() (manager, error) {
	var names []string
	for _, m := range managers() {
		if s.lookPath(m.name) == nil {
			return m, nil
		}
		names = append(names, m.name)
	}
	return manager{}, fmt.Errorf("found no package manager (%s): install Chromium, Poppler's command line tools and Tesseract by hand, so that they are on PATH", strings.Join(names, ", "))
}

// packages are m's names for parts. The headless shell, which the service can
// do without, is left out where this release of the system has none.
func (s system) packages(ctx context.Context, out io.Writer, m manager, parts []Part) ([]string, error) {
	var packages []string
	for _, part := range parts {
		names := m.packages[part]
		if part == HeadlessShell {
			if err := s.run(ctx, io.Discard, slices.Concat(m.knows, names)); err != nil {
				if ctx.Err() != nil {
					return nil, ctx.Err()
				}
				fmt.Fprintf(out, "This system has no package %s: %s.\n", strings.Join(names, " "), part.Purpose())
				continue
			}
		}
		packages = append(packages, names...)
	}
	return packages, nil
}

// show runs a command and says so.
func (s system) show(ctx context.Context, out io.Writer, command []string) error {
	fmt.Fprintf(out, "$ %s\n", strings.Join(command, " "))
	if err := s.run(ctx, out, command); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	return nil
}

// run runs a command with the terminal as its input, for sudo's password. When
// ctx ends the command is asked to stop, as a package manager that is killed
// leaves its database in disorder.
func run(ctx context.Context, out io.Writer, command []string) error {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, out, out
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	err := cmd.Run()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return fmt.Errorf("it failed with exit status %d; what it said is above", exit.ExitCode())
	}
	return err
}

func isUbuntu(osRelease string) bool {
	f, err := os.Open(osRelease)
	if err != nil {
		return false
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if name, ok := strings.CutPrefix(lines.Text(), "ID="); ok {
			return strings.Trim(name, `"'`) == "ubuntu"
		}
	}
	return false
}
