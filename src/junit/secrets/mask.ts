import { readSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { writeAll } from '../strip/copy-file.ts';
import { Markup } from './markup.ts';
import { leakOf, type Masked, type Leak } from '../../results/index.ts';
import { type Find, longestName, SearchWindow } from './search-window.ts';
import { mayHoldSecrets } from './suspicion.ts';

export interface MaskOptions {
  /** Secrets besides those that are known by their form. */
  readonly known: readonly string[];
  /** `markup`: an XML document in UTF-8. `plain`: any other text, as it lies there. */
  readonly kind: 'markup' | 'plain';
  /** `look`: changes nothing. */
  readonly mode: 'mask' | 'look';
}

const size = 256 * 1024;
const burst = 8 * 1024 * 1024;
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
  const buffer = Buffer.allocUnsafeSlow(Math.min(size, bytes + 1));
  let kept = 0;
  for (let read = 0, pause = burst; ;) {
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
    pause += burst;
    await setImmediate();
  }
}
