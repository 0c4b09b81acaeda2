import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { codeOf, wrongUse } from '../errors/index.ts';
import { bytes, decodeText } from '../text/index.ts';

export type FileRefusal =
  | { readonly kind: 'no-regular-file' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unreadable'; readonly code: string };

// Without O_NONBLOCK the mere opening of a pipe waits for its other end. Windows has neither.
const reading = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

const irregular = 'no regular file';

/** Closed where the block ends that opened it with `using`. */
export interface OpenFile extends Disposable {
  readonly fd: number;
}

export function openFile(path: string | Buffer, flags: string | number, mode?: number): OpenFile {
  const fd = openSync(path, flags, mode);
  return { fd, [Symbol.dispose]: () => closeSync(fd) };
}

/**
 * Opens a regular file to be read. Throws what the file system throws, and an error of the same
 * form where a pipe, a device or a directory stands in its place by now.
 */
export function openRegularFile(path: string | Buffer): OpenFile {
  const file = openFile(path, reading);
  if (fstatSync(file.fd).isFile()) return file;
  file[Symbol.dispose]();
  throw Object.assign(new Error(`${String(path)} is no regular file`), { code: irregular, syscall: 'open', path });
}

/** In bytes, for a file without a size. */
const leastRead = 64 * 1024;

/**
 * The bytes of a regular file, if it is no larger than `most`. A pipe would be waited for and a device never ends, so
 * neither is read: what is open is looked at, not what the name led to a moment ago.
 */
export function readRegularFile(path: string, most: number): Buffer | FileRefusal {
  try {
    using file = openRegularFile(path);
    // Some files have no size (/proc), and others grow: the bytes that come count.
    let buffer = Buffer.allocUnsafe(Math.min(most, Math.max(fstatSync(file.fd).size, leastRead)) + 1);
    let length = 0;
    for (let count = 1; count > 0 && length <= most; length += count) {
      if (length === buffer.length) buffer = Buffer.concat([buffer], Math.min(most + 1, 2 * length));
      count = readSync(file.fd, buffer, length, buffer.length - length, length);
    }
    return length > most ? { kind: 'too-large' } : buffer.subarray(0, length);
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return code === irregular ? { kind: 'no-regular-file' } : { kind: 'unreadable', code };
  }
}

export function refusalWords(refusal: FileRefusal, most: number): string {
  if (refusal.kind === 'unreadable') return refusal.code;
  return refusal.kind === 'too-large' ? `it is larger than ${bytes(most)}` : 'it is no regular file';
}

/** `named` is the option, and may be followed by the path. Throws a `UsageError` that says why it cannot be read. */
export function readNamedText(named: string, path: string, most: number, fix: string): string {
  const file = readRegularFile(path, most);
  if (Buffer.isBuffer(file)) return decodeText(file);
  throw wrongUse(`The file of ${named} cannot be read: ${refusalWords(file, most)}`, fix);
}

/** So many bytes show what a file is. */
export const headSize = 8 * 1024;

export function headOf(path: string): Buffer {
  using file = openRegularFile(path);
  const head = Buffer.alloc(headSize);
  return head.subarray(0, readSync(file.fd, head, 0, headSize, 0));
}
