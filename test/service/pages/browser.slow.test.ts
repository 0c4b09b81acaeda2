import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programOf } from '../../../scripts/checks/browsers/browser.ts';
import { createToken } from '../../../src/service/index.ts';
import { attest, red, world, type World } from '../support.ts';
import { filled, longNamed } from './hostile.ts';
import { linksOf, open } from './reader.ts';
import { serviceBy } from './scene.ts';
import { openTestProvider } from '../../support/provider.ts';
import { desktop, inEveryWay, listen, phone, signedIn, withoutScript, type Faults } from './trying.ts';
import { playWeek } from './week.ts';

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

/** Opens the first pages, and one of each kind that is found from them, and asks every link of theirs whether it answers. */
async function crawl(it: World, from: readonly string[]): Promise<Crawl> {
  await createToken({ dataDir: it.dataDir, user: 'admin', orgs: ['acme'], role: 'admin', token: admin });
  const { url } = it.service;
  // Here the policy does not stand in the way of a script that a page lets through.
  const lax = await signedIn(browser, url, admin, { bypassCSP: true, viewport: phone, timezoneId: 'Asia/Kolkata' });
  const strict = await signedIn(browser, url, admin, { viewport: desktop, timezoneId: 'America/St_Johns' });
  const still = await signedIn(browser, url, admin, { javaScriptEnabled: false, viewport: phone });
  const seen = new Set<string>();
  const opened = new Set<string>();
  const links = new Set<string>();
  const faults: Faults[] = [];
  for (const todo = [...from]; todo.length > 0;) {
    const address = todo.shift() ?? '';
    const kind = kindOf(address);
    if (opened.has(address) || (seen.has(kind) && !from.includes(address))) continue;
    opened.add(address);
    seen.add(kind);
    const page = await lax.newPage();
    const heard = listen(page);
    const tried = await tryPage(page, address, kind, strict, still);
    faults.push(...[...tried.faults, ...heard].map((fault) => [kind, fault]));
    todo.push(...tried.links.filter((link) => link.startsWith(url)));
    for (const link of tried.links) if (link.startsWith(url)) links.add(link.split('#')[0] ?? link);
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
  kind: string,
  strict: BrowserContext,
  still: BrowserContext,
): Promise<{ readonly faults: Faults; readonly links: readonly string[] }> {
  const answer = await page.goto(address).catch((error: unknown) => String(error));
  // A file to save is no page.
  if (typeof answer === 'string') return { faults: answer.includes('Download is starting') ? [] : [answer], links: [] };
  const links = await page.evaluate<string[]>(`[...document.querySelectorAll('a[href]')].map((link) => link.href)`);
  const faults = [
    ...(answer?.status() === 200 ? [] : [['status', answer?.status()]]),
    ...(await withoutScript(still, page)),
    ...(await inEveryWay(page, kind)),
  ];
  const guarded = await strict.newPage();
  const heard = listen(guarded);
  await guarded.goto(address);
  await guarded.close();
  return { faults: [...faults, ...heard], links };
}

const markup = `"><script>alert(1)</script><img src=x onerror=alert(2)>'\`</style></title></main><h1>Compliant</h1>&lt;b&gt;{{7*7}}]]>%0d%0a👩‍👩‍👧`;
const hostile = `${markup}\u202Eevil\u2066\u0000\u0007\u001B[31m${'W'.repeat(5000)}`;

type Step = (page: Page) => Promise<unknown>;

/** Opens a page, fills its form, and sends it. */
const send =
  (path: string, button: string, fields: Readonly<Record<string, string>> = {}): Step =>
  async (page) => {
    await page.goto(path);
    // As somebody has it who opened what is folded, and whose page let through what a form of ours does not.
    await page.evaluate(`for (const part of document.querySelectorAll('details')) part.open = true;
      for (const input of document.querySelectorAll('[maxlength]')) input.removeAttribute('maxlength');`);
    for (const [name, value] of Object.entries(fields)) await page.fill(`input[name=${name}]`, value);
    await page.click(`main ${button}`);
  };

const tokens = 'form[action$="/tokens"] button';

/** Pages that only a form shows, and those in place of another page, with their status. Each step finds what those before it left. */
const steps: Readonly<Record<string, readonly [status: number, step: Step]>> = {
  'a wrong token': [401, send(`/sign-in?next=/${'W'.repeat(1000)}`, 'button', { token: hostile.slice(0, 500) })],
  'a token that was made': [200, send('/acme/access', tokens, { user: 'W'.repeat(100), label: `x${markup}`.slice(0, 100) })],
  'a token that was rotated': [200, send('/acme/access', 'li:has-text("WWW") [action$="/rotation"] button')],
  'a token that cannot be made': [400, send('/acme/access', tokens, { user: hostile.slice(0, 300), label: hostile.slice(0, 300) })],
  'the last administrator': [403, send('/acme/access', 'li:has-text("root admin") [action$="/end"] button')],
  'a form that is too large': [413, send('/acme/access', tokens, { user: 'a', label: 'W'.repeat(20_000) })],
  'a rule that was made': [
    200,
    send('/acme/job-rules', '[action$="/job-rules"] button', {
      repository: `acme/${'w'.repeat(100)}`,
      repository_id: '7',
      audience: 'evidence',
      workflow: `acme/ci/.github/workflows/${'W'.repeat(300)}.yml@refs/heads/main`,
    }),
  ],
  'a rule that cannot be made, with the focus on the reason': [
    400,
    async (page) => {
      await send('/acme/job-rules', '[action$="/job-rules"] button', { repository: 'acme/*', owner_id: '7', audience: 'x' })(page);
      await page.waitForFunction(`document.activeElement?.role === 'alert'`);
    },
  ],
  'a terminal to be signed in': [200, (page) => page.goto(`/sign-in/terminal/${'ab'.repeat(32)}`)],
  'a terminal that is signed in': [200, send(`/sign-in/terminal/${'ab'.repeat(32)}`, 'button')],
  'another organization': [403, (page) => page.goto(`/${'W'.repeat(200)}`)],
  'no page': [404, (page) => page.goto(`/a/b/${encodeURIComponent(markup)}/${'W'.repeat(500)}`)],
  'no name of a flow': [400, (page) => page.goto(`/acme/flows/${encodeURIComponent(markup)}`)],
  'a malformed address': [400, (page) => page.goto(`/%zz${'W'.repeat(300)}`)],
  'nothing to state': [409, (page) => page.goto('/acme/flows/f/trails/t/statement')],
  'a form that is sent nowhere': [
    404,
    async (page) => {
      await page.goto('/acme/access');
      await page.evaluate(`document.querySelector('header form[method=post]').action = '/nowhere/at/all'`);
      await page.click('header form[method=post] button');
    },
  ],
};

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
      const it = await filled(hostile);
      const { text } = await open(it, '/acme/flows/f/trails/t');
      // The page of the trail says what is special to each of them.
      const records = linksOf(text).filter((link) => link.includes('attestation_id='));
      const asked = new URLSearchParams({ branch: hostile.slice(0, 200), text: hostile.slice(100, 300) }).toString();
      const from = ['/', '/sign-in', '/acme/search?q=W', ...longNamed.slice(-3), ...records.slice(0, 3), `/acme/flows/f?${asked}`];
      const { faults, kinds } = await crawl(
        it,
        from.map((path) => it.service.url + path),
      );
      expect(faults).toEqual([]);
      expect(kinds.length).toBeGreaterThan(22);
    },
    timeout,
  );
});

