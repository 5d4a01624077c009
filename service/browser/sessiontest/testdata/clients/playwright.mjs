// Drives a session with Playwright, as its documentation says. Arguments: what to do.
// CDP_URL and BASE_URL are the session's, SITE is a web site made for this.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

// An import would search the package's 7 MB for the names that it exports first.
const { chromium } = createRequire(import.meta.url)('playwright-core');

const { CDP_URL, BASE_URL, SITE } = process.env;
const say = (value) => process.stdout.write(JSON.stringify(value) + '\n');
const big = 8 << 20;

const tasks = {
  async drive() {
    const browser = await chromium.connectOverCDP(CDP_URL);
    const first = browser.contexts()[0].pages()[0];
    assert.equal(first.url(), 'about:blank');
    await first.goto(SITE + '/');
    assert.equal(await first.title(), 'Front');

    const page = await browser.newPage();
    await page.goto(SITE + '/form');
    await page.fill('#name', 'abc');
    await page.press('#name', 'Control+A');
    await page.type('#name', 'Zoë 😀');
    await page.click('#go');
    assert.equal(await page.textContent('#said'), 'Zoë 😀');

    assert.ok((await page.screenshot({ fullPage: true })).length > 1000);
    assert.equal((await page.pdf()).subarray(0, 5).toString(), '%PDF-');

    await page.route('**/intercepted', (route) => route.fulfill({ body: 'from the client' }));
    assert.equal(await page.evaluate(() => fetch('/intercepted').then((r) => r.text())), 'from the client');

    const context = await browser.newContext({ viewport: { width: 500, height: 400 }, userAgent: 'Mine/1.0' });
    const own = await context.newPage();
    await own.goto(SITE + '/frame');
    assert.equal(await own.frameLocator('iframe').locator('h1').textContent(), 'Inner');
    assert.equal(await own.evaluate(() => navigator.userAgent), 'Mine/1.0');
    await context.close();

    const dialog = page.waitForEvent('dialog').then((d) => d.accept('yes'));
    assert.equal(await page.evaluate(() => prompt('?')), 'yes');
    await dialog;

    const root = await browser.newBrowserCDPSession();
    let guid;
    root.on('Browser.downloadWillBegin', (event) => { guid = event.guid; });
    await root.send('Browser.setDownloadBehavior', { behavior: 'allowAndName', downloadPath: '/nowhere', eventsEnabled: true });
    const cdp = await first.context().newCDPSession(first);
    await cdp.send('Page.enable');
    cdp.on('Page.downloadWillBegin', (event) => { guid ??= event.guid; });
    const download = first.waitForEvent('download');
    await first.click('#file');
    assert.equal((await download).suggestedFilename(), 'report.txt');
    assert.ok(guid, 'the download has no GUID');
    for (let i = 0; ; i++) {
      const answer = await fetch(BASE_URL + '/downloads/' + guid);
      if (answer.status === 200) {
        assert.equal(await answer.text(), 'the report');
        assert.match(answer.headers.get('content-disposition'), /report\.txt/);
        break;
      }
      assert.ok(i < 100, 'the download is not served');
      await new Promise((next) => setTimeout(next, 50));
    }
    await browser.close();
  },

  // Sends and gets large messages.
  async send() {
    const browser = await chromium.connectOverCDP(CDP_URL);
    const page = await browser.newPage();
    assert.equal((await page.evaluate((n) => 'y'.repeat(n), big)).length, big);
    assert.equal(await page.evaluate((text) => text.length, 'z'.repeat(big)), big);
    await browser.close();
  },

  // Uploads FILE, which has the text TEXT, and downloads a file to FOLDER.
  async files() {
    const { FILE, FOLDER, TEXT } = process.env;
    for (const isLocal of [false, true]) {
      const browser = await chromium.connectOverCDP(CDP_URL, { isLocal });
      const page = await browser.newPage();
      await page.goto(SITE + '/upload');
      await page.setInputFiles('#chosen', FILE);
      assert.deepEqual(await page.evaluate(async () => [chosen.files[0].name, await chosen.files[0].text()]), [path.basename(FILE), TEXT]);
      for (const from of [page, browser.contexts()[0].pages()[0]]) {
        await from.goto(SITE + '/');
        const [download] = await Promise.all([from.waitForEvent('download'), from.click('#file')]);
        assert.equal(await fs.readFile(await download.path(), 'utf8'), 'the report');
        const saved = path.join(FOLDER, isLocal + download.suggestedFilename());
        await download.saveAs(saved);
        assert.equal(await fs.readFile(saved, 'utf8'), 'the report');
        let streamed = '';
        for await (const chunk of await download.createReadStream()) streamed += chunk;
        assert.equal(streamed, 'the report');
      }
      await browser.close();
    }
  },

  // Goes where nobody answers.
  async fail() {
    const browser = await chromium.connectOverCDP(CDP_URL);
    const page = await browser.newPage();
    const failed = page.waitForEvent('requestfailed');
    await assert.rejects(page.goto(process.env.DEAD), /net::ERR_CONNECTION_REFUSED/);
    assert.equal((await failed).failure().errorText, 'net::ERR_CONNECTION_REFUSED');
    await browser.close();
  },

  async discover() {
    for (const address of [BASE_URL, BASE_URL + '/']) {
      const browser = await chromium.connectOverCDP(address);
      const page = await browser.newPage();
      await page.goto(SITE + '/');
      assert.equal(await page.title(), 'Front');
      await browser.close();
    }
    const version = await (await fetch(BASE_URL + '/json/version')).json();
    const browser = await chromium.connectOverCDP(version.webSocketDebuggerUrl);
    await browser.close();
  },

  // Connects and stays until it is killed or told to leave.
  async stay() {
    const browser = await chromium.connectOverCDP(CDP_URL);
    const page = browser.contexts()[0].pages()[0];
    if (page.url() === 'about:blank') {
      await page.goto(SITE + '/');
      await page.evaluate(() => { document.cookie = 'kept=1; max-age=600'; localStorage.kept = '1'; });
    }
    say({ url: page.url(), cookie: await page.evaluate(() => document.cookie), stored: await page.evaluate(() => localStorage.kept) });
    browser.on('disconnected', () => { say('disconnected'); process.exit(0); });
    for await (const chunk of process.stdin) void chunk;
    await browser.close();
  },

  // Begins what does not end in each of the sessions at CDP_URLS, and stays.
  async abandon() {
    for (const address of process.env.CDP_URLS.split(' ')) {
      const browser = await chromium.connectOverCDP(address);
      const page = await browser.newPage();
      page.goto(SITE).catch(() => {});
      page.waitForEvent('download', { timeout: 0 }).catch(() => {});
      say('begun');
    }
    await new Promise(() => {});
  },

  // Uses the live view at VIEW, which shows a page that puts in its title what is
  // done to it.
  async view() {
    const browser = await chromium.connectOverCDP(CDP_URL);
    const page = await browser.newPage({ viewport: { width: 1000, height: 900 } });
    page.setDefaultTimeout(8000);
    const failures = [];
    page.on('pageerror', (error) => failures.push(error.message));
    page.on('request', (request) => { if (!request.url().startsWith(new URL(process.env.VIEW).origin) && !/^(data|blob):/.test(request.url())) failures.push(request.url()); });
    await page.goto(process.env.VIEW);
    const title = (text) => page.waitForFunction((t) => document.title === t, text);
    await title('Canvas');
    await page.waitForFunction(() => document.getElementById('notice').textContent === '');
    say('ready');
    const box = await page.locator('#screen').boundingBox();
    const scale = box.width / (await page.evaluate(() => document.getElementById('screen').width));
    const at = (x, y) => [box.x + x * scale, box.y + y * scale];
    await page.mouse.click(...at(400, 300));
    await page.waitForFunction(() => /^click (399|400|401) (299|300|301)$/.test(document.title));
    say('click');
    await page.mouse.click(...at(150, 110));
    await page.keyboard.type('Hi!');
    await title('input Hi!');
    await page.keyboard.press('Backspace');
    await title('input Hi');
    say('typed');
    await page.mouse.move(...at(400, 300));
    await page.mouse.wheel(0, 300);
    await title('scroll true');
    say('scrolled');
    assert.match(await page.textContent('#pages a[aria-current]'), /scroll true/);
    assert.match(await page.textContent('#address'), /\/canvas$/);
    say('tabs');
    await page.waitForFunction(() => document.body.dataset.state === 'ended');
    say(await page.textContent('#notice'));
    assert.deepEqual(failures, []);
    await browser.close();
  },

  // Says how long a call and 5 MB both ways take, at the median and in microseconds,
  // for the browser at DIRECT_URL and the session by turns.
  async measure() {
    const pages = {};
    const browsers = [];
    for (const [way, url] of Object.entries({ direct: process.env.DIRECT_URL, relay: CDP_URL })) {
      const browser = await chromium.connectOverCDP(url);
      browsers.push(browser);
      pages[way] = browser.contexts()[0].pages()[0];
    }
    const text = 'u'.repeat(5 << 20);
    const jobs = {
      call: [20, (page) => page.evaluate(() => 1)],
      up: [3, (page) => page.evaluate((sent) => sent.length, text)],
      down: [3, (page) => page.evaluate(() => 'd'.repeat(5 << 20))],
    };
    const medians = {};
    for (const [job, [turns, run]] of Object.entries(jobs)) {
      const times = { direct: [], relay: [] };
      for (let turn = -1; turn < turns; turn++) {
        for (const way of turn % 2 ? ['direct', 'relay'] : ['relay', 'direct']) {
          const began = performance.now();
          await run(pages[way]);
          if (turn >= 0) times[way].push((performance.now() - began) * 1000); // the first warms up
        }
      }
      for (const [way, list] of Object.entries(times)) medians[way + '-' + job] = list.sort((a, b) => a - b)[turns >> 1];
    }
    say(medians);
    for (const browser of browsers) await browser.close();
  },

  // Says what pages see of the browser, everywhere that code runs, for each of the sessions
  // at CDP_URLS.
  async agent() {
    const all = await Promise.all(process.env.CDP_URLS.split(' ').map(async (address) => {
      const browser = await chromium.connectOverCDP(address);
      const places = {};
      const look = async (name, page) => {
        await page.goto(SITE + '/agent');
        places[name] = await page.evaluate(() => globalThis.seen);
      };
      await look('first page', browser.contexts()[0].pages()[0]);
      await look('new page', await browser.contexts()[0].newPage());
      await look('new context', await browser.newPage());
      const opener = await browser.newPage();
      await opener.goto(SITE + '/');
      const [popup] = await Promise.all([opener.waitForEvent('popup'), opener.evaluate((url) => { window.open(url); }, SITE + '/agent')]);
      places.popup = await popup.evaluate(() => globalThis.seen);
      await browser.close();
      return places;
    }));
    all.forEach(say);
  },
};

setTimeout(() => { throw new Error('this takes too long'); }, 200_000).unref();
for (const task of process.argv.slice(2)) await tasks[task]();
