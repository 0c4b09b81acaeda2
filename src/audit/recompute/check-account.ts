import { list, oneLine } from '../../text/index.ts';
import type { Header, Line } from '../facts/line.ts';
import type { LogFact } from '../facts/log.ts';
import { textLines } from '../lines/read-lines.ts';
import { members, type Manifest, type PackageScope, type PackedAbout, type PackedAudit, type PackedLog } from '../package/manifest.ts';
import { sha256 } from '../package/node-sha256.ts';
import { openChain, readRecordLine } from '../package/records.ts';
import { commitsOf, type Told } from './collected.ts';
import type { Spoken } from './shown-records.ts';

export interface Recomputed {
  /** From its facts; null where they could not be read. */
  readonly about: PackedAbout | null;
  /** A sentence for each fact, report and account of the package that differs from what its records and its facts give. */
  readonly problems: readonly string[];
  /** A sentence for each part that could not be worked out again here, though others of its kind could: none of them is proved. */
  readonly unproven: readonly string[];
  /** A sentence for each part that no package can prove. */
  readonly outside: readonly string[];
  readonly facts: number;
  readonly records: number;
  /** Facts of GitHub that were compared with its answers. */
  readonly github: number;
  /** Reports that were made again, with the same bytes. */
  readonly reports: readonly string[];
}

/** As many sentences of one sort as people read. */
const most = 100;

export interface Findings {
  readonly problems: string[];
  readonly unproven: string[];
  readonly outside: string[];
}

export function cutLists(found: Findings): Findings {
  const cut = (list: readonly string[]): string[] =>
    list.length > most ? [...list.slice(0, most), `and ${list.length - most} more of this kind`] : [...list];
  return { problems: cut(found.problems), unproven: cut(found.unproven), outside: cut(found.outside) };
}

function scopeOf(scope: PackageScope): string {
  switch (scope.kind) {
    case 'period':
      return `${scope.since ?? 'the beginning'} to ${scope.until}`;
    case 'trail':
      return `trail ${JSON.stringify([scope.flow, scope.trail])}`;
    case 'artifact':
      return `artifact ${scope.fingerprint}`;
  }
}

/**
 * An audit of one trail or artifact is about each landing of its commits. Those that are not among the facts, and that no
 * hole names, may have been taken out: a sentence each.
 * @param lines opens the collected file from its beginning
 */
export async function checkScope(
  scope: Exclude<PackageScope, { kind: 'period' }>,
  lines: () => AsyncIterable<Line>,
  { trails }: Pick<Spoken, 'trails'>,
): Promise<readonly string[]> {
  // By every name that its flow had.
  const isOwn = (flow: string, name: string): boolean =>
    scope.kind === 'trail' &&
    name === scope.trail &&
    (flow === scope.flow || trails.some(({ flows, trail }) => trail === name && flows.has(flow) && flows.has(scope.flow)));
  const wanted = new Set<string>();
  const known = new Set<string>();
  let hasHole = false;
  for await (const line of lines()) {
    if (line.kind === 'hole') {
      hasHole = true;
      for (const [sha] of line.what.matchAll(/[0-9a-f]{40}/g)) known.add(sha);
    } else if (line.kind === 'artifact') {
      if (scope.kind === 'artifact' && line.fingerprint === scope.fingerprint && line.commit !== null) wanted.add(line.commit);
    } else if (line.kind === 'landing') {
      for (const sha of commitsOf(line)) known.add(sha);
      for (const { commits, flow, name } of line.trails) if (isOwn(flow, name)) for (const sha of commits) wanted.add(sha);
    }
  }
  const words = `the scope is ${oneLine(scopeOf(scope), 200)}`;
  if (wanted.size === 0) return hasHole ? [] : [`No landing of the facts is about the scope, and no hole says why: ${words}`];
  return [...wanted]
    .filter((sha) => !known.has(sha))
    .map((sha) => `The landing of commit ${oneLine(sha, 40)} is not among the facts, and no hole names it: ${words}`);
}

export function scopeIn({ period, scope }: Header): PackageScope {
  return scope ?? { kind: 'period', since: period.since, until: period.until };
}

function evidenceWords(evidence: PackedAudit['evidence']): string {
  return evidence === 'github' ? 'GitHub’s checks' : 'a service';
}

/** Facts of another kind of evidence than the header says: judged by the other kind, they would say something else. */
export function otherEvidence({ log }: Pick<Manifest, 'log'>, { counts, has, header }: Told): readonly string[] {
  if (header.evidence !== 'github')
    return has.checks ? ['collected.ndjson has GitHub’s checks of landings, and does not say that they are the evidence'] : [];
  const kinds = ['flow', 'artifact', 'approval', 'notification', 'log'].filter((kind) => (counts.get(kind) ?? 0) > 0);
  const odd = [...(log === null ? [] : [members.records]), ...(header.service === null ? [] : ['service']), ...kinds];
  const all = has.service ? [...odd, 'trails or deployments of a service'] : odd;
  return all.length === 0 ? [] : [`GitHub’s checks are the evidence, and no service was asked, yet the package has ${list(all)}`];
}

