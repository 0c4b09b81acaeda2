import { createHash } from 'node:crypto';

export type EntryKind = 'file' | 'directory' | 'link';

/** A directory as one digest, from its entries in the byte order of their paths. */
export interface Tree {
  /** Begins an entry: its path below the directory with `/` between its parts, and how many bytes of content follow. */
  begin(kind: EntryKind, path: Buffer, length: number): void;
  /** Content of the entry that was begun last. */
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
export function startTree(): Tree {
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
