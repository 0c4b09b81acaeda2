import { UsageError } from '../../errors/index.ts';
import { aDigest, aWhole, listOf, oneOf, shape, type Check } from '../../text/check.ts';
import { contradictionIn } from './contradiction.ts';
import type { OrganizationPlan, PlannedRepository } from './plan.ts';
import { readDocument } from './read-document.ts';
import { repositoryResult, type RepositoryResult } from './result.ts';

/** The results of one shard. It names its plan by the digest: a part of another plan is about other repositories or another time. */
export interface AuditPart {
  readonly format: typeof partFormat;
  readonly version: 1;
  /** Digest of the plan. */
  readonly plan: string;
  readonly index: number;
  readonly repositories: readonly RepositoryResult[];
}

const partFormat = 'compliance-evidence-organization-part';

/** The largest part that is read, in bytes. */
export const largestPart = 256 * 1024 * 1024;

const result: Check<RepositoryResult> = repositoryResult;
const part = shape({
  format: oneOf(partFormat),
  version: oneOf(1),
  plan: aDigest,
  index: aWhole,
  repositories: listOf(result),
});

export function partText(plan: OrganizationPlan, index: number, repositories: readonly RepositoryResult[]): string {
  const all: AuditPart = { format: partFormat, version: 1, plan: plan.digest, index, repositories };
  return `${JSON.stringify(all, null, 1)}\n`;
}

/**
 * The part in a text that somebody handed in: it must be of this plan, and have each repository of its shard once, in their order.
 *
 * @throws {UsageError} that names the file and says what is wrong with it.
 */
export function readPart(source: string, file: string, plan: OrganizationPlan): AuditPart {
  const fix = 'Give the parts that `audit-part` wrote for this plan, and no other';
  const { value, wrong } = readDocument(source, { file, what: 'part of this plan', fix });
  const fault = part(value);
  const isPart = (_value: unknown): _value is AuditPart => fault === undefined;
  if (!isPart(value)) throw wrong(`its part${fault ?? ''}`);
  if (value.plan !== plan.digest) throw wrong(`it is of the plan ${value.plan}, and this one is ${plan.digest}`);
  const shard = repositoriesOf(plan, value.index);
  if (shard === undefined) throw wrong(`it is of shard ${value.index}, and the plan has ${plan.shards.length}`);
  const isSame = value.repositories.length === shard.length && shard.every((one, at) => isOf(one, value.repositories[at]));
  if (!isSame) throw wrong(`it does not have the repositories of shard ${value.index}`);
  for (const one of value.repositories) {
    const odd = one.kind === 'audited' ? contradictionIn(one) : undefined;
    if (odd !== undefined) throw wrong(`the audit of ${one.name} contradicts itself: ${odd}`);
  }
  return value;
}

function isOf({ id, name }: PlannedRepository, found: RepositoryResult | undefined): boolean {
  return found?.id === id && found.name === name;
}

/** The repositories of a shard, in their order; `undefined` where the plan has no such shard. */
export function repositoriesOf({ repositories, shards }: OrganizationPlan, index: number): readonly PlannedRepository[] | undefined {
  const ids = shards[index];
  if (ids === undefined) return undefined;
  const byId = new Map(repositories.map((one) => [one.id, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A part and where it came from. */
export interface GivenPart {
  readonly file: string;
  readonly text: string;
}

/**
 * The parts by their shards. The same part twice is one part; two that say different things of one shard are refused, because nobody can
 * tell which one is right.
 */
export function partsOf(given: readonly GivenPart[], plan: OrganizationPlan): ReadonlyMap<number, AuditPart> {
  const parts = new Map<number, { readonly part: AuditPart; readonly file: string }>();
  for (const { file, text } of given) {
    const read = readPart(text, file, plan);
    const known = parts.get(read.index);
    if (known !== undefined && JSON.stringify(known.part) !== JSON.stringify(read))
      throw new UsageError('invalid-input', `${known.file} and ${file} are both of shard ${read.index}, and differ`, {
        fix: 'Keep the one that was written last, or run that shard again and give its part alone',
      });
    parts.set(read.index, known ?? { part: read, file });
  }
  return new Map([...parts].map(([index, { part: read }]) => [index, read]));
}
