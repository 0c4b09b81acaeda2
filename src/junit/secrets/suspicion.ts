import { readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

/*
 * What a secret begins with as it is mostly written, and all that may hide one: references but for white space, markup that
 * a text goes on before or behind, control characters and such as nobody sees.
 */
const suspect = new RegExp(
  [
    'gh[oprsu]_|github_pat_|-----BEGIN ',
    '&#(?!(?:9|10|13|x[9aAdD]);)',
    '[^\\s>]<[!?]|(?:\\]\\]|--|\\?)>(?:[^\\s<]|<[!?])',
    '[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F]|\\xC2[\\x80-\\x9F\\xAD]|\\xE2\\x80[\\x8B-\\x8F\\xAA-\\xAE]|\\xE2\\x81[\\xA0-\\xAF]|\\xEF\\xBB\\xBF',
  ].join('|'),
);

const size = 256 * 1024;
const burst = 32 * 1024 * 1024;
/** Longer than what `suspect` matches. */
const shortest = 16;

/**
 * Whether a piece of a file may hold a secret: what surely holds none, as nearly all do, need not be taken apart. `known` are
 * secrets as UTF-8, a character a byte.
 */
export async function mayHoldSecrets(descriptor: number, start: number, bytes: number, known: readonly string[]): Promise<boolean> {
  // Those that XML writes with references have too many forms.
  if (known.some((secret) => /[<>&"'\s]/.test(secret))) return true;
  const overlap = known.reduce((most, { length }) => Math.max(most, length), shortest);
  if (overlap > size / 2) return true;
  const buffer = Buffer.allocUnsafeSlow(Math.min(size, bytes + 1));
  let kept = 0;
  for (let read = 0, pause = burst; read < bytes;) {
    const got = readSync(descriptor, buffer, kept, Math.min(buffer.length - kept, bytes - read), start + read);
    if (got === 0) return false;
    // A byte order mark at the head is none of what nobody sees.
    const from = read === 0 && buffer.readUIntBE(0, Math.min(3, got)) === 0xefbbbf ? 3 : 0;
    const text = buffer.toString('latin1', from, kept + got);
    if (suspect.test(text) || known.some((secret) => text.includes(secret))) return true;
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
