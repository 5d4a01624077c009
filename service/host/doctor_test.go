package host_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"assay/service/host"
	"assay/wire/datadir"
)

// check returns the line of the report with a name.
func check(t *testing.T, report host.Report, name string) host.Check {
	t.Helper()
	for _, c := range report {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("the report has no line %q: %+v", name, report)
	return host.Check{}
}

// The tests run after `assay setup`, so everything is there.
func TestDoctorOnACompleteMachine(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "none")
	report := host.Doctor(t.Context(), dir)
	var table strings.Builder
	if _, err := report.WriteTo(&table); err != nil {
		t.Fatal(err)
	}
	if report.Failed() {
		t.Errorf("something is missing:\n%s", &table)
	}
	for _, row := range []string{
		`ok +Chromium +\d+(\.\d+){3}, /`,
		`ok +Poppler +\d+\.\d+\.\d+, /.*pdftotext`,
		`ok +Tesseract +\d+\.\d+(\.\d+)?, /.*tesseract, reads .*eng`,
		`ok +Fonts +/`,
		`Sandbox `,
		`ok +Users +`,
		`(ok +Networks +each session|warning +Networks +shared: .)`,
		`(ok +Memory +each session|warning +Memory +no bound: .)`,
		`(ok +Documents +the programs|warning +Documents +the programs)`,
		`ok +Data +` + regexp.QuoteMeta(dir) + `, made at the first start`,
		`ok +Service +not running`,
	} {
		if !regexp.MustCompile(row).MatchString(table.String()) {
			t.Errorf("no line matches %q in\n%s", row, &table)
		}
	}
}

func TestDoctorFindsNothing(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	report := host.Doctor(t.Context(), t.TempDir())
	for _, name := range []string{"Poppler", "Tesseract"} {
		c := check(t, report, name)
		if c.State != host.Failed || c.Means == "" || c.Do != "run: assay setup" {
			t.Errorf("without its programs: %+v", c)
		}
	}
	if !report.Failed() {
		t.Error("the report with missing parts has not failed")
	}
	var missing []host.Part
	for _, f := range host.Missing() {
		missing = append(missing, f.Part)
	}
	if len(missing) < 2 || missing[0] != host.Poppler || missing[1] != host.Tesseract {
		t.Errorf("Missing = %v, want Poppler and Tesseract", missing)
	}
}

func TestDoctorOnTheDataDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if c := check(t, host.Doctor(t.Context(), file), "Data"); c.State != host.Failed || !strings.Contains(c.Means, "not a folder") {
		t.Errorf("for a file: %+v", c)
	}
	dir := t.TempDir()
	if err := datadir.WriteKey(dir, datadir.NewSecret("k")); err != nil {
		t.Fatal(err)
	}
	if c := check(t, host.Doctor(t.Context(), dir), "Data"); c.State != host.OK {
		t.Errorf("for a good folder: %+v", c)
	}
	if err := os.Chmod(datadir.KeyFile(dir), 0o644); err != nil {
		t.Fatal(err)
	}
	if c := check(t, host.Doctor(t.Context(), dir), "Data"); c.State != host.Warning || !strings.Contains(c.Do, "chmod 600") {
		t.Errorf("for a readable key: %+v", c)
	}
	claim, err := datadir.ClaimDir(dir, false)
	if err != nil {
		t.Fatal(err)
	}
	defer claim.Release()
	if c := check(t, host.Doctor(t.Context(), dir), "Service"); c.Found != "starting or stopping" {
		t.Errorf("while a service starts: %+v", c)
	}
	if err := datadir.WriteInfo(dir, datadir.Info{BaseURL: "http://127.0.0.1:1", PID: 7, Version: "v1"}); err != nil {
		t.Fatal(err)
	}
	if c := check(t, host.Doctor(t.Context(), dir), "Service"); c.Found != "http://127.0.0.1:1, process 7, version v1" {
		t.Errorf("while a service runs: %+v", c)
	}
}
