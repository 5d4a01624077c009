// Package nodes_test runs services that share one database, as an operator does.
package nodes_test

import (
	"os"
	"testing"

	"assay/command/runtest"
)

func TestMain(m *testing.M) { os.Exit(runtest.Main(m)) }
