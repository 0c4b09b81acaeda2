import { createHmac, hash } from 'node:crypto';
import { count, grouped } from '../../text/index.ts';
import type { Audit, ReportedChange } from '../judge/audit.ts';
import { cellText } from '../reports/csv.ts';

interface SampleSize {
  /** How often a control runs that has so many cases in a year. */
  readonly runs: string;
  readonly upTo: number;
  readonly least: number;
  readonly most: number;
}

/** How many cases auditors commonly test of a control, by how often it runs. It is practice: no standard demands these numbers. */
const sizes = [
  { runs: 'once a year', upTo: 1, least: 1, most: 1 },
  { runs: 'each quarter', upTo: 4, least: 2, most: 2 },
  { runs: 'each month', upTo: 12, least: 2, most: 5 },
  { runs: 'each week', upTo: 52, least: 5, most: 15 },
  { runs: 'each day', upTo: 365, least: 20, most: 40 },
  { runs: 'many times a day', upTo: Infinity, least: 25, most: 60 },
] as const satisfies readonly SampleSize[];

function isRowOf({ upTo }: SampleSize, index: number, population: number): boolean {
  return population <= upTo && population > (sizes[index - 1]?.upTo ?? -1);
}

/** The larger end of its row, because the tolerable rate of errors is not known yet. */
export function usualSize(population: number): number {
  return sizes.find((row, index) => isRowOf(row, index, population))?.most ?? 0;
}

export function sizeLines(population: number): readonly string[] {
  const rows = sizes.map((row, index) => {
    const from = (sizes[index - 1]?.upTo ?? 0) + 1;
    const of = row.upTo === Infinity ? `${from} or more` : from === row.upTo ? `${from}` : `${from} to ${row.upTo}`;
    const size = row.least === row.most ? `${row.most}` : `${row.least} to ${row.most}`;
    const isUsed = isRowOf(row, index, population);
    return `${isUsed ? '>' : ' '} ${of.padEnd(12)}${row.runs.padEnd(18)}${size}${isUsed ? `: ${grouped(row.most)} at most` : ''}`;
  });
  return [
    `The size: auto, by common practice of auditors and no rule; ${count(population, 'change')} is the row with the mark`,
    '  changes     the control runs  sample',
    ...rows,
  ];
}

/** With one of our own the team could draw again until it likes the sample. */
type SeedOrigin = 'auditor' | 'own';

/** Its key is unique in the population. */
interface Drawable {
  readonly key: string;
  readonly stratum?: string;
}

interface Pick<Item> {
  readonly item: Item;
  /** HMAC-SHA-256 of the key, by which the population is ordered. */
  readonly order: string;
}

interface Sample<Item> {
  /** SHA-256 of the keys, in order, each on a line: it fixes the population before anything is drawn. */
  readonly population: number;
  readonly strata: ReadonlyMap<string, number>;
  /** SHA-256 of the keys, in order, each on a line: it fixes the population before anything is drawn. */
  readonly digest: string;
  readonly seed: string;
  readonly origin: SeedOrigin;
  /** By stratum, then in the order in which they are drawn. */
  readonly picks: readonly Pick<Item>[];
}

/** @throws {RangeError} where two keys are the same: the thing would be drawn twice, or not at all */
export function populationDigest(keys: readonly string[]): string {
  const ordered = keys.toSorted(byBytes);
  const twice = ordered.find((key, index) => key === ordered[index + 1]);
  if (twice !== undefined) throw new RangeError(`${twice} is twice in the population`);
  return hash('sha256', ordered.map((key) => `${key}\n`).join(''));
}

/**
 * Draws `count` of each stratum, or all of one that has no more: those whose HMAC-SHA-256, with the seed as its key, comes
 * first. Without the seed the order cannot be foreseen, and with it everybody can repeat it. Without a seed of the auditor
 * it is the SHA-256 of the population's digest and the period.
 */
export function draw<Item extends Drawable>(
  items: readonly Item[],
  count: number,
  given: { readonly seed: string | undefined; readonly period: string },
): Sample<Item> {
  const digest = populationDigest(items.map(({ key }) => key));
  const seed = given.seed ?? hash('sha256', `${digest}\n${given.period}`);
  const strata = Map.groupBy(items, ({ stratum = '' }) => stratum);
  const ordered = [...strata].toSorted(([one], [other]) => byBytes(one, other));
  return {
    population: items.length,
    strata: new Map(ordered.map(([stratum, all]) => [stratum, all.length])),
    digest,
    seed,
    origin: given.seed === undefined ? 'own' : 'auditor',
    picks: ordered.flatMap(([, all]) => first(all, count, seed)),
  };
}

function first<Item extends Drawable>(items: readonly Item[], count: number, seed: string): readonly Pick<Item>[] {
  return items
    .map((item) => ({ item, order: createHmac('sha256', seed).update(item.key).digest('hex') }))
    .toSorted((one, other) => (one.order < other.order ? -1 : 1))
    .slice(0, count);
}

/** As languages do that compare texts by their bytes in UTF-8, or by code points. */
function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

type SampleStrata = 'none' | 'branch' | 'state' | 'kind';

