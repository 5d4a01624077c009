package browser

import (
	"fmt"
	"strings"
)

// The window of every browser, in CSS pixels; of a full browser it is taller than
// the viewport by the usual frame.
const (
	windowWidth  = 1280
	windowHeight = 800
	windowFrame  = 87
)

// quiet are the switches of every browser: nothing that calls home, asks, throttles
// what is not in front, or looks different from one machine to the next.
var quiet = []string{
	"--allow-pre-commit-input",
	"--disable-back-forward-cache",
	"--disable-background-networking",
	"--disable-background-timer-throttling",
	"--disable-backgrounding-occluded-windows",
	"--disable-breakpad",
	"--disable-client-side-phishing-detection",
	"--disable-component-extensions-with-background-pages",
	"--disable-component-update",
	"--disable-crash-reporter",
	"--disable-default-apps",
	"--disable-domain-reliability",
	"--disable-extensions",
	"--disable-field-trial-config",
	"--disable-gpu",
	"--disable-hang-monitor",
	"--disable-ipc-flooding-protection",
	"--disable-notifications",
	"--disable-prompt-on-repost",
	"--disable-quic",
	"--disable-renderer-backgrounding",
	"--disable-search-engine-choice-screen",
	"--disable-sync",
	"--force-color-profile=srgb",
	"--force-webrtc-ip-handling-policy",
	"--hide-scrollbars",
	"--metrics-recording-only",
	"--mute-audio",
	"--no-default-browser-check",
	"--no-first-run",
	"--no-pings",
	"--no-service-autorun",
	"--password-store=basic",
	"--use-mock-keychain",
	"--webrtc-ip-handling-policy=disable_non_proxied_udp",
}

// disabledFeatures are switched off in every browser.
var disabledFeatures = []string{
	"AcceptCHFrame", "AutoDeElevate", "AutofillServerCommunication", "AvoidUnnecessaryBeforeUnloadCheckSync",
	"CertificateTransparencyComponentUpdater", "DestroyProfileOnBrowserClose", "DialMediaRouteProvider",
	"GlobalMediaControls", "HttpsUpgrades", "ImprovedCookieControls", "InterestFeedContentSuggestions",
	"LazyFrameLoading", "LensOverlay", "MediaRouter", "OptimizationHints", "PaintHolding", "Translate",
}

// oneProcess are the features that would put the frames of a page from other sites
// into processes of their own.
var oneProcess = []string{"IsolateOrigins", "site-per-process", "IsolateSandboxedIframes"}

// arguments returns the command line of a browser.
func arguments(binary Binary, options Options, folder string, sandbox bool) []string {
	features := disabledFeatures
	if options.OneProcess {
		features = append(features[:len(features):len(features)], oneProcess...)
	}
	height := windowHeight
	if !binary.Shell {
		height += windowFrame
	}
	args := append([]string{
		"--remote-debugging-pipe",
		"--user-data-dir=" + profileFolder(folder),
		"--proxy-server=http://" + options.proxy(),
		"--proxy-bypass-list=<-loopback>",
		// Names are the proxy's to resolve; nothing in the browser may look one up.
		"--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
		"--accept-lang=en-US,en",
		"--lang=en-US",
		fmt.Sprintf("--window-size=%d,%d", windowWidth, height),
		"--disable-features=" + strings.Join(features, ","),
	}, quiet...)
	if !binary.Shell {
		args = append(args, "--headless=new", "--screen-info={1920x1080}")
	}
	if options.OneProcess {
		args = append(args, "--disable-site-isolation-trials")
	}
	if options.Profile == Stealth {
		args = append(args, "--disable-blink-features=AutomationControlled")
	}
	if agent := options.userAgent(binary); agent != "" {
		args = append(args, "--user-agent="+agent)
	}
	if !sandbox {
		args = append(args, "--no-sandbox")
	}
	if options.Disk > 0 {
		args = append(args,
			fmt.Sprintf("--disk-cache-size=%d", options.Disk/8),
			fmt.Sprintf("--enable-features=StorageQuotaSettings:PoolSizeBytes/%d", options.Disk/2))
	}
	if smallSharedMemory() {
		args = append(args, "--disable-dev-shm-usage")
	}
	return append(args, "about:blank")
}
