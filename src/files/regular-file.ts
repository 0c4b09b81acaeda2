import { constants } from 'node:fs';
import { open } from 'node:fs/promises';

/** Why a file was not read. */
export type FileRefusal =
  | { readonly kind: 'no-regular-file' }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'unreadable'; readonly code: string };

/**
 * The bytes of a regular file, if it is no larger than `most`. A pipe would be waited for and a device never ends, so
 * neither is read: what is open is looked at, not what the name led to a moment ago.
 */
export async function readRegularFile(path: string, most: number): Promise<Buffer | FileRefusal> {
  let file;
  try {
    // Without O_NONBLOCK the mere opening of a pipe waits for its other end. Windows has neither.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!(await file.stat()).isFile()) return { kind: 'no-regular-file' };
    // Some files tell no size (/proc), and others grow: what counts is what comes.
    const buffer = Buffer.allocUnsafe(most + 1);
    let length = 0;
    for (let count = 1; count > 0 && length <= most; length += count)
      ({ bytesRead: count } = await file.read(buffer, length, most + 1 - length, length));
    return length > most ? { kind: 'too-large' } : buffer.subarray(0, length);
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return { kind: 'unreadable', code: error.code };
    throw error;
  } finally {
    await file?.close();
  }
}
