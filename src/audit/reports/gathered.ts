import type { Audit, ReportedChange, ReportedOverride } from '../judge/audit.ts';
import type { Tested } from '../judge/tested.ts';
import type { Approved } from '../reviews/approval.ts';
import { openAnchors, shortName } from './looked-up.ts';

/** The result of the first reading of the changes: numbers, and the few that have a list of their own. */
export interface Gathered {
  readonly changes: number;
  readonly commits: number;
  /** Pull requests, each counted once. */
  readonly pulls: number;
  /** Commits by the name of the branch that they landed on; pull requests of the period by that of the one that they were merged into. */
  readonly branches: ReadonlyMap<string, { readonly commits: number; readonly pulls: number }>;
  readonly excluded: readonly ReportedChange[];
  /** By the number of the pull request. */
  readonly emergencies: ReadonlyMap<number, ReportedChange>;
  readonly tested: Readonly<Record<Tested, number>>;
  /** The same as things stand now, of those of which nobody tells when they landed; `late` of a yes came after the period. */
  readonly now: Readonly<Record<Tested | 'late', number>>;
  readonly approved: Readonly<Record<Approved, number>>;
  /** The first changes of each answer but yes, in their order: as many as the first page names. */
  readonly untested: Readonly<Record<Untested, readonly Placed<object>[]>>;
  /** Changes with an override. */
  readonly overridden: number;
  /** Each once, with the place of the first change that has it. */
  readonly overrides: readonly Placed<ReportedOverride>[];
  /** The changes of the first page: all where they are few, else those that somebody should look at. */
  readonly short: { readonly of: number; readonly isAll: boolean; readonly changes: readonly Placed<ReportedChange>[] };
  /** The place of one change, to show how one is looked up; null where nothing landed. */
  readonly example: string | null;
}

export type Untested = Exclude<Tested, 'yes'>;

/** Something with the place on the page of the change that it belongs to, and the short name of that change. */
export type Placed<Of> = Of & { readonly place: string; readonly of: string };

/** Changes of one answer that the first page names: all where they are no more than these, else some of them. */
export const mostNamed = 12;
export const someNamed = 8;

/** As many as the first page has room for. */
export const mostShort = 8;

export const mostExceptions = 500;

/** Rows of the table of all changes: a browser does not get on with more. */
export const mostRows = 5000;

/** One reading serves all reports of an audit. */
const read = new WeakMap<Audit, Promise<Gathered>>();

export function gather(audit: Audit): Promise<Gathered> {
  const gathered = read.get(audit) ?? gatherOnce(audit);
  read.set(audit, gathered);
  return gathered;
}

/** Reads all changes once. Its memory does not grow with them, but for a bit each pull request. */
async function gatherOnce(audit: Audit): Promise<Gathered> {
  const asked = new Set(audit.totals.emergencies.slice(0, mostExceptions));
  const pulls = openNumbers();
  const branches = new Map<string, { commits: number; readonly pulls: Numbers }>();
  const of = (branch: string): { commits: number; readonly pulls: Numbers } => {
    const numbers = branches.get(branch) ?? { commits: 0, pulls: openNumbers() };
    branches.set(branch, numbers);
    return numbers;
  };
  const excluded: ReportedChange[] = [];
  const emergencies = new Map<number, ReportedChange>();
  const tested = { yes: 0, failed: 0, head: 0, no: 0, 'not known': 0 };
  const now = { yes: 0, failed: 0, head: 0, no: 0, 'not known': 0, late: 0 };
  const approved = { yes: 0, no: 0, 'not known': 0 };
  const untested: Record<Untested, Placed<object>[]> = { failed: [], head: [], no: [], 'not known': [] };
  const overrides = new Map<string, Placed<ReportedOverride>>();
  const [first, odd]: [Placed<ReportedChange>[], Placed<ReportedChange>[]] = [[], []];
  const placeOf = openAnchors();
  let [all, commits, oddOnes, overridden] = [0, 0, 0, 0];
  for await (const change of audit.changes()) {
    const { branch, pull, state } = change;
    const placed = { place: all < mostRows ? placeOf(change) : 'changes', of: shortName(change) };
    tested[change.tested.tested] += 1;
    approved[change.approved] += 1;
    if (change.tested.now !== undefined) now[change.tested.now.tested] += 1;
    if (change.tested.now?.isLate === true) now.late += 1;
    if (change.tested.tested !== 'yes') {
      const named = untested[change.tested.tested];
      if (named.length < mostNamed) named.push(placed);
    }
    if (change.overrides.length > 0) overridden += 1;
    for (const override of change.overrides) {
      const key = JSON.stringify([override.flow, override.trail, override.id]);
      if (overrides.size < mostExceptions && !overrides.has(key)) overrides.set(key, { ...override, ...placed });
    }
    if (first.length < mostShort) first.push({ ...change, ...placed });
    if (isOdd(change)) {
      oddOnes += 1;
      if (odd.length < mostShort) odd.push({ ...change, ...placed });
    }
    of(branch).commits += change.commits;
    all += 1;
    commits += change.commits;
    if (state === 'excluded' && excluded.length < mostExceptions) excluded.push(change);
    if (pull === null) continue;
    pulls.add(pull.number);
    if (pull.mergedAt === undefined || isWithin(pull.mergedAt, audit)) of(pull.base ?? branch).pulls.add(pull.number);
    if (asked.has(pull.number) && !emergencies.has(pull.number)) emergencies.set(pull.number, change);
  }
  const byBranch = [...branches].map(([name, numbers]) => [name, { commits: numbers.commits, pulls: numbers.pulls.count() }] as const);
  const short = all <= mostShort ? { of: all, isAll: true, changes: first } : { of: oddOnes, isAll: false, changes: odd };
  return {
    changes: all,
    commits,
    pulls: pulls.count(),
    branches: new Map(byBranch),
    excluded,
    emergencies,
    tested,
    now,
    approved,
    untested,
    overridden,
    overrides: [...overrides.values()],
    short,
    example: exampleOf(short.changes) ?? exampleOf(first) ?? null,
  };
}

/** A change that the first page shows, and whose row the table of all changes has; best a pull request. */
function exampleOf(shown: readonly Placed<ReportedChange>[]): string | undefined {
  const rows = shown.filter(({ place }) => place !== 'changes');
  return (rows.find(({ pull }) => pull !== null) ?? rows[0])?.place;
}

/** Something that an auditor asks about: no approval, no tests, an override, or that one of these is not known. */
function isOdd({ approved, overrides, tested }: ReportedChange): boolean {
  return approved !== 'yes' || tested.tested !== 'yes' || overrides.length > 0;
}

function isWithin(at: string, { world }: Audit): boolean {
  const { since, until } = world.header.period;
  return Date.parse(at) < Date.parse(until) && (since === null || Date.parse(at) >= Date.parse(since));
}

interface Numbers {
  add(number: number): void;
  /** How many there are, each counted once. */
  count(): number;
}

/** Whole numbers, in a bit each: a set takes 40 bytes, and there may be a hundred thousand pull requests. */
function openNumbers(): Numbers {
  const blocks = new Map<number, number>();
  let count = 0;
  return {
    add(number) {
      const block = Math.floor(number / 32);
      const known = blocks.get(block) ?? 0;
      const bit = 1 << (number % 32);
      if ((known & bit) !== 0) return;
      blocks.set(block, known | bit);
      count += 1;
    },
    count: () => count,
  };
}
