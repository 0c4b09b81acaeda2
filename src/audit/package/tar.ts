/** Bytes that come in pieces of any size, taken as they are needed. */
export interface ByteSource {
  exactly(count: number): Promise<Uint8Array | undefined>;
  /** The next bytes, at least one and at most so many; `undefined` at the end. The caller must not keep them. */
  upTo(count: number): Promise<Uint8Array | undefined>;
  hasMore(): Promise<boolean>;
}

export function openBytes(chunks: AsyncIterable<Uint8Array>): ByteSource {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();

  async function more(): Promise<boolean> {
    while (rest.length === 0) {
      const next = await iterator.next();
      if (next.done === true) return false;
      rest = next.value;
    }
    return true;
  }

  async function upTo(count: number): Promise<Uint8Array | undefined> {
    if (!(await more())) return undefined;
    const piece = rest.subarray(0, count);
    rest = rest.subarray(piece.length);
    return piece;
  }

  return {
    upTo,
    hasMore: more,
    async exactly(count) {
      const pieces: Uint8Array[] = [];
      for (let left = count; left > 0;) {
        const piece = await upTo(left);
        if (piece === undefined) return undefined;
        pieces.push(piece);
        left -= piece.length;
      }
      return concat(pieces);
    },
  };
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** The file is not what `gzip` makes. */
export class BrokenGzip extends Error {
  override readonly message = 'The file is no whole gzip file: it was cut off or changed, or is another file';
}

/**
 * The content of a gzip file, in pieces, by the stream that Node and all browsers have: nothing may come behind the file.
 * Throws `BrokenGzip` where it is not gzip; another error where the file cannot be read.
 */
export async function* gunzip(file: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<Uint8Array> {
  const reader = file.pipeThrough(new DecompressionStream('gzip')).getReader();
  for (;;) {
    const next = await reader.read().catch((error: unknown) => {
      // The standard's error for bytes that are not gzip.
      throw error instanceof TypeError ? new BrokenGzip(undefined, { cause: error }) : error;
    });
    if (next.done) return;
    yield next.value;
  }
}

/** Headers and contents are in blocks of this many bytes. */
const block = 512;

/** Every member has this time, 2000-01-01: a package says itself when it was made, and tar warns of the time 0. */
const time = 946_684_800;

const longestName = 100;
const largest = 8 ** 11 - 1;

/** The archive differs from one that this program writes. The message says at which member. */
export class OddArchive extends Error {}

/** The content must be read to the end before the next member. */
export interface TarMember {
  readonly path: string;
  readonly bytes: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * The header of a regular file in the ustar format, 512 bytes: a member has one header only, so that a reader can compare
 * all of it. Throws a `RangeError` where the name or the size does not fit.
 */
export function tarHeader(path: string, bytes: number): Uint8Array {
  const name = new TextEncoder().encode(path);
  if (!isSafePath(path) || name.length > longestName) throw new RangeError(`${path} cannot be the name of a member`);
  if (bytes > largest) throw new RangeError(`${path} is too large to be a member`);
  const header = new Uint8Array(block);
  const put = (at: number, text: string): void => header.set(new TextEncoder().encode(text), at);
  header.set(name, 0);
  put(100, '0000644\0');
  put(108, '0000000\0');
  put(116, '0000000\0');
  put(124, `${bytes.toString(8).padStart(11, '0')}\0`);
  put(136, `${time.toString(8).padStart(11, '0')}\0`);
  put(148, '        ');
  put(156, '0');
  put(257, 'ustar\0');
  put(263, '00');
  const sum = header.reduce((total, each) => total + each, 0);
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `);
  return header;
}

export function tarPadding(bytes: number): Uint8Array {
  return new Uint8Array((block - (bytes % block)) % block);
}

export const tarEnd: Uint8Array = new Uint8Array(2 * block);

/**
 * Relative, without empty parts, `.` and `..`, of plain characters, and no part ends with a point, which Windows leaves
 * out: it means the same file wherever it is unpacked.
 */
export function isSafePath(path: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/.test(path) && !/\.(?:\/|$)/.test(path);
}

/**
 * The members of an archive in their order. Each byte outside the contents must be as this program writes it, so that
 * there are no links, devices, owners or names that tools read in different ways. Throws `OddArchive` where one is not.
 */
export async function* readTar(source: ByteSource): AsyncGenerator<TarMember> {
  let last = 'the beginning';
  for (;;) {
    const header = await source.exactly(block);
    if (header === undefined) throw new OddArchive(`The archive is cut off after ${last}`);
    if (isZero(header)) break;
    const [path, bytes] = [nameIn(header), sizeIn(header)];
    if (path === undefined || bytes === undefined || !isSame(header, tarHeader(path, bytes))) {
      throw new OddArchive(`After ${last} comes something that is no plain file with a plain name`);
    }
    last = path;
    yield { path, bytes, content: contentOf(source, path, bytes) };
    const padding = await source.exactly(tarPadding(bytes).length);
    if (padding === undefined || !isZero(padding)) throw new OddArchive(`The archive is cut off or changed after ${last}`);
  }
  const end = await source.exactly(tarEnd.length - block);
  if (end === undefined || !isZero(end)) throw new OddArchive(`The archive is cut off or changed after ${last}`);
  if (await source.hasMore()) throw new OddArchive('Something comes after the end of the archive');
}

async function* contentOf(source: ByteSource, path: string, bytes: number): AsyncGenerator<Uint8Array> {
  let left = bytes;
  while (left > 0) {
    const piece = await source.upTo(left);
    if (piece === undefined) throw new OddArchive(`The archive is cut off in ${path}`);
    left -= piece.length;
    yield piece;
  }
}

export async function wholeOf({ bytes, content, path }: TarMember, most: number): Promise<Uint8Array> {
  if (bytes > most) throw new OddArchive(`${path} is larger than ${most} bytes`);
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return concat(pieces);
}

function nameIn(header: Uint8Array): string | undefined {
  const end = header.indexOf(0);
  const name = new TextDecoder().decode(header.subarray(0, end === -1 || end > longestName ? longestName : end));
  return isSafePath(name) ? name : undefined;
}

function sizeIn(header: Uint8Array): number | undefined {
  const text = new TextDecoder().decode(header.subarray(124, 135));
  return /^[0-7]{11}$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((each) => each === 0);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((each, index) => each === other[index]);
}

/** Longest line in bytes. A record has 10 MiB at most, and its text is escaped once more. */
const longest = 32 * 1024 * 1024;

/** The lines of a text in UTF-8, each ended by a line feed, the last one too. Throws `OddArchive` where one is not text, or too long. */
export async function* linesOf(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  let number = 0;
  for await (const chunk of content) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      number += 1;
      yield textIn(concat([...pieces, chunk.subarray(from, at)]), `Line ${number} of ${name}`);
      pieces = [];
      length = 0;
      from = at + 1;
    }
    const rest = chunk.slice(from);
    length += rest.length;
    if (length > longest) throw new OddArchive(`Line ${number + 1} of ${name} is longer than ${longest} bytes`);
    if (rest.length > 0) pieces.push(rest);
  }
  if (length > 0) throw new OddArchive(`The last line of ${name} is cut off`);
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** UTF-8. Throws `OddArchive` where the bytes are not. */
export function textIn(bytes: Uint8Array, name: string): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new OddArchive(`${name} is not UTF-8`);
  }
}
