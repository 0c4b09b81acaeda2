import type { Badge } from '../../presentation/index.ts';
import { isWithin, oneLine } from '../../text/index.ts';
import { worstFirst, type Severity } from '../facts/finding.ts';
import type { Audit, JudgedFinding, ReportedChange, ReportedOverride } from '../judge/audit.ts';
import type { Tested } from '../judge/tested.ts';
import type { Coverage } from '../population/change.ts';
import type { Approved } from '../reviews/approval.ts';
import type { Ticket } from '../rules/tickets.ts';
import { openFindings } from './numbers.ts';

/** Gives each change a place of its own on the page, in the order in which they are read: `pull-41`, or `commit-0123456789ab`. */
export function openAnchors(): (change: Pick<ReportedChange, 'pull' | 'sha'>) => string {
  const times = new Map<string, number>();
  return ({ pull, sha }) => {
    const name = pull === null ? `commit-${sha.slice(0, 12).replaceAll(/[^0-9a-f]/g, '')}` : `pull-${pull.number}`;
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return time === 1 ? name : `${name}-${time}`;
  };
}

export const testedWords: Readonly<Record<Tested, Badge>> = {
  yes: { mark: '✔', word: 'yes', tone: 'good' },
  head: { mark: '…', word: 'its head alone', tone: 'open' },
  'not known': { mark: '?', word: 'not known', tone: 'open' },
  no: { mark: '✘', word: 'no', tone: 'bad' },
  failed: { mark: '✘', word: 'failed', tone: 'bad' },
};

export const approvedWords: Readonly<Record<Approved, Badge>> = {
  yes: { mark: '✔', word: 'yes', tone: 'good' },
  'not known': { mark: '?', word: 'not known', tone: 'open' },
  no: { mark: '✘', word: 'no', tone: 'bad' },
};

/** A part of the changes that the page can show alone: its place on the page, its words, and its rows. */
interface Filter {
  readonly id: string;
  readonly words: string;
  readonly has: (change: ReportedChange) => boolean;
}

export const filters = [
  { id: 'only-unapproved', words: 'without an approval that counts', has: ({ approved }) => approved === 'no' },
  { id: 'only-approval-unknown', words: 'approval not known', has: ({ approved }) => approved === 'not known' },
  { id: 'only-untested', words: 'not tested before the merge', has: ({ tested }) => tested.tested === 'no' },
  { id: 'only-failed', words: 'tests said no before the merge', has: ({ tested }) => tested.tested === 'failed' },
  { id: 'only-head', words: 'tested on the head alone', has: ({ tested }) => tested.tested === 'head' },
  { id: 'only-tests-unknown', words: 'tests not known', has: ({ tested }) => tested.tested === 'not known' },
  { id: 'only-overridden', words: 'with an override', has: ({ overrides }) => overrides.length > 0 },
] as const satisfies readonly Filter[];

export type FilterId = (typeof filters)[number]['id'];

/** The classes of a row, by which the page shows a part of the rows without any script. */
export function classesOf(change: ReportedChange): string {
  return filters
    .filter(({ has }) => has(change))
    .map(({ id }) => id.replace('only-', 'is-'))
    .join(' ');
}

/** The style that hides all other rows, where the address of the page names the place of a filter. */
export const filterStyle = filters
  .map(({ id }) => `#changes:has(#${id}:target) #all-changes tbody tr:not(.${id.replace('only-', 'is-')}) { display: none !important; }`)
  .join('\n');

/** `#41`, or the first digits of its commit. */
function shortName({ pull, sha }: Pick<ReportedChange, 'pull' | 'sha'>): string {
  return pull === null ? oneLine(sha).slice(0, 12) : `#${pull.number}`;
}

/** `unit-tests` with its place and the verdict that was set. */
export function overrideWords({ compliant, fingerprint, flow, name, trail }: ReportedOverride): string {
  const artifact = fingerprint === null ? '' : ` of the artifact ${fingerprint.slice(0, 12)}`;
  const verdict = compliant === null ? '' : `, to say ${compliant ? 'yes' : 'no'}`;
  return `${name}${artifact} on trail ${trail} of flow ${flow}${verdict}`;
}

export interface Gathered {
  readonly changes: number;
  readonly commits: number;
  /** Commits by the name of the branch where they landed; pull requests of the period by the branch that they were merged into. */
  readonly branches: ReadonlyMap<string, { readonly commits: number; readonly pulls: ReadonlySet<number> }>;
  readonly excluded: readonly ReportedChange[];
  /** By the number of the pull request. */
  readonly emergencies: ReadonlyMap<number, ReportedChange>;
  readonly filtered: ReadonlyMap<FilterId, number>;
  /** The present answers for changes with an unknown time of landing; `late` of a yes came after the period. */
  readonly now: Readonly<Record<Tested | 'late', number>>;
  /** The first changes of each answer but yes, in their order: as many as the first page names. */
  readonly untested: Readonly<Record<Untested, readonly Placed<object>[]>>;
  /** Changes by whether they name a ticket; empty where the audit's file asks for none. */
  readonly tickets: ReadonlyMap<Ticket['state'], number>;
  /** By the name of a flow or of a check: changes that owed it, by what it said when they landed. Those that are left out do not count. */
  readonly evidence: ReadonlyMap<string, Readonly<Record<Evidence, number>>>;
  /** Each once, with the place of the first change that has it. */
  readonly overrides: readonly Placed<ReportedOverride>[];
  /** The changes of the first page: all where they are few, else those that need a look. */
  readonly short: { readonly of: number; readonly isAll: boolean; readonly changes: readonly Placed<ReportedChange>[] };
  /** The place of one change, to show how one is looked up; null where nothing landed. */
  readonly example: string | null;
}

