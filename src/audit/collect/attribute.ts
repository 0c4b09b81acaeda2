import { present, reachable, type ObjectStore } from '../../git/index.ts';
import type { Landing } from '../facts/landing.ts';
import { askedFirst, askedNext, broughtBy } from '../population/asked.ts';
import { bySha } from '../population/line.ts';
import type { AuditedBranch } from './planned.ts';
import type { KnownPulls } from './pulls.ts';

/** Numbers of the pull requests that can have brought each commit, by SHA; for each landing. */
export type PullsOf = Readonly<Record<string, readonly number[]>>;

/**
 * Which pull requests brought the commits of landings, by two rounds of questions: about what landed, and then about what the
 * pull requests found do not explain, so that a rebase of many commits is one question.
 */
export async function attribute(
  store: ObjectStore,
  landings: readonly Landing[],
  branches: readonly AuditedBranch[],
  known: KnownPulls,
): Promise<readonly PullsOf[]> {
  await known.ask(landings.flatMap(askedFirst));
  const elsewhere = await heldElsewhere(store, landings, branches);
  await known.ask(landings.flatMap((landing) => next(landing, branches, known, elsewhere)));
  const results: PullsOf[] = [];
  for (const landing of landings) {
    const numbers = (sha: string): readonly number[] => known.numbersOf(sha);
    const pulls = new Map(
      found(landing, known)
        .map((number) => [number, known.pulls.get(number)] as const)
        .flatMap(([number, pull]) => (pull === undefined ? [] : [[number, pull] as const])),
    );
    const holds = await heldByOthers(store, landing, [...pulls.values()]);
    results.push(broughtBy(landing, numbers, pulls, holds));
  }
  return results;
}

function found(landing: Landing, known: KnownPulls): readonly number[] {
  return [...new Set(landing.commits.flatMap(({ sha }) => known.numbersOf(sha)))];
}

function next(landing: Landing, branches: readonly AuditedBranch[], known: KnownPulls, elsewhere: ReadonlySet<string>): readonly string[] {
  const numbers = found(landing, known);
  const pulls = numbers.flatMap((number) => known.pulls.get(number) ?? []);
  // A promotion: each of its commits came to its own branch by a pull request of its own.
  const promoted = numbers.some((number) => branches.some(({ name }) => name === known.pulls.get(number)?.headBranch));
  return askedNext(landing, pulls, known.asked, (sha) => promoted || elsewhere.has(sha));
}

/** Commits of landings that another audited branch has too. */
async function heldElsewhere(
  store: ObjectStore,
  landings: readonly Landing[],
  branches: readonly AuditedBranch[],
): Promise<ReadonlySet<string>> {
  const elsewhere = new Set<string>();
  if (branches.length < 2) return elsewhere;
  for (const { name } of branches) {
    const here = landings.filter(({ branch, commits }) => branch === name && commits.length > 0);
    const others = branches.filter((branch) => branch.name !== name).map(({ tip }) => tip);
    const tips = here.flatMap(({ after }) => after ?? []);
    const own = new Set(await reachable(store, tips, others));
    for (const { commits } of here) for (const { sha } of commits) if (!own.has(sha)) elsewhere.add(sha);
  }
  return elsewhere;
}

/** Tells whether a merge outside the landing holds a commit of it: another branch may have got it before this one. */
async function heldByOthers(
  store: ObjectStore,
  landing: Landing,
  pulls: readonly { readonly mergeCommit: string | null }[],
): Promise<(mergeCommit: string, sha: string) => boolean | undefined> {
  const commits = bySha(landing);
  const others = [...new Set(pulls.flatMap(({ mergeCommit }) => mergeCommit ?? []))].filter((sha) => !commits.has(sha));
  const here = await present(store, others);
  const lacks = new Map<string, ReadonlySet<string>>();
  for (const other of here) lacks.set(other, new Set(await reachable(store, [...commits.keys()], [other])));
  return (mergeCommit, sha) => {
    const without = lacks.get(mergeCommit);
    return without === undefined ? undefined : !without.has(sha);
  };
}
