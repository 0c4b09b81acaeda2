import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readTestResults } from '../../src/commands/results/read-results.ts';

interface Run {
  readonly title: string;
  readonly version: string;
  readonly command: string;
  readonly paths: string;
  readonly printed: readonly string[];
}

const results = fileURLToPath(new URL('../fixtures/frameworks/results/', import.meta.url));
const runs: Readonly<Record<string, Run>> = JSON.parse(readFileSync(join(results, 'runs.json'), 'utf8'));
const page = readFileSync(new URL('../../docs/frameworks.md', import.meta.url), 'utf8');
const [, commands = '', counts = '', crashes = ''] = page.split(/^## .*$/m);

/** The cells of the rows of a table, by their first. */
function rowsOf(table: string): ReadonlyMap<string, readonly string[]> {
  const lines = table.split('\n').filter((line) => line.startsWith('| '));
  const rows = lines.slice(1).map((line) =>
    line
      .slice(2, -2)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
  return new Map(rows.map(([title = '', ...cells]) => [title, cells]));
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;

/** The counts of a run, as the page writes them. */
async function countedIn(name: string): Promise<string> {
  const { problems, totals } = await readTestResults([runs[name]?.paths ?? ''], { workspace: join(results, name) });
  const { errors, failures, flaky, passed, skipped, total } = totals;
  if (total === 0) return `\`${problems[0]?.code}\``;
  const kinds = [
    [passed, 'passed'],
    [failures, 'failed'],
    [errors, 'in error'],
    [skipped, 'skipped'],
  ] as const;
  const parts = kinds.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  return `${total}: ${parts.join(', ')}${flaky > 0 ? ` (${flaky} flaky)` : ''}`;
}

const isCrash = (name: string): boolean => name.endsWith('-crash');

test('the page tells of all that was run, and of nothing else', () => {
  const titles = (wanted: (name: string) => boolean): readonly string[] =>
    Object.entries(runs).flatMap(([name, { title }]) => (wanted(name) ? [title] : []));
  expect([...rowsOf(commands).keys()].toSorted()).toEqual(titles((name) => !isCrash(name)).toSorted());
  expect([...rowsOf(counts).keys()].toSorted()).toEqual(titles((name) => !isCrash(name)).toSorted());
  expect([...rowsOf(crashes).keys()].toSorted()).toEqual(titles(isCrash).toSorted());
});

describe('the page tells of each run', () => {
  test.each(Object.entries(runs).filter(([name]) => !isCrash(name)))('the command and the totals: %s', async (name, run) => {
    expect(rowsOf(commands).get(run.title)?.slice(0, 3)).toEqual([run.version, code(run.command), code(run.paths)]);
    const [printed, counted, why = ''] = rowsOf(counts).get(run.title) ?? [];
    expect(printed).toBe(code(run.printed.join('; ')));
    expect(counted).toBe(await countedIn(name));
    expect(why).toMatch(/^[A-Z].*\.$/);
  });

  test.each(Object.entries(runs).filter(([name]) => isCrash(name)))('what is left of it: %s', async (name, { title }) => {
    const [, left = '', counted] = rowsOf(crashes).get(title) ?? [];
    expect(counted).toBe(await countedIn(name));
    expect(left === 'nothing').toBe(!existsSync(join(results, name)));
  });
});