/** A number of changes to draw, or an auditor's own picks. */
export type SampleRequest =
  | { readonly kind: 'drawn'; readonly count: number | 'auto'; readonly seed: string | undefined; readonly strata: SampleStrata }
  | { readonly kind: 'picked'; readonly picks: readonly AuditorPick[] };

/** A pull request, or a commit by at least its first 12 digits. */
export type AuditorPick = { readonly kind: 'pull'; readonly number: number } | { readonly kind: 'commit'; readonly sha: string };

export interface SampledChange {
  /** Its folder: the number in the sample, and the beginning of its SHA. */
  readonly folder: string;
  readonly key: string;
  /** The HMAC-SHA-256 by which it was drawn; null where somebody picked it. */
  readonly order: string | null;
  readonly stratum: string;
  readonly change: ReportedChange;
}

export interface TakenSample {
  readonly population: number;
  readonly digest: string;
  /** In the form of the seed that we make. */
  readonly period: string;
  readonly how:
    | {
        readonly kind: 'drawn';
        readonly count: number;
        /** The count is the usual one for so many changes. */
        readonly auto: boolean;
        readonly seed: string;
        readonly origin: SeedOrigin;
        readonly strata: SampleStrata;
        readonly sizes: ReadonlyMap<string, number>;
      }
    /** `missing`: picks without a change. */
    | { readonly kind: 'picked'; readonly missing: readonly string[] };
  readonly changes: readonly SampledChange[];
}

/** Takes as little memory as possible. */
interface Candidate {
  readonly key: string;
  readonly stratum: string;
  readonly index: number;
}

/**
 * Takes a sample of all audited changes; those that the audit's file leaves out are among them, so that the reasons are
 * looked at too. The changes are read twice: to fix the population, and for those that were chosen.
 * @throws {RangeError} where two changes have the same key
 */
export async function takeSample(audit: Audit, request: SampleRequest): Promise<TakenSample> {
  const population: Candidate[] = [];
  const picked: Candidate[] = [];
  const found = new Set<AuditorPick>();
  for await (const change of audit.changes()) {
    const strata = request.kind === 'drawn' ? request.strata : 'none';
    const candidate = { key: keyOf(change), stratum: stratumOf(change, strata), index: population.length };
    population.push(candidate);
    if (request.kind !== 'picked') continue;
    const matching = request.picks.filter((pick) => isPicked(change, pick));
    for (const pick of matching) found.add(pick);
    if (matching.length > 0) picked.push(candidate);
  }
  const { since, sinceSha, until } = audit.world.header.period;
  const period = `${since ?? sinceSha ?? ''}/${until}`;
  if (request.kind === 'picked') {
    const missing = request.picks.filter((pick) => !found.has(pick)).map((pick) => (pick.kind === 'pull' ? `#${pick.number}` : pick.sha));
    const digest = populationDigest(population.map(({ key }) => key));
    const changes = await sampled(
      audit,
      picked.map((one) => ({ ...one, order: null })),
    );
    return { population: population.length, digest, period, how: { kind: 'picked', missing }, changes };
  }
  const { count: wanted, seed: given, strata } = request;
  const auto = wanted === 'auto';
  const count = auto ? usualSize(population.length) : wanted;
  const { digest, origin, picks, seed, strata: sizes } = draw(population, count, { seed: given, period });
  const changes = await sampled(
    audit,
    picks.map(({ item, order }) => ({ ...item, order })),
  );
  return { population: population.length, digest, period, how: { kind: 'drawn', count, auto, seed, origin, strata, sizes }, changes };
}

/** A SHA can land twice on a branch, and then it is two changes. Each part is as a reader of the CSV report finds it. */
function keyOf({ branch, landing, sha }: ReportedChange): string {
  return [sha, branch, landing].map(cellText).join(' ');
}

function stratumOf({ branch, landingKind, state }: ReportedChange, strata: SampleStrata): string {
  switch (strata) {
    case 'none':
      return '';
    case 'branch':
      return cellText(branch);
    case 'state':
      return cellText(state);
    case 'kind':
      return cellText(landingKind);
  }
}

function isPicked({ pull, shas }: ReportedChange, pick: AuditorPick): boolean {
  return pick.kind === 'pull' ? pull?.number === pick.number : shas.some((sha) => sha.startsWith(pick.sha));
}

/** The chosen changes, in the order in which they were chosen. */
async function sampled(
  audit: Audit,
  chosen: readonly (Candidate & { readonly order: string | null })[],
): Promise<readonly SampledChange[]> {
  const wanted = new Set(chosen.map(({ index }) => index));
  const changes = new Map<number, ReportedChange>();
  let index = 0;
  for await (const change of audit.changes()) {
    if (wanted.has(index)) changes.set(index, change);
    index += 1;
  }
  const digits = String(chosen.length).length;
  return chosen.flatMap(({ index: at, key, order, stratum }, place) => {
    const change = changes.get(at);
    if (change === undefined) return [];
    const number = String(place + 1).padStart(digits, '0');
    return [{ folder: `${number}-${change.sha.slice(0, 12)}`, key, order, stratum, change }];
  });
}
