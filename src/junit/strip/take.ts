import { readSync } from 'node:fs';
import { openRegularFile } from '../../files/index.ts';
import { copyFile, mask } from '../../masking/index.ts';
import type { Masked, ResultsFormat, StripOptions, Taken } from '../../results/index.ts';
import { Source, TagSteps, Window, XmlFault, readerOf, sniffEncoding } from '../../xml/index.ts';
import { Stripper, Target } from './stripper.ts';

export type Stripping =
  | {
      readonly kind: 'stripped';
      readonly bytes: number;
      /** For the file that was read, as it is on disk. */
      readonly sha256: string;
      /** The number of log elements and of test cases that were left out. */
      readonly elements: number;
      readonly cases: number;
    }
  /** It is not well formed, so nothing can be removed from it safely. */
  | { readonly kind: 'broken'; readonly why: string };

/**
 * Writes a JUnit file again, without its logs, or without its passed test cases, in one pass and constant memory: into the file `to` from
 * the place `start` on; bytes after the end do not count. Everything else stays byte for byte, except that other encodings become UTF-8.
 * Throws the errors of the file system.
 */
export async function strip(path: string, to: number, start: number, options: StripOptions): Promise<Stripping> {
  try {
    using from = openRegularFile(path);
    const reader = readerOf(from.fd);
    const target = new Target(to, start, reader.size);
    const stripper = new Stripper(target, options, isUtf8(from.fd) ? (piece) => piece : declareUtf8);
    const source = new Source(reader);
    await new Window(reader.size).read(source, new TagSteps(stripper));
    return {
      kind: 'stripped',
      bytes: target.finish() - start,
      sha256: source.sha256(),
      elements: stripper.elements,
      cases: stripper.cases,
    };
  } catch (error) {
    if (error instanceof XmlFault) return { kind: 'broken', why: error.message };
    throw error;
  }
}

function isUtf8(descriptor: number): boolean {
  const head = Buffer.alloc(1024);
  return sniffEncoding(head.subarray(0, readSync(descriptor, head, 0, head.length, 0)))?.label === 'utf-8';
}

/** For a document that was in another encoding. */
function declareUtf8(piece: Buffer): Buffer {
  const text = piece.toString('utf8');
  return /^\s*<\?xml\s/.test(text) ? Buffer.from(text.replace(/(\sencoding\s*=\s*)(["'])[^"']*\2/, '$1$2UTF-8$2')) : piece;
}

const whole: StripOptions = { logs: 'keep', passed: 'keep' };

export const take: ResultsFormat['take'] = async (file, to, start, options, known) => {
  try {
    return await takeAs(file, to, start, options, known);
  } catch (error) {
    // Only a failure to read the file itself; a failure to write is another matter.
    if (!isOf(file.path, error)) throw error;
    return { kind: 'changed', why: `it could no longer be read after it was counted (${error.code ?? error.message})` };
  }
};

const takeAs: ResultsFormat['take'] = async ({ path, sha256 }, to, start, options, known) => {
  const maskAll = (bytes: number): Promise<Masked> => mask(to, start, bytes, { known, kind: 'markup', mode: 'mask' });
  if (options.logs === 'drop' || options.passed === 'drop') {
    const stripped = await strip(path, to, start, options);
    if (stripped.kind === 'broken') return brokenOrChanged(path, sha256, stripped);
    if (stripped.sha256 !== sha256) return changed;
    return { ...stripped, kind: 'taken', masked: await maskAll(stripped.bytes) };
  }
  const copied = await copyFile(path, to, start);
  if (copied.sha256 !== sha256) return changed;
  const all = { kind: 'taken', elements: 0, cases: 0 } as const;
  if (sniffEncoding(copied.head)?.label === 'utf-8') return { ...all, bytes: copied.bytes, masked: await maskAll(copied.bytes) };
  // Secrets are looked for in UTF-8; a file without any stays as it is.
  const decoded = await strip(path, to, start, whole);
  if (decoded.kind === 'broken') return brokenOrChanged(path, sha256, decoded);
  const masked = await maskAll(decoded.bytes);
  if (masked.count > 0) return decoded.sha256 === sha256 ? { ...all, bytes: decoded.bytes, masked } : changed;
  const again = await copyFile(path, to, start);
  return again.sha256 === sha256 ? { ...all, bytes: again.bytes, masked } : changed;
};

const changed: Taken = { kind: 'changed', why: 'it was written again after it was counted' };

async function brokenOrChanged(path: string, sha256: string, { why }: Extract<Stripping, { kind: 'broken' }>): Promise<Taken> {
  return (await copyFile(path, undefined)).sha256 === sha256 ? { kind: 'broken', why } : changed;
}

function isOf(path: string, error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'path' in error && error.path === path;
}
