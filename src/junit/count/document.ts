import { lessThan, type Reader, Source, Tokenizer, type Window, XmlFault } from '../../xml/index.ts';
import { Counter, type CounterOptions } from './counter.ts';
import type { CountedFile } from '../../results/index.ts';
import type { Note } from '../notes.ts';

/** A document that is JUnit, counted. */
export interface CountedDocument extends Omit<CountedFile, 'warnings' | 'modified'> {
  readonly notes: readonly Note[];
}

export type DocumentResult =
  | CountedDocument
  | { readonly kind: 'empty'; readonly bytes: number }
  | { readonly kind: 'broken'; readonly fault: XmlFault }
  /** `root` is the name of its root element, if it is XML at all. */
  | { readonly kind: 'other-format'; readonly root: string | undefined };

/** Reads and counts one document, in constant memory. */
export async function countDocument(reader: Reader, options: CounterOptions, window: Window): Promise<DocumentResult> {
  const source = new Source(reader);
  const counter = new Counter(options);
  let firstByte: number | undefined;
  const peek = (piece: Buffer): void => {
    firstByte ??= piece.find((byte) => !blank.has(byte));
  };
  let fault: XmlFault | undefined;
  try {
    await window.read(source, new Tokenizer(counter, window.names), peek);
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    fault = error;
  }

  if (fault !== undefined) {
    if (firstByte === undefined && !source.isUndecodable) return { kind: 'empty', bytes: source.bytes };
    // Another format may well not be XML; but a document that begins like XML and ends before its root may have been JUnit.
    const isOther =
      !counter.isJunit && !counter.isLikeJunit && (counter.root !== undefined || (firstByte !== undefined && firstByte !== lessThan));
    return isOther ? { kind: 'other-format', root: counter.root } : { kind: 'broken', fault };
  }
  const rows = counter.finish();
  const tests = rows.reduce((sum, row) => sum + row.tally.total, 0);
  // Other formats (Qt, Boost) have <TestCase>: elements in another case than JUnit's count only if they show a failure.
  const isJunit = counter.isJunit || rows.some(({ tally }) => tally.failures + tally.errors > 0);
  // A wrapper around suites is JUnit only if there are tests in them: PHPUnit's configuration also has <testsuite>.
  if (!isJunit || (tests === 0 && !roots.has(counter.root ?? ''))) return { kind: 'other-format', root: counter.root };
  if (tests === 0 && !aboutClass.test(options.fileName)) counter.notes.add('no-tests-in-file');
  if (source.hasInvalidBytes) counter.notes.add('invalid-bytes');
  if (source.oddity !== undefined) counter.notes.add('wrong-encoding', source.oddity);
  return {
    kind: 'counted',
    rows,
    isMerged: counter.isMerged,
    failing: counter.failing,
    flaky: counter.flaky,
    notes: counter.notes.list(),
    bytes: source.bytes,
    sha256: source.sha256(),
  };
}

// Surefire and Ant write a file for each class, also where all tests are in its inner classes.
const aboutClass = /^TEST-.+\.xml$/;
const roots: ReadonlySet<string> = new Set(['testsuites', 'testsuite']);
// White space, NUL and the bytes of byte order marks.
const blank: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff]);
