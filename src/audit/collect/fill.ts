import { EvidenceError } from '../../errors/index.ts';
import {
  countCommits,
  fetchMissing,
  landedCommits,
  reachable,
  type CommitSignature,
  type FetchFrom,
  type LandedCommit,
  type ObjectStore,
} from '../../git/index.ts';
import type { Account } from '../facts/account.ts';
import type { Commit } from '../facts/commit.ts';
import type { Landing } from '../facts/landing.ts';
import type { Hole } from '../facts/line.ts';
import { isLine, runsOf, shareOut } from '../population/share-out.ts';
import { hole, holeOf } from './gaps.ts';
import { inParallel } from './parallel.ts';
import type { PlannedLanding } from './planned.ts';
import type { CommitAccounts } from './port.ts';

/** Most commits that one landing may bring: all of them are in one line of the file. */
export const mostCommits = 50_000;

/** Fills landings with their commits, by git. One that git cannot tell of has no commits, and a hole that says so. */
export async function fillLandings(
  store: ObjectStore,
  planned: readonly PlannedLanding[],
  from: FetchFrom | null,
  holes: Hole[],
): Promise<readonly Landing[]> {
  const ends = planned.flatMap(({ after, before, without }) => [after, before, ...without].filter((sha) => sha !== null));
  const missing = await fetchMissing(store, ends, from);
  const whole = planned.filter(({ after, without }) => after !== null && ![after, ...without].some((sha) => missing.has(sha)));
  const listed = new Map<PlannedLanding, readonly LandedCommit[]>();
  for (const run of runsOf(whole)) for (const [landing, commits] of await listRun(store, run)) listed.set(landing, commits);
  return inParallel(planned, 4, (landing) => fill(store, landing, listed.get(landing), missing, holes));
}

/** The commits of each landing of a run by one list of git; nothing where there is only one, or the list is no use. */
async function listRun(
  store: ObjectStore,
  run: readonly PlannedLanding[],
): Promise<readonly (readonly [PlannedLanding, readonly LandedCommit[]])[]> {
  const [newest] = run;
  const oldest = run.at(-1);
  if (newest === undefined || newest.after === null || oldest === undefined || newest === oldest) return [];
  try {
    const shares = shareOut(run, await landedCommits(store, oldest.without, newest.after));
    return run.flatMap((landing, index) => {
      const share = shares?.[index];
      return share === undefined ? [] : [[landing, share] as const];
    });
  } catch (error) {
    // Too much for one list: each landing has its own.
    if (error instanceof EvidenceError) return [];
    throw error;
  }
}

async function fill(
  store: ObjectStore,
  planned: PlannedLanding,
  listed: readonly LandedCommit[] | undefined,
  missing: ReadonlySet<string>,
  holes: Hole[],
): Promise<Landing> {
  const { creation: _, without, ...landing } = planned;
  const { after, before, branch, id, kind } = landing;
  const nothing: Landing = { ...landing, commits: [], count: 0, removed: [] };
  if (after === null) return nothing;
  const what = `commits of landing ${id} of ${branch}`;
  const gone = [after, ...without].filter((sha) => missing.has(sha));
  if (gone.length > 0) {
    const why = `The commit ${gone.map((sha) => sha.slice(0, 12)).join(', ')} is not in the clone, and could not be fetched`;
    holes.push(hole(what, why, 'Run this in a full clone. What was pushed away by force is kept by GitHub for a while only'));
    return nothing;
  }
  try {
    // A line tells its length by itself; everything else is counted by git.
    const count = listed !== undefined && isLine(listed, before) ? listed.length : await countCommits(store, without, after);
    if (count > mostCommits) {
      const why = `It brought ${count} commits, and ${mostCommits} are the most that are read`;
      holes.push(hole(what, why, 'Begin the period after this landing, or audit the branch that it was made from too'));
      return nothing;
    }
    const commits = listed?.length === count ? listed : await landedCommits(store, without, after);
    const removed = kind === 'force-push' && before !== null ? await reachable(store, [before], [after]) : [];
    return { ...landing, commits: commits.map((commit) => commitOf(commit)), count, removed };
  } catch (error) {
    holes.push(holeOf(what, error));
    return nothing;
  }
}

/** A commit of git with the accounts that GitHub found. */
export function commitOf(commit: LandedCommit, accounts?: Pick<CommitAccounts, 'author' | 'committer'>): Commit {
  const signature = (signed: CommitSignature, account: Account | null = null): Commit['author'] => ({ ...signed, account });
  return {
    ...commit,
    author: signature(commit.author, accounts?.author),
    committer: signature(commit.committer, accounts?.committer),
    coAuthors: commit.coAuthors.map((coAuthor) => signature(coAuthor)),
    mergeAlone: commit.parents.length > 1 ? null : false,
    suggestionAlone: false,
  };
}
