import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBytes, rowsOf } from './count-text.ts';
import { junitDocument } from './documents.ts';
import { checkPromises } from './promises.ts';
import { referenceRows } from './reference.ts';
import { ruleFixtures } from './support.ts';

// What fast-xml-parser does not read: broken files, several documents, markup that is not escaped, other encodings.
const beyondReference = /^(?:28-|29-|30-|31-utf-16|31-windows|31-iso|31-invalid|32-|33-|35-|36-)/;
const fixtures = readdirSync(ruleFixtures).filter((name) => !beyondReference.test(name));

test.each(fixtures)('both readings of %s agree', async (name) => {
  const bytes = readFileSync(join(ruleFixtures, name));
  expect(rowsOf(await countBytes(bytes))).toEqual(referenceRows(bytes.toString('utf8').replace('\uFEFF', ''), 'file.xml'));
});

test('both readings of generated documents agree, in whatever pieces they come', async () => {
  await fc.assert(
    fc.asyncProperty(junitDocument, fc.integer({ min: 1, max: 40 }), async (document, piece) => {
      const bytes = Buffer.from(document);
      const whole = await countBytes(bytes);
      // A wrapper that holds no tests is not JUnit to us; the reference gives rows of nothing.
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

const kept = readdirSync(join(ruleFixtures, '..', 'fuzz'));

test.each(kept)('the reader keeps its promises for %s, on which it once broke one', async (name) => {
  const bytes = readFileSync(join(ruleFixtures, '..', 'fuzz', name));
  for (const piece of [1, 2, 3, 7, 64]) await expect(checkPromises(bytes, piece, true)).resolves.toMatch(/counted|broken/);
});
