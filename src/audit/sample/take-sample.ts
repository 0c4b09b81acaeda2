import type { Audit, ReportedChange } from '../judge/audit.ts';
import { cellText } from '../reports/csv.ts';
import { draw, populationDigest, usualSize, type SeedOrigin } from './draw.ts';

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
    const missing = request.picks.filter((pick) => !found.has(pick)).map(pickText);
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

function pickText(pick: AuditorPick): string {
  return pick.kind === 'pull' ? `#${pick.number}` : pick.sha;
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
