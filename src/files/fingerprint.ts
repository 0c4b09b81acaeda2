import { isUtf8 } from 'node:buffer';
import { createHash, hash } from 'node:crypto';
import { fstatSync, readSync, readdirSync, readlinkSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { UsageError, wrongUse } from '../errors/index.ts';
import { ignoredLines, readExclude, type Exclusion } from './exclude.ts';
import { openRegularFile, readRegularFile } from './regular-file.ts';

type EntryKind = 'file' | 'directory' | 'link';

interface Tree {
  /** Begins an entry: its path below the directory with `/` between its parts, and how many bytes of content follow. */
  begin(kind: EntryKind, path: Buffer, length: number): void;
  /** For the entry that was begun last. */
  write(content: Buffer): void;
  /** The version of this form, a colon, and the SHA-256 in hexadecimal digits. */
  digest(): string;
}

const version = 1;
const letters: Readonly<Record<EntryKind, string>> = { file: 'f', directory: 'd', link: 'l' };

/**
 * Starts the digest of a directory. Each entry is one letter (`f` a file, or a link to one; `d` a directory, with no content;
 * `l` a link to a directory, with its text as content), the length of its path, its path, the length of its content, and its
 * content; lengths have 8 bytes, the highest first. So no two directories are the same bytes.
 */
function startTree(): Tree {
  const hash = createHash('sha256');

  function lengthOf(length: number): Buffer {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(BigInt(length));
    return bytes;
  }

  return {
    begin(kind, path, length) {
      hash.update(letters[kind]).update(lengthOf(path.length)).update(path).update(lengthOf(length));
    },
    write(content) {
      hash.update(content);
    },
    digest: () => `${version}:${hash.digest('hex')}`,
  };
}

/** Digests are hexadecimal digits. */
interface Digests {
  update(digest: string): unknown;
}

/** Several of them write one after the other. */
interface Turn extends Digests {
  end(): void;
}

/** Several write in any order, and it comes out in theirs: who is before their turn waits. */
function inTurns(out: Digests, count: number): readonly Turn[] {
  const all = Array.from({ length: count }, () => ({ waiting: [] as string[], isOver: false }));
  let current = 0;
  return all.map((turn, index) => ({
    update(digest) {
      if (index === current) out.update(digest);
      else turn.waiting.push(digest);
    },
    end() {
      turn.isOver = true;
      while (all[current]?.isOver === true) {
        current += 1;
        for (const digest of all[current]?.waiting.splice(0) ?? []) out.update(digest);
      }
    },
  }));
}

/** In bytes, before others get their turn; an entry counts as some. */
const portion = 64 * 1024 * 1024;
const entryCost = 64 * 1024;

interface Walk {
  readonly signal: AbortSignal | undefined;
  readonly buffer: Buffer;
  readonly done: { entries: number; cost: number };
}

interface DirectoryWalk extends Walk {
  readonly isExcluded: Exclusion;
  readonly tree: Tree | undefined;
}

/** Its path below the directory is in parts to compare with patterns, and in bytes. */
interface Below {
  readonly path: Buffer;
  readonly parts: readonly string[];
  readonly inTree: Buffer;
}

/** Adds the digests of all in a directory, by name, and its entries to the tree, by path: it walks in this second order. */
async function addDirectory(directory: Below, digests: Digests, walk: DirectoryWalk): Promise<void> {
  const entries = readdirSync(directory.path, { withFileTypes: true, encoding: 'buffer' })
    .filter(({ name }) => !walk.isExcluded(partsOf(directory, name)))
    .toSorted((one, other) => Buffer.compare(one.name, other.name));
  const turns = inTurns(digests, entries.length);
  const steps = entries.flatMap((entry, index) => stepsOf(entry, directory, turns[index], walk));
  for (const { step } of steps.toSorted((one, other) => Buffer.compare(one.key, other.key))) await step();
}

interface Step {
  /** Among all steps in the directory these sort as the whole paths do: `a-` stands between `a` and what is in `a`. */
  readonly key: Buffer;
  readonly step: () => Promise<void>;
}

function stepsOf(entry: Dirent<Buffer>, above: Below, turn: Turn | undefined, walk: DirectoryWalk): readonly Step[] {
  if (turn === undefined) return [];
  const { name } = entry;
  const isDirectory = entry.isDirectory();
  const begin = async (): Promise<void> => {
    walk.done.entries += 1;
    turn.update(hash('sha256', name));
    await giveWay(walk, entryCost);
    const below = belowOf(above, name);
    if (isDirectory) return walk.tree?.begin('directory', below.inTree, 0);
    await addLeaf(below, entry, turn, walk);
    turn.end();
  };
  const fill = async (): Promise<void> => {
    await addDirectory(belowOf(above, name), turn, walk);
    turn.end();
  };
  return [{ key: name, step: begin }, ...(isDirectory ? [{ key: Buffer.concat([name, slash]), step: fill }] : [])];
}

async function addLeaf({ inTree, path }: Below, entry: Dirent<Buffer>, turn: Turn, walk: DirectoryWalk): Promise<void> {
  const { tree } = walk;
  if (!(entry.isSymbolicLink() && statSync(path).isDirectory())) {
    const into = tree && { begin: (length: number) => tree.begin('file', inTree, length), write: (bytes: Buffer) => tree.write(bytes) };
    turn.update(await contentOf(path, walk, into));
    return;
  }
  const text = readlinkSync(path, 'buffer');
  turn.update(hash('sha256', text));
  tree?.begin('link', inTree, text.length);
  tree?.write(text);
}

/** The content goes to `into` as well. */
async function contentOf(path: Buffer, walk: Walk, into?: { begin(length: number): void; write(bytes: Buffer): void }): Promise<string> {
  using file = openRegularFile(path);
  const { size } = fstatSync(file.fd);
  into?.begin(size);
  const hash = createHash('sha256');
  let length = 0;
  for (let count = 1; count > 0; length += count) {
    count = readSync(file.fd, walk.buffer);
    const bytes = walk.buffer.subarray(0, count);
    hash.update(bytes);
    into?.write(bytes);
    await giveWay(walk, count);
  }
  if (into === undefined || length === size) return hash.digest('hex');
  const message = `${String(path)} changed while it was read: it had ${size} bytes, and ${length} came`;
  throw Object.assign(new Error(message), { code: 'changed', syscall: 'read' });
}

async function giveWay({ done, signal }: Walk, cost: number): Promise<void> {
  done.cost += cost;
  if (done.cost < portion) return;
  done.cost = 0;
  await setImmediate();
  signal?.throwIfAborted();
}

const slash = Buffer.from('/');

function belowOf(above: Below, name: Buffer): Below {
  return {
    path: Buffer.concat([above.path, Buffer.from(sep), name]),
    parts: partsOf(above, name),
    // The same on every system, whatever parts directories there.
    inTree: above.parts.length === 0 ? name : Buffer.concat([above.inTree, slash, name]),
  };
}

function partsOf({ parts }: Below, name: Buffer): readonly string[] {
  return [...parts, characters(name)];
}

/** A name to compare with patterns; bytes that are no UTF-8 stay apart from all characters. */
function characters(name: Buffer): string {
  if (isUtf8(name)) return name.toString();
  return Array.from(name, (byte) => String.fromCharCode(byte < 0x80 ? byte : 0xdc00 + byte)).join('');
}

export interface Fingerprint {
  /** SHA-256, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly kind: 'file' | 'directory';
  /** Files, links and directories that count. */
  readonly entries: number;
  /** Patterns of the `.kosli_ignore` in the directory; none without such a file. */
  readonly ignored: readonly string[];
  /** For a directory, where it was asked for: different from every other one, also from those with the same fingerprint. */
  readonly tree?: string;
}

export interface FingerprintOptions {
  /** Patterns of what does not count, relative to the directory, as in a `.kosli_ignore`. */
  readonly exclude?: readonly string[];
  /** No file in the directory may change meanwhile. */
  readonly withTree?: boolean;
  /** Its reason is thrown when it aborts. */
  readonly signal?: AbortSignal;
}

export const ignoreFile = '.kosli_ignore';

/** In bytes: each entry is compared with each of its patterns. */
const largestIgnoreFile = 64 * 1024;

/**
 * The fingerprint of a file is the SHA-256 of its bytes; that of a directory the SHA-256 of the digests of all in it, by name
 * bytewise, a directory before what it holds: of each entry its name, of a file its content too, of a link to a file the
 * content of that file, of a link to a directory the text of the link. Modes, times and the directory's own name do not count.
 * Its tree (`startTree`) is of the same entries, in another order, and each file is read once for both. Memory is that of the longest listing
 * of one directory, and of the digests that wait for their turn. Throws a `UsageError` for what cannot be read or is no file.
 */
export async function fingerprintOf(path: string, options: FingerprintOptions = {}): Promise<Fingerprint> {
  const { exclude = [], signal, withTree = false } = options;
  const walk = { signal, buffer: Buffer.allocUnsafe(1024 * 1024), done: { entries: 0, cost: 0 } };
  try {
    // As a link it would be a directory without anything in it to the client of the interface.
    const real = realpathSync.native(path);
    if (!statSync(real).isDirectory()) {
      if (exclude.length > 0) throw new UsageError('conflicting-inputs', `${path} is a file, and nothing in it can be excluded`);
      return { sha256: await contentOf(Buffer.from(real), walk), kind: 'file', entries: 1, ignored: [] };
    }
    const ignored = await readIgnoreFile(real);
    const excludes = [...exclude, ...ignored].map((pattern) => readExclude(pattern));
    const digests = createHash('sha256');
    const tree = withTree ? startTree() : undefined;
    // The excluded paths are part of the fingerprint.
    const isExcluded: Exclusion = (parts) => !(parts.length === 1 && parts[0] === ignoreFile) && excludes.some((each) => each(parts));
    await addDirectory({ path: Buffer.from(real), parts: [], inTree: Buffer.of() }, digests, { ...walk, tree, isExcluded });
    const found = { sha256: digests.digest('hex'), kind: 'directory', entries: walk.done.entries, ignored } as const;
    return tree === undefined ? found : { ...found, tree: tree.digest() };
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error && 'code' in error)) throw error;
    throw wrongUse(
      `The fingerprint of ${path} cannot be taken: ${error.message}`,
      'Look at the path: it is relative to the working directory, and leads to a file or a directory that can be read as a whole',
      error,
    );
  }
}

async function readIgnoreFile(directory: string): Promise<readonly string[]> {
  const path = join(directory, ignoreFile);
  const content = readRegularFile(path, largestIgnoreFile);
  if (!Buffer.isBuffer(content)) {
    if (content.kind === 'unreadable' && content.code === 'ENOENT') return [];
    throw wrongUse(
      `${path} is there, but cannot be read (${content.kind})`,
      `Make it a file of patterns, one a line, of ${largestIgnoreFile} bytes at most`,
    );
  }
  if (!isUtf8(content)) throw wrongUse(`${path} is not UTF-8`, 'Save it as UTF-8');
  return ignoredLines(content.toString());
}
