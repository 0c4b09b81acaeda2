import { fstatSync } from 'node:fs';
import { basename } from 'node:path';
import type { EvidenceProblem } from '../errors/index.ts';
import { openRegularFile } from '../files/index.ts';
import type { FileOptions, FileResult, FoundFile, ResultsFormat, ResultsWarning } from '../results/index.ts';
import { Window, locate, readerOf, type Position, type XmlFault } from '../xml/index.ts';
import { countDocument, type CountedDocument, type DocumentResult } from './count/counter.ts';
import { warningOf } from './notes.ts';
import { take } from './strip/take.ts';

export async function readFile(file: FoundFile, options: FileOptions, window: Window): Promise<FileResult> {
  try {
    using opened = openRegularFile(file.path);
    const { mtimeMs, size } = fstatSync(opened.fd);
    const counterOptions = { ...options, fileName: basename(file.path), source: file.name };
    const document = await countDocument(readerOf(opened.fd, size), counterOptions, window);
    return fileResult(file, document, mtimeMs, window);
  } catch (error) {
    if (isSystemError(error)) return unreadable(file, error);
    throw error;
  }
}

function fileResult(file: FoundFile, document: DocumentResult, modified: number, window: Window): FileResult {
  switch (document.kind) {
    case 'empty':
      return { kind: 'problem', problem: emptyFile(file, document.bytes) };
    case 'broken':
      return { kind: 'problem', problem: broken(file, document.fault, window) };
    case 'other-format':
      // A file named .xml without XML may be what a crash left in place of the results.
      if (document.root === undefined && !file.explicit && /\.xml$/i.test(file.name)) return { kind: 'problem', problem: notXml(file) };
      return { kind: 'other-format', message: otherFormat(document.root) };
    case 'counted':
      return { ...document, warnings: warningsOf(file, document, window), modified };
  }
}

function warningsOf(file: FoundFile, { notes }: CountedDocument, window: Window): readonly ResultsWarning[] {
  const offsets = notes.flatMap((note) => note.offset ?? []);
  const places = placesIn(file, offsets, window);
  return notes.map((note) => warningOf(note, file.name, note.offset === undefined ? undefined : places.get(note.offset)));
}

/** Reads the file again. If it changed meanwhile, only the lines are lost. */
function placesIn(file: FoundFile, offsets: readonly number[], window: Window): ReadonlyMap<number, Position> {
  if (offsets.length === 0) return new Map();
  try {
    using opened = openRegularFile(file.path);
    return locate(readerOf(opened.fd), offsets, window.buffer);
  } catch {
    return new Map();
  }
}

function emptyFile(file: FoundFile, bytes: number): EvidenceProblem {
  return {
    code: 'empty-file',
    message: `${file.name}: the file is ${bytes === 0 ? 'empty' : 'blank'}; the test run did not get to write it`,
    file: file.name,
    fix: 'See in the log of the test step why it ended early, or leave the file out of junit-paths.',
  };
}

function broken(file: FoundFile, fault: XmlFault, window: Window): EvidenceProblem {
  const place = placesIn(file, [fault.offset], window).get(fault.offset);
  const where = place === undefined ? '' : `:${place.line}:${place.column}`;
  return {
    code: 'broken-file',
    message: `${file.name}${where}: the file is ${fault.fix === undefined ? 'not well-formed XML' : 'not believed'}: ${fault.message}`,
    file: file.name,
    ...place,
    fix:
      fault.fix ??
      'A file that was cut off comes of a test run that crashed or was stopped: see its log. Otherwise fix the tool that writes it.',
  };
}

function notXml(file: FoundFile): EvidenceProblem {
  return {
    code: 'broken-file',
    message: `${file.name}: the file is named .xml, but holds no XML`,
    file: file.name,
    line: 1,
    column: 1,
    fix: 'See whether the test step crashed while it wrote the file; leave a file that holds no results out with a `!` line in junit-paths.',
  };
}

function otherFormat(root: string | undefined): string {
  return root === undefined ? 'it is not XML' : `its root element is <${root.slice(0, 60)}>`;
}

function unreadable(file: FoundFile, error: NodeJS.ErrnoException): FileResult {
  const problem = {
    code: 'unreadable-file',
    message: `${file.name}: the file cannot be read (${error.code ?? error.message})`,
    file: file.name,
    fix: 'Let the user that runs this step read the file.',
  } as const;
  return { kind: 'problem', problem };
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

export const junit: ResultsFormat = {
  name: 'JUnit',
  fileNames: '*.xml',
  /** Recognized by the first element, as far as the beginning shows it. In UTF-16 there are zeros between the characters. */
  recognizes: (head) => /<testsuites?[\s/>]/.test(head.toString('latin1').replaceAll('\0', '')),
  read() {
    const window = new Window();
    return (file, options) => readFile(file, options, window);
  },
  take,
};
