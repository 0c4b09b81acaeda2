import { closeSync, fstatSync, openSync } from 'node:fs';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { EvidenceProblem } from '../errors/index.ts';
import { Counter, type CounterOptions } from './counter.ts';
import type { DiscoveredFile, FailingCase } from './evidence.ts';
import { locate, type Place } from './locate.ts';
import { warningOf } from './notes.ts';
import type { Row } from './rows.ts';
import { type Reader, readerOf, Source } from './source.ts';
import { Tokenizer } from './tokenizer.ts';
import type { JunitWarning } from './warning.ts';
import type { Window } from './window.ts';
import { XmlFault } from './xml.ts';

export interface CountedFile {
  readonly kind: 'counted';
  readonly rows: readonly Row[];
  /** The file had too many rows, and they became one. */
  readonly isMerged: boolean;
  readonly failing: readonly FailingCase[];
  readonly warnings: readonly JunitWarning[];
  readonly bytes: number;
  readonly sha256: string;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** A problem of the file, or `not-junit` for another format, which is no problem where a glob found it. */
export type FileResult =
  | CountedFile
  | { readonly kind: 'problem'; readonly problem: EvidenceProblem }
  | { readonly kind: 'not-junit'; readonly message: string };

export type FileOptions = Omit<CounterOptions, 'fileName' | 'source'>;

/** Reads and counts one file. It blocks the event loop for at most some 32 MiB at a time. */
export async function readFile(file: DiscoveredFile, options: FileOptions, window: Window): Promise<FileResult> {
  let descriptor: number;
  try {
    descriptor = openSync(file.path, 'r');
  } catch (error) {
    return unreadable(file, error);
  }
  try {
    const { mtimeMs } = fstatSync(descriptor);
    return await count(file, readerOf(descriptor), mtimeMs, options, window);
  } catch (error) {
    if (isSystemError(error)) return unreadable(file, error);
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

const burst = 32 * 1024 * 1024;

async function count(file: DiscoveredFile, read: Reader, modified: number, options: FileOptions, window: Window): Promise<FileResult> {
  const source = new Source(read);
  const counter = new Counter({ ...options, fileName: basename(file.path), source: file.name });
  const tokenizer = new Tokenizer(counter);
  let firstByte: number | undefined;
  const peek = (piece: Buffer): void => {
    firstByte ??= piece.find((byte) => !blank.has(byte));
  };
  window.reset();
  let fault: XmlFault | undefined;
  try {
    for (let pause = burst; window.step(source, tokenizer, peek) > 0;) {
      if (source.bytes < pause) continue;
      pause += burst;
      await setImmediate();
    }
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error;
    fault = error;
  }

  if (firstByte === undefined && fault !== undefined) return { kind: 'problem', problem: emptyFile(file, source.bytes) };
  if (fault !== undefined && (counter.isJunit || (counter.root === undefined && firstByte === 0x3c))) {
    return { kind: 'problem', problem: broken(file, fault, placesIn(file, [fault.offset], window).get(fault.offset)) };
  }
  const rows = counter.finish();
  const tests = rows.reduce((sum, row) => sum + row.tally.total, 0);
  if (!counter.isJunit || (tests === 0 && !roots.has(counter.root ?? ''))) return { kind: 'not-junit', message: otherFormat(counter.root) };
  if (tests === 0) counter.notes.add('no-tests-in-file');
  if (source.hasInvalidBytes) counter.notes.add('invalid-bytes');
  if (source.oddity !== undefined) counter.notes.add('wrong-encoding', source.oddity);
  const notes = counter.notes.list();
  const places = placesIn(
    file,
    notes.flatMap((note) => note.offset ?? []),
    window,
  );
  return {
    kind: 'counted',
    rows,
    isMerged: counter.isMerged,
    failing: counter.failing,
    warnings: notes.map((note) => warningOf(note, file.name, note.offset === undefined ? undefined : places.get(note.offset))),
    bytes: source.bytes,
    sha256: source.sha256(),
    modified,
  };
}

const roots: ReadonlySet<string> = new Set(['testsuites', 'testsuite', 'testcase']);
// White space, NUL and the byte order marks.
const blank: ReadonlySet<number> = new Set([0x00, 0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf, 0xfe, 0xff]);

/** Reads the file again for the lines of offsets; a file that changed meanwhile costs only its lines. */
function placesIn(file: DiscoveredFile, offsets: readonly number[], window: Window): ReadonlyMap<number, Place> {
  if (offsets.length === 0) return new Map();
  try {
    const descriptor = openSync(file.path, 'r');
    try {
      return locate(readerOf(descriptor), offsets, window.buffer);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return new Map();
  }
}

function emptyFile(file: DiscoveredFile, bytes: number): EvidenceProblem {
  return {
    code: 'empty-file',
    message: `${file.name}: the file is ${bytes === 0 ? 'empty' : 'blank'}; the test run did not get to write it`,
    file: file.name,
    fix: 'See in the log of the test step why it ended early, or leave the file out of junit-paths.',
  };
}

function broken(file: DiscoveredFile, fault: XmlFault, place: Place | undefined): EvidenceProblem {
  const where = place === undefined ? '' : `:${place.line}:${place.column}`;
  return {
    code: 'broken-file',
    message: `${file.name}${where}: the file is not well-formed XML: ${fault.message}`,
    file: file.name,
    ...place,
    fix: 'A file that was cut off comes of a test run that crashed or was stopped: see its log. Otherwise mend the tool that writes it.',
  };
}

function otherFormat(root: string | undefined): string {
  return root === undefined ? 'it is not XML' : `its root element is <${root.slice(0, 60)}>`;
}

function unreadable(file: DiscoveredFile, error: unknown): FileResult {
  const reason = isSystemError(error) ? (error.code ?? error.message) : String(error);
  const problem = {
    code: 'unreadable-file',
    message: `${file.name}: the file cannot be read (${reason})`,
    file: file.name,
    fix: 'Let the user that runs this step read the file.',
  } as const;
  return { kind: 'problem', problem };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
