package relay_test

import (
	"os"
	"testing"

	"assay/service/browser/sessiontest"
)

func TestMain(m *testing.M) { os.Exit(sessiontest.Main(m)) }
