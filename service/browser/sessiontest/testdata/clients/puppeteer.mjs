// Drives a session with Puppeteer. Arguments: what to do. CDP_URL and BASE_URL are
// the session's, SITE is a web site made for this.
import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import path from 'node:path';
import puppeteer from 'puppeteer-core';

const { CDP_URL, BASE_URL, SITE } = process.env;
const big = 8 << 20;

const tasks = {
  async drive() {
    const browser = await puppeteer.connect({ browserWSEndpoint: CDP_URL, defaultViewport: null });
    const [first] = await browser.pages();
    await first.goto(SITE + '/');
    assert.equal(await first.title(), 'Front');
    const context = await browser.createBrowserContext();
    const page = await context.newPage();
    await page.goto(SITE + '/form');
    await page.type('#name', 'Ada');
    await page.click('#go');
    assert.equal(await page.$eval('#said', (e) => e.textContent), 'Ada');
    assert.ok((await page.screenshot()).length > 1000);
    assert.ok((await page.pdf()).length > 500);
    await page.setRequestInterception(true);
    page.on('request', (request) => (request.url().endsWith('/intercepted') ? request.respond({ body: 'from the client' }) : request.continue()));
    assert.equal(await page.evaluate(() => fetch('/intercepted').then((r) => r.text())), 'from the client');
    await context.close();
    await browser.disconnect();
  },

  // Sends and gets large messages.
  async send() {
    const browser = await puppeteer.connect({ browserWSEndpoint: CDP_URL });
    const page = await browser.newPage();
    assert.equal((await page.evaluate((n) => 'y'.repeat(n), big)).length, big);
    assert.equal(await page.evaluate((text) => text.length, 'z'.repeat(big)), big);
    await page.close();
    await browser.disconnect();
  },

  // Uploads FILE, which has the text TEXT, and downloads a file to FOLDER.
  async files() {
    const { FILE, FOLDER, TEXT } = process.env;
    const browser = await puppeteer.connect({ browserWSEndpoint: CDP_URL });
    const context = await browser.createBrowserContext({ downloadBehavior: { policy: 'allow', downloadPath: FOLDER } });
    const page = await context.newPage();
    await page.goto(SITE + '/upload');
    await (await page.$('#chosen')).uploadFile(FILE);
    assert.deepEqual(await page.evaluate(async () => [chosen.files[0].name, await chosen.files[0].text()]), [path.basename(FILE), TEXT]);
    await page.goto(SITE + '/');
    for (const name of ['report.txt', 'report (1).txt']) {
      await page.click('#file');
      let text;
      while (text === undefined) text = await fs.readFile(path.join(FOLDER, name), 'utf8').catch(() => new Promise((next) => setTimeout(next, 20)));
      assert.equal(text, 'the report');
    }
    await context.close();
    await browser.disconnect();
  },

  // Goes where nobody answers.
  async fail() {
    const browser = await puppeteer.connect({ browserWSEndpoint: CDP_URL });
    const page = await browser.newPage();
    await assert.rejects(page.goto(process.env.DEAD), /net::ERR_CONNECTION_REFUSED/);
    await page.close();
    await browser.disconnect();
  },

  async discover() {
    for (const browserURL of [new URL(BASE_URL).origin, BASE_URL, BASE_URL + '/']) {
      const browser = await puppeteer.connect({ browserURL });
      const page = await browser.newPage();
      await page.goto(SITE + '/');
      assert.equal(await page.title(), 'Front');
      await page.close();
      await browser.disconnect();
    }
  },

  // Begins what does not end in each of the sessions at CDP_URLS, and stays.
  async abandon() {
    setInterval(() => {}, 1 << 30);
    for (const browserWSEndpoint of process.env.CDP_URLS.split(' ')) {
      const browser = await puppeteer.connect({ browserWSEndpoint });
      const page = await (await browser.createBrowserContext()).newPage();
      await page.setRequestInterception(true);
      page.goto(SITE).catch(() => {});
      process.stdout.write('begun\n');
    }
    await new Promise(() => {});
  },

  async close() {
    const browser = await puppeteer.connect({ browserWSEndpoint: CDP_URL });
    assert.ok((await browser.version()).includes('Chrome'));
    await browser.close();
  },
};

for (const task of process.argv.slice(2)) await tasks[task]();
