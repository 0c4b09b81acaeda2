import type { Outcome } from '../errors/index.ts';
import { toneColours } from '../presentation/index.ts';
import type { Terminal } from './terminal.ts';

/** The mark of an outcome in the colour of its tone. */
export function marked({ mark, tone }: Pick<Outcome, 'mark' | 'tone'>, terminal: Terminal): string {
  return terminal.style(toneColours[tone], mark);
}

/** An outcome as the first words of a line: mark and word in the colour of its tone. */
export function headline({ mark, tone, word }: Pick<Outcome, 'mark' | 'tone' | 'word'>, terminal: Terminal): string {
  return terminal.style(['bold', toneColours[tone]], `${mark} ${word}`);
}
