import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** Ways to try a page in Chromium. Each answers the faults that it found. */
export type Faults = readonly unknown[];

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const phone = { width: 390, height: 844 } as const;
export const desktop = { width: 1280, height: 900 } as const;
/** A4 without margins of 15 mm. */
const paper = { width: 680, height: 980 } as const;

/** A browser in which somebody is signed in by the form. */
export async function signedIn(browser: Browser, url: string, token: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext({ ...options, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${url}/sign-in?next=/acme/types`);
  await page.fill('#token', token);
  await page.click('main button');
  // Until it is loaded: Chromium forgets now and then that it was to close a page that is loading, and nothing ends that waiting.
  await page.waitForURL(`${url}/acme/types`);
  await page.close();
  return context;
}

/** Names what runs, asks or complains on a page, from now on; not that the page itself is a refusal. */
export function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('dialog', (dialog) => {
    heard.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => heard.push(`an error: ${error.message}`));
  page.on('console', (message) => {
    const isOwnStatus = message.location().url === page.url() && message.text().startsWith('Failed to load resource');
    if (['error', 'warning'].includes(message.type()) && !isOwnStatus) heard.push(`the console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (request.resourceType() !== 'document') heard.push(`a request of ${request.resourceType()} ${request.url()}`);
  });
  return heard;
}

/** In words of the page, so that a fault can be found in it. */
const shown = `const shown = (element) => element.outerHTML.slice(0, 150);
const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;`;

const ask = async (page: Page, body: string): Promise<Faults> => await page.evaluate<Faults>(`(() => { ${shown} ${body} })()`);

const axeSays = async (page: Page, only?: string): Promise<Faults> =>
  await page.evaluate<Faults>(
    `axe.run(${only === undefined ? '' : `{ runOnly: '${only}' }`}).then(({ violations }) => violations.map(({ id, nodes }) => [id, ...nodes.slice(0, 3).map((node) => node.html)]))`,
  );

const tooWide = (page: Page): Promise<Faults> =>
  ask(
    page,
    `const { clientWidth, scrollWidth } = document.documentElement;
    return scrollWidth > clientWidth ? ['is wider than the screen', scrollWidth, clientWidth] : [];`,
  );

/** With PICTURES=DIRECTORY each page is kept there as a picture. */
const pictures = process.env['PICTURES'];

/** All ways that need no second look at the address: what a form shows has none. */
export async function inEveryWay(page: Page, name: string): Promise<Faults> {
  const faults = [...(await onScreens(page)), ...(await inPrint(page)), ...(await byKeyboard(page))];
  for (const size of pictures === undefined ? [] : [phone, desktop]) {
    await page.setViewportSize(size);
    const path = join(pictures ?? '', `${name.replace(/[^\w]+/g, '-').slice(0, 100)}-${size.width}.png`);
    await page.screenshot({ fullPage: true, caret: 'initial', path });
  }
  return [...faults, ...(await withoutStyle(page))];
}

/** Narrow and wide, light and dark; clean by the rules of accessibility in each. */
async function onScreens(page: Page): Promise<Faults> {
  await page.evaluate(axe);
  const faults: unknown[] = [];
  for (const size of [phone, desktop]) {
    await page.setViewportSize(size);
    await page.emulateMedia({ media: 'screen', colorScheme: size === phone ? 'light' : 'dark' });
    faults.push(...(await tooWide(page)), ...(await axeSays(page)));
    await page.emulateMedia({ colorScheme: size === phone ? 'dark' : 'light' });
    faults.push(...(await axeSays(page, 'color-contrast')));
  }
  await page.emulateMedia({ colorScheme: 'light' });
  return [...faults, ...(await withoutMotion(page))];
}

const withoutMotion = (page: Page): Promise<Faults> =>
  ask(
    page,
    `return [...document.querySelectorAll('*')].filter((element) => {
      const { animationName, scrollBehavior, transitionDuration } = getComputedStyle(element);
      return animationName !== 'none' || transitionDuration !== '0s' || scrollBehavior !== 'auto';
    }).map((element) => ['moves', shown(element)]);`,
  );

/** On paper: black on white whatever the screen is, nothing to click that is no link, and nothing cut at the edge or in a box. */
async function inPrint(page: Page): Promise<Faults> {
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const faults = await ask(
    page,
    `
    const light = ([red, green, blue]) => (red * 299 + green * 587 + blue * 114) / 1000;
    const numbers = (colour) => colour.match(/[\\d.]+/g).map(Number);
    const found = [];
    for (const element of document.querySelectorAll('body, body *')) {
      if (!isSeen(element)) continue;
      const { backgroundColor, color, overflowX } = getComputedStyle(element);
      const paper = numbers(backgroundColor);
      if (element === document.body && backgroundColor !== 'rgb(255, 255, 255)') found.push(['is not printed on white', backgroundColor]);
      if (paper[3] !== 0 && light(paper) < 200) found.push(['is printed on dark', shown(element), backgroundColor]);
      if (light(numbers(color)) > 130) found.push(['is printed pale', shown(element), color]);
      if (element.matches('button, input, select, textarea, .skip, nav.pages')) found.push(['is printed', shown(element)]);
      if (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) found.push(['is cut in its box', shown(element)]);
      if (element.matches('tr, figure, article') && element.getBoundingClientRect().height < 900 && getComputedStyle(element).breakInside !== 'avoid')
        found.push(['is cut between two sheets', shown(element)]);
      if (element.getBoundingClientRect().right > innerWidth + 1) found.push(['is cut at the edge', shown(element)]);
    }
    return found;`,
  );
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  return faults.slice(0, 10);
}

