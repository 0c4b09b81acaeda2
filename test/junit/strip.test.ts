import { execFileSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectLinear } from '../support/growth.ts';
import { readerOfBytes, type Reader } from '../../src/junit/source.ts';
import { strip, type Stripping } from '../../src/junit/strip.ts';
import { Stripper, type StripOptions } from '../../src/junit/stripper.ts';
import { Target } from '../../src/junit/target.ts';
import { walk } from '../../src/junit/walk.ts';
import { junitDocument } from './documents.ts';

const withoutLogs: StripOptions = { logs: 'drop', passed: 'keep' };
const withoutPassed: StripOptions = { logs: 'keep', passed: 'drop' };
const withoutBoth: StripOptions = { logs: 'drop', passed: 'drop' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'strip-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What comes before it in the same file. */
const before = 'another document\n';

async function stripped(content: string | Uint8Array, options: StripOptions): Promise<{ text: string; result: Stripping }> {
  const [from, to] = [join(folder, 'from.xml'), join(folder, 'to.xml')];
  writeFileSync(from, content);
  const descriptor = openSync(to, 'w');
  writeSync(descriptor, before);
  const result = await strip(from, descriptor, before.length, options);
  if (result.kind === 'stripped') ftruncateSync(descriptor, before.length + result.bytes);
  closeSync(descriptor);
  const written = readFileSync(to);
  expect(written.subarray(0, before.length).toString()).toBe(before);
  return { text: written.toString('utf8', before.length), result };
}

const text = async (content: string | Uint8Array, options: StripOptions): Promise<string> => (await stripped(content, options)).text;

describe('without logs', () => {
  test('system-out, system-err and properties go wherever they stand, and nothing else changes', async () => {
    const content = `\uFEFF<?xml version='1.0'  encoding="utf-8" ?>\r\n<!-- a comment -->
<testsuites xmlns:n="urn:x"><testsuite  name='a &amp; b' ><properties><property name="key" value="secret"/></properties>
  <testcase name="one" ><failure message='2 > 1'>at x\n\tat y</failure><system-out>secret</system-out >and text</testcase>
  <n:system-err a="1>2">secret <deep>secret</deep><![CDATA[</n:system-err>]]><!-- </n:system-err> --></n:system-err>
  <testcase name="two"><flakyFailure><system-out>secret</system-out><stackTrace>at z</stackTrace></flakyFailure><system-out secret="1"/></testcase>
  <system-output>stays</system-output><!-- <system-out>stays</system-out> --><![CDATA[<system-out>stays</system-out>]]>
</testsuite></testsuites>
`;
    const { text: left, result } = await stripped(content, withoutLogs);
    expect(left).toBe(
      content
        .replace(/<properties>.*<\/properties>/, '')
        .replace('<system-out>secret</system-out >', '')
        .replace(/<n:system-err a.*<\/n:system-err>\n/, '\n')
        .replace('<system-out>secret</system-out>', '')
        .replace('<system-out secret="1"/>', ''),
    );
    expect(left).not.toContain('secret');
    expect(result).toMatchObject({ kind: 'stripped', elements: 5, cases: 0, bytes: Buffer.byteLength(left) });
  });

  test('elements of logs inside of each other go together', async () => {
    const content = '<testsuite><system-out>a<system-out>b</system-out>c<system-err/>d</system-out><testcase/></testsuite>';
    expect(await text(content, withoutLogs)).toBe('<testsuite><testcase/></testsuite>');
  });

  test('a file in another encoding becomes UTF-8, and says so', async () => {
    const content = '<?xml version="1.0" encoding="UTF-16"?>\n<testsuite name="Größe"><system-out>secret</system-out></testsuite>';
    const expected = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuite name="Größe"></testsuite>';
    expect(await text(Buffer.from(`\uFEFF${content}`, 'utf16le'), withoutLogs)).toBe(expected);
    expect(await text(Buffer.from(content.replace('UTF-16', 'iso-8859-1'), 'latin1'), withoutLogs)).toBe(expected);
  });

  test('bytes that are no UTF-8 stay as they are', async () => {
    const content = Buffer.from('<testsuite name="Gr\xf6\xdfe"><testcase/></testsuite>', 'latin1');
    await stripped(content, withoutLogs);
    expect(readFileSync(join(folder, 'to.xml')).subarray(before.length).equals(content)).toBe(true);
  });

  test('the hash is that of the file that was read', async () => {
    const { result } = await stripped('<testsuite><system-out/></testsuite>', withoutLogs);
    const sum = execFileSync('sha256sum', [join(folder, 'from.xml')], { encoding: 'utf8' }).slice(0, 64);
    expect(result).toMatchObject({ sha256: sum });
  });

  test.each(['', '<testsuite>', '<testsuite><system-out></testsuite>', '<testsuite><system-out><![CDATA[', 'words'])(
    'a broken file is told, never half of it: %s',
    async (content) => {
      const { result } = await stripped(content, withoutLogs);
      expect(result).toEqual({ kind: 'broken', why: expect.stringMatching(/./) });
    },
  );
});

describe('without passed test cases', () => {
  test('those of which more is told than that they passed stay, and so do suites with their attributes', async () => {
    const told = [
      '<testcase name="f"><failure>no</failure></testcase>',
      '<testcase name="e"><error/></testcase>',
      '<testcase name="s"><skipped/></testcase>',
      '<testcase name="d" status="notrun"/>',
      '<testcase name="r" result="failed"></testcase>',
      '<testcase name="y"><flakyError/></testcase>',
      '<testcase name="u"><rerunFailure/></testcase>',
    ];
    const content = `<testsuites tests="9">\n  <testsuite name="a" tests="9" failures="1">
    <testcase name="p1" time="1"/>
    ${told.join('\n    <testcase name="p"><system-out>log</system-out></testcase>\n    ')}
    <testcase name="p2" status="run"><properties/></testcase>
  </testsuite>\n  <testsuite name="b"><testcase name="p3"/></testsuite>\n</testsuites>`;
    const { text: left, result } = await stripped(content, withoutPassed);
    expect(left).toBe(
      `<testsuites tests="9">\n  <testsuite name="a" tests="9" failures="1">\n    ${told.join('\n    ')}\n  </testsuite>\n  <testsuite name="b"></testsuite>\n</testsuites>`,
    );
    expect(result).toMatchObject({ cases: 9, elements: 0 });
  });

  test('a test case that is known to stay only after many bytes stays whole, and one that goes leaves nothing', async () => {
    const long = '<unknown>'.padEnd(300_000, 'x');
    const failed = `<testcase name="f">${long}</unknown><failure/></testcase>`;
    const passed = `<testcase name="p">${long}</unknown></testcase>`;
    expect(await text(`<testsuite>${passed}${failed}${passed}</testsuite>`, withoutPassed)).toBe(`<testsuite>${failed}</testsuite>`);
  });

  test('a `>` in an attribute ends no tag', async () => {
    const failed = '<testcase name="f"><failure message="2 > 1"/></testcase>';
    const content = `<testsuite><testcase name="a > b"/>${failed}<testcase name="c > d" time="1"></testcase>${failed}</testsuite>`;
    expect(await text(content, withoutPassed)).toBe(`<testsuite>${failed}${failed}</testsuite>`);
  });

  test('a test case inside of another goes or stays with it', async () => {
    const stays = '<testcase><failure/><testcase/></testcase>';
    expect(await text(`<testsuite>${stays}<testcase><testcase/></testcase></testsuite>`, withoutPassed)).toBe(
      `<testsuite>${stays}</testsuite>`,
    );
  });

  test('a failure inside of logs is no failure', async () => {
    const content = '<testsuite><testcase><system-out><failure/></system-out></testcase></testsuite>';
    expect(await text(content, withoutBoth)).toBe('<testsuite></testsuite>');
  });
});

describe('whatever the document', () => {
  /** Gives at most `size` bytes at a time. */
  function slow(bytes: Uint8Array, size: number): Reader {
    const reader = readerOfBytes(bytes);
    return { size: reader.size, read: (into, at) => reader.read(into.subarray(0, Math.min(into.length, at + size)), at) };
  }

  async function inPieces(bytes: Uint8Array, options: StripOptions, size: number): Promise<string> {
    const path = join(folder, 'pieces.xml');
    const descriptor = openSync(path, 'w');
    const target = new Target(descriptor, 0);
    await walk(slow(bytes, size), new Stripper(target, options, (piece) => piece));
    ftruncateSync(descriptor, target.finish());
    closeSync(descriptor);
    return readFileSync(path, 'utf8');
  }

  /** The obvious way: all that is no tag made unreadable for a regular expression, then elements cut out of it. */
  function reference(content: string, { logs, passed }: StripOptions): string {
    const hidden = content.replace(
      /<!\[CDATA\[[^]*?\]\]>|<!--[^]*?-->|<\?[^]*?\?>|<[\w:-]+(?:\s+[\w:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*\s*\/?>/g,
      (found) =>
        /^<[!?]/.test(found) ? '#'.repeat(found.length) : found.replace(/"[^"]*"|'[^']*'/g, (value) => value.replace(/[<>]/g, '#')),
    );
    let [shape, left] = [hidden, content];
    /** The outermost elements of some names: where they begin and end. */
    const outermost = (names: RegExp): readonly (readonly [number, number])[] => {
      const found: [number, number][] = [];
      let [depth, start] = [0, 0];
      for (const { 0: tag, 1: slash, 2: name = '', index } of shape.matchAll(/<(\/?)(?:n:)?([\w-]+)[^>]*>/g)) {
        if (!names.test(name)) continue;
        if (slash === '' && depth === 0) start = index;
        if (!tag.endsWith('/>')) depth += slash === '' ? 1 : -1;
        if (depth === 0) found.push([start, index + tag.length]);
      }
      return found;
    };
    const cut = (names: RegExp, goes: (found: string) => boolean, trim: boolean): void => {
      for (const [from, to] of outermost(names).toReversed()) {
        if (!goes(shape.slice(from, to))) continue;
        const start = trim ? shape.slice(0, from).trimEnd().length : from;
        shape = shape.slice(0, start) + shape.slice(to);
        left = left.slice(0, start) + left.slice(to);
      }
    };
    const tells =
      /<(?:n:)?(?:(?:failure|error|skipped|disabled|ignored|flaky\w+|rerun\w+)[\s/>]|testcase[^>]*\s(?:status|result|success)=.(?:fail\w*|error\w*|broken|crash\w*|killed|time\w*[ _-]?out|disabled|not.?run|skip\w*|ignored|suppressed|aborted|interrupted|false)["'])/i;
    if (logs === 'drop') cut(/^(?:system-out|system-err|properties)$/i, () => true, false);
    if (passed === 'drop') cut(/^testcase$/i, (found) => !tells.test(found), true);
    return left;
  }

  test.each([withoutLogs, withoutBoth])('a slow and obvious way leaves the same: %o', async (options) => {
    await fc.assert(
      fc.asyncProperty(junitDocument, fc.integer({ min: 1, max: 60 }), async (content, size) => {
        const expected = reference(content, options);
        expect(await text(content, options)).toBe(expected);
        expect(await inPieces(Buffer.from(content), options, size)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('keeping everything copies the file', async () => {
    await fc.assert(
      fc.asyncProperty(junitDocument, async (content) => {
        expect(await text(content, { logs: 'keep', passed: 'keep' })).toBe(content);
      }),
      { numRuns: 50 },
    );
  });

  test.each([
    ['a tag of many `>`', (times: number) => `<testsuite><testcase name="${'a>'.repeat(times)}"/></testsuite>`],
    [
      'a CDATA section of many end tags',
      (times: number) => `<testsuite><system-out><![CDATA[${'</system-out>'.repeat(times)}]]></system-out></testsuite>`,
    ],
  ])('%s costs no more than its length', async (_what, document) => {
    const content = document(2000);
    expect(await text(content, withoutLogs)).toBe(content.replace(/<system-out>.*<\/system-out>/, ''));
    await expectLinear((times) => {
      const long = document(times);
      return () => text(long, withoutLogs);
    }, 2000);
  });
});
