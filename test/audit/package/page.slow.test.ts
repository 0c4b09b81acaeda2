import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NotInstalled, type Browser } from '../../../scripts/checks/browsers/browser.ts';
import { openChromium } from '../../../scripts/checks/browsers/chromium.ts';
import { asObject } from '../../../scripts/checks/browsers/socket.ts';
import { verifyPage } from '../../../scripts/build/verify-page.ts';
import { verify } from '../../../src/cli/verify.ts';
import { listening } from '../../cli/listening.ts';
import { good, mappedBranches, openMappedStory } from '../world/mapped.ts';
import { alice, bob, carol, type Story } from '../world/story.ts';
import { audited, madeAnew, opened, packed, withFacts, type Opened } from '../recompute/packed-story.ts';
import { hex, joined, split } from './packing.ts';

let folder: string;
let browser: Browser | undefined;
let story: Story;
let made: Opened;
let honest: Buffer;
let link = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'page-'));
  writeFileSync(join(folder, 'verify.html'), (await verifyPage()).text);
  story = await openMappedStory();
  await story.record((await good(story, story.open(alice, { 'src/a.ts': '1' }))).merge('squash', bob));
  const red = story.open(carol, { 'src/red.ts': '1' });
  await story.record(red.head(), { failed: 1 });
  red.review(bob, 'APPROVED');
  red.merge('squash', bob);
  honest = gzipSync(await packed(await audited(story, { branches: mappedBranches })));
  made = await opened(gunzipSync(honest));
  link = made.manifest.log?.to.link ?? '';
  browser = await openChromium().catch((error: unknown) => {
    if (error instanceof NotInstalled) return undefined;
    throw error;
  });
  await browser?.open(pathToFileURL(join(folder, 'verify.html')).href);
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await story.close();
  rmSync(folder, { recursive: true });
});

/** Everything that the reader noted of the package, which nobody can change who changes the package. */
const headFile = (): string => `# The package of that audit: audit.tgz, SHA-256 ${hex(honest)}\n${link} the head file of the audit\n`;

interface Shown {
  readonly outcome: string;
  readonly state: string;
  readonly text: string;
  readonly sizes: readonly string[];
  readonly top: number;
  readonly bottom: number;
}

