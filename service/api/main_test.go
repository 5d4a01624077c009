package api_test

import (
	"os"
	"testing"

	"assay/service/page"
	"assay/service/servicetest"
)

// pages loads pages with real browsers, started by the first test that needs one.
var pages *page.Loader

func TestMain(m *testing.M) { os.Exit(servicetest.MainWithPages(m, &pages)) }