/** All that people read, in order, and without the times, which a script shows by another clock. */
const words = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `[...document.querySelectorAll('time')].forEach((time) => time.textContent = 'then'), document.body.innerText.replace(/\\s+/g, '')`,
  );

/** In the order of reading: to skip, where one is, the first heading at the head of the content, the foot. Nothing says more or less than with a style. */
async function withoutStyle(page: Page): Promise<Faults> {
  const styled = await words(page);
  const faults = await ask(
    page,
    `for (const style of document.querySelectorAll('style')) style.remove();
    const order = [...document.body.children].map((element) => element.localName).join(' ');
    const found = order === 'a header main footer' ? [] : [['is not in the order of reading', order]];
    if (document.body.firstElementChild.getAttribute('href') !== '#main') found.push(['does not begin with how to skip']);
    if (document.querySelector('h1, h2, h3') !== document.querySelector('main > h1')) found.push(['has another heading before the first']);
    for (const element of document.querySelectorAll('img, canvas, video, object, [style], [hidden]')) found.push(['is no text', shown(element)]);
    for (const element of document.querySelectorAll('svg'))
      if (!element.querySelector('title') || !element.parentElement.querySelector('table')) found.push(['is no text', shown(element)]);
    for (const element of document.querySelectorAll('a, button, summary, label, th, h1, h2, h3'))
      if (element.textContent.trim() === '' && !element.title) found.push(['says nothing', shown(element)]);
    return found;`,
  );
  const bare = await words(page);
  const letters = (text: string): string => Array.from(text).toSorted().join('');
  return letters(styled) === letters(bare) ? faults : [...faults, ['says something else without a style', styled.length, bare.length]];
}

/** The page of a browser whose scripts are off says the same, with times in UTC. */
export async function withoutScript(context: BrowserContext, page: Page): Promise<Faults> {
  const other = await context.newPage();
  await other.goto(page.url());
  const wrong = await ask(
    other,
    `return [...document.querySelectorAll('time')].filter((time) => !/( UTC| ago|just now|^in .*)$/.test(time.textContent))
    .map((time) => ['is no time in UTC', shown(time)]);`,
  );
  const [one, two] = [await words(page), await words(other)];
  await other.close();
  return one === two ? wrong : [...wrong, ['says something else without its script', one.length, two.length]];
}

/** With the key Tab alone: every link, button and field is reached in the order of the page, is seen, and is left; and the first link skips. */
async function byKeyboard(page: Page): Promise<Faults> {
  const count = await page.evaluate<number>(`(() => { ${shown}
    window.all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"])')].filter(isSeen);
    window.stops = [];
    window.unseen = [];
    addEventListener('focusin', ({ target }) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      const { bottom, left, right, top } = target.getBoundingClientRect();
      stops.push(target);
      if (outlineStyle === 'none' || parseFloat(outlineWidth) < 2) unseen.push(['has the focus and no outline', shown(target)]);
      if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) unseen.push(['has the focus and is out of sight', shown(target)]);
    });
    document.activeElement.blur();
    return all.length; })()`);
  // One more for the end of the page, and a field for a date has four stops.
  const dates = await page.locator('input[type=date]').count();
  for (let stop = 0; stop <= count + 3 * dates; stop += 1) await page.keyboard.press('Tab');
  const faults = await ask(
    page,
    `const missed = all.filter((element) => !stops.includes(element)).map((element) => ['is not reached by Tab', shown(element)]);
    const from = all.indexOf(stops[0]);
    const wrong = stops.findIndex((element, index) => element !== all[(from + index) % all.length]);
    if (wrong !== -1) missed.push(['is reached out of order', shown(stops[wrong])]);
    window.last = stops.length;
    return [...missed, ...unseen].slice(0, 10);`,
  );
  for (let stop = 0; stop < 3; stop += 1) await page.keyboard.press('Tab');
  const left = await ask(page, `return stops.length > last || all.length < 3 ? [] : [['keeps the focus', shown(document.activeElement)]];`);
  await page.focus('.skip');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const skipped = await ask(
    page,
    `return document.activeElement.closest('main') || !all.some((element) => element.closest('main')) ? [] : [['is not skipped to', shown(document.activeElement)]];`,
  );
  return [...faults, ...left, ...skipped];
}
