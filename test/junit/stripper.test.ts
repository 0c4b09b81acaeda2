import { closeSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Stripper, Target } from '../../src/junit/strip/stripper.ts';
import type { StripOptions } from '../../src/results/index.ts';
import { Source, type Reader } from '../../src/xml/source.ts';
import { TagSteps, Window } from '../../src/xml/window.ts';
import { readerOfBytes } from '../xml/reader.ts';
import { junitDocument } from './documents.ts';
import { folder, textOf, useFolder, withoutBoth, withoutLogs } from './stripped.ts';

useFolder();

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
    await new Window().read(new Source(slow(bytes, size)), new TagSteps(new Stripper(target, options, (piece) => piece)));
    ftruncateSync(descriptor, target.finish());
    closeSync(descriptor);
    return readFileSync(path, 'utf8');
  }

  /** The obvious way: makes everything that is not a tag unreadable for a regular expression, then cuts elements out of it. */
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
        expect(await textOf(content, options)).toBe(expected);
        expect(await inPieces(Buffer.from(content), options, size)).toBe(expected);
      }),
      { numRuns: 300 },
    );
  });

  test('keeping everything copies the file', async () => {
    await fc.assert(
      fc.asyncProperty(junitDocument, async (content) => {
        expect(await textOf(content, { logs: 'keep', passed: 'keep' })).toBe(content);
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
  ])('%s comes out as it went in, but for its logs', async (_what, document) => {
    const content = document(2000);
    expect(await textOf(content, withoutLogs)).toBe(content.replace(/<system-out>.*<\/system-out>/, ''));
  });
});
