package datadir_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"assay/wire/datadir"
)

func TestLink(t *testing.T) {
	dir := t.TempDir()
	info := datadir.Info{BaseURL: "http://127.0.0.1:8700"}
	now := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	if _, err := datadir.NewLink(dir, info, now); err == nil {
		t.Error("a link was made for a service without a key")
	}
	key, err := datadir.NewLinkKey(dir)
	if err != nil {
		t.Fatal(err)
	}
	stat, err := os.Stat(filepath.Join(dir, "portal-key"))
	if err != nil {
		t.Fatal(err)
	}
	if stat.Mode().Perm() != 0o600 {
		t.Errorf("others may read the key: %v", stat.Mode())
	}
	link, err := datadir.NewLink(dir, info, now)
	if err != nil {
		t.Fatal(err)
	}
	token, ok := strings.CutPrefix(link, "http://127.0.0.1:8700/portal/open/")
	if !ok {
		t.Fatalf("the link is %s", link)
	}
	until, ok := key.Check(token)
	if !ok || !until.Equal(now.Add(2*time.Minute)) {
		t.Errorf("the token is good until %v, %v", until, ok)
	}
	if again, err := datadir.NewLink(dir, info, now); err != nil || again == link {
		t.Errorf("two links are the same (%v)", err)
	}
	for at := range token {
		forged := []byte(token)
		forged[at] ^= 1
		if _, ok := key.Check(string(forged)); ok {
			t.Fatalf("a token with its character %d changed is accepted", at)
		}
	}
	for _, bad := range []string{"", "x", token + "A", token[:len(token)-1], token + "\n"} {
		if _, ok := key.Check(bad); ok {
			t.Errorf("the token %q is accepted", bad)
		}
	}
	if _, err := datadir.NewLinkKey(dir); err != nil {
		t.Fatal(err)
	}
	if next, err := datadir.NewLink(dir, info, now); err != nil {
		t.Error(err)
	} else if _, ok := key.Check(filepath.Base(next)); ok {
		t.Error("a link of the next service is good for this one")
	}
}
