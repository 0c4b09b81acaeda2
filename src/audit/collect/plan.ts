import { wrongUse } from '../../errors/index.ts';
import { countCommits, defaultBranchOf, firstParentLine, openObjectStore, present, reachable, tipOf } from '../../git/index.ts';
import type { LineCommit, ObjectStore } from '../../git/index.ts';
import type { Hole, Untold } from '../facts/line.ts';
import { hole, itemsOf, untold, type Gaps } from './gaps.ts';
import { gitLandings } from './git-landings.ts';
import type { ScopeFacts } from './scope.ts';
import type { AuditedBranch, CollectSettings, CollectSources, Plan, PlannedLanding } from './settings.ts';
import { askDefault, updatesOf } from './updates.ts';

const usualDays = 7;

/** GitHub keeps updates of branches for about a year. */
const keptDays = 365;

const day = 86_400_000;

export async function planLandings(
  settings: CollectSettings,
  { github }: Pick<CollectSources, 'github'>,
  store: ObjectStore,
  gaps: Gaps,
): Promise<Plan> {
  const { earlier, now, sinceSha, untilSha } = settings;
  const since = settings.since ?? new Date(Date.parse(now) - usualDays * day).toISOString();
  const until = settings.until ?? now;
  if (sinceSha === null && Date.parse(since) >= Date.parse(until)) {
    throw wrongUse(`The period ends at ${until}, and begins at ${since}`, 'Let it begin before it ends');
  }
  const open = Date.parse(until) === Date.parse(now);
  const branches = await tipsOf(settings, github, store, gaps);
  const byGit = (): Promise<Plan> =>
    gitLandings(store, branches, { since, until: open ? null : until, sinceSha, untilSha, now, earlier }, gaps);
  if (sinceSha !== null || untilSha !== null) {
    gaps.untold.push(untold('landings', 'The period is between two commits, and not of time', 'Name a period by its dates'));
    return byGit();
  }
  if (github === null) {
    gaps.untold.push(untold('landings', 'GitHub was not asked: there is no token', 'Give a token with contents: read'));
    return byGit();
  }
  if (Date.parse(since) < Date.parse(now) - keptDays * day) {
    const why = `GitHub keeps the updates of branches for about a year, and the period begins at ${since}`;
    gaps.untold.push(untold('landings', why, 'Let the period begin within the last year'));
    return byGit();
  }
  const asked = { since, until, open, now };
  const told = await updatesOf(github, store, branches, asked, gaps);
  if (told === undefined) return byGit();
  return { basis: 'github', since, until: told.until, sinceSha: null, by: 'landing', branches: told.branches, landings: told.landings };
}

async function tipsOf(
  { branches }: CollectSettings,
  github: CollectSources['github'],
  store: ObjectStore,
  { holes }: Gaps,
): Promise<readonly AuditedBranch[]> {
  const asked = branches.length > 0 || github === null ? undefined : await askDefault(github, { holes });
  const byDefault = branches.length > 0 ? undefined : (asked ?? (await defaultBranchOf(store)));
  const found: AuditedBranch[] = [];
  for (const name of new Set(byDefault === undefined ? branches : [byDefault])) {
    const tip = await tipOf(store, name);
    if (tip === undefined) holes.push(hole(`branch ${name}`, `The clone in ${store.clone} has no commit on a branch ${name}`, branchFix));
    else found.push({ name, tip });
  }
  if (branches.length === 0 && byDefault === undefined) {
    const why = `No branch is checked out in ${store.clone}, and its remote names no default one`;
    holes.push(hole('the default branch', why, 'Name the branch with `branch`'));
  }
  return found;
}

const branchFix = 'Name a branch that has commits with `branch`, and clone all branches: actions/checkout with fetch-depth: 0';

/** Undefined where the audit is about all that landed. */
export async function scopeOf(
  { scope }: Pick<CollectSettings, 'scope'>,
  sources: Pick<CollectSources, 'scope'>,
): Promise<ScopeFacts | undefined> {
  if (scope === undefined) return undefined;
  if (sources.scope === undefined) throw new Error('An audit of a trail or an artifact needs a service that knows it');
  return sources.scope(scope);
}

/** Clocks of committers and of GitHub differ: the landing of a commit is looked for from this long before it, in milliseconds. */
const slack = 86_400_000;

interface Brought extends LineCommit {
  readonly branch: string;
}

/**
 * The landings that brought the commits of a trail or an artifact, and no others. A commit that did not land itself may
 * have landed with its pull request. One that cannot be placed is a hole: the landings may not be all. `whole` has all
 * that landed in that time, to place what was shipped.
 */
export async function planScope(
  { commits }: ScopeFacts,
  settings: CollectSettings,
  { github }: CollectSources,
  store: ObjectStore,
  gaps: Gaps,
): Promise<Record<'plan' | 'whole', Plan>> {
  const branches = await tipsOf(settings, github, store, gaps);
  const found = new Map<string, Brought>();
  for (const commit of commits) {
    const brought = await broughtBy(store, branches, commit);
    const merged = brought.length > 0 ? brought : await mergedBy(store, branches, commit, github, gaps);
    if (merged.length === 0) gaps.holes.push(landedNowhere(commit, github === null));
    for (const one of merged) found.set(`${one.branch} ${one.sha}`, one);
  }
  const oldest = Math.min(...[...found.values()].map(({ committedAt }) => committedAt * 1000), Date.parse(settings.now));
  const since = new Date(oldest - slack).toISOString();
  const plan = await planLandings(
    { ...settings, since, until: null, sinceSha: null, untilSha: null, earlier: undefined },
    { github },
    store,
    gaps,
  );
  const chosen = new Set<PlannedLanding>();
  for (const one of found.values()) {
    const landing = await landingOf(store, plan, one);
    if (landing === undefined) gaps.holes.push(untoldLanding(one));
    else chosen.add(landing);
  }
  return { whole: plan, plan: { ...plan, landings: plan.landings.filter((landing) => chosen.has(landing)) } };
}

