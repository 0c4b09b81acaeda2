import { isWithin, mondayOf } from '../../text/index.ts';
import { isSkip } from '../coverage/check-trails.ts';
import { byText, endOf, ever, wasThere } from '../coverage/records.ts';
import type { CheckRun, CheckSuite } from '../facts/check.ts';
import { keyOf, reaches, type Finding, type PreviousFinding } from '../facts/finding.ts';
import type { ControlTotal, Hole, Source } from '../facts/line.ts';
import type { AuditedChange, Coverage } from '../population/change.ts';
import type { CheckedChange, CheckedChanges, RanCheck, Teller, World } from '../population/world.ts';
import { emergencyOf } from '../reviews/owed-review.ts';
import { rules } from '../rules/rules.ts';
import { lacks, type Found, type Lack, type Outcome, type Rule } from '../rules/rule.ts';
import type { AuditTotals, RuleResult } from './audit.ts';
import { overridesOn } from './reported.ts';

/** An app may give each run a name of its own. */
const mostNames = 1_000;

/** Counts how GitHub's checks covered the changes of an audit, for the findings about a branch or a check as a whole. */
export function openChecked() {
  const branches = new Map<string, { changes: number; onHead: number; unbound: Set<string> }>();
  const checks = new Map<string, Counting>();
  const idle: CheckedChange[] = [];
  const ran = new Map<string, RanCheck>();
  let [changes, undemanded, byToday] = [0, 0, 0];
  return {
    add(change: AuditedChange): void {
      if (change.fact.checks === undefined || change.excluded !== undefined) return;
      changes += 1;
      if (change.owes === null) undemanded += 1;
      if (change.byToday) byToday += 1;
      for (const [key, check] of ranFor(change)) {
        if (ran.size < mostNames || ran.has(key)) ran.set(key, { ...check, changes: (ran.get(key)?.changes ?? 0) + 1 });
      }
      const covering = change.coverage.filter(({ atMerge }) => atMerge === 'compliant');
      if (covering.length === 0) return;
      const { landing, pull, tip } = change;
      const about = { sha: tip.sha, pull: pull?.number ?? null, at: landing.at };
      const branch = branches.get(landing.branch) ?? { changes: 0, onHead: 0, unbound: new Set() };
      branches.set(landing.branch, branch);
      branch.changes += 1;
      if (covering.some(({ match }) => match === 'head')) branch.onHead += 1;
      for (const name of change.unbound) if (branch.unbound.size < mostNames) branch.unbound.add(name);
      const skips = covering.filter((coverage) => {
        const check = checks.get(coverage.flow) ?? { changes: 0, repeated: 0, replaced: 0, skipped: [], tellers: new Map() };
        checks.set(coverage.flow, check);
        const decided = decidedBy(change, coverage);
        countIn(check, about, decided);
        return decided.isSkipped;
      });
      if (skips.length === change.coverage.length) idle.push(about);
    },
    result: (): CheckedChanges => ({
      changes,
      undemanded,
      byToday,
      ran: [...ran.values()].toSorted((one, other) => other.changes - one.changes || byText(one.name, other.name)),
      branches,
      checks,
      idle,
    }),
  };
}

/** The checks of what landed, and of its head, once each. */
function ranFor({ fact, landing, pull, tip }: AuditedChange): ReadonlyMap<string, Omit<RanCheck, 'changes'>> {
  const shas = new Set([tip.sha, landing.after, pull?.head]);
  const own = (fact.checks ?? []).filter(({ sha }) => shas.has(sha));
  const found = own.flatMap(({ statuses, suites }) => [
    ...suites.flatMap(({ app, runs, workflow }) =>
      runs.map(({ name }) => ({ name, workflow: workflow?.path ?? null, app: app?.slug ?? null })),
    ),
    ...statuses.map(({ context }) => ({ name: context, workflow: null, app: null })),
  ]);
  return new Map(found.map((check) => [JSON.stringify(check), check]));
}

interface Decided {
  readonly isSkipped: boolean;
  readonly isRepeated: boolean;
  readonly isReplaced: boolean;
  readonly tellers: ReadonlyMap<string, Teller['kind']>;
}

/** The attempts that decided that a check covers a change: the last one before the landing of each suite, and of each context. */
function decidedBy({ fact, landing, trails }: AuditedChange, { flow, trail }: Coverage): Decided {
  const before = (trails.get(`${flow}/${trail}`)?.records ?? []).filter((record) => wasThere(record, endOf(landing.at) ?? ever));
  const last = [...new Map(before.map((record) => [record.group, record])).values()];
  const suites = (fact.checks ?? []).filter(({ sha }) => sha === trail).flatMap((commit) => commit.suites);
  const runs = new Map<string, { run: CheckRun; suite: CheckSuite }>(
    suites.flatMap((suite) => suite.runs.map((run) => [`check-run ${run.id}`, { run, suite }] as const)),
  );
  const groups = Map.groupBy(before, ({ group }) => group);
  return {
    isSkipped: last.length > 0 && last.every(({ id }) => isSkip(runs.get(id)?.run.conclusion ?? null)),
    isRepeated: [...groups.values()].some((all) => all.some(({ compliant, id }) => compliant === false && !isCancelled(runs.get(id)?.run))),
    isReplaced: [...groups.values()].some((all) => all.some(({ id }) => isCancelled(runs.get(id)?.run))),
    tellers: new Map(last.map(({ by, id }) => tellerOf(runs.get(id)?.suite, by))),
  };
}

