import type { Query } from '../facts/line.ts';
import { runsOf } from '../population/share-out.ts';
import type { Plan } from './planned.ts';

/**
 * The commands that count the landings and their commits again, each as it can be run in a clone. They name commits alone,
 * since a branch moves, and its name could be a command of its own. Landings that follow one another are one command.
 *
 * @param counts of commits, of each planned landing
 */
export function* gitQueries({ basis, landings }: Plan, counts: readonly number[]): Generator<Query> {
  const places = new Map(landings.map((landing, index) => [landing, index]));
  for (const run of runsOf(landings)) {
    const after = run[0]?.after ?? null;
    if (after === null) continue;
    const commits = run.reduce((sum, landing) => sum + (counts[places.get(landing) ?? -1] ?? 0), 0);
    const range = [after, ...new Set((run.at(-1)?.without ?? []).map((sha) => `^${sha}`))].join(' ');
    if (basis === 'git') yield queryOf(`--first-parent --count ${range}`, run.length);
    yield queryOf(`--count ${range}`, commits);
  }
}

function queryOf(what: string, answered: number): Query {
  return { kind: 'query', of: 'git', text: `git --no-replace-objects rev-list ${what}`, times: 1, answered };
}
