import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, link, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { hasCode, wrongUse, type UsageError } from '../errors/index.ts';
import { backUp, type Backup, type BackupProgress } from './care/backup.ts';
import { BrokenBackup, type Entry } from './care/entries.ts';
import { restore, type Restored } from './care/restore.ts';
import { verify, type Verification, type VerifyProgress, type VerifyRequest } from './care/verify.ts';
import { complianceRules } from './evidence/rules.ts';
import { readPieces } from './named-file.ts';
import { openBackend, type Place } from './store/open-data.ts';

/** Writes entries as a tar archive, one chunk at a time. Ends the stream that it writes to. */
async function writeArchive(entries: AsyncIterable<Entry>, to: Writable, { gzip }: { readonly gzip: boolean }): Promise<void> {
  const { pack } = await import('tar-stream');
  const tar = pack();
  const stop = new AbortController();
  // The two packages know streams of each other only as something that is iterated.
  const written = gzip ? pipeline(tar, createGzip(), to) : pipeline(tar, to);
  written.catch((error: unknown) => stop.abort(error));
  try {
    for await (const { content, name, size } of entries)
      await pipeline(Readable.from(content), tar.entry({ name, size, mode: 0o600, mtime: new Date(0) }), { signal: stop.signal });
    tar.finalize();
    await written;
  } catch (error) {
    // The first error is the cause; the others follow from it.
    const cause: unknown = stop.signal.aborted ? stop.signal.reason : error;
    tar.destroy();
    await written.catch(() => {});
    throw cause;
  }
}

/** The entries of a tar archive, which may be compressed with gzip. Throws `BrokenBackup` if it is none, or is cut off. */
async function* readArchive(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Entry> {
  const { extract } = await import('tar-stream');
  const archive = extract();
  let unread: { readonly error: unknown } | undefined;
  const noted = async function* () {
    try {
      yield* chunks;
    } catch (error) {
      unread = { error };
      throw error;
    }
  };
  // Bytes that can be read are none of an archive then. Streams that end each other have different words for it.
  const faultOf = (error: unknown): unknown => {
    if (unread !== undefined) return unread.error;
    return error instanceof BrokenBackup ? error : new BrokenBackup('It is cut off or damaged, or is no backup at all.', { cause: error });
  };
  const [isGzip, all] = await begun(noted());
  const source = Readable.from(all);
  const reading = isGzip ? pipeline(source, createGunzip(), archive) : pipeline(source, archive);
  // Its error is also that of the loop.
  reading.catch(() => {});
  try {
    for await (const entry of archive) {
      const { name, size, type } = entry.header;
      if (type !== 'file') throw new BrokenBackup(`${name} is not a file.`);
      yield { name, size, content: piecesOf(entry, faultOf) };
      // A reader that did not want it must not stop the archive.
      entry.resume();
    }
    await reading;
  } catch (error) {
    throw faultOf(error);
  } finally {
    archive.destroy();
    source.destroy();
  }
}

async function* piecesOf(entry: AsyncIterable<unknown>, faultOf: (error: unknown) => unknown): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of entry) if (piece instanceof Uint8Array) yield piece;
  } catch (error) {
    throw faultOf(error);
  }
}

