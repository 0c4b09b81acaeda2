/**
 * Two independent readings of generated documents: `node scripts/checks/fuzz/junit-differential.ts [--documents N] [--seed N]`, by
 * default 100,000. The suite does the same with a few hundred.
 */
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import * as fc from 'fast-check';
import { countBytes, rowsOf } from '../../../test/junit/count-text.ts';
import { junitDocument } from '../../../test/junit/documents.ts';
import { referenceRows } from '../../../test/junit/reference.ts';

const { values } = parseArgs({ options: { documents: { type: 'string', default: '100000' }, seed: { type: 'string', default: '1' } } });
const documents = Number(values.documents);
let tests = 0;
let bytes = 0;

await fc.assert(
  fc.asyncProperty(junitDocument, async (document) => {
    const result = await countBytes(Buffer.from(document));
    const expected = referenceRows(document, 'file.xml');
    if (result.kind === 'counted') assert.deepEqual(rowsOf(result), expected);
    else assert.deepEqual([result.kind, expected.filter((row) => row.total > 0)], ['other-format', []]);
    tests += expected.reduce((sum, row) => sum + row.total, 0);
    bytes += document.length;
  }),
  { numRuns: documents, seed: Number(values.seed) },
);
process.stdout.write(`${documents.toLocaleString('en-US')} documents (${bytes} characters, ${tests} tests): both readings agree\n`);
