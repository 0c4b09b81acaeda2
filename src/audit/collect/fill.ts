import { EvidenceError } from '../../errors/index.ts';
import { countCommits, fetchMissing, landedCommits, reachable, type ObjectStore } from '../../git/index.ts';
import type { Commit, Landing } from '../facts/landing.ts';
import type { Hole, Query } from '../facts/line.ts';
import { hole, holeOf } from './gaps.ts';
import { inParallel } from './parallel.ts';
import type { CommitAccounts } from './port.ts';
import type { Plan, PlannedLanding } from './settings.ts';

/** The parts of a landing by which it may follow another. */
type Planned = Pick<PlannedLanding, 'branch' | 'kind' | 'before' | 'after' | 'without'>;

type Node = Pick<Commit, 'sha' | 'parents'>;

/** Landings, the newest first, in runs of which each begins where the older one ended: one list of commits does for all. */
export function runsOf<Landing extends Planned>(landings: readonly Landing[]): readonly (readonly Landing[])[] {
  const runs: Landing[][] = [];
  const open = new Map<string, Landing[]>();
  for (const landing of landings) {
    const run = open.get(landing.branch);
    if (run !== undefined && follows(run.at(-1), landing)) run.push(landing);
    else {
      const begun = [landing];
      runs.push(begun);
      open.set(landing.branch, begun);
    }
  }
  return runs;
}

function follows(newer: Planned | undefined, older: Planned): boolean {
  if (newer === undefined || !isForward(newer) || !isForward(older)) return false;
  const [before, ...rest] = newer.without;
  return before === newer.before && before === older.after && rest.join() === older.without.slice(1).join();
}

/** Nothing was taken away: what the branch had is in what it has then. */
function isForward({ after, before, kind }: Planned): boolean {
  return before !== null && after !== null && kind !== 'force-push';
}

/**
 * Shares the commits of a run out to its landings: each has what it holds and no older one does. Undefined where a landing
 * does not come after the one before it, though it should.
 * @param run the newest first
 * @param commits of the whole run, each after its parents
 */
export function shareOut<Listed extends Node>(
  run: readonly Planned[],
  commits: readonly Listed[],
): readonly (readonly Listed[])[] | undefined {
  const places = new Map(commits.map(({ sha }, index) => [sha, index]));
  const taken = new Set<number>();
  const shares: (readonly Listed[])[] = [];
  for (const { after, before } of run.toReversed()) {
    const own: number[] = [];
    const waiting = [after ?? ''];
    let joins = after === before;
    for (let sha = waiting.pop(); sha !== undefined; sha = waiting.pop()) {
      joins ||= sha === before;
      const place = places.get(sha);
      if (place === undefined || taken.has(place)) continue;
      taken.add(place);
      own.push(place);
      waiting.push(...(commits[place]?.parents ?? []));
    }
    if (!joins) return undefined;
    shares.unshift(own.toSorted((one, other) => one - other).flatMap((place) => commits[place] ?? []));
  }
  return shares;
}

/** Whether commits, each after its parents, are one line that begins at `before`: then its length is their number. */
export function isLine(commits: readonly Node[], before: string | null): boolean {
  return commits.every(({ parents }, index) => parents.length === 1 && parents[0] === (index === 0 ? before : commits[index - 1]?.sha));
}

/**
 * The commands that count the landings and their commits again, each as it can be run in a clone. They name commits alone,
 * because a branch moves, and its name could be a command of its own. Landings that follow one another are one command.
 * @param counts of commits, of each planned landing
 */
export function* gitQueries({ basis, landings }: Plan, counts: readonly number[]): Generator<Query> {
  const places = new Map(landings.map((landing, index) => [landing, index]));
  for (const run of runsOf(landings)) {
    const after = run[0]?.after ?? null;
    if (after === null) continue;
    const commits = run.reduce((sum, landing) => sum + (counts[places.get(landing) ?? -1] ?? 0), 0);
    const range = [after, ...new Set((run.at(-1)?.without ?? []).map((sha) => `^${sha}`))].join(' ');
    if (basis === 'git') yield queryOf(`--first-parent --count ${range}`, run.length);
    yield queryOf(`--count ${range}`, commits);
  }
}

function queryOf(what: string, answered: number): Query {
  return { kind: 'query', of: 'git', text: `git --no-replace-objects rev-list ${what}`, times: 1, answered };
}

/** Most commits of one landing: all of them are in one line of the file. */
const mostCommits = 50_000;

/** A landing that git cannot tell gets no commits, and a hole that says so. */
export async function fillLandings(store: ObjectStore, planned: readonly PlannedLanding[], holes: Hole[]): Promise<readonly Landing[]> {
  const ends = planned.flatMap(({ after, before, without }) => [after, before, ...without].filter((sha) => sha !== null));
  const missing = await fetchMissing(store, ends);
  const whole = planned.filter(({ after, without }) => after !== null && ![after, ...without].some((sha) => missing.has(sha)));
  const listed = new Map<PlannedLanding, readonly Commit[]>();
  for (const run of runsOf(whole)) for (const [landing, commits] of await listRun(store, run)) listed.set(landing, commits);
  return inParallel(planned, 4, (landing) => fill(store, landing, listed.get(landing), missing, holes));
}

/** The commits of each landing of a run by one list of git; empty where there is only one landing, or the list cannot be used. */
async function listRun(
  store: ObjectStore,
  run: readonly PlannedLanding[],
): Promise<readonly (readonly [PlannedLanding, readonly Commit[]])[]> {
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
  listed: readonly Commit[] | undefined,
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
    return { ...landing, commits, count, removed };
  } catch (error) {
    holes.push(holeOf(what, error));
    return nothing;
  }
}

export function withAccounts(commit: Commit, accounts: Pick<CommitAccounts, 'author' | 'committer'> | undefined): Commit {
  if (accounts === undefined) return commit;
  const { author, committer } = accounts;
  return { ...commit, author: { ...commit.author, account: author }, committer: { ...commit.committer, account: committer } };
}
