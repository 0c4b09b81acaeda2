import type { Hole, LandingFact, Line } from '../facts/line.ts';
import type { Previous } from '../facts/previous.ts';
import { compareFindings } from '../findings/compare.ts';
import { severities } from '../findings/finding.ts';
import type { Audit, JudgedFinding, ReportedChange } from '../judged/audit.ts';
import type { AuditedChange } from '../judged/change.ts';
import type { World } from '../judged/world.ts';
import { deliveryRules } from '../rules/delivery-rules.ts';
import { evidenceRules } from '../rules/evidence-rules.ts';
import { acceptances, judged } from './accept.ts';
import { auditedChanges, deployedCommits } from './changes.ts';
import { pseudonyms } from './pseudonyms.ts';
import { reportedChange } from './reported.ts';
import { openTally, type TalliedFinding, type Tally } from './tally.ts';
import { openCounter } from './totals.ts';
import { readWorld } from './world.ts';
import type { Rule } from '../rules/rule.ts';

export interface JudgeOptions {
  /** The report of the run before; null where there is none. */
  readonly previous: Previous | null;
  /** How people are named in what is reported. */
  readonly people: 'login' | 'pseudonym';
}

/** The most holes of one kind that are kept: each says the same, that something is missing. */
const mostHoles = 100;

/**
 * Judges a collected file by every rule. The file is read from its beginning several times, and never held in memory: all
 * that is kept are the findings, the numbers, and what is not a landing. The same file gives the same audit.
 *
 * @param file opens the file from its beginning
 */
export async function judgeAudit(file: () => AsyncIterable<Line>, { people, previous }: JudgeOptions): Promise<Audit> {
  const told = await readWorld(file(), previous);
  const read = people === 'login' ? file : (): AsyncIterable<Line> => mapped(file(), pseudonyms(told.file?.people ?? new Map()));
  const world = people === 'login' ? told : await readWorld(read(), previous);
  const deployed = deployedCommits(world);
  const tallies = new Map([...evidenceRules, ...deliveryRules].map((rule): [Rule, Tally] => [rule, openTally(rule, world)]));
  const counter = openCounter();
  const holes: Hole[] = [];
  for await (const fact of landingsOf(read())) {
    const { changes, holes: missing } = auditedChanges(fact, world, deployed);
    if (holes.length < mostHoles) holes.push(...missing);
    counter.landing(fact.landing.count);
    for (const change of changes) {
      counter.change(change);
      for (const [rule, tally] of tallies) {
        if (rule.about === 'change' && tally.untold === undefined) tally.add(rule.judge(change, world));
      }
    }
  }
  for (const [rule, tally] of tallies) {
    if (rule.about === 'world' && tally.untold === undefined) for (const outcome of rule.judge(world)) tally.add(outcome);
  }
  const whole: World = { ...world, holes: [...world.holes, ...holes] };
  const complete = whole.holes.length === 0;
  const found = [...tallies.values()].flatMap((tally) => tally.findings());
  const authors = await authorsOfAccepted(file(), told, found);
  const findings = findingsOf(found, whole, { authors, complete });
  const keys = keysByCommit(findings);
  return {
    world: whole,
    totals: counter.totals(),
    rules: [...tallies.values()].map((tally) => tally.result()),
    findings,
    complete,
    changes: () => reportedChanges(read(), whole, deployed, keys),
  };
}

async function* mapped(lines: AsyncIterable<Line>, change: (line: Line) => Line): AsyncGenerator<Line> {
  for await (const line of lines) yield change(line);
}

async function* landingsOf(lines: AsyncIterable<Line>): AsyncGenerator<LandingFact> {
  for await (const line of lines) if (line.kind === 'landing') yield line;
}

async function* reportedChanges(
  lines: AsyncIterable<Line>,
  world: World,
  deployed: ReturnType<typeof deployedCommits>,
  keys: ReadonlyMap<string, readonly string[]>,
): AsyncGenerator<ReportedChange> {
  for await (const fact of landingsOf(lines)) {
    for (const change of auditedChanges(fact, world, deployed).changes)
      yield reportedChange(change, world, keys.get(keyOfChange(change)) ?? []);
  }
}

/** A SHA that landed twice is two changes, and a finding is about both. */
function keyOfChange({ tip }: AuditedChange): string {
  return tip.sha;
}

function keysByCommit(findings: readonly JudgedFinding[]): ReadonlyMap<string, readonly string[]> {
  const keys = new Map<string, string[]>();
  for (const { change, key, status, subject } of findings) {
    const sha = change?.sha ?? (subject.kind === 'commit' ? subject.id : undefined);
    if (sha === undefined || status === 'fixed') continue;
    const known = keys.get(sha);
    if (known === undefined) keys.set(sha, [key]);
    else known.push(key);
  }
  return keys;
}

/** Names of who wrote the changes that accepted findings are about, by the key of the finding; as they are, also where a report hides them. */
async function authorsOfAccepted(
  lines: AsyncIterable<Line>,
  world: World,
  found: readonly TalliedFinding[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const accepted = new Set((world.file?.accepted ?? []).map(({ key }) => key));
  const shas = new Map(found.flatMap(({ change, key }) => (change !== null && accepted.has(key) ? [[key, change.sha] as const] : [])));
  const authors = new Map<string, readonly string[]>();
  if (shas.size === 0) return authors;
  for await (const change of reportedChanges(lines, world, new Map(), new Map())) {
    for (const [key, sha] of shas) if (sha === change.sha) authors.set(key, change.authors);
  }
  return authors;
}

/** All findings next to those of the run before, with what was accepted: the worst first, then by key. */
function findingsOf(
  found: readonly TalliedFinding[],
  world: World,
  { authors, complete }: { readonly authors: ReadonlyMap<string, readonly string[]>; readonly complete: boolean },
): readonly JudgedFinding[] {
  const { header, previous } = world;
  const compared = (all: readonly TalliedFinding[]): ReturnType<typeof compareFindings> =>
    compareFindings(all, previous?.findings ?? [], { complete, now: header.at });
  const { counts, wrong } = acceptances(world, new Map(compared(found).map((finding) => [finding.key, finding])), { authors, complete });
  const all = [...found, ...wrong];
  const byKey = new Map(all.map((finding) => [finding.key, finding]));
  return compared(all)
    .map((finding) => judged(finding, byKey.get(finding.key), counts.get(finding.key)))
    .toSorted((one, other) => severities.indexOf(other.severity) - severities.indexOf(one.severity) || (one.key < other.key ? -1 : 1));
}
