import { madeAt } from '../facts/log.ts';
import { UsageError, wrongUse } from '../../errors/index.ts';
import { commitNamed, commonCommit, countCommits, firstParentLine, present, reachable } from '../../git/index.ts';
import type { LineCommit, ObjectStore } from '../../git/index.ts';
import { count, given } from '../../text/index.ts';
import type { ControlTotal, Hole } from '../facts/line.ts';
import { hole, holeOf, type Gaps } from './gaps.ts';
import type { GitHubPort } from './port.ts';
import type { AuditedBranch, CollectSettings, Plan, PlannedLanding } from './settings.ts';

/** Counts of other sources, to hold the population against. Their names end with the branch. */
export async function* controlTotals(
  store: ObjectStore,
  port: GitHubPort | null,
  plan: Plan,
  { holes }: Gaps,
): AsyncGenerator<ControlTotal> {
  for (const { name } of plan.branches) {
    try {
      const merged =
        port === null || plan.basis === 'git' || plan.since === null ? null : await port.mergedCount(name, plan.since, plan.until);
      if (merged !== null) yield { kind: 'total', name: `merged pull requests: ${name}`, source: 'GitHub', count: merged };
      const count = await countLanded(store, plan, name);
      if (count !== undefined) yield { kind: 'total', name: `commits: ${name}`, source: 'git rev-list --count', count };
    } catch (error) {
      holes.push(holeOf(`control totals of ${name}`, error));
    }
  }
}

/**
 * The commits of a branch over the whole period, by one count; undefined where nothing landed, and where it was moved by
 * force or made anew: then no single range is the period.
 */
async function countLanded(store: ObjectStore, { landings }: Plan, name: string): Promise<number | undefined> {
  const own = landings.filter(({ branch }) => branch === name);
  if (own.some(({ kind }) => kind === 'force-push' || kind === 'creation' || kind === 'deletion')) return undefined;
  const [start, end] = [own.at(-1)?.without, own[0]?.after ?? undefined];
  return start === undefined || end === undefined ? undefined : countCommits(store, start, end);
}

/** The plan with only the branches that can be counted by one range: landings that do not follow one another are not one. */
export function countable(plan: Plan): Plan {
  const isAlone = (name: string): boolean => plan.landings.filter(({ branch }) => branch === name).length === 1;
  return { ...plan, branches: plan.branches.filter(({ name }) => isAlone(name)) };
}

export async function commitsOfBranches(store: ObjectStore, { branches }: Plan, landed: Iterable<string>): Promise<ReadonlySet<string>> {
  const all = new Set(landed);
  for (const sha of await reachable(
    store,
    branches.map(({ tip }) => tip),
    [],
  ))
    all.add(sha);
  return all;
}

/** `until` is null where the period goes up to the tip. */
interface Asked extends Pick<CollectSettings, 'earlier' | 'now' | 'sinceSha' | 'untilSha'> {
  readonly since: string;
  readonly until: string | null;
}

/**
 * Landings as git alone tells them: each commit of a branch's own line is one. When they landed is not known.
 * @throws {UsageError} where a named commit is not in the clone
 */
export async function gitLandings(store: ObjectStore, branches: readonly AuditedBranch[], asked: Asked, { holes }: Gaps): Promise<Plan> {
  const { earlier, now, since, sinceSha, until, untilSha } = asked;
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
  const read: AuditedBranch[] = [];
  const landings: PlannedLanding[] = [];
  let first: string | null = start;
  for (const branch of fixed) {
    const { known, line, start: begin } = start === null ? await ofPeriod(store, branch, asked) : await ofCommits(store, branch, start);
    if (start === null && branch === own) first = line.at(-1)?.parent ?? (line.length === 0 ? branch.tip : null);
    read.push({ ...branch, ...known });
    landings.push(...line.map((commit) => plannedOf(commit, branch.name, begin)));
  }
  const isByTip = earlier?.isBegin === true && read.some(({ after, lost }) => after !== undefined && lost !== null);
  return {
    basis: 'git',
    since: start === null ? since : null,
    until: until ?? now,
    sinceSha: first,
    by: start !== null ? 'commits' : isByTip ? 'last-audit' : 'committer-date',
    branches: read,
    landings,
  };
}

interface OfBranch {
  /** The newest first. */
  readonly line: readonly LineCommit[];
  /** The commit that they come after, where it is not on the branch's own line. */
  readonly start: string | null;
  readonly known: Omit<AuditedBranch, 'name' | 'tip'>;
}

async function ofCommits(store: ObjectStore, { tip }: AuditedBranch, start: string): Promise<OfBranch> {
  return { line: await firstParentLine(store, [start], tip), start, known: { end: tip } };
}

