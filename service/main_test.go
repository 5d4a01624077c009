package service_test

import (
	"os"
	"testing"

	"assay/command/runtest"
)

func TestMain(m *testing.M) { os.Exit(runtest.Main(m)) }
