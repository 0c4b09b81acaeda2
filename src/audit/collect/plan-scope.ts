import { firstParentLine, present, reachable, type LineCommit, type ObjectStore } from '../../git/index.ts';
import { hole, itemsOf, type Gaps } from './gaps.ts';
import { planLandings, tipsOf } from './plan-landings.ts';
import type { AuditedBranch, Plan, PlannedLanding } from './planned.ts';
import type { ScopeFacts } from './scope.ts';
import type { CollectSettings, CollectSources } from './settings.ts';

/** The facts about the scope of an audit; undefined where it is about all that landed. */
export async function scopeOf(
  { scope }: Pick<CollectSettings, 'scope'>,
  sources: Pick<CollectSources, 'scope'>,
): Promise<ScopeFacts | undefined> {
  if (scope === undefined) return undefined;
  if (sources.scope === undefined) throw new Error('An audit of a trail or an artifact needs a service that knows it');
  return sources.scope(scope);
}

/** Clocks of committers and of GitHub differ, by milliseconds: so much before the commit its landing is looked for. */
const slack = 86_400_000;

/** A commit of a branch's own line that brought a commit to it. */
interface Brought extends LineCommit {
  readonly branch: string;
}

/** The landings to audit, and all of that time: what was shipped is placed by all that landed. */
export interface PlannedScope {
  readonly plan: Plan;
  readonly whole: Plan;
}

/**
 * The landings that brought the commits of a trail or an artifact, and no others. A commit that landed nowhere by itself may have
 * landed with its pull request. One of which nobody can tell is a hole: then what is here may not be all.
 */
export async function planScope(
  { commits }: ScopeFacts,
  settings: CollectSettings,
  { github }: CollectSources,
  store: ObjectStore,
  gaps: Gaps,
): Promise<PlannedScope> {
  const branches = await tipsOf(settings, github, store, gaps);
  const found = new Map<string, Brought>();
  for (const commit of commits) {
    const brought = await broughtBy(store, branches, commit);
    const merged = brought.length > 0 ? brought : await mergedBy(store, branches, commit, github, gaps);
    if (merged.length === 0) gaps.holes.push(nowhere(commit, github === null));
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
    if (landing === undefined) gaps.holes.push(untold(one));
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
    // From some place on each older commit of the line is without it.
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

function nowhere(commit: string, isWithoutGitHub: boolean) {
  const why = isWithoutGitHub
    ? 'no audited branch holds it, and GitHub was not asked with which pull request it landed'
    : 'no audited branch holds it, and no pull request with it was merged';
  const fix = 'Name the branch that it landed on with `branch`, clone all of it, and give a token of GitHub; or wait until it has landed';
  return hole(`landing of commit ${commit}`, why, fix);
}

function untold({ branch, sha }: Brought) {
  const why = `${branch} holds it, and no update of the branch that brought it is told`;
  return hole(`landing of commit ${sha}`, why, 'GitHub keeps updates of branches for about a year; audit it by git alone, without a token');
}