test.skipIf(!existsSync(program))(
  'what only a form shows, and what is shown in place of a page, is as good to read and to use',
  async () => {
    const it = await world(undefined, { oidc: {} });
    const limited = await world(undefined, { requestsPerMinute: 1 });
    await createToken({ dataDir: it.dataDir, user: 'root', orgs: ['acme'], role: 'admin', token: admin });
    await attest(it, 'f/t');
    const { url } = it.service;
    const provider = await openTestProvider();
    const unreachable = await serviceBy(provider);
    await provider.close();
    const context = await signedIn(browser, url, admin, { baseURL: url, viewport: phone });
    const faults: Faults[] = [];
    const all = Object.entries({
      ...steps,
      'a provider that does not answer': [503, (page) => page.goto(`${unreachable.service.url}/sign-in/start`)],
      'too many requests': [
        429,
        async (page) => {
          await page.goto(`${limited.service.url}/sign-in`);
          await page.goto(`${limited.service.url}/sign-in`);
        },
      ],
    } satisfies typeof steps);
    for (const [name, [status, step]] of all) {
      const page = await context.newPage();
      const heard = listen(page);
      let answered = 0;
      page.on('response', (answer) => (answered = answer.status()));
      await step(page);
      const tried = await inEveryWay(page, name);
      faults.push(...[...(answered === status ? [] : [['answers', answered]]), ...tried, ...heard].map((fault) => [name, fault]));
      await page.close();
    }
    expect(faults).toEqual([]);
  },
  timeout,
);

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
