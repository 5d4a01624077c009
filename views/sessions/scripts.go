package sessions

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"assay/wire"
)

// script is a program that drives a session, ready to run.
type script struct {
	name string
	file string // what to call it
	// text is the program with CDP_URL, RUN and OPTIONS to be filled in.
	text string
	// authority is the environment variable that names a CA file to it.
	authority string
	comment   string
}

var scripts = []script{
	{"Playwright (JavaScript)", "session.mjs", `// npm install playwright-core
// RUN
import { chromium } from 'playwright-core'

const browser = await chromium.connectOverCDP(CDP_URL)
const context = browser.contexts()[0]
const page = context.pages()[0] ?? await context.newPage()
await page.goto('https://example.com')
console.log(await page.title())
await browser.close()
`, "NODE_EXTRA_CA_CERTS", "//"},
	{"Playwright (Python)", "session.py", `# pip install playwright
# RUN
from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    browser = playwright.chromium.connect_over_cdp(CDP_URL)
    context = browser.contexts[0]
    page = context.pages[0] if context.pages else context.new_page()
    page.goto("https://example.com")
    print(page.title())
    browser.close()
`, "NODE_EXTRA_CA_CERTS", "#"},
	{"Puppeteer", "session.mjs", `// npm install puppeteer-core
// RUN
import puppeteer from 'puppeteer-core'

const browser = await puppeteer.connect({ browserWSEndpoint: CDP_URL, defaultViewport: null })
const page = (await browser.pages())[0] ?? await browser.newPage()
await page.goto('https://example.com')
console.log(await page.title())
await browser.disconnect()
`, "NODE_EXTRA_CA_CERTS", "//"},
	{"chromedp (Go)", "session.go", `// go mod init session && go get github.com/chromedp/chromedp@latest (0.20 or newer)
// RUN
package main

import (
	"context"
	"fmt"
	"log"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/remote"
)

func main() {
	ctx, cancel := remote.NewAllocator(context.Background(), CDP_URLOPTIONS)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()

	if err := chromedp.Do(ctx, chromedp.Navigate("https://example.com")); err != nil {
		log.Fatal(err)
	}
	title, err := chromedp.Run(ctx, chromedp.Title())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(title)
}
`, "SSL_CERT_FILE", "//"},
}

// fill returns the program for a session. On this machine it uses the plain form of
// the address, which needs no certificate; elsewhere it says how to trust the
// service's own authority, whose file may be known.
func (s script) fill(cdpURL, caFile string) string {
	address := wire.PlainURL(cdpURL)
	return s.write(address, caFile, strconv.QuoteToASCII(address))
}

// write is fill with an address as it is to stand in the program, in quotes.
func (s script) write(address, caFile, quoted string) string {
	run := map[string]string{"mjs": "node " + s.file, "py": "python3 " + s.file, "go": "go run ."}[s.file[strings.IndexByte(s.file, '.')+1:]]
	how := fmt.Sprintf("save as %s, then: %s", s.file, run)
	u, err := url.Parse(address)
	if err == nil && u.Scheme == "wss" {
		if caFile == "" {
			caFile = "ca.pem"
		}
		how += fmt.Sprintf("\n%s if the service's certificate is its own: %s=%s %s", s.comment, s.authority, quoteShell(caFile), run)
	}
	how += "\n" + s.comment + " The address is a secret: who has it has the browser."
	how += fmt.Sprintf("\n%s Meanwhile its page can be asked, for a call: assay query --url session:%s '{ title }'", s.comment, address[strings.LastIndexByte(address, '/')+1:])
	options := ""
	if err == nil {
		if _, notIP := netip.ParseAddr(u.Hostname()); notIP != nil {
			options = ", remote.NoModifyURL" // the host's name tells whose session it is
		}
	}
	return strings.NewReplacer("CDP_URL", quoted, "RUN", how, "OPTIONS", options).Replace(s.text)
}

// quoteShell returns a file's name as a shell takes it.
func quoteShell(s string) string {
	if strings.IndexFunc(s, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("/._-+:@%", r))
	}) < 0 {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}
