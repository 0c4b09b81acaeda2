import { countCommits, reachable, type ObjectStore } from '../../git/index.ts';
import type { ControlTotal } from '../facts/line.ts';
import { holeOf, type Gaps } from './gaps.ts';
import type { Plan } from './planned.ts';
import type { GitHubPort } from './port.ts';

/** Counts of other sources, which the population is held against. Their names end with the branch. */
export async function* controlTotals(
  store: ObjectStore,
  port: GitHubPort | null,
  plan: Plan,
  { holes }: Gaps,
): AsyncGenerator<ControlTotal> {
  for (const { name } of plan.branches) {
    try {
      const merged =
        port === null || plan.basis === 'git' || plan.since === null ? null : await port.mergedCount(name, plan.since, plan.until);
      if (merged !== null) yield { kind: 'total', name: `merged pull requests: ${name}`, source: 'GitHub', count: merged };
      const count = await commitsOf(store, plan, name);
      if (count !== undefined) yield { kind: 'total', name: `commits: ${name}`, source: 'git rev-list --count', count };
    } catch (error) {
      holes.push(holeOf(`control totals of ${name}`, error));
    }
  }
}

/** The commits of a branch over the whole period, by one count; undefined where nothing landed, and where it was moved by force or made anew, so that no one range is it. */
async function commitsOf(store: ObjectStore, { landings }: Plan, name: string): Promise<number | undefined> {
  const own = landings.filter(({ branch }) => branch === name);
  if (own.some(({ kind }) => kind === 'force-push' || kind === 'creation' || kind === 'deletion')) return undefined;
  const [start, end] = [own.at(-1)?.without, own[0]?.after ?? undefined];
  return start === undefined || end === undefined ? undefined : countCommits(store, start, end);
}

/** The plan with the branches that one landing is of alone: of several that do not follow one another no one range is counted. */
export function countable(plan: Plan): Plan {
  const isAlone = (name: string): boolean => plan.landings.filter(({ branch }) => branch === name).length === 1;
  return { ...plan, branches: plan.branches.filter(({ name }) => isAlone(name)) };
}

/** All commits that the audited branches have, or had within the period. */
export async function commitsOfBranches(store: ObjectStore, { branches }: Plan, landed: Iterable<string>): Promise<ReadonlySet<string>> {
  const all = new Set(landed);
  for (const sha of await reachable(
    store,
    branches.map(({ tip }) => tip),
    [],
  ))
    all.add(sha);
  return all;
}
