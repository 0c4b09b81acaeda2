import { createHash } from 'node:crypto';
import { aDigest, aFlag, aMoment, aText, aWhole, ifThere, like, listOf, oneOf, orNull, shape, type Checked } from '../../text/check.ts';
import { timeZone } from '../facts/line.ts';
import { keptHead } from '../facts/log.ts';
import { readDocument } from './read-document.ts';
import { repositoryStates } from './states.ts';

/** Something that should be known and is not: it makes the whole organization unknown. */
export const hole = shape({ what: aText, why: aText, fix: aText });
export type OrganizationHole = Checked<typeof hole>;

const fullName = like(/^[\w.-]{1,100}\/(?!\.{1,2}$)[\w.-]{1,100}$/, ' is no owner/name');
const number = like(/^[1-9]\d{0,15}$/, ' is no id');
/** GitHub's id of a repository: it stays when the name changes. */
export const repositoryId = (value: unknown): string | undefined => (typeof value === 'number' ? number(String(value)) : ' is no id');

const repository = shape({
  id: repositoryId,
  name: fullName,
  state: oneOf(...repositoryStates),
  /** Whether a shard has it. */
  audited: aFlag,
  /** Why it is in this state, where the state does not say it. */
  reason: orNull(aText),
  /** The name that it had in the plan before; null where it is the same, or nobody knows. */
  before: orNull(fullName),
  createdAt: orNull(aMoment),
  pushedAt: orNull(aMoment),
  /** In KiB, as GitHub counts it: by it the shards are balanced. */
  size: aWhole,
});
/** A repository and what the plan does with it. */
export type PlannedRepository = Omit<Checked<typeof repository>, 'id'> & { readonly id: number };

const fields = {
  format: oneOf('compliance-evidence-organization-plan'),
  version: oneOf(1),
  tool: shape({ name: aText, version: aText }),
  organization: aText,
  kind: oneOf('organization', 'user'),
  /** The server of GitHub that its repositories are on. */
  serverUrl: aText,
  at: aMoment,
  period: shape({ since: aMoment, until: aMoment }),
  /** The view that decides what can be audited: an App's installation, or that of another token. */
  seenBy: oneOf('installation', 'token'),
  /** The question of each audit, the same for every repository. */
  audit: shape({
    baseUrl: aText,
    org: aText,
    flows: listOf(aText),
    branches: listOf(aText),
    failOn: oneOf('low', 'medium', 'high', 'critical', 'none'),
    people: oneOf('login', 'pseudonym'),
    /** The zone of the dates that were given, and of the moments that are shown; left out: UTC. */
    timeZone: ifThere(timeZone),
  }),
  /** Heads of the service's log that somebody kept; left out: nobody handed one in, and no shard reads the log. */
  witnesses: ifThere(listOf(keptHead)),
  /** SHA-256 of the file of exclusions; null where there is none. */
  exclusions: orNull(aDigest),
  /** By their ids. */
  repositories: listOf(repository),
  holes: listOf(hole),
  /** Ids of repositories, shard by shard. */
  shards: listOf(listOf(repositoryId)),
};
const content = shape(fields);
const planShape = shape({ ...fields, digest: aDigest });

type Numbered<Content> = Omit<Content, 'repositories' | 'shards'> & {
  readonly repositories: readonly PlannedRepository[];
  readonly shards: readonly (readonly number[])[];
};
/** A plan without its digest. */
export type PlanContent = Numbered<Checked<typeof content>>;
/** Which repositories are audited for what time, shared out. Its digest is the SHA-256 of the canonical JSON (RFC 8785) of the rest. */
export type OrganizationPlan = Numbered<Checked<typeof planShape>>;

export const planFormat = 'compliance-evidence-organization-plan';

/** The largest plan that is read, in bytes: 100,000 repositories have about 30 MB. */
export const largestPlan = 64 * 1024 * 1024;

export function sealed(plan: PlanContent): OrganizationPlan {
  return { ...plan, digest: digestOf(plan) };
}

/** Digest of what is audited, however it is shared out: two plans that differ in their shards alone have the same. */
export function scopeDigest(plan: OrganizationPlan): string {
  return digestOf(Object.fromEntries(Object.entries(plan).filter(([name]) => name !== 'digest' && name !== 'shards')));
}

/**
 * The hash of the canonical JSON (RFC 8785). A plan has no number with a fraction and no key that is a number, so that its keys in order are
 * all that this takes.
 */
function digestOf(value: object): string {
  return createHash('sha256').update(JSON.stringify(value, inOrder)).digest('hex');
}

function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

export function planText(plan: OrganizationPlan): string {
  return `${JSON.stringify(plan, null, 1)}\n`;
}

/**
 * The plan in a text that somebody handed in: each field is checked, the digest is worked out again, and each audited repository is in
 * exactly one shard.
 *
 * @throws {UsageError} that says what is wrong with it.
 */
export function readPlan(source: string, file: string): OrganizationPlan {
  const { value, wrong } = readDocument(source, { file, what: 'plan of an organization', fix: 'Name the file that `audit-plan` wrote' });
  const fault = planShape(value);
  const isPlan = (_value: unknown): _value is OrganizationPlan => fault === undefined;
  if (!isPlan(value)) throw wrong(`its plan${fault ?? ''}`);
  const { digest: told, ...rest } = value;
  if (digestOf(rest) !== told) throw wrong('its digest is not that of its content: it was changed, or was not written by audit-plan');
  const shared = value.shards.flat();
  const audited = value.repositories.filter((each) => each.audited).map(({ id }) => id);
  if (value.shards.length === 0 || shared.length !== new Set(shared).size) throw wrong('its shards share a repository, or there is none');
  if (new Set(value.repositories.map(({ id }) => id)).size !== value.repositories.length) throw wrong('it has a repository twice');
  if (shared.toSorted(byNumber).join(' ') !== audited.toSorted(byNumber).join(' '))
    throw wrong('its shards do not have the audited repositories');
  const odd = value.repositories.find((one) => !isDecided(one, value));
  if (odd !== undefined) throw wrong(`its state of ${odd.name} does not say why it is ${odd.audited ? 'audited' : 'not audited'}`);
  return value;
}

/** Whether the state of a repository lets the plan do with it what it does: one that is left out needs a reason that a plan can have. */
function isDecided({ audited, pushedAt, reason, state }: PlannedRepository, { exclusions, period }: OrganizationPlan): boolean {
  switch (state) {
    case 'in scope':
    case 'created':
    case 'renamed':
      return audited;
    case 'archived':
      return audited || (reason !== null && (pushedAt === null || Date.parse(pushedAt) < Date.parse(period.since)));
    case 'excluded':
      return !audited && reason !== null && exclusions !== null;
    case 'not seen':
      return !audited;
  }
}

function byNumber(one: number, other: number): number {
  return one - other;
}
