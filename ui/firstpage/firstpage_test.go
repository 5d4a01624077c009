package firstpage_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"assay/ui/firstpage"
	"assay/wire/pages/documenttest"
)

func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDraw(t *testing.T) {
	path := write(t, "-o a b.pdf", documenttest.PDF([]documenttest.Text{{X: 60, Y: 80, Size: 40, Text: "Hello"}}, nil))
	picture, err := firstpage.Draw(t.Context(), path, 400)
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.Y != 400 || size.X < 270 || size.X > 290 {
		t.Errorf("the picture is %v", size)
	}
}

func TestDrawFails(t *testing.T) {
	if _, err := firstpage.Draw(t.Context(), write(t, "a.pdf", []byte("%PDF-1.4\nbroken")), 400); err == nil {
		t.Error("a broken file was drawn")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := firstpage.Draw(ctx, write(t, "b.pdf", documenttest.PDF(nil)), 400); !errors.Is(err, context.Canceled) {
		t.Errorf("after it was cancelled: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := firstpage.Draw(t.Context(), "c.pdf", 400); !errors.Is(err, firstpage.ErrMissing) {
		t.Errorf("without the program: %v", err)
	}
}
