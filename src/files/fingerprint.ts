import { isUtf8 } from 'node:buffer';
import { createHash, type Hash } from 'node:crypto';
import { closeSync, type Dirent, readdirSync, readlinkSync, readSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { UsageError } from '../errors/index.ts';
import { type Exclude, ignoredLines, readExclude } from './exclude.ts';
import { openRegularFile, readRegularFile } from './regular-file.ts';

/** What an artifact is known by. */
export interface Fingerprint {
  /** SHA-256, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly kind: 'file' | 'directory';
  /** Files, links and directories that count. */
  readonly entries: number;
  /** Patterns of the `.kosli_ignore` in the directory; none without such a file. */
  readonly ignored: readonly string[];
}

export interface FingerprintOptions {
  /** Patterns of what does not count, relative to the directory, as in a `.kosli_ignore`. */
  readonly exclude?: readonly string[];
  /** Its reason is thrown when it aborts. */
  readonly signal?: AbortSignal;
}

export const ignoreFile = '.kosli_ignore';

/** Largest `.kosli_ignore`, in bytes: each entry is compared with each of its patterns. */
const largestIgnoreFile = 64 * 1024;

/** How much is read before others get their turn, in bytes; an entry counts as some. */
const portion = 64 * 1024 * 1024;
const entryCost = 64 * 1024;

interface Work {
  readonly exclude: Exclude;
  readonly signal: AbortSignal | undefined;
  readonly buffer: Buffer;
  /** Takes the digests, in hexadecimal digits, one after the other. */
  readonly digests: Hash;
  entries: number;
  cost: number;
}

/**
 * The fingerprint of a file is the SHA-256 of its bytes; that of a directory the SHA-256 of the digests of all in it, by name
 * bytewise, a directory before what it holds: of each entry its name, of a file its content too, of a link to a file the
 * content of that file, of a link to a directory the text of the link. Modes, times and the directory's own name do not count.
 * Memory is that of the longest listing of one directory. Throws a `UsageError` for what cannot be read or is no file.
 */
export async function fingerprintOf(path: string, options: FingerprintOptions = {}): Promise<Fingerprint> {
  const { exclude = [], signal } = options;
  const work = { signal, buffer: Buffer.allocUnsafe(1024 * 1024), digests: createHash('sha256'), entries: 0, cost: 0 };
  try {
    // As a link it would be a directory without anything in it to the client of the interface.
    const real = realpathSync.native(path);
    if (!statSync(real).isDirectory()) {
      if (exclude.length > 0) throw new UsageError('conflicting-inputs', `${path} is a file, and nothing in it can be excluded`);
      return { sha256: await contentOf(Buffer.from(real), { ...work, exclude: () => false }), kind: 'file', entries: 1, ignored: [] };
    }
    const ignored = await readIgnoreFile(real);
    const excludes = [...exclude, ...ignored].map((pattern) => readExclude(pattern));
    const walk: Work = { ...work, exclude: (parts) => !isIgnoreFile(parts) && excludes.some((each) => each(parts)) };
    await addDirectory(Buffer.from(real), [], walk);
    return { sha256: walk.digests.digest('hex'), kind: 'directory', entries: walk.entries, ignored };
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw new UsageError('invalid-input', `The fingerprint of ${path} cannot be taken: ${error.message}`, {
      cause: error,
      fix: 'Look at the path: it is relative to the working directory, and leads to a file or a directory that can be read as a whole',
    });
  }
}

async function readIgnoreFile(directory: string): Promise<readonly string[]> {
  const path = join(directory, ignoreFile);
  const content = await readRegularFile(path, largestIgnoreFile);
  if (!Buffer.isBuffer(content)) {
    if (content.kind === 'unreadable' && content.code === 'ENOENT') return [];
    throw new UsageError('invalid-input', `${path} is there, but cannot be read (${content.kind})`, {
      fix: `Make it a file of patterns, one a line, of ${largestIgnoreFile} bytes at most`,
    });
  }
  if (!isUtf8(content)) throw new UsageError('invalid-input', `${path} is not UTF-8`, { fix: 'Save it as UTF-8' });
  return ignoredLines(content.toString());
}

/** What is excluded is part of what the fingerprint says. */
function isIgnoreFile(parts: readonly string[]): boolean {
  return parts.length === 1 && parts[0] === ignoreFile;
}

async function addDirectory(directory: Buffer, above: readonly string[], work: Work): Promise<void> {
  const entries = readdirSync(directory, { withFileTypes: true, encoding: 'buffer' });
  for (const entry of entries.toSorted((one, other) => Buffer.compare(one.name, other.name))) {
    const parts = [...above, characters(entry.name)];
    if (!work.exclude(parts)) await addEntry(Buffer.concat([directory, Buffer.from(sep), entry.name]), entry, parts, work);
  }
}

async function addEntry(path: Buffer, entry: Dirent<Buffer>, parts: readonly string[], work: Work): Promise<void> {
  work.entries += 1;
  work.digests.update(digestOf(entry.name));
  await giveWay(work, entryCost);
  if (entry.isDirectory()) return addDirectory(path, parts, work);
  const isLinkToDirectory = entry.isSymbolicLink() && statSync(path).isDirectory();
  work.digests.update(isLinkToDirectory ? digestOf(readlinkSync(path, 'buffer')) : await contentOf(path, work));
}

async function contentOf(path: Buffer, work: Work): Promise<string> {
  const descriptor = openRegularFile(path);
  try {
    const hash = createHash('sha256');
    for (let count = 1; count > 0;) {
      count = readSync(descriptor, work.buffer);
      hash.update(work.buffer.subarray(0, count));
      await giveWay(work, count);
    }
    return hash.digest('hex');
  } finally {
    closeSync(descriptor);
  }
}

async function giveWay(work: Work, cost: number): Promise<void> {
  work.cost += cost;
  if (work.cost < portion) return;
  work.cost = 0;
  await setImmediate();
  work.signal?.throwIfAborted();
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A name to compare with patterns; bytes that are no UTF-8 stay apart from all characters. */
function characters(name: Buffer): string {
  if (isUtf8(name)) return name.toString();
  return Array.from(name, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join('');
}
