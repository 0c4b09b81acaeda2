import { exitCodes } from '../errors/index.ts';

/** Exit codes, each with its meaning. */
export type ExitCodeRow = readonly [code: number, meaning: string];

const usual: readonly ExitCodeRow[] = [
  [exitCodes.usage, 'usage: wrong options; nothing was sent'],
  [exitCodes.interrupted, 'interrupted'],
];

/** For a command that reaches a verdict, or explains one. */
export const verdictRows: readonly ExitCodeRow[] = [
  [exitCodes.compliant, 'compliant; or recorded, would-record, answered, collected, pending'],
  [exitCodes['non-compliant'], 'non-compliant: some evidence says no'],
  [exitCodes.incomplete, 'incomplete: something that is demanded is missing'],
  [exitCodes.unknown, 'unknown: the question has no answer that counts'],
  [exitCodes.unusable, 'unusable: the evidence of this run cannot be trusted'],
  ...usual,
];

/** For a command that only reads test results. */
export const readingRows: readonly ExitCodeRow[] = [
  [0, 'done'],
  [exitCodes.unusable, 'unusable: the files cannot become evidence'],
  ...usual,
];

/** For any other command. */
export const plainRows: readonly ExitCodeRow[] = [
  [0, 'done'],
  [exitCodes.unknown, 'unknown: it could not be done, or nobody knows'],
  ...usual,
];

/** A table of exit codes, for the end of a help text. */
export function exitCodeTable(rows: readonly ExitCodeRow[]): string {
  const width = Math.max(...rows.map(([code]) => String(code).length));
  return `\nExit codes:\n${rows.map(([code, meaning]) => `  ${String(code).padStart(width)}  ${meaning}\n`).join('')}`;
}
