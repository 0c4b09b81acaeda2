import { UsageError } from '../../errors/index.ts';
import { defaultBranchOf, tipOf, type ObjectStore } from '../../git/index.ts';
import { hole, holeOf, untold, type Gaps } from './gaps.ts';
import { gitLandings } from './git-landings.ts';
import type { AuditedBranch, Plan } from './planned.ts';
import type { CollectSettings, CollectSources } from './settings.ts';
import { updatesOf } from './updates.ts';

/** Days that a first run looks back. */
const usualDays = 7;

/** How long GitHub keeps updates of branches: about a year. */
const keptDays = 365;

const day = 86_400_000;

/** Fixes the branches, their tips and the period, and then tells the landings: by GitHub where that can be, else by git. */
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
    throw new UsageError('invalid-input', `The period ends at ${until}, and begins at ${since}`, { fix: 'Let it begin before it ends' });
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

/** The audited branches, and where each is. One that is not there is a hole. */
export async function tipsOf(
  { branches }: CollectSettings,
  github: CollectSources['github'],
  store: ObjectStore,
  { holes }: Gaps,
): Promise<readonly AuditedBranch[]> {
  const byDefault = branches.length > 0 ? undefined : await defaultOf(github, store, holes);
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

async function defaultOf(github: CollectSources['github'], store: ObjectStore, holes: Gaps['holes']): Promise<string | undefined> {
  try {
    if (github !== null) return await github.defaultBranch();
  } catch (error) {
    holes.push(holeOf('name of the default branch', error));
  }
  return defaultBranchOf(store);
}
