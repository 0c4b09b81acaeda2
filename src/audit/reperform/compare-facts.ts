import { hash } from 'node:crypto';
import type { Header, LandingFact, Line } from '../facts/line.ts';
import type { Audit, JudgedFinding } from '../judge/audit.ts';
import type { Wanted } from '../lines/read-lines.ts';
import type { CheckedLog } from '../population/world.ts';
import { changed, compareFact, compareItems, ofClone, showValue, type Context, type Difference, type Weight } from './compare-items.ts';
import { gapsOf, type NotCompared } from './gaps.ts';
import { deploymentTables, landingKey, landings, lineTables, pulls, trails, type LineTables } from './tables.ts';

/** A file of facts, which can be read any number of times. */
type FactFile = (wanted?: Wanted) => AsyncIterable<Line>;

/** Landings whose facts are compared one by one: those of more would be too many for memory. */
const mostAtOnce = 2_000;

/** The landings that differ between two files. It holds a digest of each, and the facts of some that differ. */
async function* compareLandings(before: FactFile, after: FactFile, context: Context): AsyncGenerator<readonly Difference[]> {
  if (context.skipped.has(landings.about)) return;
  const now = await digestsOf(after);
  const differing = new Map<string, LandingFact | undefined>();
  const seen = new Set<string>();
  for await (const fact of landingsIn(before)) {
    const key = landingKey(fact.landing);
    seen.add(key);
    const digest = now.get(key);
    if (digest === undefined) yield compareItems(landings, [fact.landing], [], context);
    else if (digest !== digestOf(fact)) differing.set(key, undefined);
  }
  let room = mostAtOnce;
  for await (const fact of landingsIn(after)) {
    const key = landingKey(fact.landing);
    if (!seen.has(key)) yield compareItems(landings, [], [fact.landing], context);
    else if (differing.has(key) && room > 0) {
      room -= 1;
      differing.set(key, fact);
    }
  }
  if (differing.size === 0) return;
  for await (const fact of landingsIn(before)) {
    const key = landingKey(fact.landing);
    if (!differing.has(key)) continue;
    const found = differing.get(key);
    if (found !== undefined) yield compareLanding(fact, found, context);
    else yield [tooMany(key)];
  }
}

function compareLanding(before: LandingFact, after: LandingFact, context: Context): readonly Difference[] {
  const subject = `landing ${landingKey(before.landing)}`;
  const field = (name: 'paths' | 'file' | 'workflows'): readonly Difference[] => {
    const [old, now] = [before[name], after[name]];
    if (context.skipped.has(name) || JSON.stringify(inOrder(old)) === JSON.stringify(inOrder(now))) return [];
    const isKnown = [old, now].every((value) => value === null || typeof value === 'string' || !Object.values(value).includes(null));
    const weight = isKnown ? ofClone(context) : 'not-compared';
    return changed(weight, { about: 'landing', subject, name, before: old, after: now, context });
  };
  return [
    ...compareFact(landings, before.landing, after.landing, context),
    ...compareItems(pulls, before.pulls, after.pulls, context),
    ...compareItems(trails, before.trails, after.trails, context),
    ...field('paths'),
    ...field('file'),
    ...(context.skipped.has('workflows of the tree') ? [] : field('workflows')),
  ];
}

function inOrder(value: LandingFact['paths'] | string | null): unknown {
  return value === null || typeof value === 'string' ? value : Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1));
}

function tooMany(key: string): Difference {
  const after = `It differs, as more than ${mostAtOnce} landings do: reperform a shorter period`;
  return {
    weight: 'not-compared',
    what: 'changed',
    about: 'landing',
    subject: `landing ${key}`,
    field: null,
    before: null,
    after: showValue(after),
  };
}

async function digestsOf(file: FactFile): Promise<ReadonlyMap<string, string>> {
  const digests = new Map<string, string>();
  for await (const fact of landingsIn(file)) digests.set(landingKey(fact.landing), digestOf(fact));
  return digests;
}

function digestOf(fact: LandingFact): string {
  return hash('sha256', JSON.stringify(fact), 'base64');
}

