import type { Outcome } from '../errors/index.ts';
import { cellTone, toneColours, type Badge } from '../presentation/index.ts';
import type { Terminal } from './terminal.ts';

export function marked({ mark, tone }: Pick<Badge, 'mark' | 'tone'>, terminal: Terminal): string {
  return terminal.style(toneColours[tone], mark);
}

/** Only where the head says that the cells are states. `whole`: the text before it was cut. */
export function statePainted(head: string | undefined, text: string, terminal: Terminal, whole = text): string {
  const tone = cellTone(head ?? '', whole);
  return tone === undefined ? text : terminal.style(toneColours[tone], text);
}

/** The first words of a line: mark and word in the colour of the tone. */
export function headline({ mark, tone, word }: Pick<Outcome, 'mark' | 'tone' | 'word'>, terminal: Terminal): string {
  return terminal.style(['bold', toneColours[tone]], `${mark} ${word}`);
}
