import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DocumentResult } from '../../src/junit/count/counter.ts';
import { addTally, emptyTally } from '../../src/junit/count/declared.ts';
import { countBytes, rowsOf } from './count-text.ts';
import { documentWithDoctype, junitDocument, quietDocument } from './documents.ts';
import { checkPromises, strictRows } from './promises.ts';
import { referenceRows, type ReferenceRow } from './reference.ts';
import { ruleFixtures } from './support.ts';

// Files that fast-xml-parser does not read: broken files, several documents, markup that is not escaped, other encodings. saxes
// reads them, below, except those that it does not take for XML.
const beyondReference = /^(?:28-|29-|30-|31-utf-16|31-windows|31-iso|31-invalid|32-|33-|35-|36-)/;
const fixtures = readdirSync(ruleFixtures).filter((name) => !beyondReference.test(name));

test.each(fixtures)('both readings of %s agree', async (name) => {
  const bytes = readFileSync(join(ruleFixtures, name));
  expect(rowsOf(await countBytes(bytes))).toEqual(referenceRows(bytes.toString('utf8').replace('\uFEFF', ''), 'file.xml'));
});

test('both readings of generated documents agree, in whatever pieces they come', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(junitDocument, quietDocument), fc.integer({ min: 1, max: 40 }), async (document, piece) => {
      const bytes = Buffer.from(document);
      const whole = await countBytes(bytes);
      // A wrapper without tests is not JUnit to us. The reference gives rows of nothing.
      const expected = referenceRows(document, 'file.xml').filter((row) => whole.kind === 'counted' || row.total > 0);
      expect(rowsOf(whole)).toEqual(expected);
      expect(rowsOf(await countBytes(bytes, piece))).toEqual(rowsOf(whole));
    }),
    { numRuns: 400 },
  );
});

test('a generated document that is cut anywhere is never evidence', async () => {
  await fc.assert(
    fc.asyncProperty(junitDocument, fc.double({ min: 0, max: 1, noNaN: true }), async (document, share) => {
      const bytes = Buffer.from(document.trimEnd());
      const result = await countBytes(bytes.subarray(0, Math.min(Math.floor(share * bytes.length), bytes.length - 1)));
      expect(result.kind).not.toBe('counted');
    }),
    { numRuns: 400 },
  );
});

// Documents that are not XML 1.0 to the letter, although we read them: white space, text and documents around the document;
// control characters.
const beyondXml = /^(?:31-unknown|31-header|32-|33-)/;
const strictFixtures = readdirSync(ruleFixtures).filter((name) => beyondReference.test(name) && !beyondXml.test(name));

test.each(strictFixtures)('saxes and we agree on %s, or both refuse it', async (name) => {
  const bytes = readFileSync(join(ruleFixtures, name));
  const label = /31-(utf-16be|utf-16|windows-1252|iso-8859-15)/.exec(name)?.[1] ?? 'utf-8';
  const rows = strictRows(undeclared(new TextDecoder(label).decode(bytes)), 'file.xml');
  const result = await countBytes(bytes);
  const refused = ['broken', 'empty', ...(rows === undefined ? ['other-format'] : [])];
  expect(refused.includes(result.kind)).toBe(rows === undefined);
  expect(comparable(result)).toEqual(believed(rows, result));
});

test('saxes and we agree on generated documents with a DOCTYPE, in any encoding', async () => {
  await fc.assert(
    fc.asyncProperty(documentWithDoctype, fc.constantFrom(...Object.keys(encoders)), async (document, encoding) => {
      const whole = await countBytes(encoders[encoding]?.(document) ?? Buffer.alloc(0));
      expect(comparable(whole)).toEqual(believed(strictRows(undeclared(document), 'file.xml'), whole));
    }),
    { numRuns: 400 },
  );
});

/** A reference to a name that nobody declared is not a fault to us. */
function undeclared(document: string): string {
  return document.replaceAll('&nbsp;', '?');
}