/** Where the manifest differs from the facts: they are of two audits then. */
export function disagreements({ at, log, scope, tool }: Manifest, header: Header): readonly string[] {
  return differing([
    ['the program', tool, `${header.tool.name}/${header.tool.version}`],
    ['the moment', at, header.at],
    ['the scope', scopeOf(scope), scopeOf(scopeIn(header))],
    ...(log === null ? [] : [['the organization', log.org, header.service?.org ?? 'none'] as const]),
  ]);
}

/**
 * Where the short audit of the manifest differs from the one that follows from the facts. Another program may judge
 * otherwise, so that its verdict is not proved.
 */
export function compareAbout(
  { audit: said }: Manifest,
  worked: PackedAudit,
  isOfOtherProgram: boolean,
  { problems, unproven }: Findings,
): void {
  if (said === undefined) return;
  problems.push(
    ...differing([
      ['the repository', said.repository ?? 'none', worked.repository ?? 'none'],
      ['the branches', said.branches.join(', '), worked.branches.join(', ')],
      ['the basis', said.basis, worked.basis],
      ['the evidence', evidenceWords(said.evidence), evidenceWords(worked.evidence)],
      ['the commit that the period begins after', said.since_sha ?? 'none', worked.since_sha ?? 'none'],
    ]),
  );
  (isOfOtherProgram ? unproven : problems).push(
    ...differing([
      ['the verdict', said.verdict, worked.verdict],
      ['the number of findings', String(said.findings), String(worked.findings)],
    ]),
  );
}

function differing(said: readonly (readonly [what: string, one: string, other: string])[]): readonly string[] {
  return said.flatMap(([what, one, other]) =>
    one === other ? [] : [`manifest.json and collected.ndjson disagree on ${what}: ${oneLine(one, 100)} and ${oneLine(other, 100)}`],
  );
}

/**
 * Where the fact about the log differs from the records of the package.
 * @param file its `records.ndjson`
 */
export async function checkLogFact({ chain, workedOut }: LogFact, log: PackedLog, file: string): Promise<readonly string[]> {
  const problems: string[] = [];
  const { link, sequence } = log.to;
  if (chain === null || chain.org !== log.org || chain.orgId !== log.org_id || chain.sequence !== sequence || chain.link !== link)
    problems.push('The log among the facts is another than that of the manifest');
  if (workedOut === undefined) return [...problems, 'The facts do not say what the records of the log prove'];
  if (workedOut.records !== sequence)
    problems.push(`The facts say that ${workedOut.records} records were worked out, and the package has ${sequence}`);
  const wanted = new Map(workedOut.witnesses.map((witness) => [witness.link, witness]));
  if (wanted.size === 0) return problems;
  const found = new Map<string, number>();
  const links = openChain(log, sha256);
  for await (const { text } of textLines(file)) {
    if (links.add(readRecordLine(text)).isLost) break;
    if (wanted.has(links.head.link)) found.set(links.head.link, links.head.sequence);
  }
  for (const { link: head, sequence: at } of wanted.values()) {
    const place = found.get(head) ?? null;
    if (place !== at) problems.push(`The facts say that the witness ${head} is ${placeOf(at)}, and it is ${placeOf(place)}`);
  }
  return problems;
}

function placeOf(sequence: number | null): string {
  return sequence === null ? 'nowhere in the log' : `the link of record ${sequence}`;
}

/** How far the clocks of one service's processes may differ, in milliseconds. */
const tolerance = 60_000;

const isAfter = (one: string, other: string): boolean => Date.parse(one) > Date.parse(other);

/**
 * Facts may be as they were when the audit began, and the maker of a forged package chooses that moment. So nothing may be
 * later: not the end of its time, and no landing. The times of two commits are claims of their committers.
 */
export function lateParts({ header, lastLanding }: Pick<Told, 'header' | 'lastLanding'>): readonly string[] {
  const { asOf, at, period } = header;
  if (period.by !== 'landing') return [];
  const read = asOf?.readAt ?? at;
  return [
    ...(isAfter(period.until, read) ? [`The audited time ends at ${period.until}, and the facts are of ${read}: they cannot know it`] : []),
    ...(lastLanding !== null && isAfter(lastLanding, period.until)
      ? [`A landing is of ${lastLanding}, and the audited time ends at ${period.until}`]
      : []),
  ];
}

/** No shown record is later than the end of collecting by the service's clock, or than the past moment of the facts. */
export function checkRecordsMoment(
  { log, version }: Manifest,
  { ended, header: { asOf, at } }: Pick<Told, 'ended' | 'header'>,
  { latest }: Pick<Spoken, 'latest'>,
  { problems, unproven }: Findings,
): void {
  const last = latest * 1000;
  if (asOf !== undefined) {
    if (asOf.sequence !== log?.to.sequence || asOf.link !== log.to.link || asOf.at !== at)
      problems.push(`The facts are as of ${asOf.at}, record ${asOf.sequence}, and the records of the package end elsewhere`);
    if (last > Date.parse(asOf.at)) problems.push(`The facts are as of ${asOf.at}, and a record is later`);
    return;
  }
  if (ended === undefined) {
    if (version !== 1) problems.push('collected.ndjson does not say when collecting ended: every package of its version does');
    return;
  }
  if (ended.service === null)
    unproven.push('When collecting ended is not known by the clock of the service: its answers had no `Date`, which a proxy may take out');
  else if (last > Date.parse(ended.service) + tolerance)
    problems.push(`Collecting ended at ${ended.service} by the clock of the service, and a record is later: the facts cannot know it`);
}
