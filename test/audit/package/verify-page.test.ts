import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { AboutPackage } from '../../../src/audit/package/write-package.ts';
import { root } from '../../support/sources.ts';
import { about, archive, hex, manifestChanged, sample } from './packing.ts';

/*
 * The script of verify.html on a page that is nothing but its elements, so that all that it shows can be compared; the slow tests
 * ask three browsers.
 */
class Part {
  readonly tag: string;
  className = '';
  textContent = '';
  value = '';
  checked = false;
  disabled = false;
  files: readonly Blob[] = [];
  dataset: Record<string, string> = {};
  parts: readonly Part[] = [];
  scrolled = 0;
  listeners: ((event: { preventDefault(): void }) => void)[] = [];
  constructor(tag = '') {
    this.tag = tag;
  }
  append(...parts: readonly Part[]): void {
    this.parts = [...this.parts, ...parts];
  }
  prepend(...parts: readonly Part[]): void {
    this.parts = [...parts, ...this.parts];
  }
  replaceChildren(...parts: readonly Part[]): void {
    this.parts = parts;
  }
  scrollIntoView(): void {
    this.scrolled += 1;
  }
  addEventListener(name: string, listener: (event: { preventDefault(): void }) => void): void {
    if (name === 'submit') this.listeners.push(listener);
  }
  get lines(): readonly string[] {
    const own = `${this.tag}${this.className === '' ? '' : `.${this.className}`}: ${this.textContent}`;
    return [...(this.textContent === '' ? [] : [own]), ...this.parts.flatMap(({ lines }) => lines)];
  }
}

const page = new Map(['form', '#file', '#head', '#sha256', '#first', 'button', '#result', '#progress'].map((name) => [name, new Part()]));
const on = (name: string): Part => page.get(name) ?? new Part();

beforeAll(async () => {
  for (const name of ['HTMLElement', 'HTMLFormElement', 'HTMLInputElement', 'HTMLTextAreaElement', 'HTMLButtonElement'])
    vi.stubGlobal(name, Part);
  vi.stubGlobal('document', { querySelector: on, createElement: (tag: string) => new Part(tag) });
  // Its types are those of a browser.
  const script: string = new URL('../../../src/audit/package/page/main.ts', import.meta.url).href;
  await import(script);
});
afterAll(() => vi.unstubAllGlobals());

interface Given {
  readonly file?: Uint8Array;
  readonly head?: string;
  readonly sha256?: string;
  readonly isFirst?: boolean;
}

/** All that the page shows, with its states; digests are cut. */
async function shown({ file, head = '', isFirst = false, sha256 = '' }: Given): Promise<readonly string[]> {
  on('#file').files = file === undefined ? [] : [new Blob([new Uint8Array(file)])];
  on('#head').value = head;
  on('#sha256').value = sha256;
  on('#first').checked = isFirst;
  const [result, before] = [on('#result'), on('#result').scrolled];
  result.dataset = { outcome: 'of before' };
  let prevented = 0;
  for (const listener of on('form').listeners) listener({ preventDefault: () => (prevented += 1) });
  const wasBusy = on('button').disabled;
  if (wasBusy) await vi.waitUntil(() => result.scrolled > before, { interval: 1 });
  const { outcome, state } = result.dataset;
  const rest = `prevented ${prevented}, busy ${wasBusy}, then ${on('button').disabled}${on('#progress').textContent}`;
  return [`${state}, ${outcome}, ${rest}`, ...result.lines].map((line) =>
    line.replaceAll(/[0-9a-f]{64}/g, (digest) => `${digest.slice(0, 4)}…`),
  );
}

const { contents, log } = sample();
const packed = async (more: Partial<AboutPackage> = {}): Promise<Buffer> => gzipSync(await archive({ ...about(log), ...more }, contents));
const ofGitHub = (): AboutPackage => {
  const { audit, ...more } = about(null);
  return { ...more, audit: { ...audit, evidence: 'github' } };
};
const head = log.to.link;
const named = (digest: string): string => `# The package of that audit: audit.tgz, SHA-256 ${digest}\n`;

const given: readonly (readonly [what: string, given: () => Promise<Given>])[] = [
  ['no file', async () => ({})],
  ['a digest that is none', async () => ({ file: await packed(), sha256: 'ab' })],
  ['a text without a head', async () => ({ file: await packed(), head: '# nothing\n' })],
  ['a text that is no head', async () => ({ file: await packed(), head: 'nothing' })],
  ['two heads', async () => ({ file: await packed(), head: `${head}\n${'f'.repeat(64)}` })],
  ['nothing noted', async () => ({ file: await packed(), head: ' \n' })],
  ['the head', async () => ({ file: await packed(), head: ` ${head.toUpperCase()} me\n\n` })],
  ['a head of another log', async () => ({ file: await packed(), head: 'f'.repeat(64) })],
  ['the file and the head', async () => ({ file: await packed(), head, sha256: ` ${hex(await packed()).toUpperCase()} ` })],
  ['the first package', async () => ({ file: await packed(), head, sha256: hex(await packed()), isFirst: true })],
  [
    'the file, the head and the head file',
    async () => ({ file: await packed(), head: named(hex(await packed())) + head, sha256: hex(await packed()), isFirst: true }),
  ],
  [
    'another head file',
    async () => ({ file: await packed(), head: named('e'.repeat(64)) + head, sha256: hex(await packed()), isFirst: true }),
  ],
  ['the name of a package alone', async () => ({ file: await packed(), head: named(hex(await packed())) })],
  ['another file', async () => ({ file: await packed(), head, sha256: 'd'.repeat(64), isFirst: true })],
  ['no log', async () => ({ file: gzipSync(await archive(about(null), [])), sha256: 'd'.repeat(64) })],
  ['the checks of GitHub', async () => ({ file: gzipSync(await archive(ofGitHub(), [])), sha256: 'd'.repeat(64) })],
  [
    'another text in it',
    async () => ({
      file: gzipSync(manifestChanged(await archive(about(log), contents), (text) => text.replace('"acme"', '"other"'))),
      head,
    }),
  ],
  ['no package', async () => ({ file: Buffer.from('no package'), head })],
  ['an empty package', async () => ({ file: gzipSync(Buffer.alloc(1024)) })],
];

test('the page shows what was checked, and what was not', async () => {
  const texts: string[] = [];
  for (const [what, of] of given) texts.push(`Of ${what}:\n${(await shown(await of())).map((line) => `  ${line}\n`).join('')}`);
  await expect(texts.join('')).toMatchFileSnapshot(join(root, 'test/fixtures/audit/verify-page.txt'));
});
