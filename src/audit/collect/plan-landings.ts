import { UsageError } from '../../errors/index.ts';
import { defaultBranchOf, tipOf, type ObjectStore } from '../../git/index.ts';
import { hole, holeOf, untold, type Gaps } from './gaps.ts';
import { gitLandings } from './git-landings.ts';
import type { AuditedBranch, Plan } from './planned.ts';
import type { CollectSettings, CollectSources } from './settings.ts';
import { updatesOf } from './updates.ts';

/** Of a first run. */
const usualDays = 7;

/** How long GitHub keeps updates of branches: about a year. */
const keptDays = 365;

const day = 86_400_000;

const noBranch = 'Name a branch that the repository has, and clone all of them: actions/checkout with fetch-depth: 0';

/** Fixes the branches, their tips and the period, and then tells the landings: by GitHub where that can be, else by git. */
export async function planLandings(
  settings: CollectSettings,
  { github }: Pick<CollectSources, 'github'>,
  store: ObjectStore,
  gaps: Gaps,
): Promise<Plan> {
  const { now, sinceSha, untilSha } = settings;
  const since = settings.since ?? new Date(Date.parse(now) - usualDays * day).toISOString();
  const until = settings.until ?? now;
  if (sinceSha === null && Date.parse(since) >= Date.parse(until)) {
    throw new UsageError('invalid-input', `The period ends at ${until}, and begins at ${since}`, { fix: 'Let it begin before it ends' });
  }
  const branches = await tipsOf(settings, github, store, gaps);
  const byGit = (): Promise<Plan> => gitLandings(store, branches, { since, until: settings.until, sinceSha, untilSha }, now);
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
  const asked = { since, until, open: settings.until === null, now };
  const told = await updatesOf(github, store, branches, asked, gaps);
  if (told === undefined) return byGit();
  return { basis: 'github', since, until: told.until, sinceSha: null, by: 'landing', branches, landings: told.landings };
}

async function tipsOf(
  { branches }: CollectSettings,
  github: CollectSources['github'],
  store: ObjectStore,
  { holes }: Gaps,
): Promise<readonly AuditedBranch[]> {
  const names = branches.length > 0 ? branches : [await defaultOf(github, store, holes)];
  const found: AuditedBranch[] = [];
  for (const name of new Set(names)) {
    const tip = await tipOf(store, name);
    if (tip === undefined) holes.push(hole(`branch ${name}`, `The clone in ${store.clone} has no branch ${name}`, noBranch));
    else found.push({ name, tip });
  }
  return found;
}

async function defaultOf(github: CollectSources['github'], store: ObjectStore, holes: Gaps['holes']): Promise<string> {
  try {
    if (github !== null) return await github.defaultBranch();
  } catch (error) {
    holes.push(holeOf('name of the default branch', error));
  }
  return (await defaultBranchOf(store)) ?? 'main';
}