async function* landingsIn(file: FactFile): AsyncGenerator<LandingFact> {
  for await (const line of file()) if (line.kind === 'landing') yield line;
}

/** Differences that are kept: as many as a program reads. The numbers count all of them. */
const mostKept = 5_000;

interface Found {
  /** The first ones of each weight. */
  readonly differences: readonly Difference[];
  readonly counts: Readonly<Record<Weight, number>>;
}

/** Each difference once: a trail may be about two landings. */
function openFound(): { add(differences: readonly Difference[]): void; result(): Found } {
  const kept = new Map<string, Difference>();
  const counts = { altered: 0, later: 0, 'not-compared': 0 };
  const left = { altered: mostKept, later: mostKept, 'not-compared': mostKept };
  return {
    add(differences) {
      for (const difference of differences) {
        const { field, subject, weight, what } = difference;
        const key = JSON.stringify([weight, what, subject, field]);
        if (kept.has(key)) continue;
        counts[weight] += 1;
        if (left[weight] === 0) continue;
        left[weight] -= 1;
        kept.set(key, difference);
      }
    },
    result: () => ({ differences: [...kept.values()], counts }),
  };
}

/**
 * The head of the package's log must be in the present log, at its place: then nothing before it was changed. More records
 * are no difference.
 */
export function compareLog(
  before: CheckedLog | null,
  after: CheckedLog | null,
  why: { readonly why: string; readonly fix: string } | undefined,
): { readonly differences: readonly Difference[]; readonly notCompared: readonly NotCompared[] } {
  if (before === null) return { differences: [], notCompared: [] };
  if (after === null) {
    const { fix, why: said } = why ?? { why: 'The service has no log that could be read', fix: 'Give the token of an auditor' };
    return { differences: [], notCompared: [{ what: 'log of the service', why: said, fix, counts: true }] };
  }
  const subject = `log of ${after.chain.org}`;
  const altered = (field: string, old: string | null, now: string | null): Difference => ({
    weight: 'altered',
    what: 'changed',
    about: 'log',
    subject,
    field,
    before: old,
    after: now,
  });
  const { chain } = before;
  const differences: Difference[] = after.problems.slice(0, 20).map((problem) => altered('chain', null, problem));
  if (after.chain.orgId !== chain.orgId) differences.push(altered('organization', chain.orgId, after.chain.orgId));
  const place = after.witnesses.find(({ link }) => link === chain.link)?.sequence ?? null;
  if (place !== chain.sequence)
    differences.push(altered('head', `record ${chain.sequence}, ${chain.link}`, place === null ? 'nowhere in the log' : `record ${place}`));
  return { differences, notCompared: [] };
}

