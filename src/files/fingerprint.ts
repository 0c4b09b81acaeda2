import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors/index.ts';
import { type Exclude, ignoredLines, readExclude } from './exclude.ts';
import { readRegularFile } from './regular-file.ts';
import { startTree } from './tree.ts';
import { addDirectory, contentOf, startWalk } from './walk.ts';

/** The identity of an artifact. */
export interface Fingerprint {
  /** SHA-256, 64 hexadecimal digits. */
  readonly sha256: string;
  readonly kind: 'file' | 'directory';
  /** Files, links and directories that count. */
  readonly entries: number;
  /** Patterns of the `.kosli_ignore` in the directory; none without such a file. */
  readonly ignored: readonly string[];
  /**
   * For a directory, where it was asked for: a digest that tells it from every other one, also from those with the same
   * fingerprint.
   */
  readonly tree?: string;
}

export interface FingerprintOptions {
  /** Patterns of what does not count, relative to the directory, as in a `.kosli_ignore`. */
  readonly exclude?: readonly string[];
  /** Whether the tree of a directory is taken as well. No file in it may change meanwhile. */
  readonly withTree?: boolean;
  /** Its reason is thrown when it aborts. */
  readonly signal?: AbortSignal;
}

export const ignoreFile = '.kosli_ignore';

/** Largest `.kosli_ignore`, in bytes: each entry is compared with each of its patterns. */
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
  const walk = startWalk(signal);
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
    const isExcluded: Exclude = (parts) => !isIgnoreFile(parts) && excludes.some((each) => each(parts));
    await addDirectory({ path: Buffer.from(real), parts: [], inTree: Buffer.of() }, digests, { ...walk, tree, isExcluded });
    const found = { sha256: digests.digest('hex'), kind: 'directory', entries: walk.done.entries, ignored } as const;
    return tree === undefined ? found : { ...found, tree: tree.digest() };
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

/** The excluded paths are part of the fingerprint. */
function isIgnoreFile(parts: readonly string[]): boolean {
  return parts.length === 1 && parts[0] === ignoreFile;
}