/** Documents as bytes. A character that an encoding does not have is written as a reference. */
const encoders: Readonly<Record<string, (document: string) => Uint8Array>> = {
  'utf-8': (document) => Buffer.from(document),
  'utf-8 with a mark': (document) => Buffer.from(`\uFEFF${document}`),
  'utf-16le': (document) => Buffer.from(`\uFEFF${document}`, 'utf16le'),
  'utf-16be': (document) => Buffer.from(`\uFEFF${document}`, 'utf16le').swap16(),
  'iso-8859-1': (document) => {
    const head = '<?xml version="1.0" encoding="ISO-8859-1"?>';
    const body = document.replace(/^<\?xml.*?\?>/, '').replace(/[^\u0000-\u00FF]/gu, (character) => `&#${character.codePointAt(0)};`);
    return Buffer.from(head + body, 'latin1');
  },
};

test('a generated document in whose text an entity may stand for elements is never evidence, in whatever pieces it comes', async () => {
  const reference = fc.constantFrom('&hidden;', '&hidden;', 'a &lt; b &hidden; c', '<b>&hidden;</b>');
  await fc.assert(
    fc.asyncProperty(documentWithDoctype, reference, fc.nat(), fc.integer({ min: 1, max: 40 }), async (document, text, place, piece) => {
      const whole = await countBytes(Buffer.from(document));
      if (whole.kind !== 'counted' || !/ENTITY hidden|\.dtd/.test(document)) return;
      const ends = [...document.matchAll(/<\/(?:n:)?(?:testcase|testsuites?)>/gi)].filter(({ index }) => !isNoMarkup(document, index));
      const end = ends[place % Math.max(1, ends.length)];
      if (end === undefined) return;
      const bytes = Buffer.from(document.slice(0, end.index) + text + document.slice(end.index));
      expect((await countBytes(bytes)).kind).toBe('broken');
      expect((await countBytes(bytes, piece)).kind).toBe('broken');
    }),
    { numRuns: 400 },
  );
});

/** Whether the place lies in a comment, CDATA or an instruction. */
function isNoMarkup(document: string, place: number): boolean {
  return [...document.matchAll(/<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>/g)].some(
    ({ index, 0: text }) => index <= place && place < index + text.length,
  );
}

test('both granularities of a generated document come to the same sums, and no row counts more than it holds', async () => {
  const options = fc.record({ mergeRetries: fc.constantFrom('none', 'last'), mostRows: fc.constantFrom(2, 10_000) });
  await fc.assert(
    fc.asyncProperty(fc.oneof(junitDocument, quietDocument), options, async (document, extra) => {
      const bytes = Buffer.from(document);
      const outermost = sumsOf(await countBytes(bytes, bytes.length, { ...extra, granularity: 'outermost' }));
      expect(sumsOf(await countBytes(bytes, bytes.length, { ...extra, granularity: 'leaf' }))).toEqual(outermost);
    }),
    { numRuns: 1000 },
  );
});

function sumsOf(result: DocumentResult): object {
  if (result.kind !== 'counted') return { kind: result.kind };
  const sum = emptyTally();
  for (const { tally } of result.rows) {
    const { total, failures, errors, skipped, flaky } = tally;
    expect(failures + errors + skipped).toBeLessThanOrEqual(total);
    expect(flaky).toBeLessThanOrEqual(total);
    addTally(sum, { ...emptyTally(), ...tally });
  }
  return sum;
}

/** Counts without names, in which entities may stand. */
function comparable(result: DocumentResult): readonly object[] {
  return rowsOf(result).map((row) => ({ ...row, name: '' }));
}

/** The rows of the other reading that count. Another format is XML as well, but holds no tests. */
function believed(rows: readonly ReferenceRow[] = [], { kind }: DocumentResult): readonly object[] {
  return rows.filter((row) => kind === 'counted' || row.total > 0).map((row) => ({ ...row, name: '' }));
}

const kept = readdirSync(join(ruleFixtures, '..', 'fuzz'));

test.each(kept)('the reader keeps its promises for %s, on which it once broke one', async (name) => {
  const bytes = readFileSync(join(ruleFixtures, '..', 'fuzz', name));
  for (const piece of [1, 2, 3, 7, 64]) await expect(checkPromises(bytes, piece, true)).resolves.toMatch(/counted|broken/);
});