/**
 * The part of a branch's line that is of a period. Where it is known how far complete audits reached, all that came later
 * belongs to it, whatever its date: else a commit with an old date would be in no audit.
 */
async function ofPeriod(store: ObjectStore, { name, tip }: AuditedBranch, asked: Asked): Promise<OfBranch> {
  const { earlier, since, until } = asked;
  const own = earlier !== undefined && Object.hasOwn(earlier.tips, name) ? earlier.tips[name] : undefined;
  const after = own ?? (await nearestOf(store, Object.values(earlier?.tips ?? {}), tip));
  const isHere = after !== undefined && (await present(store, [after])).has(after);
  const fresh = isHere ? await firstParentLine(store, [after], tip) : [];
  const isBegin = isHere && earlier?.isBegin === true;
  const line = isBegin ? fresh : await firstParentLine(store, [], tip);
  const newest = until === null ? 0 : endIn(line, { now: asked.now, until });
  const oldest = isBegin ? line.length : Math.max(beginIn(line, asked), fresh.length);
  const chosen = newest < 0 ? [] : line.slice(newest, oldest);
  const [last] = line;
  const isOut = !isHere && chosen.length === 0 && last !== undefined && last.committedAt * 1000 < Date.parse(since);
  const end = line[newest]?.sha ?? (isBegin ? after : undefined);
  const isOnLine = after !== undefined && (fresh.length === 0 ? tip : fresh.at(-1)?.parent) === after;
  const lost = after === undefined || isOnLine ? undefined : isHere ? await reachable(store, [after], [tip]) : null;
  return {
    line: chosen,
    start: isBegin && !isOnLine ? after : null,
    known: given({ after, end, lost: lost?.length === 0 ? undefined : lost, dated: isOut ? calendarDate(last.committedAt) : undefined }),
  };
}

/**
 * The nearest of some commits that a branch holds. A branch that no earlier audit knows by name was renamed or began as
 * another: all after that one's end is new.
 */
async function nearestOf(store: ObjectStore, ends: readonly string[], tip: string): Promise<string | undefined> {
  let nearest: { readonly end: string; readonly far: number } | undefined;
  for (const end of await present(store, ends)) {
    if ((await reachable(store, [end], [tip])).length > 0) continue;
    const far = (await reachable(store, [tip], [end])).length;
    if (nearest === undefined || far < nearest.far) nearest = { end, far };
  }
  return nearest?.end;
}

/**
 * The place on a line behind the oldest commit whose committer date is in the period, whatever the dates between say.
 * Dates go back and forth, and a false date must not take others out. A date in the future says nothing: such a commit is
 * of the period if the one after it is.
 */
function beginIn(line: readonly LineCommit[], { now, since }: Pick<Asked, 'now' | 'since'>): number {
  const known = line.findLastIndex((commit) => isPossible(commit, now) && commit.committedAt * 1000 >= Date.parse(since));
  const older = line.findIndex((commit, index) => index > known && isPossible(commit, now));
  return older < 0 ? line.length : older;
}

/**
 * The place of the newest commit before the end of the period; -1 where there is none. A commit with a date in the future
 * and nothing after it counts as of the time of the one before it: else it would be in no audit until something follows
 * it.
 */
function endIn(line: readonly LineCommit[], { now, until }: { readonly now: string; readonly until: string }): number {
  const newest = line.findIndex(({ committedAt }) => committedAt * 1000 < Date.parse(until));
  const above = newest < 0 ? line : line.slice(0, newest);
  return above.some((commit) => isPossible(commit, now)) ? newest : 0;
}

function isPossible({ committedAt }: LineCommit, now: string): boolean {
  return committedAt * 1000 <= Date.parse(now) + wrongClock;
}

/** ISO 8601; undefined where the seconds are not a date of the calendar. */
function calendarDate(seconds: number): string | undefined {
  const text = madeAt(seconds) ?? '';
  return /^\d{4}-/.test(text) ? text : undefined;
}

/** How far a committer's clock may be ahead of ours, in milliseconds. */
const wrongClock = 86_400_000;

function plannedOf({ committedAt, parent, sha }: LineCommit, branch: string, start: string | null): PlannedLanding {
  const without = [parent, start].filter((commit) => commit !== null);
  const dated = given({ committedAt: calendarDate(committedAt) });
  return { id: sha, branch, kind: 'unknown', at: null, ...dated, actor: null, before: parent, after: sha, without };
}

/**
 * The first branch must hold the commit that the period begins after. One that does not was moved by force, or is another:
 * the landings cannot be known to be all.
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
  throw wrongUse(
    `There is no commit ${name.slice(0, 80)} in the clone in ${store.clone}`,
    'Name a commit of this repository, and clone it with fetch-depth: 0',
  );
}
