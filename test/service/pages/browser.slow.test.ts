import { join } from 'node:path';
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOf } from '../../../scripts/checks/browsers/browser.ts';
import { createToken } from '../../../src/service/index.ts';
import { attest, red, world, type World } from '../support.ts';
import { filled } from './hostile.ts';
import { byKeyboard, desktop, inPrint, listen, onScreens, phone, signedIn, withoutScript, withoutStyle, type Faults } from './trying.ts';
import { playWeek } from './week.ts';

/** With PICTURES=DIRECTORY each page is kept there as a picture. */
const pictures = process.env['PICTURES'];
const program = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const admin = 'the-token-of-an-administrator';
/** A crawl has some thirty pages, and each is tried in ten ways. */
const timeout = 900_000;

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: programOf([program], 'chromium'), args: ['--no-sandbox'] });
});
afterAll(async () => browser.close());

/** One page of each kind that the others lead to: a list of a thousand trails is one kind. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address);
  const named = pathname.replace(
    /\/(flows|trails|artifacts|snapshots|environments|changes|attestations|policies|approvals|types|audits)\/[^/]+/g,
    '/$1/:name',
  );
  return `${named}?${[...searchParams.keys()].toSorted().join('&')}`;
}

interface Crawl {
  readonly faults: readonly Faults[];
  readonly kinds: readonly string[];
}

/** Opens a page of each kind that is found from the first one, and asks every link of theirs whether it answers. */
async function crawl(it: World, from: readonly string[]): Promise<Crawl> {
  await createToken({ dataDir: it.dataDir, user: 'admin', orgs: ['acme'], role: 'admin', token: admin });
  const { url } = it.service;
  // Here the policy does not stand in the way of a script that a page lets through.
  const open = await signedIn(browser, url, admin, { bypassCSP: true, viewport: phone, timezoneId: 'Asia/Kolkata' });
  const strict = await signedIn(browser, url, admin, { viewport: desktop, timezoneId: 'America/St_Johns' });
  const still = await signedIn(browser, url, admin, { javaScriptEnabled: false, viewport: phone });
  const seen = new Set<string>();
  const links = new Set<string>();
  const faults: Faults[] = [];
  for (const todo = [...from]; todo.length > 0;) {
    const address = todo.shift() ?? '';
    const kind = kindOf(address);
    if (seen.has(kind)) continue;
    seen.add(kind);
    const page = await open.newPage();
    const heard = listen(page);
    const tried = await tryPage(page, address, strict, still);
    faults.push(...[...tried.faults, ...heard].map((fault) => [kind, fault]));
    todo.push(...tried.links.filter((link) => link.startsWith(url)));
    for (const link of tried.links) if (link.startsWith(url)) links.add(link.split('#')[0] ?? link);
    if (pictures !== undefined)
      for (const size of [phone, desktop]) {
        await page.setViewportSize(size);
        const name = `${kind.replace(/[^\w]+/g, '-')}-${size === phone ? 'phone' : 'desktop'}.png`;
        await page.screenshot({ fullPage: true, path: join(pictures, name) });
      }
    await page.close();
  }
  for (const link of links) {
    const { status } = await fetch(link, { headers: { authorization: `Bearer ${admin}` } });
    if (status !== 200) faults.push([link, 'answers', status]);
  }
  return { faults, kinds: [...seen] };
}

async function tryPage(
  page: Page,
  address: string,
  strict: BrowserContext,
  still: BrowserContext,
): Promise<{ readonly faults: Faults; readonly links: readonly string[] }> {
  const answer = await page.goto(address).catch((error: unknown) => String(error));
  // A file to save is no page.
  if (typeof answer === 'string') return { faults: answer.includes('Download is starting') ? [] : [answer], links: [] };
  const links = await page.evaluate<string[]>(`[...document.querySelectorAll('a[href]')].map((link) => link.href)`);
  const faults = [
    ...(answer?.status() === 200 ? [] : [['status', answer?.status()]]),
    ...(await onScreens(page)),
    ...(await inPrint(page)),
    ...(await byKeyboard(page)),
    ...(await withoutScript(still, page)),
    ...(await withoutStyle(page)),
  ];
  const guarded = await strict.newPage();
  const heard = listen(guarded);
  await guarded.goto(address);
  await guarded.close();
  return { faults: [...faults, ...heard], links };
}

describe.skipIf(!existsSync(program))('every page that is found from the first one', () => {
  test(
    'of a week can be read and used on a phone, in print, by keyboard, without script and without style',
    async () => {
      const it = await world();
      const { first, nightly } = await playWeek(it);
      const { faults, kinds } = await crawl(it, [first, nightly, `${it.service.url}/acme/search?q=a`]);
      expect(faults).toEqual([]);
      expect(kinds.length).toBeGreaterThan(22);
      const page = await browser.newPage({ viewport: phone, extraHTTPHeaders: { authorization: `Bearer ${admin}` } });
      await page.goto(nightly);
      expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThanOrEqual(3000);
      await page.close();
    },
    timeout,
  );

  test(
    'runs nothing of what strangers wrote into every field, and is as good to read',
    async () => {
      const markup = `"><script>alert(1)</script><img src=x onerror=alert(2)>'\`</style></title></main><h1>Compliant</h1>&lt;b&gt;{{7*7}}`;
      const it = await filled(`${markup}\u202Eevil\u2066\u0000\u0007\u001B[31m${'W'.repeat(5000)}`);
      const { faults, kinds } = await crawl(
        it,
        ['/', '/sign-in', '/acme/search?q=W'].map((path) => it.service.url + path),
      );
      expect(faults).toEqual([]);
      expect(kinds.length).toBeGreaterThan(22);
    },
    timeout,
  );
});

test.skipIf(!existsSync(program))('times are by the clock of the reader, and in UTC by their title or without a script', async () => {
  const it = await world();
  await attest(it, 'f/t', { junit_results: [red] });
  const extraHTTPHeaders = {
    authorization: `Bearer ${await createToken({ dataDir: it.dataDir, user: 'eve', orgs: ['acme'], role: 'reader' })}`,
  };
  const timesIn = async (javaScriptEnabled: boolean, timezoneId: string, path: string) => {
    const page = await browser.newPage({ extraHTTPHeaders, javaScriptEnabled, timezoneId });
    const heard = listen(page);
    await page.goto(it.service.url + path);
    const times = await page.$$eval('time', (all) =>
      all.map((time) => [time.textContent ?? '', time.title, time.getAttribute('datetime') ?? '']),
    );
    await page.close();
    expect(heard).toEqual([]);
    expect(times.length).toBeGreaterThan(0);
    return times;
  };
  for (const [zone, offset] of [
    ['Asia/Kolkata', '+05:30'],
    ['America/St_Johns', '-03:30'],
    ['UTC', '+00:00'],
  ] as const) {
    for (const [words = '', title = '', moment = ''] of await timesIn(true, zone, '/acme/flows/f/trails/t')) {
      expect(words.endsWith(` ${offset}`)).toBe(true);
      expect(title).toBe(`${moment.slice(0, 10)} ${moment.slice(11, 19)} UTC`);
      expect(Date.parse(words.replace(' ', 'T').replace(' ', ''))).toBe(Date.parse(moment));
    }
    for (const [words, title = ''] of await timesIn(true, zone, '/acme'))
      expect([words, title.includes(`${offset} (2`)]).toEqual(['just now', true]);
  }
  for (const [words, title] of await timesIn(false, 'Asia/Kolkata', '/acme/flows/f/trails/t'))
    expect([words, words?.endsWith(' UTC')]).toEqual([title, true]);
});
