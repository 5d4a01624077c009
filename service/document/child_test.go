package document

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/wire/pages/documenttest"
)

// shell is a program that runs a script, with room for all that it does.
func shell(t *testing.T, script string) program {
	t.Helper()
	return program{
		name: "sh", args: []string{"-c", script}, env: []string{"PATH=/usr/bin:/bin"}, scratch: t.TempDir(),
		time: 20 * time.Second, memory: 1 << 30, output: 2 << 10,
	}
}

// drawing makes a picture of 140 MB of a page, with a number of MiB of memory.
func drawing(t *testing.T, memory uint64) program {
	t.Helper()
	file := filepath.Join(t.TempDir(), "scan.pdf")
	if err := os.WriteFile(file, documenttest.Scan(documenttest.Picture(1240, 1754)), 0o600); err != nil {
		t.Fatal(err)
	}
	return program{
		name: "pdftoppm", args: []string{"-gray", "-r", "1200", file}, scratch: t.TempDir(),
		time: renderTime, memory: memory << 20, output: 2 * maxDrawn,
	}
}

// recognising reads a picture of 25 MB with a number of MiB of memory.
func recognising(t *testing.T, memory uint64) program {
	t.Helper()
	return program{
		name: "tesseract", args: []string{"stdin", "stdout", "-l", "eng", "tsv"}, env: tesseractEnv(), scratch: t.TempDir(),
		stdin: tiff([]*picture{grey(documenttest.Picture(5000, 5000))}),
		time:  tesseractTime, memory: memory << 20, output: tesseractOutput,
	}
}

// TestLimits runs programs into each of their limits, which the user is told of: that
// the file is damaged would be wrong.
func TestLimits(t *testing.T) {
	var child bytes.Buffer // the number of a process that one starts
	within := func(p program, limit func(*program)) program { limit(&p); return p }
	tests := []struct {
		name    string
		program program
		kind    ErrorKind
		told    string
	}{
		{"time", within(shell(t, "sleep 777 & echo $!; sleep 777"), func(p *program) { p.time, p.into = 300*time.Millisecond, &child }),
			Timeout, "sh needs more than the 0.3 seconds that it may have"},
		{"processor", within(shell(t, "while :; do :; done"), func(p *program) { p.processor = time.Millisecond }),
			Timeout, "0.001 seconds of a processor"},
		{"output", shell(t, "while :; do echo abcdefgh; done"), TooLarge, "2 KiB of output"},
		{"file", shell(t, "exec head -c 70000000 /dev/zero > file"), TooLarge, "64 MiB in a file"},
		{"memory for a drawing, without which Poppler goes on", drawing(t, 100), TooLarge, "pdftoppm needs more than the 100 MiB of memory"},
		{"memory for a picture", recognising(t, 130), TooLarge, "tesseract needs more than the 130 MiB of memory"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			began := time.Now()
			_, err := test.program.run(t.Context())
			var failed *Error
			if !errors.As(asError(err), &failed) || failed.Kind != test.kind || !strings.Contains(failed.Message, test.told) {
				t.Errorf("%v, of %v; want %v with %q", asError(err), err, test.kind, test.told)
			}
			if took := time.Since(began); took > 15*time.Second {
				t.Errorf("ended after %s", took)
			}
			if left, err := os.ReadDir(test.program.scratch); err != nil || len(left) > 0 {
				t.Errorf("left in its folder: %v, %v", left, err)
			}
		})
	}
	number := strings.TrimSpace(child.String())
	left := func() bool {
		command, err := os.ReadFile("/proc/" + number + "/cmdline")
		return err == nil && strings.Contains(string(command), "777")
	}
	for deadline := time.Now().Add(10 * time.Second); left(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("process %s is left", number)
		}
	}
}

// TestEndings tells what becomes of programs that end for other reasons.
func TestEndings(t *testing.T) {
	if _, err := new(shell(t, "echo 'Syntax Error' >&2; exit 1")).run(t.Context()); !isKind(asError(err), Damaged) {
		t.Errorf("a program that fails: %v", asError(err))
	}
	if _, err := new(shell(t, "kill -SEGV $$")).run(t.Context()); !isKind(asError(err), Damaged) {
		t.Errorf("a program that crashes: %v", asError(err))
	}
	// Whoever ended it, it was not the file.
	_, err := new(shell(t, "kill -KILL $$")).run(t.Context())
	if failed := (*Error)(nil); err == nil || errors.As(asError(err), &failed) {
		t.Errorf("a program that is killed: %v", asError(err))
	}
	if _, err := (&program{name: "no-such-program"}).run(t.Context()); !isKind(err, Missing) {
		t.Errorf("a program that is not there: %v", err)
	}
}

func isKind(err error, kind ErrorKind) bool {
	failed, ok := errors.AsType[*Error](err)
	return ok && failed.Kind == kind
}

// TestPrograms looks at what a program sees of the service, and what it can change.
func TestPrograms(t *testing.T) {
	outside := t.TempDir()
	for _, name := range []string{"keep", "fill"} {
		if err := os.WriteFile(filepath.Join(outside, name), []byte("as it was"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("SECRET", "1")
	p := shell(t, `
		env | sort | sed "s|$HOME|here|"
		mkdir folder && echo text > folder/file && echo more >> folder/file && mv folder/file file && rmdir folder && rm file && echo done
		cd `+outside+` 
		(rm keep); (echo changed > fill); (: > fill); (echo new > new); (mkdir folder); (ln -s / link); true`)
	out, err := p.run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if want := "HOME=here\nPATH=/usr/bin:/bin\nPWD=here\nTMPDIR=here\nXDG_CACHE_HOME=here\ndone\n"; string(out) != want {
		t.Errorf("it says\n%swant\n%s", out, want)
	}
	if left, err := os.ReadDir(p.scratch); err != nil || len(left) > 0 {
		t.Errorf("left in its folder: %v, %v", left, err)
	}
	if err := Confined(); err != nil {
		t.Skipf("this system lets it write elsewhere: %v", err)
	}
	for _, name := range []string{"keep", "fill"} {
		if text, err := os.ReadFile(filepath.Join(outside, name)); string(text) != "as it was" {
			t.Errorf("%s outside its folder is %q now, %v", name, text, err)
		}
	}
	if there, err := os.ReadDir(outside); err != nil || len(there) != 2 {
		t.Errorf("outside its folder there are now %v, %v", there, err)
	}
}
