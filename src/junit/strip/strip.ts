import { closeSync, readSync } from 'node:fs';
import { openRegularFile } from '../../files/index.ts';
import { readerOf, sniffEncoding, Source, TagSteps, Window, XmlFault } from '../../xml/index.ts';
import type { StripOptions } from '../../results/index.ts';
import { Stripper } from './stripper.ts';
import { Target } from './target.ts';

export type Stripping =
  | {
      readonly kind: 'stripped';
      /** Size of the written part. */
      readonly bytes: number;
      /** SHA-256 of the file that was read, as it is on disk. */
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
  const from = openRegularFile(path);
  try {
    const reader = readerOf(from);
    const target = new Target(to, start, reader.size);
    const stripper = new Stripper(target, options, isUtf8(from) ? (piece) => piece : declareUtf8);
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
  } finally {
    closeSync(from);
  }
}

function isUtf8(descriptor: number): boolean {
  const head = Buffer.alloc(1024);
  return sniffEncoding(head.subarray(0, readSync(descriptor, head, 0, head.length, 0)))?.label === 'utf-8';
}

/** The declaration of a document that was in another encoding. */
function declareUtf8(piece: Buffer): Buffer {
  const text = piece.toString('utf8');
  return /^\s*<\?xml\s/.test(text) ? Buffer.from(text.replace(/(\sencoding\s*=\s*)(["'])[^"']*\2/, '$1$2UTF-8$2')) : piece;
}
