import { countCommits, emptyTree, fetchMissing, mergesAlone, present, reachable, treeChanges, treesOf } from '../../git/index.ts';
import type { ObjectStore } from '../../git/index.ts';
import { levelsOf } from '../coverage/match.ts';
import type { BranchRules, CommitChecks } from '../facts/check.ts';
import type { Commit, Landing, PullRequest } from '../facts/landing.ts';
import type { LandingFact, Untold } from '../facts/line.ts';
import { changesIn } from '../population/changes.ts';
import { askedFirst, askedNext, broughtBy, bySha, rangesOf, type Range } from '../population/line.ts';
import type { ControlFiles } from './control-files.ts';
import { fillLandings, withAccounts } from './fill.ts';
import { holeOf, itemsOf, untold, type Gaps } from './gaps.ts';
import { inParts } from './parallel.ts';
import type { GitHubPort } from './port.ts';
import { completePulls, type KnownPulls } from './pulls.ts';
import type { ScopeFacts } from './scope.ts';
import type { AuditedBranch, CollectSources, Plan, PlannedCreation } from './settings.ts';

/* Where an audit goes by GitHub's checks, and asks no evidence service. */

interface KnownChecks {
  /** Adds to landings the checks of all commits whose evidence may speak for their changes. */
  of(facts: readonly LandingFact[]): Promise<readonly LandingFact[]>;
}

/** Once GitHub refused, it is asked no more. */
export function openChecks(github: GitHubPort | null, branches: readonly AuditedBranch[], gaps: Gaps): KnownChecks {
  let isRefused = github === null;
  if (github === null) gaps.untold.push(...withoutAnswer('GitHub was not asked: there is no token', 'Give a token with checks: read'));
  return {
    async of(facts) {
      const asked = facts.map((fact) => commitsOf(fact, branches));
      const shas = [...new Set(asked.flat())];
      if (github === null || isRefused || shas.length === 0) return facts;
      const items = await itemsOf(gaps, 'checks', 'checks of commits', () => github.checksOf(shas, landedAt(facts, asked)));
      if (items === undefined) {
        isRefused = true;
        const refused = gaps.untold.findLast(({ source }) => source === 'checks');
        if (refused !== undefined) gaps.untold.push(...ofEvidence.map((source) => ({ ...refused, source })));
        return facts;
      }
      const known = new Map(items.map((item) => [item.sha, item]));
      const checksOf = (shas: readonly string[] = []): readonly CommitChecks[] => shas.flatMap((sha) => known.get(sha) ?? []);
      return facts.map((fact, index) => ({ ...fact, checks: checksOf(asked[index]) }));
    },
  };
}

/** When the commits were decided about, the first time: what came later is no evidence of that landing. */
function landedAt(facts: readonly LandingFact[], asked: readonly (readonly string[])[]): ReadonlyMap<string, string> {
  const moments = new Map<string, string>();
  for (const [index, { landing }] of facts.entries()) {
    for (const sha of landing.at === null ? [] : (asked[index] ?? [])) {
      const known = moments.get(sha);
      if (known === undefined || Date.parse(landing.at ?? '') < Date.parse(known)) moments.set(sha, landing.at ?? '');
    }
  }
  return moments;
}

function commitsOf(fact: LandingFact, branches: readonly AuditedBranch[]): readonly string[] {
  const { landing } = fact;
  const bySha = new Map(landing.commits.map((commit) => [commit.sha, commit]));
  const levels = changesIn(fact, branches).flatMap(({ commits, pull }) => {
    const tip = bySha.get(commits.at(-1) ?? '');
    return tip === undefined ? [] : levelsOf({ fact, landing, pull, tip });
  });
  return [...new Set(levels.flatMap(({ shas }) => shas))];
}

/** The rules that need evidence need the checks then. */
const ofEvidence = ['trails', 'records'] as const;

function withoutAnswer(why: string, fix: string): readonly Untold[] {
  return ['checks' as const, ...ofEvidence].map((source) => untold(source, why, fix));
}

