import { hash } from 'node:crypto';
import { type UsageError, wrongUse } from '../../errors/index.ts';
import { aDigest, aFlag, aMoment, aText, aWhole, ifThere, like, listOf, oneOf, orNull, passes, shape } from '../../text/check.ts';
import type { Check, Checked } from '../../text/check.ts';
import { jsonProblem, oneLine, parseJson, sortedJson } from '../../text/index.ts';
import { timeZone } from '../facts/line.ts';
import { keptHead } from '../facts/log.ts';

interface Handed {
  /** As it was given. */
  readonly file: string;
  readonly what: string;
  readonly fix: string;
}

/** Plans and parts are flat; half a million findings have 10 million values. */
const bounds = { depth: 32, values: 20_000_000, names: 10_000 };

/** The value of a JSON text within bounds, and a function that makes the error for a fault in it. */
export function readDocument(
  source: string,
  { file, fix, what }: Handed,
): { readonly value: unknown; readonly wrong: (why: string) => UsageError } {
  const wrong = (why: string): UsageError => wrongUse(`${oneLine(file, 300)} is no ${what}: ${oneLine(why, 300)}`, fix);
  const text = source.replace(/^\uFEFF/, '');
  const problem = jsonProblem(text, bounds);
  if (problem !== undefined) throw wrong(`${problem.path} ${problem.sentence}`);
  const value = parseJson(text);
  if (value === undefined) throw wrong('it is no JSON, or was cut off');
  return { value, wrong };
}

export const repositoryStates = ['in scope', 'created', 'renamed', 'archived', 'excluded', 'not seen'] as const;
export type RepositoryState = (typeof repositoryStates)[number];

export interface ListedRepository {
  readonly id: number;
  /** `owner/name` */
  readonly name: string;
  readonly archived: boolean;
  /** ISO 8601 in UTC; null where GitHub tells none. */
  readonly createdAt: string | null;
  readonly pushedAt: string | null;
  readonly updatedAt: string | null;
  /** In KiB. */
  readonly size: number;
  /** The absolute path of a clone that is audited in the place of one of our own. */
  readonly clone?: string;
  /** Why it cannot be audited, where a list of the caller has it. */
  readonly fault?: string;
}

export interface OrganizationExclusion {
  readonly reason: string;
  readonly owner: string;
  readonly until: string;
}

interface KnownRepository {
  readonly listed: ListedRepository;
  readonly isSeen: boolean;
  readonly exclusion: OrganizationExclusion | undefined;
  /** Its name in the plan before. */
  readonly before: string | undefined;
}

interface Decided {
  readonly state: RepositoryState;
  readonly audited: boolean;
  readonly reason: string | null;
}

/** An unseen repository is left out only by an exclusion. */
export function stateOf({ before, exclusion, isSeen, listed }: KnownRepository, since: string): Decided {
  if (exclusion !== undefined) {
    const { owner, reason, until } = exclusion;
    return { state: 'excluded', audited: false, reason: `${reason} (${owner}, until ${until})` };
  }
  if (!isSeen) {
    const reason = listed.fault ?? 'the organization has it, and the token of the audit does not see it';
    return { state: 'not seen', audited: false, reason };
  }
  if (listed.archived) return archived(listed, since);
  if (listed.createdAt !== null && Date.parse(listed.createdAt) >= Date.parse(since))
    return { state: 'created', audited: true, reason: null };
  if (before !== undefined && before !== listed.name)
    return { state: 'renamed', audited: true, reason: `it was ${before} in the plan before` };
  return { state: 'in scope', audited: true, reason: null };
}

/** Nothing lands in an archived repository. One that changed since the period began may have been archived after that. */
function archived({ pushedAt, updatedAt }: ListedRepository, since: string): Decided {
  const last = [pushedAt, updatedAt].filter((at) => at !== null).map((at) => Date.parse(at));
  return last.length > 0 && Math.max(...last) < Date.parse(since)
    ? { state: 'archived', audited: false, reason: 'it is archived, and nothing in it changed since the period began' }
    : { state: 'archived', audited: true, reason: 'it is archived now, and changed since the period began' };
}

/** Something that should be known and is not: it makes the whole organization unknown. */
export const hole = shape({ what: aText, why: aText, fix: aText });
export type OrganizationHole = Checked<typeof hole>;

const fullName = like(/^[\w.-]{1,100}\/(?!\.{1,2}$)[\w.-]{1,100}$/, ' is no owner/name');
const number = like(/^-?[1-9]\d{0,15}$/, ' is no id');
/** GitHub's id of a repository: it stays when the name changes. Below zero it is made of the name, because GitHub did not tell it. */
export const repositoryId: Check<number> = (value) => (typeof value === 'number' ? number(String(value)) : ' is no id');

