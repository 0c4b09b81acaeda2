import type { VerifyRequest } from '../service/index.ts';
import { count } from '../text/index.ts';
import type { Terminal } from './terminal.ts';

/** Progress is shown once it takes longer than this, and then as often. */
const quietMs = 2000;

/** A function that says how far something is, if the last time was long ago. */
export function slowly(terminal: Terminal): (say: () => string) => void {
  let shown = performance.now();
  return (say) => {
    if (performance.now() - shown < quietMs) return;
    shown = performance.now();
    terminal.err(say());
  };
}

export function verifyProgressOn(terminal: Terminal): NonNullable<VerifyRequest['onProgress']> {
  const show = slowly(terminal);
  return ({ org, records, blobs, rows }) => {
    const compared = rows === 0 ? '' : `, ${count(rows, 'row')} compared`;
    show(() => `${org}: ${count(records, 'record')} and ${count(blobs, 'file')} read${compared} so far`);
  };
}
