package state

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestSaveAndLoad(t *testing.T) {
	store := Open(t.TempDir(), "work/../../etc")
	type draft struct{ Query string }
	var got draft
	if err := store.Load("draft", &got); err != nil || got.Query != "" {
		t.Fatalf("a value never saved: %v %v", got, err)
	}
	if err := store.Save("draft", draft{"{ a }"}); err != nil {
		t.Fatal(err)
	}
	if err := store.Load("draft", &got); err != nil || got.Query != "{ a }" {
		t.Fatalf("loaded %v, %v", got, err)
	}
	if filepath.Dir(store.dir) == "" || filepath.Base(store.dir) != "work_.._.._etc" {
		t.Errorf("folder %q leaves the state directory", store.dir)
	}
}

func TestProfilesAreApart(t *testing.T) {
	dir := t.TempDir()
	if err := Open(dir, "a").Save("draft", 1); err != nil {
		t.Fatal(err)
	}
	got := 0
	if err := Open(dir, "b").Load("draft", &got); err != nil || got != 0 {
		t.Errorf("profile b sees %d, %v", got, err)
	}
}

func TestSamples(t *testing.T) {
	store := Open(t.TempDir(), "default")
	now := time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC)
	old := Sample{At: now.Add(-retention - time.Hour), Used: 1}
	fresh := Sample{At: now.Add(-time.Hour), Used: 2, Limit: 10, Start: now.AddDate(0, 0, -14)}
	for _, sample := range []Sample{old, fresh} {
		if err := store.AddSample(sample); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(store.dir, samplesFile)
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(data, `{"at":"2026-`...), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := store.Samples(now)
	if err != nil || len(got) != 1 || got[0] != fresh {
		t.Errorf("samples %v, %v; want only %v", got, err, fresh)
	}
}

func TestSamplesAreCompacted(t *testing.T) {
	store := Open(t.TempDir(), "default")
	now := time.Date(2026, 3, 15, 12, 0, 0, 0, time.UTC)
	var data []Sample
	for i := range 14000 {
		data = append(data, Sample{At: now.Add(time.Duration(i-14000) * time.Minute), Used: int64(i)})
	}
	for _, sample := range data {
		if err := store.AddSample(sample); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := store.Samples(now); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(store.dir, samplesFile))
	if err != nil || info.Size() > compactAt/2 {
		t.Errorf("after compacting: %v bytes, %v", info.Size(), err)
	}
	kept, err := store.Samples(now)
	if err != nil || kept[len(kept)-1] != data[len(data)-1] {
		t.Errorf("the newest sample is gone: %v", err)
	}
}