function isCancelled(run: CheckRun | undefined): boolean {
  return run?.conclusion === 'cancelled';
}

function tellerOf(suite: CheckSuite | undefined, by: string | null): readonly [name: string, kind: Teller['kind']] {
  const path = suite?.workflow?.path ?? null;
  if (path !== null) return [path, 'run'];
  return [by ?? 'nobody who is known', suite === undefined ? 'status' : 'app'];
}

interface Counting {
  changes: number;
  repeated: number;
  replaced: number;
  readonly skipped: CheckedChange[];
  readonly tellers: Map<string, { readonly kind: Teller['kind']; changes: number }>;
}

function countIn(check: Counting, about: CheckedChange, { isRepeated, isReplaced, isSkipped, tellers }: Decided): void {
  check.changes += 1;
  if (isSkipped) check.skipped.push(about);
  if (isRepeated) check.repeated += 1;
  if (isReplaced) check.replaced += 1;
  for (const [name, kind] of tellers) {
    const teller = check.tellers.get(name) ?? { kind, changes: 0 };
    if (check.tellers.size < mostNames) check.tellers.set(name, teller);
    teller.changes += 1;
  }
}

interface Tally {
  /** The sources that the rule lacks; undefined where it can judge. */
  readonly untold: string | undefined;
  /** `at`: the landing of the change that it is about. */
  add(outcome: Outcome, at?: string | null): void;
  result(): RuleResult;
  findings(): readonly Finding[];
}

export function openTally(rule: Rule, world: World): Tally {
  const findings = new Map<string, Finding>();
  const reasons = new Map<string, number>();
  const lacked = new Set<Lack>();
  let tested = 0;
  let found = 0;
  const missing = world.untold.filter(({ source }) => rule.needs.includes(source));
  if (missing.length > 0) lacked.add(lackOf(missing, world));
  const untold = missing.length === 0 ? undefined : [...new Set(missing.map(({ why }) => why))].join('. ');
  return {
    untold,
    add(outcome, at = null) {
      if (outcome.kind === 'not-applicable') return;
      if (outcome.kind === 'not-tested') {
        reasons.set(outcome.why, (reasons.get(outcome.why) ?? 0) + 1);
        lacked.add(outcome.lack ?? 'answer');
        return;
      }
      tested += 1;
      if (outcome.kind === 'passed') return;
      found += 1;
      for (const one of outcome.found) {
        const finding = findingOf(rule, { at, ...one });
        // The same fault can be seen from two landings: the worse severity counts.
        const known = findings.get(finding.key);
        if (known === undefined || !reaches(known, finding.severity)) findings.set(finding.key, finding);
      }
    },
    result() {
      const why = untold ?? said(reasons);
      const { controls, fix, name, severity, text } = rule;
      const result = why === null ? (tested === 0 ? 'not applicable' : 'tested') : 'not tested';
      const lack = lacks.find((one) => lacked.has(one)) ?? null;
      return { rule: name, text, severity, controls, fix, result, tested, found, why, lack };
    },
    findings: () => [...findings.values()],
  };
}

function lackOf(missing: World['untold'], { header }: World): Lack {
  if (!missing.every(({ unasked }) => unasked === true)) return 'answer';
  return header.evidence === 'github' ? 'service' : 'head';
}

const mostReasons = 3;

function said(reasons: ReadonlyMap<string, number>): string | null {
  if (reasons.size === 0) return null;
  const spelled = [...reasons].slice(0, mostReasons).map(([why, times]) => (times === 1 ? why : `${why} (${times} times)`));
  return [...spelled, ...(reasons.size > mostReasons ? [`${reasons.size - mostReasons} more reasons`] : [])].join('. ');
}

function findingOf(rule: Rule, { at = null, change, detail, fix = rule.fix, message, severity = rule.severity, subject }: Found): Finding {
  return {
    key: keyOf(rule.name, subject, detail),
    rule: rule.name,
    severity,
    subject: { ...subject, url: subject.url === null ? null : inOnePiece(subject.url) },
    message: inOnePiece(message),
    fix,
    controls: rule.controls,
    change: change ?? null,
    at,
  };
}

/**
 * The same text. V8 keeps a concatenated string as its parts until it is searched; for a message they take 600 bytes more,
 * and messages of tens of thousands of findings are kept. The answer must be used: a search without a use is optimized
 * away.
 */
