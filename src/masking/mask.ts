import { createHash } from 'node:crypto';
import { readSync, writeSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { headSize, openRegularFile } from '../files/index.ts';
import { leakOf, type Leak, type Masked } from '../results/index.ts';
import { unwrapped } from '../text/index.ts';
import { readerOf } from '../xml/index.ts';
import { Markup } from './markup.ts';
import { SearchWindow, longestName, type Find } from './search-window.ts';

/** The characters above ASCII that `isInvisible` knows, in UTF-8. */
const unseen = [
  String.raw`\xC2[\x80-\x9F\xAD]|\xCD\x8F|\xD8[\x80-\x85\x9C]|\xDB\x9D|\xDC\x8F`,
  String.raw`\xE0\xA2[\x90\x91]|\xE0\xA3\xA2|\xE1\x85[\x9F\xA0]|\xE1\x9E[\xB4\xB5]|\xE1\xA0[\x8B-\x8F]`,
  String.raw`\xE2\x80[\x8B-\x8F\xAA-\xAE]|\xE2\x81[\xA0-\xAF]|\xE3\x85\xA4|\xEF\xB8[\x80-\x8F]|\xEF\xBB\xBF|\xEF\xBE\xA0|\xEF\xBF[\xB0-\xBB]`,
  String.raw`\xF0\x91\x82\xBD|\xF0\x91\x83\x8D|\xF0\x93\x90[\xB0-\xBF]|\xF0\x9B\xB2[\xA0-\xA3]|\xF0\x9D\x85[\xB3-\xBA]|\xF3\xA0[\x80-\xBF][\x80-\xBF]`,
].join('|');

/**
 * The usual beginnings of secrets, and everything that may hide one: references except those for white space, markup with text directly
 * before or after it, control characters and invisible ones.
 */
const suspect = new RegExp(
  [
    'gh[oprsu]_|github_pat_|-----BEGIN[ %+]',
    '&#(?!(?:9|10|13|x[9aAdD]);)',
    '[^\\s>]<[!?]|(?:\\]\\]|--|\\?)>(?:[^\\s<]|<[!?])',
    '[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F]',
    unseen,
  ].join('|'),
);

const size = 256 * 1024;
const burst = 32 * 1024 * 1024;
/** Longer than any match of `suspect`, and than the text that shows that a line ends in base64. */
const shortest = 32;

/** The text with line breaks in place of the references to them. */
function withLines(text: string): string {
  return text.includes('&#') ? text.replace(/&#(?:13|x[dD]);/g, '\r').replace(/&#(?:10|x[aA]);/g, '\n') : text;
}

/** Nearly all pieces surely hold none, and need not be split. `known` are secrets as UTF-8, a character a byte. */
export async function mayHoldSecrets(descriptor: number, start: number, bytes: number, known: readonly string[]): Promise<boolean> {
  // Secrets that XML writes with references have too many forms.
  if (known.some((secret) => /[<>&"'\s]/.test(secret))) return true;
  // In base64 a secret may go on in the next lines, which are indented.
  const overlap = known.reduce((most, { length }) => Math.max(most, length * 2), shortest);
  if (overlap > size / 2) return true;
  const buffer = Buffer.allocUnsafeSlow(Math.min(size, bytes + 1));
  let kept = 0;
  for (let read = 0, pause = burst; read < bytes;) {
    const got = readSync(descriptor, buffer, kept, Math.min(buffer.length - kept, bytes - read), start + read);
    if (got === 0) return false;
    // A byte order mark at the start does not count as an invisible character.
    const from = read === 0 && buffer.readUIntBE(0, Math.min(3, got)) === 0xefbbbf ? 3 : 0;
    const text = buffer.toString('latin1', from, kept + got);
    const joined = unwrapped(withLines(text));
    if (suspect.test(text) || known.some((secret) => text.includes(secret) || joined.includes(secret))) return true;
    read += got;
    const end = kept + got;
    kept = Math.min(overlap, end);
    buffer.copyWithin(0, end - kept, end);
    if (read < pause) continue;
    pause += burst;
    await setImmediate();
  }
  return false;
}

const copySize = 256 * 1024;
const copyBurst = 32 * 1024 * 1024;

/** Without `to` the file is only read. */
export async function copyFile(path: string, to: number | undefined, start = 0) {
  using from = openRegularFile(path);
  const reader = readerOf(from.fd);
  const buffer = Buffer.allocUnsafeSlow(Math.min(copySize, Math.max(1, reader.size)));
  const sum = createHash('sha256');
  let head = Buffer.alloc(0);
  let bytes = 0;
  for (let count = reader.read(buffer, 0), pause = copyBurst; count > 0; count = reader.read(buffer, 0)) {
    if (bytes === 0) head = Buffer.from(buffer.subarray(0, Math.min(count, headSize)));
    sum.update(buffer.subarray(0, count));
    if (to !== undefined) writeAll(to, buffer.subarray(0, count), start + bytes);
    bytes += count;
    if (bytes < pause) continue;
    pause += copyBurst;
    await setImmediate();
  }
  return { bytes, sha256: sum.digest('hex'), head };
}

export function writeAll(descriptor: number, bytes: Buffer, place: number): void {
  for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at, bytes.length - at, place + at);
}

export interface MaskOptions {
  /** Secrets besides those that are known by their form. */
  readonly known: readonly string[];
  /** `markup`: an XML document in UTF-8. `plain`: any other text, as it lies there. */
  readonly kind: 'markup' | 'plain';
  /** `look`: changes nothing. */
  readonly mode: 'mask' | 'look';
}

const maskSize = 256 * 1024;
const maskBurst = 8 * 1024 * 1024;
const mostLeaks = 20;
/** No word or number that decides counts is this long. */
const longEnough = 24;

/**
 * Overwrites the secrets in a piece of a file, byte for byte, so that everything else stays in place: a document stays well formed, and its
 * counts stay. One pass, in constant memory, whatever splits a secret: references, CDATA, comments.
 */
export async function mask(descriptor: number, start: number, bytes: number, options: MaskOptions): Promise<Masked> {
  const known = options.known.map((secret) => Buffer.from(secret).toString('latin1'));
  if (options.kind === 'markup' && !(await mayHoldSecrets(descriptor, start, bytes, known))) return { count: 0, leaks: [] };
  const windows = {
    content: new SearchWindow(known),
    deciding: new SearchWindow(known.filter((secret) => secret.length >= longEnough)),
    aside: new SearchWindow(known),
  };
  const markup = new Markup(windows, options.kind);
  const leaks = new Map<string, Leak>();
  let count = 0;
  const take = (finds: readonly Find[]): void => {
    for (const { part, masks } of finds) {
      count += 1;
      if (part !== undefined && leaks.size < mostLeaks) {
        const written = Buffer.from(part.name.slice(0, longestName), 'latin1').toString('utf8');
        const leak = leakOf(part.kind, part.name.length > longestName ? `${written}…` : written, options.known);
        leaks.set(`${leak.kind} ${leak.name}`, leak);
      }
      if (options.mode === 'mask') for (const { bytes: over, place } of masks) writeAll(descriptor, over, place);
    }
  };
  const buffer = Buffer.allocUnsafeSlow(Math.min(maskSize, bytes + 1));
  let kept = 0;
  for (let read = 0, pause = maskBurst; ;) {
    const got = readSync(descriptor, buffer, kept, Math.min(buffer.length - kept, bytes - read), start + read);
    read += got;
    const end = kept + got;
    // A full buffer without an end in sight is not a document: it is taken as it is.
    const last = got === 0;
    const done = markup.scan(buffer.subarray(0, end), start + read - end, last);
    for (const window of Object.values(windows)) take(window.search(last));
    if (last && (read === bytes || end < buffer.length)) return { count, leaks: [...leaks.values()] };
    buffer.copyWithin(0, done, end);
    kept = end - done;
    if (read < pause) continue;
    pause += maskBurst;
    await setImmediate();
  }
}
