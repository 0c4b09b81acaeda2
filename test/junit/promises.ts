import assert from 'node:assert/strict';
import { XMLValidator } from 'fast-xml-parser';
import { SaxesParser } from 'saxes';
import type { DocumentResult } from '../../src/junit/count/counter.ts';
import { countBytes, rowsOf } from './count-text.ts';
import { referenceRows, rowsOfTree, type Element, type ReferenceRow } from './reference.ts';

/**
 * The same reading over the tree that saxes makes of a document. saxes follows XML 1.0 to the letter, so it is asked where fast-
 * xml-parser is too free, with a DOCTYPE or in another encoding. `undefined` for a document that is not well formed. saxes
 * expands no entity of a DOCTYPE. Here each of them counts as the word `entity`.
 */
export function strictRows(document: string, fileName: string): readonly ReferenceRow[] | undefined {
  const roots: Element[] = [];
  const open: { readonly tag: string; readonly attributes: Element['attributes']; readonly children: Element[] }[] = [];
  const parser = new SaxesParser({ xmlns: false });
  let fault: Error | undefined;
  parser.on('error', (error) => {
    fault ??= error;
  });
  for (const [, name = ''] of document.matchAll(/<!ENTITY\s+([^\s%]+)\s/g)) parser.ENTITIES[name] = 'entity';
  parser.on('opentag', ({ name, attributes }) => {
    const own = Object.entries(attributes).map(([key, value]) => [local(key), value]);
    const element = { tag: local(name), attributes: Object.fromEntries(own), children: [] };
    (open.at(-1)?.children ?? roots).push(element);
    open.push(element);
  });
  parser.on('closetag', () => open.pop());
  parser.write(document).close();
  return fault === undefined ? rowsOfTree(roots, fileName) : undefined;
}

function local(name: string): string {
  return name.slice(name.lastIndexOf(':') + 1).toLowerCase();
}

/**
 * Checks the promises of the reader for any bytes: it answers, and gives the same answer however the bytes are cut into pieces;
 * its counts add up; and a file that fast-xml-parser finds well formed is neither refused nor counted otherwise than by the
 * reference.
 */
export async function checkPromises(bytes: Buffer, piece: number, asksReference: boolean): Promise<DocumentResult['kind']> {
  const result = await countBytes(bytes);
  assert.deepEqual(summaryOf(await countBytes(bytes, piece)), summaryOf(result), 'the same in any pieces');
  if (result.kind === 'counted') {
    for (const { tally, time, timestamp } of result.rows) {
      const { total, failures, errors, skipped, flaky } = tally;
      assert(failures >= 0 && errors >= 0 && skipped >= 0 && failures + errors + skipped <= total && flaky <= total, 'counts add up');
      assert(Number.isFinite(time) && time >= 0, 'a time is a number');
      assert(timestamp === undefined || (Number.isInteger(timestamp) && timestamp > 0), 'a timestamp is a moment');
    }
    for (const { message, name } of result.failing) assert(message.length <= 4000 && name.length <= 1000, 'texts are bounded');
  }
  if (asksReference) askReference(bytes, result);
  return result.kind;
}

function summaryOf(result: DocumentResult): object {
  if (result.kind === 'broken') return { kind: result.kind, message: result.fault.message, offset: result.fault.offset };
  if (result.kind !== 'counted') return result;
  return { ...result, failing: result.failing, notes: result.notes };
}

function askReference(bytes: Buffer, result: DocumentResult): void {
  const text = bytes.toString('utf8');
  // fast-xml-parser expands entities of a DOCTYPE, and knows UTF-8 alone.
  if (text.includes('<!DOCTYPE') || text.includes('\uFFFD') || text.includes('encoding=')) return askStrictly(text, result);
  // It lets a quotation mark without a partner run on over the end of an instruction.
  const instructions = text.match(/<\?[\s\S]*?\?>/g) ?? [];
  if (instructions.some((each) => each.split('"').length % 2 === 0 || each.split("'").length % 2 === 0)) return;
  if (XMLValidator.validate(text) !== true) return;
  const rows = readByReference(text);
  if (rows === undefined) return;
  const isRed = rows.some((row) => row.failures + row.errors > 0);
  if (result.kind === 'counted') assert.deepEqual(countsOf(rowsOf(result)), countsOf(rows), 'both readings agree');
  else assert(!isRed || result.kind === 'broken', 'nothing red is passed over');
}

/**
 * Checks the same for documents that saxes finds well formed. It does not know other encodings, nor the content that entities of
 * a DOCTYPE may hide.
 */
function askStrictly(text: string, result: DocumentResult): void {
  if (/encoding\s*=\s*["'](?!utf-8["'])/i.test(text) || text.includes('\uFFFD')) return;
  const rows = strictRows(text, 'file.xml');
  if (rows === undefined || (result.kind === 'broken' && result.fault.message.includes('DOCTYPE'))) return;
  if (result.kind === 'counted') assert.deepEqual(countsOf(rowsOf(result)), countsOf(rows), 'both readings agree');
  else assert(!rows.some((row) => row.failures + row.errors > 0), 'nothing red is passed over');
}

/** `undefined` if its parser refuses a document that its validator accepts. */
function readByReference(text: string): readonly ReferenceRow[] | undefined {
  try {
    return referenceRows(text, 'file.xml');
  } catch {
    return undefined;
  }
}

function countsOf(rows: readonly object[]): readonly object[] {
  return rows.map((row) => ({ ...row, name: '' }));
}
