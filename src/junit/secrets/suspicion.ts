import { readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { unwrapped } from '../../text/index.ts';

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

/**
 * Whether a piece of a file may hold a secret. Nearly all pieces surely hold none, and need not be split. `known` are secrets as UTF-8, a
 * character a byte.
 */
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