/** The rules of each branch as they are now. Where GitHub does not tell one, the rules about all of them are not tested. */
export async function* rulesOfBranches(
  github: GitHubPort | null,
  { branches, since }: Pick<Plan, 'branches' | 'since'>,
  now: string,
  gaps: Gaps,
): AsyncGenerator<BranchRules> {
  if (github === null) gaps.untold.push(untold('rules', 'GitHub was not asked: there is no token', 'Give a token with contents: read'));
  else
    for (const { name } of branches)
      yield* (await itemsOf(gaps, 'rules', `rules of ${name}`, () => github.rulesOf(name, { since, now }))) ?? [];
}

/** Sources that only a service has. They were not asked for, and nothing was refused. */
export function onlyOfService(): readonly Untold[] {
  const sources = ['artifacts', 'snapshots', 'approvals', 'notifications', 'log'] as const;
  return sources.map((source) => ({
    ...untold(
      source,
      'Only an evidence service knows it, and GitHub’s checks were asked in its place',
      'Name a service, an organization and a token',
    ),
    unasked: true,
  }));
}

/** Numbers of the pull requests that can have brought each commit, by SHA. */
type PullsOf = LandingFact['pullsOf'];

/**
 * Finds the pull requests that brought the commits of landings, in two rounds of questions: about what landed, then about
 * what the pull requests found do not explain, so that a rebase of many commits is one question.
 */
