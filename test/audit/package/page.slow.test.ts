import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NotInstalled, type Browser } from '../../../scripts/checks/browsers/browser.ts';
import { openChromium } from '../../../scripts/checks/browsers/chromium.ts';
import { openFirefox } from '../../../scripts/checks/browsers/firefox.ts';
import { asObject } from '../../../scripts/checks/browsers/socket.ts';
import { openWebKit } from '../../../scripts/checks/browsers/webkit.ts';
import { verifyPage } from '../../../scripts/build/verify-page.ts';
import { verify } from '../../../src/cli/verify.ts';
import { listening } from '../../cli/listening.ts';
import { hex } from './packing.ts';
import { playHonest, tamperings, type Honest } from './tampered.ts';

let folder: string;
let played: Honest;
let honest: Buffer;
let link = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  writeFileSync(join(folder, 'verify.html'), (await verifyPage()).text);
  played = await playHonest();
  honest = gzipSync(played.archive);
  ({ link } = played);
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Everything that the reader noted of the package, which nobody can change who changes the package. */
const headFile = (of = honest): string =>
  `# The package of that audit: audit.tgz, SHA-256 ${hex(of)}\n${link} the head file of the audit\n`;

const noted = (of = honest): Readonly<Record<'head' | 'sha256', string>> => ({ head: headFile(of), sha256: hex(of) });

interface Shown {
  readonly outcome: string;
  readonly state: string;
  readonly text: string;
  readonly sizes: readonly string[];
  readonly top: number;
  readonly bottom: number;
}

async function shownOn(page: Browser, file: Buffer, noted: Readonly<Record<'head' | 'sha256', string>>, isFirst = false): Promise<Shown> {
  const said = await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(file.toString('base64'))}), (sign) => sign.charCodeAt(0));
    const chosen = new DataTransfer();
    chosen.items.add(new File([bytes], 'audit.tgz'));
    document.querySelector('#file').files = chosen.files;
    document.querySelector('#head').value = ${JSON.stringify(noted.head)};
    document.querySelector('#sha256').value = ${JSON.stringify(noted.sha256)};
    document.querySelector('#first').checked = ${isFirst};
    document.querySelector('button').click();
    while (document.querySelector('button').disabled) await new Promise((resolve) => setTimeout(resolve, 5));
    const result = document.querySelector('#result');
    const parts = ['h2', '.large'].map((name) => result.querySelector(name));
    return { outcome: result.dataset.outcome ?? '', state: result.dataset.state, text: result.textContent,
      sizes: parts.map((part) => part === null ? '' : getComputedStyle(part).fontSize),
      top: result.getBoundingClientRect().top, bottom: parts[1]?.getBoundingClientRect().bottom ?? 0 };
  })()`);
  return { ...none, ...asObject(said) };
}

const none: Shown = { outcome: '', state: '', text: '', sizes: [], top: 0, bottom: 0 };

/** The exit codes of the command, by the file. It is told the head, and not which file was noted. */
const codes = new Map<string, number>();

async function codeOf(file: Buffer): Promise<number> {
  const known = codes.get(hex(file));
  if (known !== undefined) return known;
  writeFileSync(join(folder, 'audit.tgz'), file);
  const options = { package: join(folder, 'audit.tgz'), head: link, json: true };
  const code = await verify(options, new AbortController().signal, listening().terminal);
  codes.set(hex(file), code);
  return code;
}

describe.for([
  ['Chromium', openChromium],
  ['Firefox', openFirefox],
  ['WebKit', openWebKit],
] as const)('in %s', ([, open]) => {
  let opened: Browser | string = '';
  const page = (skip: (why: string) => never): Browser => (typeof opened === 'string' ? skip(opened) : opened);

  beforeAll(async () => {
    opened = await open().catch((error: unknown) => {
      if (error instanceof NotInstalled) return error.message;
      throw error;
    });
    if (typeof opened !== 'string') await opened.open(pathToFileURL(join(folder, 'verify.html')).href);
  });
  afterAll(async () => {
    if (typeof opened !== 'string') await opened.close();
  });

  test('the file that the reader noted is green, and in the same box, as large, stands that nothing of its reports was worked out', async ({
    skip,
  }) => {
    const shown = await shownOn(page(skip), honest, noted());
    expect([shown.state, shown.outcome, await codeOf(honest)]).toEqual(['good', 'witnessed', 0]);
    expect(shown.text).toContain('Nothing of its reports was worked out here');
    expect(shown.text).toContain('acme/shop, branches main, develop and release/1');
    expect(shown.sizes[0]).toBe(shown.sizes[1]);
    expect(shown.top).toBeGreaterThanOrEqual(0);
    expect(shown.bottom).toBeLessThan(600);
  });

  test.for([
    ['without a SHA-256', () => ({ head: link, sha256: '' }), 'No SHA-256 of the file was compared'],
    ['without a head', () => ({ head: '', sha256: hex(honest) }), 'Consistent in itself, not witnessed'],
    ['with another SHA-256', () => ({ head: link, sha256: 'a'.repeat(64) }), 'This is not the file that you noted'],
    [
      'with a head file of another package',
      () => ({ head: headFile().replace(hex(honest), 'b'.repeat(64)), sha256: hex(honest) }),
      `The head file names another package, SHA-256 ${'b'.repeat(64)}`,
    ],
    ['with a text that is no head', () => ({ head: 'abc', sha256: hex(honest) }), 'That is not a head'],
    ['with a SHA-256 that is none', () => ({ head: link, sha256: 'abc' }), 'A SHA-256 has 64 hexadecimal digits'],
  ] as const)('the same file is not green %s', async ([, said, words], { skip }) => {
    const shown = await shownOn(page(skip), honest, said());
    expect([shown.state === 'good', shown.text]).toEqual([false, expect.stringContaining(words)]);
  });

  test('a package that names no audit before is not green until the reader says that there was none, as the command says 2', async ({
    skip,
  }) => {
    const { alone } = played;
    const shown = await shownOn(page(skip), alone, noted(alone));
    expect([shown.state, shown.text]).toEqual(['open', expect.stringContaining('names no audit before')]);
    expect([await codeOf(alone), (await shownOn(page(skip), alone, noted(alone), true)).state]).toEqual([2, 'good']);
  });

  test('a line of the head file is a head, and the digest that the file names is shown', async ({ skip }) => {
    const [comment = '', line = ''] = headFile().split('\n');
    expect((await shownOn(page(skip), honest, { head: line, sha256: hex(honest) })).state).toBe('good');
    const shown = await shownOn(page(skip), honest, { head: comment, sha256: '' });
    expect([shown.outcome, shown.text]).toEqual(['consistent', expect.stringContaining(`SHA-256 in the head file${hex(honest)}`)]);
  });

  test.for(Object.entries(tamperings))('%s: the page is not green, and it says no more than the command', async ([, change], { skip }) => {
    const browser = page(skip);
    const file = gzipSync(await change(played));
    expect(hex(file)).not.toBe(hex(honest));
    const [shown, code] = [await shownOn(browser, file, noted()), await codeOf(file)];
    expect([shown.state === 'good', code === 0]).toEqual([false, false]);
    expect(shown.text).toMatch(shown.state === 'bad' ? /The package does not hold/ : /This is not the file that you noted/);
    expect(shown.outcome === 'broken' ? code : 1).toBe(1);
  });
});
