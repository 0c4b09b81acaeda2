import type { Outcome } from '../errors/index.ts';
import { cellTone, toneColours, type Badge } from '../presentation/index.ts';
import type { Terminal } from './terminal.ts';

/** The mark of an outcome in the colour of its tone. */
export function marked({ mark, tone }: Pick<Badge, 'mark' | 'tone'>, terminal: Terminal): string {
  return terminal.style(toneColours[tone], mark);
}

/** A cell of a list in the colour of its state, where its head says that it holds one. `whole` is what it would show with more room. */
export function statePainted(head: string | undefined, text: string, terminal: Terminal, whole = text): string {
  const tone = cellTone(head ?? '', whole);
  return tone === undefined ? text : terminal.style(toneColours[tone], text);
}

/** An outcome as the first words of a line: mark and word in the colour of its tone. */
export function headline({ mark, tone, word }: Pick<Outcome, 'mark' | 'tone' | 'word'>, terminal: Terminal): string {
  return terminal.style(['bold', toneColours[tone]], `${mark} ${word}`);
}
