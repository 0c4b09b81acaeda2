import { endings, verdictNames, type Ending } from '../errors/index.ts';

/** A line that is too long continues in the next, as a shell reads it. */
export function exampleText(examples: readonly string[], columns = 80): string {
  return `\nExamples:\n${examples
    .map(
      (example) =>
        `${example
          .split('\n')
          .map((line) => broken(line, columns))
          .join('\n')}\n`,
    )
    .join('')}`;
}

/** Breaks only before an option, so that its value stays with it. */
function broken(line: string, columns: number): string {
  const lines = [''];
  for (const part of line.split(/ (?=--)/)) {
    const last = lines.at(-1) ?? '';
    const margin = lines.length === 1 ? '  ' : '      ';
    if (last === '') lines[lines.length - 1] = `${margin}${part}`;
    else if (last.length + 1 + part.length + 2 <= columns) lines[lines.length - 1] = `${last} ${part}`;
    else lines.push(`      ${part}`);
  }
  return lines.join(' \\\n');
}

export type ExitCodeRow = readonly [code: number, meaning: string];

const usual = (['usage', 'interrupted'] as const).map((name): ExitCodeRow => [endings[name].exitCode, meaningOf(name)]);

export const verdictRows: readonly ExitCodeRow[] = [
  ...verdictNames.map((name): ExitCodeRow => [endings[name].exitCode, meaningOf(name)]),
  ...usual,
];

function meaningOf(name: Ending): string {
  return `${name}: ${endings[name].means}`;
}

export const auditRows: readonly ExitCodeRow[] = [
  [0, 'audited, or nothing landed: complete, and nothing was found that fails it'],
  [1, 'non-compliant: there are open findings, of the severity that fails it'],
  [2, 'incomplete: with --reperform alone, something came after the package'],
  [3, 'unknown: something is missing, or somebody did not answer'],
  ...usual,
];

export const readingRows: readonly ExitCodeRow[] = [
  [0, 'done'],
  [endings.unusable.exitCode, 'unusable: the files cannot become evidence'],
  ...usual,
];

export const plainRows: readonly ExitCodeRow[] = [
  [0, 'done'],
  [endings.unknown.exitCode, 'unknown: it could not be done, or nobody knows'],
  ...usual,
];

export function exitCodeTable(rows: readonly ExitCodeRow[]): string {
  const width = Math.max(...rows.map(([code]) => String(code).length));
  return `\nExit codes:\n${rows.map(([code, meaning]) => `  ${String(code).padStart(width)}  ${meaning}\n`).join('')}`;
}
