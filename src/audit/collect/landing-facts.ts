import { mergesAlone, type ObjectStore } from '../../git/index.ts';
import type { Commit } from '../facts/commit.ts';
import type { Landing } from '../facts/landing.ts';
import type { LandingFact } from '../facts/line.ts';
import type { PullRequest } from '../facts/pull-request.ts';
import { attribute, type PullsOf } from './attribute.ts';
import { completePulls } from './complete-pulls.ts';
import type { ControlFiles } from './control-files.ts';
import { openCreations } from './created-facts.ts';
import { fillLandings } from './fill.ts';
import { itemsOf, type Gaps } from './gaps.ts';
import { inParts } from './parallel.ts';
import { pathsOf } from './paths.ts';
import type { Plan } from './planned.ts';
import type { KnownPulls } from './pulls.ts';
import type { ScopeFacts } from './scope.ts';
import type { CollectSources } from './settings.ts';

/** Landings that are read together: two whole questions to GitHub, and a few calls of git for all. */
const atOnce = 200;

export interface Parts {
  readonly store: ObjectStore;
  readonly plan: Plan;
  /** With all landings of its time, also where the audit is about some of them. */
  readonly whole: Plan;
  readonly known: KnownPulls;
  readonly controls: ControlFiles;
  readonly gaps: Gaps;
  /** The trail or the artifact that the audit is about; undefined: all that landed. */
  readonly scoped: ScopeFacts | undefined;
}

/** The facts of all landings but their trails, the newest first, in groups. */
export async function* landingFacts(sources: CollectSources, parts: Parts): AsyncGenerator<readonly LandingFact[]> {
  const { landings } = parts.plan;
  const addCreation = openCreations(sources, parts);
  let done = 0;
  for (const planned of inParts(landings, atOnce)) {
    const filled = await fillLandings(parts.store, planned, sources.fetchFrom, parts.gaps.holes);
    const whole: Landing[] = [];
    for (const [index, landing] of filled.entries()) whole.push(await addCreation(landing, planned[index]?.creation));
    yield await factsOf(whole, sources, parts);
    parts.known.trim();
    done += planned.length;
    sources.report(`Landings: ${done} of ${landings.length}`);
  }
}

async function factsOf(filled: readonly Landing[], sources: CollectSources, parts: Parts): Promise<readonly LandingFact[]> {
  const { controls, gaps, known, plan, store } = parts;
  const pullsOf = await attribute(store, filled, plan.branches, known);
  const numbers = pullsOf.map((of) => [...new Set(Object.values(of).flat())]);
  await completePulls(store, numbers.flat(), known, { from: sources.fetchFrom, github: sources.github, landings: filled }, gaps);
  const pulls = numbers.map((own) => own.flatMap((number) => known.pulls.get(number) ?? []));
  const landings = await withPeople(store, filled, pulls, pullsOf, sources, gaps);
  const attributed = landings.map((landing, index) => ({ landing, pulls: pulls[index] ?? [], pullsOf: pullsOf[index] ?? {} }));
  const audited = new Set(plan.branches.map(({ name }) => name));
  const paths = await pathsOf(store, attributed, (branch) => audited.has(branch));
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

/** Landings with the accounts behind their commits, and with which of their merges anybody could repeat. */
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
    landings.flatMap(({ commits }) => commits.filter(({ parents }) => parents.length > 1)),
  );
  return landings.map((landing, index) => {
    const told = new Map((pulls[index] ?? []).flatMap(({ commits }) => commits.map((commit) => [commit.sha, commit] as const)));
    const commits = landing.commits.map((commit): Commit => {
      const { author, committer } = accounts.get(commit.sha) ?? { author: null, committer: null };
      return (
        told.get(commit.sha) ?? {
          ...commit,
          author: { ...commit.author, account: author },
          committer: { ...commit.committer, account: committer },
          mergeAlone: commit.parents.length > 1 ? (merges.get(commit.sha) ?? null) : false,
        }
      );
    });
    return { ...landing, commits };
  });
}