/** The first commit of each branch's own line that holds a commit. */
async function broughtBy(store: ObjectStore, branches: readonly AuditedBranch[], commit: string): Promise<readonly Brought[]> {
  if (!(await present(store, [commit])).has(commit)) return [];
  const brought: Brought[] = [];
  for (const { name, tip } of branches) {
    if (!(await holds(store, tip, commit))) continue;
    const line = await firstParentLine(store, [], tip);
    // From some place on, each older commit of the line is without it.
    let [newest, oldest] = [0, line.length - 1];
    while (newest < oldest) {
      const middle = Math.ceil((newest + oldest) / 2);
      if (await holds(store, line[middle]?.sha ?? '', commit)) newest = middle;
      else oldest = middle - 1;
    }
    const first = line[newest];
    if (first !== undefined) brought.push({ ...first, branch: name });
  }
  return brought;
}

async function holds(store: ObjectStore, tip: string, commit: string): Promise<boolean> {
  return !(await reachable(store, [commit], [tip])).includes(commit);
}

/** A squash and a rebase leave other commits on the branch than those that were tested. */
async function mergedBy(
  store: ObjectStore,
  branches: readonly AuditedBranch[],
  commit: string,
  github: CollectSources['github'],
  gaps: Gaps,
): Promise<readonly Brought[]> {
  if (github === null) return [];
  const items = await itemsOf(gaps, 'pull-requests', 'pull requests of commits', () => github.pullRequestsOf([commit]));
  const merges = (items ?? []).flatMap(({ pulls }) => pulls.flatMap(({ mergeCommit }) => mergeCommit ?? []));
  const brought: Brought[] = [];
  for (const merge of new Set(merges)) brought.push(...(await broughtBy(store, branches, merge)));
  return brought;
}

/** The oldest landing that holds a commit of the branch's own line: later ones only build on it. */
async function landingOf(store: ObjectStore, { landings }: Plan, { branch, sha }: Brought): Promise<PlannedLanding | undefined> {
  for (const landing of landings.toReversed()) {
    const { after } = landing;
    if (landing.branch !== branch || after === null) continue;
    if (after === sha) return landing;
    if ((await present(store, [after])).has(after) && (await holds(store, after, sha))) return landing;
  }
  return undefined;
}

function landedNowhere(commit: string, isWithoutGitHub: boolean) {
  const why = isWithoutGitHub
    ? 'no audited branch holds it, and GitHub was not asked with which pull request it landed'
    : 'no audited branch holds it, and no pull request with it was merged';
  const fix = 'Name the branch that it landed on with `branch`, clone all of it, and give a token of GitHub; or wait until it has landed';
  return hole(`landing of commit ${commit}`, why, fix);
}

function untoldLanding({ branch, sha }: Brought) {
  const why = `${branch} holds it, and no update of the branch that brought it is told`;
  return hole(`landing of commit ${sha}`, why, 'GitHub keeps updates of branches for about a year; audit it by git alone, without a token');
}

export interface PlannedAudit extends Pick<Plan, 'basis' | 'since' | 'until' | 'sinceSha'> {
  readonly branches: readonly string[];
  readonly landings: number;
  /** From the oldest landing of each branch to its newest; null where git cannot tell. */
  readonly commits: number | null;
  /** Created branches: GitHub is asked more about these. */
  readonly creations: number;
  /** Requests to GitHub so far: all but those for pull requests, checks, rules and what was shipped. */
  readonly requests: number;
  readonly holes: readonly Hole[];
  readonly untold: readonly Untold[];
}

export async function planAudit(settings: CollectSettings, sources: Pick<CollectSources, 'git' | 'github'>): Promise<PlannedAudit> {
  await using store = await openObjectStore(sources.git);
  const gaps: Gaps = { holes: [], untold: [] };
  const { basis, branches, landings, since, sinceSha, until } = await planLandings(settings, sources, store, gaps);
  let commits: number | null = 0;
  for (const { name } of branches) {
    const own = landings.filter(({ branch }) => branch === name);
    const newest = own.find(({ after }) => after !== null)?.after;
    if (newest === undefined || newest === null || commits === null) continue;
    const counted: number | null = await countCommits(store, own.at(-1)?.without ?? [], newest).catch(() => null);
    commits = counted === null ? null : commits + counted;
  }
  const names = branches.map(({ name }) => name);
  const creations = landings.filter(({ kind }) => kind === 'creation').length;
  const requests = (sources.github?.queries() ?? []).reduce((sum, { times }) => sum + times, 0);
  return { basis, since, sinceSha, until, branches: names, landings: landings.length, commits, creations, requests, ...gaps };
}
