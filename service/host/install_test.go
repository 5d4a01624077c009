package host

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestInstallCommands(t *testing.T) {
	all := []Part{Chromium, HeadlessShell, Poppler, Tesseract, Fonts}
	tests := []struct {
		name     string
		programs string // on PATH
		root     bool
		ubuntu   bool
		parts    []Part
		unknown  string // a package that the package manager does not know
		want     []string
		say      string // part of what is written
		wantErr  string
	}{
		{
			name: "Debian, root", programs: "apt-get", root: true, parts: all,
			want: []string{
				"env DEBIAN_FRONTEND=noninteractive apt-get update",
				"apt-cache show chromium-headless-shell",
				"env DEBIAN_FRONTEND=noninteractive apt-get install --option DPkg::Lock::Timeout=300 --yes --no-install-recommends chromium chromium-headless-shell poppler-utils tesseract-ocr fonts-liberation fonts-dejavu-core",
			},
		},
		{
			name: "Debian, a user", programs: "apt-get sudo", parts: []Part{Poppler},
			want: []string{
				"sudo env DEBIAN_FRONTEND=noninteractive apt-get update",
				"sudo env DEBIAN_FRONTEND=noninteractive apt-get install --option DPkg::Lock::Timeout=300 --yes --no-install-recommends poppler-utils",
			},
			say: "sudo may ask for your password",
		},
		{
			name: "Debian, a user without sudo", programs: "apt-get", parts: []Part{Poppler},
			wantErr: "run `assay setup` as root",
		},
		{
			name: "a Debian without the shell", programs: "apt-get", root: true, parts: []Part{Chromium, HeadlessShell}, unknown: "chromium-headless-shell",
			want: []string{
				"env DEBIAN_FRONTEND=noninteractive apt-get update",
				"apt-cache show chromium-headless-shell",
				"env DEBIAN_FRONTEND=noninteractive apt-get install --option DPkg::Lock::Timeout=300 --yes --no-install-recommends chromium",
			},
			say: "has no package chromium-headless-shell",
		},
		{
			name: "Ubuntu", programs: "apt-get", root: true, ubuntu: true, parts: []Part{Chromium, HeadlessShell, Tesseract},
			want: []string{
				"env DEBIAN_FRONTEND=noninteractive apt-get update",
				"env DEBIAN_FRONTEND=noninteractive apt-get install --option DPkg::Lock::Timeout=300 --yes --no-install-recommends tesseract-ocr",
			},
			say: "Ubuntu has Chromium only as a snap",
		},
		{
			name: "Fedora", programs: "dnf", root: true, parts: all,
			want: []string{
				"dnf --quiet info chromium-headless",
				"dnf install --assumeyes chromium chromium-headless poppler-utils tesseract liberation-fonts",
			},
		},
		{
			name: "Arch", programs: "pacman sudo", parts: all,
			want: []string{"sudo pacman --sync --needed --noconfirm chromium poppler tesseract tesseract-data-eng ttf-liberation"},
		},
		{
			name: "macOS", programs: "brew", parts: []Part{Chromium, HeadlessShell, Poppler, Tesseract},
			want: []string{"brew install google-chrome poppler tesseract"},
		},
		{
			name: "macOS, root", programs: "brew", root: true, parts: []Part{Poppler},
			wantErr: "brew does not run as root",
		},
		{
			name: "macOS, only the shell", programs: "brew", parts: []Part{HeadlessShell},
		},
		{
			name: "no package manager", parts: all,
			wantErr: "found no package manager (apt-get, dnf, pacman, brew)",
		},
		{
			name: "no package manager, only the shell", parts: []Part{HeadlessShell},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var ran []string
			s := system{
				root:   tt.root,
				ubuntu: tt.ubuntu,
				lookPath: func(program string) error {
					for _, p := range strings.Fields(tt.programs) {
						if p == program {
							return nil
						}
					}
					return errors.New("not found")
				},
				run: func(_ context.Context, _ io.Writer, command []string) error {
					ran = append(ran, strings.Join(command, " "))
					if tt.unknown != "" && strings.HasSuffix(ran[len(ran)-1], "show "+tt.unknown) {
						return errors.New("exit status 100")
					}
					return nil
				},
			}
			var out bytes.Buffer
			err := s.install(t.Context(), &out, tt.parts)
			if tt.wantErr == "" && err != nil {
				t.Errorf("install = %v", err)
			}
			if tt.wantErr != "" && (err == nil || !strings.Contains(err.Error(), tt.wantErr)) {
				t.Errorf("install = %v, want an error with %q", err, tt.wantErr)
			}
			if diff := cmp.Diff(tt.want, ran); diff != "" {
				t.Errorf("commands (-want +got):\n%s", diff)
			}
			if !strings.Contains(out.String(), tt.say) {
				t.Errorf("it wrote %q, want %q in it", out.String(), tt.say)
			}
			for _, command := range ran {
				if strings.Contains(command, "install") && !strings.Contains(out.String(), "$ "+command+"\n") {
					t.Errorf("it does not say that it runs %q", command)
				}
			}
		})
	}
}

func TestInstallSaysWhichCommandFailed(t *testing.T) {
	s := system{
		root:     true,
		lookPath: func(string) error { return nil },
		run:      func(context.Context, io.Writer, []string) error { return errors.New("exit status 100") },
	}
	err := s.install(t.Context(), io.Discard, []Part{Poppler})
	if err == nil || !strings.Contains(err.Error(), "apt-get update: exit status 100") {
		t.Errorf("install = %v, want the command in the error", err)
	}
}

func TestRunStreamsAndReports(t *testing.T) {
	var out bytes.Buffer
	err := run(t.Context(), &out, []string{"sh", "-c", "echo one; echo two >&2; exit 7"})
	if out.String() != "one\ntwo\n" {
		t.Errorf("output = %q", out.String())
	}
	if err == nil || !strings.Contains(err.Error(), "exit status 7") {
		t.Errorf("run = %v, want its exit status", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ctx, io.Discard, []string{"sleep", "60"}); !errors.Is(err, context.Canceled) {
		t.Errorf("run with an ended context = %v", err)
	}
}

func TestIsUbuntu(t *testing.T) {
	for text, want := range map[string]bool{
		"NAME=x\nID=ubuntu\n":           true,
		"ID=\"ubuntu\"\n":               true,
		"ID=debian\nID_LIKE=ubuntu\n":   false,
		"VERSION_ID=12\nID=linuxmint\n": false,
		"":                              false,
	} {
		path := filepath.Join(t.TempDir(), "os-release")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := isUbuntu(path); got != want {
			t.Errorf("isUbuntu(%q) = %v", text, got)
		}
	}
	if isUbuntu(filepath.Join(t.TempDir(), "none")) {
		t.Error("a system without os-release is taken for Ubuntu")
	}
}