const repository = shape({
  id: repositoryId,
  name: fullName,
  state: oneOf(...repositoryStates),
  audited: aFlag,
  /** Why it is in this state, where the state does not say it. */
  reason: orNull(aText),
  /** The name in the plan before; null where it is the same, or unknown. */
  before: orNull(fullName),
  createdAt: orNull(aMoment),
  pushedAt: orNull(aMoment),
  /** In KiB, as GitHub counts it: by it the shards are balanced. */
  size: aWhole,
  /** A clone of the caller, as an absolute path; left out: it is cloned. */
  clone: ifThere(aText),
});
export type PlannedRepository = Checked<typeof repository>;

const fields = {
  format: oneOf('compliance-evidence-organization-plan'),
  version: oneOf(1),
  tool: shape({ name: aText, version: aText }),
  organization: aText,
  /** `list`: the caller listed the repositories. */
  kind: oneOf('organization', 'user', 'list'),
  serverUrl: aText,
  at: aMoment,
  period: shape({ since: aMoment, until: aMoment }),
  /** The view that decides what can be audited: an App's installation, that of another token; or git alone, without a token. */
  seenBy: oneOf('installation', 'token', 'git'),
  audit: shape({
    /** The evidence that the audit goes by, where it is not that of a service. */
    evidence: ifThere(oneOf('github')),
    baseUrl: ifThere(aText),
    org: ifThere(aText),
    flows: listOf(aText),
    branches: listOf(aText),
    failOn: oneOf('low', 'medium', 'high', 'critical', 'none'),
    people: oneOf('login', 'pseudonym'),
    /** The zone of the dates that were given, and of the moments that are shown; left out: UTC. */
    timeZone: ifThere(timeZone),
  }),
  /** Kept heads of the service's log; left out: none was handed in, and no shard reads the log. */
  witnesses: ifThere(listOf(keptHead)),
  /** SHA-256 of the file of exclusions; null where there is none. */
  exclusions: orNull(aDigest),
  /** By their ids. */
  repositories: listOf(repository),
  holes: listOf(hole),
  shards: listOf(listOf(repositoryId)),
};
const content = shape(fields);
const planShape = shape({ ...fields, digest: aDigest });

export type PlanContent = Checked<typeof content>;
/** Its digest is the SHA-256 of the canonical JSON (RFC 8785) of the rest. */
export type OrganizationPlan = Checked<typeof planShape>;

export const planFormat = 'compliance-evidence-organization-plan';

/** The largest plan that is read, in bytes: 100,000 repositories have about 30 MB. */
export const largestPlan = 64 * 1024 * 1024;

export function sealed(plan: PlanContent): OrganizationPlan {
  return { ...plan, digest: digestOf(plan) };
}

/** Digest of what is audited, however it is shared out: two plans that differ only in their shards have the same. */
export function scopeDigest(plan: OrganizationPlan): string {
  return digestOf(Object.fromEntries(Object.entries(plan).filter(([name]) => name !== 'digest' && name !== 'shards')));
}

/** The hash of the canonical JSON (RFC 8785). A plan has no fractions and no keys that are numbers, so that sorting its keys is enough. */
function digestOf(value: object): string {
  return hash('sha256', sortedJson(value));
}

export function planText(plan: OrganizationPlan): string {
  return `${JSON.stringify(plan, null, 1)}\n`;
}

/**
 * The plan in a given text: each field is checked, the digest is worked out again, and each audited repository is in
 * exactly one shard.
 * @throws {UsageError} that says what is wrong with it
 */
export function readPlan(source: string, file: string): OrganizationPlan {
  const { value, wrong } = readDocument(source, { file, what: 'plan of an organization', fix: 'Name the file that `audit-plan` wrote' });
  if (!passes(planShape, value)) throw wrong(`its plan${planShape(value) ?? ''}`);
  const { digest: told, ...rest } = value;
  if (digestOf(rest) !== told) throw wrong('its digest is not that of its content: it was changed, or was not written by audit-plan');
  const { baseUrl, evidence, org } = value.audit;
  if ([baseUrl, org].some((one) => (one === undefined) !== (evidence === 'github'))) throw wrong('it does not name one kind of evidence');
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

/** Whether the state of a repository allows what the plan does with it: one that is left out needs a reason that a plan can have. */
function isDecided({ audited, id, pushedAt, reason, state }: PlannedRepository, { exclusions, period, seenBy }: OrganizationPlan): boolean {
  if (audited && id < 0 !== (seenBy === 'git')) return false;
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
