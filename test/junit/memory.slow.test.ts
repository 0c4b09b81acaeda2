import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { countDocument } from '../../src/junit/count/counter.ts';
import { Source, type Reader } from '../../src/xml/source.ts';
import { TagSteps, Window } from '../../src/xml/window.ts';
import { readerOfBytes } from '../xml/reader.ts';

const options = { fileName: 'a.xml', source: 'a.xml', mostRows: 10_000, mostFailing: 200 };

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

/** The bytes in use after a garbage collection. It is needed because other tests of this process leave much behind. */
function heldBytes(): number {
  if (typeof collect === 'function') Reflect.apply(collect, undefined, []);
  const { arrayBuffers, heapUsed } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A document that is never whole anywhere: its middle comes again and again. */
function endless(head: string, middle: string, tail: string, times: number): Reader {
  const piece = Buffer.from(middle.repeat(Math.ceil(100_000 / middle.length)));
  const ends = [Buffer.from(head), Buffer.from(tail)] as const;
  let index = 0;
  let place = 0;
  return {
    size: ends[0].length + piece.length * times + ends[1].length,
    read(into, at) {
      if (index > times + 1) return 0;
      const from = index === 0 ? ends[0] : index > times ? ends[1] : piece;
      const count = from.copy(into, at, place);
      place += count;
      if (place === from.length) [index, place] = [index + 1, 0];
      return count;
    },
  };
}

const head = '<testsuite name="s"><testcase name="a" time="1">';

test.each([
  ['CDATA', `${head}<system-out><![CDATA[`, 'a line of a log ]] with <markup>\n', ']]></system-out></testcase></testsuite>'],
  ['text', `${head}<failure message="m">`, 'at a line &lt;1&gt;\n', '</failure></testcase></testsuite>'],
  ['a comment', `${head}<!--`, 'words - words\n', '--></testcase></testsuite>'],
  ['an attribute', `${head}<failure message="`, 'words &amp; words ', '"/></testcase></testsuite>'],
  [
    'failing cases',
    '<testsuite name="s">',
    '<testcase name="a" classname="b"><failure message="m">body</failure></testcase>',
    '</testsuite>',
  ],
  ['suites', '<testsuites>', '<testsuite name="s" timestamp="2026-01-02T03:04:05Z"><testcase name="a"/></testsuite>', '</testsuites>'],
])('40 MB of %s need no more memory than 1 MB', async (_what, start, middle, end) => {
  const window = new Window();
  await countDocument(endless(start, middle, end, 10), options, window);
  const before = heldBytes();
  const result = await countDocument(endless(start, middle, end, 400), options, window);
  const after = heldBytes();
  expect(result).toMatchObject({ kind: 'counted', bytes: expect.any(Number) });
  // The document would be 40 MB, and its tree far more.
  expect((after - before) / 2 ** 20).toBeLessThan(10);
});

test('the event loop turns while a large file is read', async () => {
  let turns = 0;
  const stop = new AbortController();
  const ticking = (async () => {
    for await (const _ of setInterval(1, undefined, { signal: stop.signal })) turns += 1;
  })().catch(() => undefined);
  await countDocument(endless(`${head}<system-out>`, 'words ', '</system-out></testcase></testsuite>', 2000), options, new Window());
  stop.abort();
  await ticking;
  expect(turns).toBeGreaterThanOrEqual(3);
});

test('encodings that need decoding are streamed as well', async () => {
  const text = `<testsuite name="ü"><testcase><system-out>${'é'.repeat(400_000)}</system-out></testcase></testsuite>`;
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  let place = 0;
  const reader: Reader = {
    size: bytes.length,
    read(into, at) {
      const count = bytes.copy(into, at, place, place + 4099);
      place += count;
      return count;
    },
  };
  const result = await countDocument(reader, options, new Window());
  expect(result).toMatchObject({ kind: 'counted', rows: [{ name: 'ü', tally: { total: 1 } }], notes: [] });
});

test('100 MB of logs are stripped in constant memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'memory-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const from = join(folder, 'large.xml');
  const file = openSync(from, 'w');
  const log = Buffer.from('a line of a log with <words> and -> signs in it\n'.repeat(20_000));
  writeSync(file, '<testsuite>');
  for (let written = 0; written < 100_000_000; written += log.length) {
    writeSync(file, '<testcase name="t"><system-out><![CDATA[');
    writeSync(file, log);
    writeSync(file, ']]></system-out></testcase>');
  }
  writeSync(file, '</testsuite>');
  closeSync(file);
  const module = fileURLToPath(new URL('../../src/junit/strip/take.ts', import.meta.url));
  const program = `
    const { strip } = await import(${JSON.stringify(module)});
    const { openSync, readFileSync } = await import('node:fs');
    const to = openSync(${JSON.stringify(join(folder, 'small.xml'))}, 'w');
    const { bytes } = await strip(${JSON.stringify(from)}, to, 0, { logs: 'drop', passed: 'keep' });
    // On Linux the usage of a process begins with that of the one which started it; the status is its own.
    const status = process.platform === 'linux' ? readFileSync('/proc/self/status', 'utf8') : '';
    const peak = Number(/VmHWM:\\s+(\\d+)/.exec(status)?.[1] ?? process.resourceUsage().maxRSS) / 1024;
    console.log(JSON.stringify({ bytes, peak }));`;
  const said: unknown = JSON.parse(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }));
  expect(Reflect.get(Object(said), 'bytes')).toBeLessThan(10_000);
  expect(Reflect.get(Object(said), 'peak')).toBeLessThan(150);
});

test('a tag that takes more than 8 MB is refused where every byte is handed on', async () => {
  const nothing = { wantsText: false, open: () => {}, close: () => {}, text: () => {}, note: () => {}, pass: () => {} };
  const document = Buffer.from(`<a b="${'x'.repeat(17 * 1024 * 1024)}"/>`);
  const error = await new Window().read(new Source(readerOfBytes(document)), new TagSteps(nothing)).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ name: 'XmlFault', message: 'a tag is longer than 8388608 bytes' });
});