/** Whether a stream is compressed, and the same stream from its first byte. */
async function begun(chunks: AsyncIterable<Uint8Array>): Promise<readonly [isGzip: boolean, all: AsyncIterable<Uint8Array>]> {
  const iterator = chunks[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < 2) {
    const next = await iterator.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const all = (async function* () {
    if (head.length > 0) yield head;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
  return [head[0] === 0x1f && head[1] === 0x8b, all];
}

/** Compares the tables and files of a data directory with its records. Throws if the directory cannot be read. */
export function verifyData(request: Omit<VerifyRequest, 'rules'>): Promise<Verification> {
  return verify({ ...request, rules: complianceRules });
}

interface BackupOptions {
  /** Where the data is. A service may run there meanwhile. */
  readonly dataDir: Place;
  /** A new file, gzipped for `.gz` and `.tgz`; a folder, where the file is named after the time; or a stream, not compressed. */
  readonly to: string | Writable;
  readonly onProgress?: (progress: BackupProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Backs up a place. The file appears when whole, for its owner alone. Throws a UsageError, or `BrokenData` if it is not what was recorded.
 */
export async function backUpData({ dataDir, to, ...more }: BackupOptions): Promise<Backup & { readonly file?: string }> {
  if (typeof to !== 'string')
    return await backUp({ from: dataDir, write: (entries) => writeArchive(entries, to, { gzip: false }), ...more });
  const file = await fileAt(resolve(to));
  await refuseThere(file);
  // The data is looked for first, so that a mistyped name leaves no file.
  await openBackend(dataDir).find();
  // Another backup may write to the same place at the same time.
  const part = `${file}.${randomUUID()}.part`;
  const handle = await open(part, 'wx', 0o600).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message.replace(/, open .*$/, '') : String(cause);
    throw wrongUse(
      `The file ${file} cannot be made: ${why}.`,
      'Name with --to a file in a folder that is there, and that this user may write.',
      cause,
    );
  });
  try {
    // With `flush` it is on the disk before it gets its name.
    const stream = createWriteStream(part, { fd: handle.fd, autoClose: false, flush: true });
    const gzip = /\.(?:gz|tgz)$/i.test(file);
    const done = await backUp({ from: dataDir, write: (entries) => writeArchive(entries, stream, { gzip }), ...more });
    await handle.sync();
    await handle.close();
    await giveName(part, file);
    return { ...done, file };
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

/** In a folder, a file that is named after the time, to the millisecond: those of a timer come in their order, and two have two names. */
async function fileAt(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() !== true) return path;
  return join(path, `evidence-${new Date().toISOString().replaceAll(/[:.]/g, '-')}.tar.gz`);
}

async function refuseThere(file: string): Promise<void> {
  const isThere = await access(file).then(
    () => true,
    () => false,
  );
  if (isThere) throw thereAlready(file);
}

function thereAlready(file: string, cause?: unknown): UsageError {
  const fix = 'Name a new file with --to: each backup has one of its own.';
  return wrongUse(`The file ${file} is there already. Nothing was changed.`, fix, cause);
}

/** A link does not replace a file that came meanwhile. Some file systems have none. */
async function giveName(part: string, file: string): Promise<void> {
  try {
    await link(part, file);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw thereAlready(file, error);
    await refuseThere(file);
    await rename(part, file);
  }
  await rm(part, { force: true });
  if (process.platform === 'win32') return;
  const folder = await open(dirname(file));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

interface RestoreOptions {
  /** The file of a backup, or a stream of its bytes. */
  readonly from: string | Readable;
  /** It holds nothing yet. */
  readonly dataDir: Place;
  readonly onProgress?: (progress: BackupProgress) => void;
  readonly onVerified?: (progress: VerifyProgress) => void;
  readonly signal?: AbortSignal;
}

async function refuseUnreadable(from: string): Promise<void> {
  await stat(from).catch((cause: unknown) => {
    const fix = 'Name with --from a file that `backup` wrote.';
    throw wrongUse(`There is no backup ${basename(from)} in ${dirname(resolve(from))}.`, fix, cause);
  });
  await access(from, constants.R_OK).catch((cause: unknown) => {
    throw wrongUse(
      `The backup ${from} cannot be read: this user may not.`,
      'Run the command as a user who may, or give the file to this one: `chown USER FILE`.',
      cause,
    );
  });
}

/**
 * Restores a backup into a place that holds nothing, and verifies it. Unless it holds, nothing of it stays. Throws a UsageError,
 * or `BrokenBackup` if the backup is cut off or was changed.
 */
export async function restoreData({ dataDir, from, ...more }: RestoreOptions): Promise<Restored> {
  if (typeof from === 'string') await refuseUnreadable(from);
  const bytes: AsyncIterable<Uint8Array> = typeof from === 'string' ? readPieces('--from', from, more.signal) : from;
  return await restore({ from: readArchive(bytes), to: dataDir, rules: complianceRules, ...more });
}
