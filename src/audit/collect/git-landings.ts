import { UsageError } from '../../errors/index.ts';
import { commitNamed, commonCommit, firstParentLine, reachable, type LineCommit, type ObjectStore } from '../../git/index.ts';
import { hole, type Gaps } from './gaps.ts';
import type { Hole } from '../facts/line.ts';
import { count } from '../../text/index.ts';
import type { AuditedBranch, Plan, PlannedLanding } from './planned.ts';

/**
 * Landings as git alone tells them: each commit of a branch's own line is one. When they landed is not known.
 *
 * @throws {UsageError} where a commit that was named is not in the clone.
 */
export async function gitLandings(
  store: ObjectStore,
  branches: readonly AuditedBranch[],
  asked: { readonly since: string; readonly until: string | null; readonly sinceSha: string | null; readonly untilSha: string | null },
  now: string,
  { holes }: Gaps,
): Promise<Plan> {
  const { since, until, sinceSha, untilSha } = asked;
  if (untilSha !== null && (sinceSha === null || branches.length > 1)) {
    throw new UsageError('conflicting-inputs', 'A commit to end with needs a commit to begin after, and a single branch', {
      fix: 'Name both commits and one branch',
    });
  }
  const start = sinceSha === null ? null : await named(store, sinceSha);
  const ending = untilSha === null ? null : await named(store, untilSha);
  const fixed = branches.map(({ name, tip }) => ({ name, tip: ending ?? tip }));
  const [own] = fixed;
  if (start !== null && own !== undefined) holes.push(...(await notOnBranch(store, start, own)));
  const landings: PlannedLanding[] = [];
  let first: string | null = start;
  for (const branch of fixed) {
    const line = await firstParentLine(store, start === null ? [] : [start], branch.tip);
    const chosen = start === null ? ofPeriod(line, { since, until, now }) : line;
    if (start === null && branch === own) first = chosen.at(-1)?.parent ?? (chosen.length === 0 ? branch.tip : null);
    landings.push(...chosen.map((commit) => plannedOf(commit, branch.name, start)));
  }
  return {
    basis: 'git',
    since: start === null ? since : null,
    until: until ?? now,
    sinceSha: first,
    by: start === null ? 'committer-date' : 'commits',
    branches: fixed,
    landings,
  };
}

/**
 * The part of a line that its committers say is of the period: all between the first and the last of those, whatever the
 * dates between say. Dates go back and forth, and a date that lies must not take others out. A date in the future says
 * nothing: such a commit is of the period if the one that came after it is. Without an end the period goes up to the tip.
 */
function ofPeriod(
  line: readonly LineCommit[],
  { now, since, until }: { readonly since: string; readonly until: string | null; readonly now: string },
): readonly LineCommit[] {
  const isPossible = ({ committedAt }: LineCommit): boolean => committedAt * 1000 <= Date.parse(now) + wrongClock;
  const known = line.findLastIndex((commit) => isPossible(commit) && commit.committedAt * 1000 >= Date.parse(since));
  const older = line.findIndex((commit, index) => index > known && isPossible(commit));
  const newest = until === null ? 0 : line.findIndex(({ committedAt }) => committedAt * 1000 < Date.parse(until));
  return newest < 0 ? [] : line.slice(newest, older < 0 ? undefined : older);
}

/** How much later than ours the clock of a committer may be, in milliseconds. */
const wrongClock = 86_400_000;

function plannedOf({ parent, sha }: LineCommit, branch: string, start: string | null): PlannedLanding {
  const without = [parent, start].filter((commit) => commit !== null);
  return { id: sha, branch, kind: 'unknown', at: null, actor: null, before: parent, after: sha, without };
}

/**
 * The first branch must hold the commit that the period begins after. One that does not was moved by force, or is another: then
 * nothing landed that way, and nobody can say that it is all.
 */
async function notOnBranch(store: ObjectStore, start: string, { name, tip }: AuditedBranch): Promise<readonly Hole[]> {
  const lacking = (await reachable(store, [start], [tip])).length;
  if (lacking === 0) return [];
  const common = await commonCommit(store, start, tip);
  const why = `${tip.slice(0, 12)} does not come after ${start.slice(0, 12)}: it lacks ${count(lacking, 'commit')} of that one's history. The branch was moved by force, or the commits are the wrong way round`;
  const fix =
    common === undefined ? `Name a commit that ${name} holds` : `Begin after ${common}, which both have, and look for what was taken away`;
  return [hole(`history of ${name}`, why, fix)];
}

async function named(store: ObjectStore, name: string): Promise<string> {
  const sha = await commitNamed(store, name);
  if (sha !== undefined) return sha;
  throw new UsageError('invalid-input', `There is no commit ${name.slice(0, 80)} in the clone in ${store.clone}`, {
    fix: 'Name a commit of this repository, and clone it with fetch-depth: 0',
  });
}