async function shownOn(page: Browser, file: Buffer, noted: Readonly<Record<'head' | 'sha256', string>>, first = true): Promise<Shown> {
  const said = await page.evaluate(`(async () => {
    const bytes = Uint8Array.from(atob(${JSON.stringify(file.toString('base64'))}), (sign) => sign.charCodeAt(0));
    const chosen = new DataTransfer();
    chosen.items.add(new File([bytes], 'audit.tgz'));
    document.querySelector('#file').files = chosen.files;
    document.querySelector('#head').value = ${JSON.stringify(noted.head)};
    document.querySelector('#sha256').value = ${JSON.stringify(noted.sha256)};
    document.querySelector('#first').checked = ${first};
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

async function codeOf(file: Buffer): Promise<number> {
  writeFileSync(join(folder, 'audit.tgz'), file);
  writeFileSync(join(folder, 'heads.txt'), headFile());
  const options = { package: join(folder, 'audit.tgz'), head: join(folder, 'heads.txt'), firstAudit: true, json: true };
  return verify(options, new AbortController().signal, listening().terminal);
}

const noted = (): Readonly<Record<'head' | 'sha256', string>> => ({ head: headFile(), sha256: hex(honest) });

test('the file that the reader noted is green, and in the same box, as large, stands that nothing of its reports was worked out', async ({
  skip,
}) => {
  if (browser === undefined) return skip('Chromium is not installed');
  const shown = await shownOn(browser, honest, noted());
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
  if (browser === undefined) return skip('Chromium is not installed');
  const shown = await shownOn(browser, honest, said());
  expect([shown.state === 'good', shown.text]).toEqual([false, expect.stringContaining(words)]);
});

test('a package that names no audit before is not green until the reader says that there was none, as the command says 2', async ({
  skip,
}) => {
  if (browser === undefined) return skip('Chromium is not installed');
  const shown = await shownOn(browser, honest, noted(), false);
  expect([shown.state, shown.text]).toEqual(['open', expect.stringContaining('names no audit before')]);
});

test('a line of the head file is a head, and the digest that the file names is shown', async ({ skip }) => {
  if (browser === undefined) return skip('Chromium is not installed');
  const [comment = '', line = ''] = headFile().split('\n');
  expect((await shownOn(browser, honest, { head: line, sha256: hex(honest) })).state).toBe('good');
  const shown = await shownOn(browser, honest, { head: comment, sha256: '' });
  expect([shown.outcome, shown.text]).toEqual(['consistent', expect.stringContaining(`SHA-256 in the head file${hex(honest)}`)]);
});

const text = (path: string): string => made.contents.get(path)?.toString() ?? '';
const with_ = (path: string, content: string): Opened => ({ ...made, contents: new Map(made.contents).set(path, Buffer.from(content)) });
const without = (path: string): Opened => ({ ...made, contents: new Map([...made.contents].filter(([name]) => name !== path)) });
const archived = async (): Promise<readonly Buffer[]> => split(gunzipSync(honest));
const flipped = (bytes: Buffer, at: number): Buffer => Buffer.from(bytes.map((byte, index) => (index === at ? byte ^ 1 : byte)));
/** A text in the place of one that is as long: no header changes. */
const replaced = async (one: string, other: string): Promise<Buffer> => {
  const bytes = gunzipSync(honest);
  return Buffer.concat([bytes.subarray(0, bytes.indexOf(one)), Buffer.from(other), bytes.subarray(bytes.indexOf(one) + one.length)]);
};

const tampered: Readonly<Record<string, () => Promise<Buffer>>> = {
  'another program in the manifest': () => madeAnew(made, { tool: 'compliance-evidence/0.9.0' }),
  'another moment in the manifest': () => madeAnew(made, { at: '2030-02-01T00:00:00Z' }),
  'another period in the manifest': () =>
    madeAnew(made, { scope: { kind: 'period', since: '2030-01-01T00:00:00Z', until: '2030-01-02T00:00:00Z' } }),
  'another repository in the manifest': () => madeAnew(made, { audit: { ...made.manifest.audit, repository: 'acme/other' } }),
  'no findings in the manifest': () => madeAnew(made, { audit: { ...made.manifest.audit, verdict: 'clear', findings: 0 } }),
  'an audit before that nobody handed in': () => madeAnew(made, { previous: { report: 'a'.repeat(64), manifest: null } }),
  'a page with other numbers': () => madeAnew(with_('index.html', text('index.html').replaceAll(/\d+ open findings?/g, '0 open findings'))),
  'a report without findings': () =>
    madeAnew(with_('audit.json', text('audit.json').replace(/"findings": \[[^]*?\n {2}\]/, '"findings": []'))),
  'a table without a change': () => madeAnew(with_('changes.csv', `${text('changes.csv').split('\n').slice(0, 2).join('\n')}\n`)),
  'an OSCAL report that is left out': () => madeAnew(without('oscal.json')),
  'facts that are left out': () => madeAnew(without('collected.ndjson')),
  'facts with another author': () => madeAnew(with_('collected.ndjson', text('collected.ndjson').replaceAll('"carol"', '"alice"'))),
  'facts that say yes, with their reports': () =>
    withFacts(made, (lines) =>
      lines.map((line) =>
        line.kind === 'landing'
          ? {
              ...line,
              trails: line.trails.map((trail) => ({
                ...trail,
                state: 'COMPLIANT',
                records: trail.records.map((record) => ({ ...record, compliant: true })),
              })),
            }
          : line,
      ),
    ),
  'a record with a key twice': () =>
    madeAnew(with_('records.ndjson', text('records.ndjson').replace('{"sequence":2', '{"sequence":9,"sequence":2'))),
  'a record that is changed': () => madeAnew(with_('records.ndjson', text('records.ndjson').replace('acme', 'evil'))),
  'the last record cut off': () =>
    madeAnew(with_('records.ndjson', `${text('records.ndjson').trim().split('\n').slice(0, -1).join('\n')}\n`)),
  'an answer of GitHub that is changed': () =>
    madeAnew(with_('github.ndjson', text('github.ndjson').replace('"status":200', '"status":201'))),
  'a member that was added': () => madeAnew(with_('notes.txt', 'all is well')),
  'a member with another name': async () =>
    madeAnew({
      ...without('README.txt'),
      contents: new Map(without('README.txt').contents).set('READ.txt', Buffer.from(text('README.txt'))),
    }),
  'a file with the name of a folder': () => madeAnew(with_('attachments', 'x')),
  'sums of something else': () => replaced('  manifest.json\n', '  manifest.jsom\n'),
  'a manifest with a key twice': () => replaced('"tool": "compliance-evidence/', '"at":0,"tool":"compliance-e/'),
  'a member twice': async () => joined([...(await archived()), ...(await archived()).slice(-1)]),
  'two members in another order': async () => joined((await archived()).toReversed()),
  'a byte of the archive': async () => flipped(gunzipSync(honest), 5000),
};

test.for(Object.keys(tampered))('%s: the page is not green, and it says no more than the command', async (name, { skip }) => {
  if (browser === undefined) return skip('Chromium is not installed');
  const file = gzipSync((await tampered[name]?.()) ?? Buffer.alloc(0));
  expect(hex(file)).not.toBe(hex(honest));
  const [shown, code] = [await shownOn(browser, file, noted()), await codeOf(file)];
  expect([shown.state === 'good', code === 0]).toEqual([false, false]);
  expect(shown.text).toMatch(shown.state === 'bad' ? /The package does not hold/ : /This is not the file that you noted/);
  expect(shown.outcome === 'broken' ? code : 1).toBe(1);
});
