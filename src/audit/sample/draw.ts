import { createHash, createHmac } from 'node:crypto';
import { count, grouped } from '../../text/index.ts';

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
export type SeedOrigin = 'auditor' | 'own';

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
  return createHash('sha256')
    .update(ordered.map((key) => `${key}\n`).join(''))
    .digest('hex');
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
  const seed = given.seed ?? createHash('sha256').update(`${digest}\n${given.period}`).digest('hex');
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