type Evidence = 'yes' | 'no' | 'unknown';

export type Untested = Exclude<Tested, 'yes'>;

/** Something with the place on the page of its change, and the short name of that change. */
export type Placed<Of> = Of & { readonly place: string; readonly of: string };

/** Changes of one answer that the first page names: all where they are no more than these, else some of them. */
export const mostNamed = 12;
export const someNamed = 8;

/** As many as the first page has room for. */
export const mostShort = 8;

export const mostExceptions = 500;

/** Rows of the table of all changes: browsers cannot cope with more. */
export const mostRows = 5000;

/** One reading serves all reports of an audit. */
const read = new WeakMap<Audit, Promise<Gathered>>();

export function gather(audit: Audit): Promise<Gathered> {
  const gathered = read.get(audit) ?? gatherOnce(audit);
  read.set(audit, gathered);
  return gathered;
}

/** Reads all changes once. Its memory grows by the number of each pull request alone. */
async function gatherOnce(audit: Audit): Promise<Gathered> {
  const asked = new Set(audit.totals.emergencies.slice(0, mostExceptions));
  const branches = new Map<string, { commits: number; readonly pulls: Set<number> }>();
  const inBranch = (name: string) => {
    const numbers = branches.get(name) ?? { commits: 0, pulls: new Set() };
    branches.set(name, numbers);
    return numbers;
  };
  const excluded: ReportedChange[] = [];
  const emergencies = new Map<number, ReportedChange>();
  const numbers = openNumbers();
  const untested: Record<Untested, Placed<object>[]> = { failed: [], head: [], no: [], 'not known': [] };
  const overrides = new Map<string, Placed<ReportedOverride>>();
  const [first, odd]: [Placed<ReportedChange>[], Placed<ReportedChange>[]] = [[], []];
  const placeOf = openAnchors();
  let [all, commits, oddOnes] = [0, 0, 0];
  for await (const change of audit.changes()) {
    const { branch, pull, state } = change;
    const placed = { place: all < mostRows ? placeOf(change) : 'changes', of: shortName(change) };
    numbers.add(change);
    if (change.tested.tested !== 'yes') keepFirst(untested[change.tested.tested], mostNamed, placed);
    for (const override of change.overrides) {
      const key = JSON.stringify([override.flow, override.trail, override.id]);
      if (overrides.size < mostExceptions && !overrides.has(key)) overrides.set(key, { ...override, ...placed });
    }
    keepFirst(first, mostShort, { ...change, ...placed });
    if (isOdd(change)) {
      oddOnes += 1;
      keepFirst(odd, mostShort, { ...change, ...placed });
    }
    inBranch(branch).commits += change.commits;
    all += 1;
    commits += change.commits;
    if (state === 'excluded') keepFirst(excluded, mostExceptions, change);
    if (pull === null) continue;
    if (pull.mergedAt === undefined || isWithin(pull.mergedAt, audit.world.header.period))
      inBranch(pull.base ?? branch).pulls.add(pull.number);
    if (asked.has(pull.number) && !emergencies.has(pull.number)) emergencies.set(pull.number, change);
  }
  const short = all <= mostShort ? { of: all, isAll: true, changes: first } : { of: oddOnes, isAll: false, changes: odd };
  return {
    changes: all,
    commits,
    branches,
    excluded,
    emergencies,
    ...numbers.counted,
    untested,
    overrides: [...overrides.values()],
    short,
    example: exampleOf(short.changes) ?? exampleOf(first) ?? null,
  };
}

/** Counts changes by what is known of them. */
function openNumbers() {
  const filtered = new Map<FilterId, number>();
  const now = { yes: 0, failed: 0, head: 0, no: 0, 'not known': 0, late: 0 };
  const tickets = new Map<Ticket['state'], number>();
  const evidence = new Map<string, Record<Evidence, number>>();
  return {
    counted: { filtered, now, tickets, evidence },
    add(change: ReportedChange): void {
      const { coverage, state, tested, ticket } = change;
      for (const { has, id } of filters) if (has(change)) filtered.set(id, (filtered.get(id) ?? 0) + 1);
      if (tested.now !== undefined) now[tested.now.tested] += 1;
      if (tested.now?.isLate === true) now.late += 1;
      if (ticket !== undefined) tickets.set(ticket.state, (tickets.get(ticket.state) ?? 0) + 1);
      for (const one of state === 'excluded' ? [] : coverage) {
        const own = evidence.get(one.flow) ?? { yes: 0, no: 0, unknown: 0 };
        evidence.set(one.flow, own);
        own[evidenceIn(one, state)] += 1;
      }
    },
  };
}

