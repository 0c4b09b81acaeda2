import { constants, open } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { UsageError, hasCode, messageOf, wrongUse } from '../errors/index.ts';
import { bytesOf, upTo } from './bounded.ts';

// The mere opening of a pipe waits for its other end, and no process can end meanwhile. Windows has no such thing.
const reading = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** A pipe that nobody has opened to write by then has no writer. */
const longestMs = 5000;

/**
 * The content of the file that an option names, or of a pipe that somebody writes to: `<(pass show it)`. Throws what the file system throws,
 * and a UsageError for what would be read for ever.
 */
export async function* readPieces(option: string, path: string, signal?: AbortSignal): AsyncGenerator<Buffer<ArrayBuffer>> {
  await using file = await open(path, reading);
  const stats = await file.stat();
  const refusal = (what: string) => wrongUse(`${option} names ${what}: ${path}`, 'Name a file, or a pipe that a program writes to.');
  if (!stats.isFile() && !stats.isFIFO()) throw refusal('a directory or a device');
  const end = performance.now() + longestMs;
  let isBegun = stats.isFile();
  for (;;) {
    signal?.throwIfAborted();
    const buffer = Buffer.allocUnsafe(64 * 1024);
    const count = await file.read(buffer).then(({ bytesRead }) => bytesRead, nothingYet);
    isBegun ||= count !== 0;
    if (count > 0) yield buffer.subarray(0, count);
    else if (count === 0 && isBegun) return;
    else if (!isBegun && performance.now() > end) throw refusal('a pipe that nobody writes to');
    else await sleep(2, undefined, { signal });
  }
}

/** The count for a pipe whose writer has written nothing yet. */
function nothingYet(error: unknown): -1 {
  if (hasCode(error, 'EAGAIN')) return -1;
  throw error;
}

/** In bytes: more than a password, a certificate or settings have. */
const largest = 1024 * 1024;

/** The whole of it, where it holds no more than a person writes. Throws a UsageError that names the option, the file and what is wrong. */
export async function readNamed(option: string, path: string): Promise<Buffer> {
  const refusal = (what: string, fix: string, cause?: unknown) => wrongUse(`${option} names ${what}: ${path}`, fix, cause);
  try {
    return await bytesOf(upTo(readPieces(option, path), largest, () => refusal('more than 1 MiB', 'Name a smaller file.')));
  } catch (cause) {
    if (cause instanceof UsageError) throw cause;
    if (hasCode(cause, 'ENOENT', 'ENOTDIR')) throw refusal('a file that is not there', 'Look at the spelling of its name.', cause);
    if (hasCode(cause, 'EACCES', 'EPERM'))
      throw refusal('a file that this user may not read', 'Let the user of the service read it, for example by its group.', cause);
    throw refusal(`what cannot be read (${messageOf(cause)})`, 'Name a file.', cause);
  }
}