export interface FindingDifference {
  readonly what: 'opened' | 'gone' | 'changed';
  readonly key: string;
  readonly rule: string;
  /** By the package's facts, and by the new ones; null where there is none. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The findings of two audits of the same period, both judged by this program: only their facts and the moment differ. */
export function compareFindings(before: Pick<Audit, 'findings'>, after: Pick<Audit, 'findings'>): readonly FindingDifference[] {
  const [old, now] = [byKey(before), byKey(after)];
  return [
    ...[...old].flatMap(([key, finding]): readonly FindingDifference[] => {
      const found = now.get(key);
      const [one, other] = [findingWords(finding), found === undefined ? null : findingWords(found)];
      if (one === other) return [];
      return [{ what: other === null ? 'gone' : 'changed', key, rule: finding.rule, before: one, after: other }];
    }),
    ...[...now].flatMap(([key, finding]): readonly FindingDifference[] =>
      old.has(key) ? [] : [{ what: 'opened', key, rule: finding.rule, before: null, after: findingWords(finding) }],
    ),
  ];
}

function byKey({ findings }: Pick<Audit, 'findings'>): ReadonlyMap<string, JudgedFinding> {
  return new Map(findings.map((finding) => [finding.key, finding]));
}

function findingWords({ accepted, message, severity }: JudgedFinding): string {
  return `${severity}${accepted === null ? '' : ', accepted'}: ${message}`;
}

export interface ComparedFacts extends Found {
  readonly notCompared: readonly NotCompared[];
}

type Small = Exclude<Line, { readonly kind: 'landing' | 'record' | 'attached' | 'answer' | 'end' }>;

/** Compares the facts of a package with newly collected ones: new, gone or changed facts, and those that could not be compared. */
export async function compareFacts(before: FactFile, after: FactFile): Promise<ComparedFacts> {
  const [old, now] = [await smallFacts(before), await smallFacts(after)];
  const { notCompared, partial, skipped } = gapsOf(saidBy(old), saidBy(now));
  const context: Context = {
    readAt: headerOf(old).at,
    hasHolesBefore: old.some(({ kind }) => kind === 'hole'),
    hasHolesAfter: now.some(({ kind }) => kind === 'hole'),
    skipped,
    partial,
  };
  const found = openFound();
  found.add(compareHeaders(headerOf(old), headerOf(now), context));
  found.add(compareSmall(old, now, context));
  for await (const differences of compareLandings(before, after, context)) found.add(differences);
  return { ...found.result(), notCompared };
}

async function smallFacts(file: FactFile): Promise<readonly Small[]> {
  const facts: Small[] = [];
  for await (const line of file({ landings: false })) {
    if (line.kind !== 'landing' && line.kind !== 'record' && line.kind !== 'attached' && line.kind !== 'answer' && line.kind !== 'end')
      facts.push(line);
  }
  return facts;
}

function all<Kind extends Small['kind']>(facts: readonly Small[], kind: Kind): readonly Extract<Small, { kind: Kind }>[] {
  return facts.filter((fact): fact is Extract<Small, { kind: Kind }> => fact.kind === kind);
}

function headerOf(facts: readonly Small[]): Header {
  const [header] = all(facts, 'audit');
  if (header === undefined) throw new Error('A collected file begins with its header');
  return header;
}

function saidBy(facts: readonly Small[]): Parameters<typeof gapsOf>[0] {
  return { header: headerOf(facts), untold: all(facts, 'untold'), holes: all(facts, 'hole') };
}

/** The question is the same. Only the audit's file at the tip, and the end of a period that was open, may differ. */
function compareHeaders(before: Header, after: Header, context: Context): readonly Difference[] {
  const named = { about: 'audit', subject: 'the audit', context };
  const [id, idNow] = [before.repositoryId, after.repositoryId];
  return [
    ...(before.file === after.file
      ? []
      : changed('later', { ...named, name: '.github/compliance-audit.yml at the tip', before: before.file, after: after.file })),
    // A repository that was deleted and made again has another number.
    ...(id === undefined || idNow === undefined || id === idNow
      ? []
      : changed('altered', { ...named, name: "GitHub's number of the repository", before: id, after: idNow })),
  ];
}

/** The present facts that the former question asks for: an earlier program asked only for the approvals that the audit's file demands. */
function askedBefore(old: readonly Small[], now: readonly Small[]): readonly Small[] {
  if (headerOf(old).tool.digest === headerOf(now).tool.digest) return now;
  const flows = new Set(all(old, 'approval').map(({ flow }) => flow));
  return now.filter((fact) => fact.kind !== 'approval' || flows.has(fact.flow));
}

function compareSmall(old: readonly Small[], now: readonly Small[], context: Context): readonly Difference[] {
  const asked = askedBefore(old, now);
  const compareKind = <Kind extends keyof LineTables>(kind: Kind, table: LineTables[Kind]): readonly Difference[] =>
    compareItems(table, all(old, kind), all(asked, kind), context);
  const ofSource = (source: 'github' | 'service'): readonly Difference[] => {
    const own = (facts: readonly Small[]) => all(facts, 'deployment').filter((one) => one.source === source);
    return compareItems(deploymentTables[source], own(old), own(now), context);
  };
  const kinds = Object.keys(lineTables).filter((kind): kind is keyof LineTables => kind in lineTables);
  return [...ofSource('github'), ...ofSource('service'), ...kinds.flatMap((kind) => compareKind(kind, lineTables[kind]))];
}
