import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A row of the table of faults in `docs/verdicts.md`, as users read it. */
export interface VerdictRow {
  readonly fault: string;
  readonly verdict: string;
  readonly exitCode: number;
  /** The records of the run in question: `nothing`, `green`, `red`, or `in error`. */
  readonly recorded: string;
  readonly fix: string;
}

/** The table whose first column is called `Fault`. Throws if the table is not as it should be. */
export function readVerdictTable(): readonly VerdictRow[] {
  const page = readFileSync(fileURLToPath(new URL('../../docs/verdicts.md', import.meta.url)), 'utf8').split('\n');
  const head = page.findIndex((line) => line.startsWith('| Fault |'));
  if (head < 0) throw new Error('docs/verdicts.md has no table of faults');
  const end = page.findIndex((line, index) => index > head && !line.startsWith('|'));
  return page.slice(head + 2, end < 0 ? undefined : end).map((line) => {
    const [fault = '', verdict = '', exit = '', recorded = '', fix = '', ...more] = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    if (!/^`[a-z-]+`$/.test(verdict) || !/^\d+$/.test(exit) || recorded === '' || fix === '' || more.length > 0)
      throw new Error(`docs/verdicts.md has a row that is not fault, verdict, exit code, recorded, fix: ${line}`);
    return { fault, verdict: verdict.slice(1, -1), exitCode: Number(exit), recorded, fix };
  });
}
