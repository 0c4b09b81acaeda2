import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBytes, rowsOf } from './count-text.ts';
import { junitDocument } from './documents.ts';
import { referenceRows } from './reference.ts';
import { ruleFixtures } from './support.ts';

// What fast-xml-parser does not read: several documents, markup that is not escaped, encodings, what it strips less of.
const beyondReference = /^(?:29-|30-|31-utf-16|31-windows|31-iso|31-invalid|32-|33-|35-|36-)/;
const fixtures = readdirSync(ruleFixtures).filter((name) => !beyondReference.test(name));

test.each(fixtures)('both readings of %s agree', async (name) => {
  const bytes = readFileSync(join(ruleFixtures, name));
  const result = await countBytes(bytes);
  if (result.kind !== 'counted') return expect(name).toMatch(/^28-/);
  expect(rowsOf(result)).toEqual(referenceRows(bytes.toString('utf8').replace('\uFEFF', ''), 'file.xml'));
});

test('both readings of generated documents agree, in whatever pieces they come', async () => {
  await fc.assert(
    fc.asyncProperty(junitDocument, fc.integer({ min: 1, max: 40 }), async (document, piece) => {
      const bytes = Buffer.from(document);
      const whole = await countBytes(bytes);
      const expected = referenceRows(document, 'file.xml');
      expect(rowsOf(whole)).toEqual(whole.kind === 'counted' ? expected : []);
      if (whole.kind !== 'counted') expect(expected.every((row) => row.total === 0)).toBe(true);
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