function inOnePiece(text: string): string {
  return /(?:)/.test(text) ? text : '';
}

export interface Judging {
  readonly rule: Rule;
  readonly tally: Tally;
}

/** The key of a rule and a change: a commit may land several times, and each landing is judged on its own. */
export function about(rule: string, sha: string, landedAt: string | null): string {
  return `${rule} ${sha} ${landedAt}`;
}

/**
 * Whether this run judged again the subject of a finding of the run before. For a change, `judged` says so; an event was
 * judged if it lies within this period; and a present state was, if the rule could be tested everywhere. An audit of fewer
 * flows or branches judges nothing of the others.
 */
export function isJudgedAgain(
  { at, change, rule: name, subject }: PreviousFinding,
  { judged, tallies, world }: { readonly judged: ReadonlySet<string>; readonly tallies: readonly Judging[]; readonly world: World },
): boolean {
  const { period } = world.header;
  const of = tallies.find(({ rule }) => rule.name === name);
  // A rule that was removed finds nothing, and says nothing. One that this audit does not go by may still find it.
  if (of === undefined) return !rules.some((rule) => rule.name === name);
  if (!isAsWide(of.rule, world)) return false;
  if (of.rule.about === 'change') return change !== null && judged.has(about(name, change.sha, at));
  const { result } = of.tally.result();
  if (result === 'not tested') return false;
  // A witness that was nowhere in the log stays so until it is given again.
  if (subject.kind === 'log')
    return subject.id === world.log?.chain.org || world.log?.witnesses.some(({ link }) => link === subject.id) === true;
  if (at !== null) return period.since !== null && isWithin(at, period);
  return result === 'tested' || of.rule.about !== 'landing';
}

/** Whether this run asked for at least the branches of the one before, and where a rule goes by evidence, its flows. */
function isAsWide({ about: subjects, needs }: Rule, { header, previous }: World): boolean {
  const branches = new Set(header.branches.map(({ name }) => name));
  if (subjects === 'landing' && previous?.branches.some((name) => !branches.has(name)) === true) return false;
  if (header.flows.length === 0 || !needs.some((source) => ofFlows.has(source))) return true;
  const flows = previous?.flows ?? [];
  return flows.length > 0 && flows.every((name) => header.flows.includes(name));
}

/** Sources that are asked only about the flows of an audit. */
const ofFlows: ReadonlySet<Source> = new Set(['trails', 'records', 'artifacts', 'approvals']);

/** Counts changes as they pass, in memory that grows with the weeks and not with the changes. */
interface Counter {
  landing(commits: number): void;
  change(change: AuditedChange): void;
  totals(): AuditTotals;
}

export function openCounter(): Counter {
  const states = new Map<string, number>();
  const weeks = new Map<string, Map<string, number>>();
  const overrides = new Map<string, Set<string>>();
  const emergencies = new Set<number>();
  let [changes, landings, commits] = [0, 0, 0];
  return {
    landing(count) {
      landings += 1;
      commits += count;
    },
    change(change) {
      const { landing, pull, state } = change;
      changes += 1;
      count(states, state);
      if (landing.at !== null) {
        const from = new Date(mondayOf(Date.parse(landing.at))).toISOString().slice(0, 10);
        const week = weeks.get(from) ?? new Map<string, number>();
        weeks.set(from, week);
        count(week, state);
      }
      for (const { by, flow, id, trail } of overridesOn(change)) {
        const name = by ?? 'not known';
        overrides.set(name, (overrides.get(name) ?? new Set()).add(JSON.stringify([flow, trail, id])));
      }
      if (pull !== undefined && emergencyOf(change) !== undefined) emergencies.add(pull.number);
    },
    totals: () => ({
      changes,
      landings,
      commits,
      states: sorted(states),
      weeks: [...weeks].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([from, week]) => ({ from, states: sorted(week) })),
      overrides: [...overrides]
        .map(([by, ids]) => ({ by, count: ids.size }))
        .toSorted((one, other) => other.count - one.count || (one.by < other.by ? -1 : 1)),
      emergencies: [...emergencies].toSorted((one, other) => one - other),
    }),
  };
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sorted(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Branches whose landings do not hold as many commits as git counted over the whole period at once: a landing is missing,
 * or is there twice.
 * @param commits of each branch, added up landing by landing
 */
export function unequalTotals(totals: readonly ControlTotal[], commits: ReadonlyMap<string, number>): readonly Hole[] {
  return totals.flatMap(({ count, name, source }): readonly Hole[] => {
    const branch = /^commits: (.+)$/su.exec(name)?.[1];
    const here = branch === undefined ? count : (commits.get(branch) ?? 0);
    if (here === count) return [];
    const why = `The landings hold ${here} commits, and ${source} counts ${count} over the whole period`;
    return [{ kind: 'hole', what: `commits of ${branch}`, why, fix: 'Collect again, in a full clone' }];
  });
}