/** Tests of the head alone are no yes, unless the change is covered by them. */
function evidenceIn({ atMerge, match, of }: Coverage, state: string): Evidence {
  if (atMerge === 'unknown' || atMerge === 'not-known') return 'unknown';
  if (atMerge !== 'compliant') return 'no';
  return match === 'head' && of !== 'check' && state !== 'covered' ? 'unknown' : 'yes';
}

function keepFirst<Item>(list: Item[], most: number, item: Item): void {
  if (list.length < most) list.push(item);
}

/** A change on the first page with a row in the table of all changes; best a pull request. */
function exampleOf(shown: readonly Placed<ReportedChange>[]): string | undefined {
  const rows = shown.filter(({ place }) => place !== 'changes');
  return (rows.find(({ pull }) => pull !== null) ?? rows[0])?.place;
}

/** Something that an auditor asks about: no approval, no tests, an override, or that one of these is not known. */
function isOdd({ approved, overrides, tested }: ReportedChange): boolean {
  return approved !== 'yes' || tested.tested !== 'yes' || overrides.length > 0;
}

export interface Compared {
  readonly what: string;
  /** Null where this audit counts nothing of that name. */
  readonly here: number | null;
  readonly by: string;
  /** Null where the other source did not say. */
  readonly there: number | null;
  /** The other number comes from this report's own rows, or from its collected file, which is not another source. */
  readonly own?: true;
  /** The two may differ though nothing is missing: they do not count exactly the same. */
  readonly near?: boolean;
}

export function comparisons(audit: Audit, gathered: Gathered): readonly Compared[] {
  const { totals, world } = audit;
  return [
    { what: 'changes', here: totals.changes, by: 'the changes of this report, read one by one', there: gathered.changes, own: true },
    { what: 'changes', here: totals.changes, by: 'the sum of all states', there: sum(Object.values(totals.states)), own: true },
    { what: 'commits', here: totals.commits, by: 'the commits of each change, added up', there: gathered.commits, own: true },
    {
      what: 'landings',
      here: totals.landings,
      by: 'the last line of the collected file',
      there: world.end.counts['landing'] ?? null,
      own: true,
    },
    ...world.totals.map(({ count, name, source }) => ({
      what: name,
      here: ofBranch(name, audit, gathered) ?? null,
      by: source,
      there: count,
      near: name.startsWith(merged),
    })),
  ];
}

const merged = 'merged pull requests';

/** The count for the branch that a name ends with, as in `commits: main`. */
function ofBranch(name: string, { world }: Audit, { branches }: Gathered): number | undefined {
  const [, what = '', branch = ''] = /^(.*?): (.*)$/s.exec(name) ?? [];
  if (!world.header.branches.some((audited) => audited.name === branch)) return undefined;
  const numbers = branches.get(branch);
  return what === 'commits' ? (numbers?.commits ?? 0) : what === merged ? (numbers?.pulls.size ?? 0) : undefined;
}

export function differing(all: readonly Compared[]): readonly Compared[] {
  return all.filter(({ here, there }) => here !== null && there !== null && here !== there);
}

export function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}

/** Findings that are shown: browsers cannot cope with more. */
export const mostFindings = 5000;

/** All findings in the order in which they are shown, with the place of each, for links. */
export interface Arranged {
  readonly groups: readonly { readonly rule: string; readonly severity: Severity; readonly findings: readonly JudgedFinding[] }[];
  readonly fixed: readonly JudgedFinding[];
  readonly numbers: ReadonlyMap<string, number>;
  /** The rule and severity of a finding, and its place on the page; null where it is not shown. */
  readonly shortOf: (key: string) => { readonly words: string; readonly place: string | null };
}

/** The worst first, those of one rule together. */
export function arrange(findings: readonly JudgedFinding[]): Arranged {
  const live = openFindings(findings);
  const groups = worstFirst.flatMap((severity) => {
    const some = live.filter((finding) => finding.severity === severity);
    return [...Map.groupBy(some, ({ rule }) => rule)].map(([rule, same]) => ({ rule, severity, findings: same }));
  });
  const shown = groups.flatMap((group) => group.findings).slice(0, mostFindings);
  const numbers = new Map(shown.map(({ key }, index) => [key, index + 1]));
  const byKey = new Map(findings.map((finding) => [finding.key, finding]));
  const shortOf = (key: string): ReturnType<Arranged['shortOf']> => {
    const number = numbers.get(key);
    return { words: shortWords(key, byKey.get(key)), place: number === undefined ? null : `#f${number}` };
  };
  return { groups, fixed: findings.filter(({ status }) => status === 'fixed'), numbers, shortOf };
}

function shortWords(key: string, finding: JudgedFinding | undefined): string {
  if (finding === undefined) return oneLine(key);
  const { accepted, rule, severity } = finding;
  return `${oneLine(rule)} (${severity}${accepted === null ? '' : ', accepted'})`;
}