async function attribute(
  store: ObjectStore,
  landings: readonly Landing[],
  branches: readonly AuditedBranch[],
  known: KnownPulls,
): Promise<readonly PullsOf[]> {
  await known.ask(landings.flatMap(askedFirst));
  const elsewhere = await heldElsewhere(store, landings, branches);
  await known.ask(landings.flatMap((landing) => askNext(landing, branches, known, elsewhere)));
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

function askNext(
  landing: Landing,
  branches: readonly AuditedBranch[],
  known: KnownPulls,
  elsewhere: ReadonlySet<string>,
): readonly string[] {
  const numbers = found(landing, known);
  const pulls = numbers.flatMap((number) => known.pulls.get(number) ?? []);
  // A promotion: each of its commits came to its own branch by its own pull request.
  const promoted = numbers.some((number) => branches.some(({ name }) => name === known.pulls.get(number)?.headBranch));
  return askedNext(landing, pulls, known.asked, (sha) => promoted || elsewhere.has(sha));
}

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

/** Whether a merge outside the landing holds a commit of it: another branch may have got it earlier. */
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

/** The paths that each change of each landing touched, by a few calls of git for all; null where an object is missing. */
async function pathsOf(
  store: ObjectStore,
  attributed: readonly Pick<LandingFact, 'landing' | 'pulls' | 'pullsOf'>[],
  branches: readonly AuditedBranch[],
): Promise<readonly LandingFact['paths'][]> {
  const changes = attributed.map((fact) =>
    changesIn(fact, branches).map((change) => ({
      name: change.pull === undefined ? '' : String(change.pull.number),
      ranges: rangesOf(change, fact.landing),
    })),
  );
  const ranges = changes.flat().flatMap((change) => change.ranges);
  const trees = await treesOf(
    store,
    ranges.flatMap(({ from, to }) => (from === null ? [to] : [from, to])),
  );
  const treeOf = (sha: string | null): string => (sha === null ? emptyTree : (trees.get(sha) ?? missing));
  const pairOf = ({ from, to }: Range) => ({ from: treeOf(from), to: treeOf(to) });
  const found = await treeChanges(store, ranges.map(pairOf), 'whole');
  const byRange = new Map(ranges.map((range, index) => [range, found[index] ?? null]));
  return changes.map((those) =>
    Object.fromEntries(
      those.map(({ name, ranges: own }) => {
        const parts = own.map((range) => byRange.get(range) ?? null);
        const known = parts.flatMap((part) => part ?? []).map(({ path }) => path);
        return [name, parts.includes(null) ? null : [...new Set(known)].toSorted()];
      }),
    ),
  );
}

/** No object has it. */
const missing = '0'.repeat(40);

/** A branch or a tag by its full name, and its commit. */
interface Ref {
  readonly ref: string;
  readonly sha: string;
}

/** Adds what git knows of a branch's creation. Tags are asked for once, and only where a branch existed before it was created. */
function openCreations(
  { github }: Pick<CollectSources, 'github'>,
  { gaps, plan, store }: { readonly gaps: Gaps; readonly plan: Plan; readonly store: ObjectStore },
): (landing: Landing, creation: PlannedCreation | undefined) => Promise<Landing> {
  let tags: Promise<readonly Ref[]> | undefined;
  const tagsOf = async (): Promise<readonly Ref[]> => {
    const items = github === null ? undefined : await itemsOf(gaps, 'tags', 'tags', () => github.tags());
    return (items ?? []).map(({ name, sha }) => ({ ref: `refs/tags/${name}`, sha }));
  };
  const refsBut = async (own: string): Promise<readonly Ref[]> => {
    tags ??= tagsOf();
    const branches = plan.branches.filter(({ name }) => name !== own).map(({ name, tip }) => ({ ref: `refs/heads/${name}`, sha: tip }));
    const refs = [...branches, ...(await tags)];
    const shas = refs.map(({ sha }) => sha);
    const missing = await fetchMissing(store, shas);
    return refs.filter(({ sha }) => !missing.has(sha));
  };
  return async (landing, creation) => {
    if (creation === undefined || landing.after === null) return landing;
    try {
      const beginning = await isBeginning(store, landing.after, creation);
      const lost = await lostBy(store, landing.after, creation, () => refsBut(landing.branch));
      return { ...landing, beginning, ...lost };
    } catch (error) {
      gaps.holes.push(holeOf(`creation ${landing.id} of ${landing.branch}`, error));
      return landing;
    }
  };
}

/** Whether no branch had any of its commits before. Commits that are gone may be among them. */
async function isBeginning(store: ObjectStore, after: string, { earlier }: PlannedCreation): Promise<boolean> {
  if (earlier === undefined || (await fetchMissing(store, [after, ...earlier])).size > 0) return false;
  return (await countCommits(store, earlier, after)) === (await countCommits(store, [], after));
}

/** The commits that a branch held before its deletion and does not hold since, and which of them other refs hold now. */
async function lostBy(
  store: ObjectStore,
  after: string,
  { deleted }: PlannedCreation,
  others: () => Promise<readonly Ref[]>,
): Promise<Partial<Pick<Landing, 'deleted' | 'elsewhere' | 'removed'>>> {
  if (deleted === undefined) return {};
  if ((await fetchMissing(store, [after, deleted.from])).size > 0) return { deleted };
  const removed = await reachable(store, [deleted.from], [after]);
  const elsewhere = removed.length === 0 ? [] : await holdersOf(store, deleted.from, removed, [after], await others());
  return { deleted, removed, elsewhere };
}

/**
 * The refs that hold some of the commits, each commit with the first ref that does. Half of the refs are asked at once,
 * because there may be thousands of tags.
 * @param commits all that `tip` holds and none of `without` does
 */
async function holdersOf(
  store: ObjectStore,
  tip: string,
  commits: readonly string[],
  without: readonly string[],
  refs: readonly Ref[],
): Promise<NonNullable<Landing['elsewhere']>> {
  const [first] = refs;
  if (first === undefined || commits.length === 0) return [];
  const shas = refs.map(({ sha }) => sha);
  const left = new Set(await reachable(store, [tip], [...without, ...shas]));
  if (left.size === commits.length) return [];
  if (refs.length === 1) return [{ ref: first.ref, commits: commits.filter((sha) => !left.has(sha)) }];
  const half = refs.length >> 1;
  const found = await holdersOf(store, tip, commits, without, refs.slice(0, half));
  const held = new Set(found.flatMap((one) => one.commits));
  const others = commits.filter((sha) => !held.has(sha));
  return [...found, ...(await holdersOf(store, tip, others, [...without, ...shas.slice(0, half)], refs.slice(half)))];
}

/**
 * Landings that are read together: two full questions to GitHub, and a few calls of git for all. A package is verified by as
 * many, because GitHub's checks are asked for in this order.
 */
export const landingsAtOnce = 200;

export interface Parts {
  readonly store: ObjectStore;
  readonly plan: Plan;
  /** All landings of its time, also where the audit has a narrower scope. */
  readonly whole: Plan;
  readonly known: KnownPulls;
  readonly controls: ControlFiles;
  readonly gaps: Gaps;
  /** GitHub is asked for the rules of the branches. */
  readonly asksRules: boolean;
  /** Undefined: all that landed. */
  readonly scoped: ScopeFacts | undefined;
}

export async function* landingFacts(sources: CollectSources, parts: Parts): AsyncGenerator<readonly LandingFact[]> {
  const { landings } = parts.plan;
  const addCreation = openCreations(sources, parts);
  let done = 0;
  for (const planned of inParts(landings, landingsAtOnce)) {
    const filled = await fillLandings(parts.store, planned, parts.gaps.holes);
    const whole: Landing[] = [];
    for (const [index, landing] of filled.entries()) whole.push(await addCreation(landing, planned[index]?.creation));
    yield await makeFacts(whole, sources, parts);
    parts.known.trim();
    done += planned.length;
    sources.report(`Landings: ${done} of ${landings.length}`);
  }
}

async function makeFacts(filled: readonly Landing[], sources: CollectSources, parts: Parts): Promise<readonly LandingFact[]> {
  const { controls, gaps, known, plan, store } = parts;
  const pullsOf = await attribute(store, filled, plan.branches, known);
  const numbers = pullsOf.map((of) => [...new Set(Object.values(of).flat())]);
  await completePulls(store, numbers.flat(), known, { github: sources.github, landings: filled }, gaps);
  const pulls = numbers.map((own) => own.flatMap((number) => known.pulls.get(number) ?? []));
  const landings = await withPeople(store, filled, pulls, pullsOf, sources, gaps);
  const attributed = landings.map((landing, index) => ({ landing, pulls: pulls[index] ?? [], pullsOf: pullsOf[index] ?? {} }));
  const paths = await pathsOf(store, attributed, plan.branches);
  const files = await controls.of(landings);
  return attributed.map((each, index) => ({
    kind: 'landing',
    ...each,
    paths: paths[index] ?? {},
    file: files[index]?.file ?? null,
    workflows: files[index]?.workflows ?? null,
    trails: [],
    trees: {},
  }));
}

/** Adds the accounts behind the commits, and which merges anybody could repeat. */
async function withPeople(
  store: ObjectStore,
  landings: readonly Landing[],
  pulls: readonly (readonly PullRequest[])[],
  pullsOf: readonly PullsOf[],
  { github }: CollectSources,
  gaps: Gaps,
): Promise<readonly Landing[]> {
  const direct = landings.flatMap(({ commits }, index) => commits.filter(({ sha }) => pullsOf[index]?.[sha] === undefined));
  const known =
    github === null || direct.length === 0
      ? []
      : await itemsOf(gaps, 'pull-requests', 'accounts of commits', () => github.accountsOf(direct.map(({ sha }) => sha)));
  const accounts = new Map((known ?? []).map((one) => [one.sha, one]));
  const merges = await mergesAlone(
    store,
    landings.flatMap(({ commits }) => commits),
  );
  return landings.map((landing, index) => {
    const told = new Map((pulls[index] ?? []).flatMap(({ commits }) => commits.map((commit) => [commit.sha, commit] as const)));
    const own = (commit: Commit): Commit => ({
      ...withAccounts(commit, accounts.get(commit.sha)),
      mergeAlone: merges.get(commit.sha) ?? null,
    });
    return { ...landing, commits: landing.commits.map((commit) => told.get(commit.sha) ?? own(commit)) };
  });
}
