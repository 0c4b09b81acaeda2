import { blame, reachable } from '../../git/index.ts';
import type { AcceptedFact, Query } from '../facts/line.ts';
import { acceptedLines } from '../file/accepted-lines.ts';
import { auditFilePath } from '../file/control-paths.ts';
import type { Parts } from './landing-facts.ts';

/**
 * The people who brought each entry of `accepted` into the audit's file, at the tip of the default branch: the newest commit that
 * a line of it comes from, and the pull request that brought this commit there first.
 */
export async function* acceptedFacts({ controls, known, plan, store }: Parts): AsyncGenerator<AcceptedFact | Query> {
  const [branch] = plan.branches;
  const entries = branch === undefined ? [] : acceptedLines((await controls.at(branch.tip))?.text ?? '');
  if (branch === undefined || entries.length === 0) return;
  const lines = (await blame(store, branch.tip, auditFilePath)) ?? [];
  yield { kind: 'query', of: 'git', text: `git blame origin/BRANCH -- ${auditFilePath}`, times: 1, answered: lines.length };
  const history = new Map((await reachable(store, [branch.tip], [])).map((sha, index) => [sha, index]));
  const brought = entries.map(({ first, key, last }) => {
    const places = lines.slice(first - 1, last).map((sha) => [history.get(sha) ?? Infinity, sha] as const);
    return { key, commit: places.toSorted(([one], [other]) => one - other)[0]?.[1] ?? null };
  });
  await known.ask(brought.flatMap(({ commit }) => commit ?? []));
  for (const { commit, key } of brought) {
    const pulls = known
      .numbersOf(commit ?? '')
      .flatMap((number) => known.pulls.get(number) ?? [])
      .filter(({ base }) => base === branch.name)
      .toSorted((one, other) => Date.parse(one.mergedAt) - Date.parse(other.mergedAt));
    yield { kind: 'accepted', key, commit, pull: pulls[0] ?? null };
  }
}
