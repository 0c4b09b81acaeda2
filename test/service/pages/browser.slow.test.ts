import { createRequire } from 'node:module';
import { join } from 'node:path';
import { existsSync, readFileSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { programOf } from '../../../scripts/checks/browsers/browser.ts';
import { createToken } from '../../../src/service/index.ts';
import { token, world } from '../support.ts';
import { playWeek } from './week.ts';

/** With PICTURES=DIRECTORY each page is kept there as a picture. */
const pictures = process.env['PICTURES'];
const program = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const phone = { viewport: { width: 390, height: 844 }, colorScheme: 'light' } as const;
const desktop = { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' } as const;

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: programOf([program], 'chromium'), args: ['--no-sandbox'] });
});
afterAll(async () => browser.close());

/** One page of each kind that the others lead to: a list of a thousand trails is one kind. */
function kindOf(address: string): string {
  const { pathname, searchParams } = new URL(address);
  const named = pathname.replace(
    /\/(flows|trails|artifacts|snapshots|environments|changes|attestations|policies|approvals|types)\/[^/]+/g,
    '/$1/:name',
  );
  return `${named}?${[...searchParams.keys()].toSorted().join('&')}`;
}

async function linksOn(page: Page): Promise<readonly string[]> {
  return await page.evaluate<string[]>(`[...document.querySelectorAll('a[href]')].map((link) => link.href)`);
}

async function violations(page: Page): Promise<unknown> {
  await page.evaluate(axe);
  return await page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map((node) => node.html)]))`,
  );
}

/** As tall and as wide as the page is; wider than the screen is a fault. */
const size = (page: Page): Promise<readonly number[]> =>
  page.evaluate<number[]>('[document.documentElement.scrollHeight, document.documentElement.scrollWidth]');

test.skipIf(!existsSync(program))(
  'every page of a week is found from the first one, fits a phone, and is clean for axe, without a script',
  async () => {
    const it = await world();
    const { first, nightly } = await playWeek(it);
    const admin = 'the-token-of-an-administrator';
    await createToken({ dataDir: it.dataDir, user: 'root', orgs: ['acme'], role: 'admin', token: admin });
    const options = { extraHTTPHeaders: { authorization: `Bearer ${admin}` }, bypassCSP: true };
    const small = await browser.newContext({ ...options, ...phone });
    const large = await browser.newContext({ ...options, ...desktop });
    const seen = new Map<string, string>();
    const told: unknown[] = [];
    for (const todo = [first, nightly]; todo.length > 0;) {
      const address = todo.shift() ?? '';
      const kind = kindOf(address);
      if (seen.has(kind)) continue;
      seen.set(kind, address);
      told.push(
        ...(await faultsOf(address, kind, small, large, (links) => todo.push(...links.filter((link) => link.startsWith(it.service.url))))),
      );
    }
    expect(told).toEqual([]);
    expect(seen.size).toBeGreaterThan(22);
    const page = await small.newPage();
    await page.goto(nightly);
    expect((await size(page))[0]).toBeLessThanOrEqual(3000);
  },
);

async function faultsOf(
  address: string,
  kind: string,
  small: BrowserContext,
  large: BrowserContext,
  found: (links: readonly string[]) => void,
): Promise<readonly unknown[]> {
  const faults: unknown[] = [];
  for (const context of [small, large]) {
    const page = await context.newPage();
    const answer = await page.goto(address).catch((error: unknown) => String(error));
    // A file to save is no page.
    if (typeof answer === 'string') {
      await page.close();
      return answer.includes('Download is starting') ? [] : [[kind, answer]];
    }
    const status = answer?.status();
    if (status !== 200) faults.push([kind, 'status', status]);
    const [, width = 0] = await size(page);
    if (width > (page.viewportSize()?.width ?? 0)) faults.push([kind, 'is wider than the screen', width]);
    const broken = await violations(page);
    if (Array.isArray(broken) && broken.length > 0) faults.push([kind, broken]);
    if ((await page.$$('script')).length > 0) faults.push([kind, 'has a script']);
    found(await linksOn(page));
    if (pictures !== undefined)
      await page.screenshot({
        fullPage: true,
        path: join(pictures, `${kind.replace(/[^\w]+/g, '-')}-${context === small ? 'phone' : 'desktop'}.png`),
      });
    await page.close();
  }
  return faults;
}

test.skipIf(!existsSync(program))(
  'each page can be used with the keyboard alone: the first stop skips to the content, and every stop is seen',
  async () => {
    const it = await world();
    const { nightly } = await playWeek(it);
    const context = await browser.newContext({ ...phone, extraHTTPHeaders: { authorization: `Bearer ${token}` } });
    const page = await context.newPage();
    await page.goto(nightly);
    for (let stop = 0; stop < 20; stop += 1) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate<string>(`(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return 'nothing';
      return getComputedStyle(element).outlineStyle === 'none' ? element.outerHTML + ' without an outline' : 'seen';
    })()`);
      expect(focused).toBe('seen');
    }
  },
);
