import type {
  AllowanceInput,
  AllowedArtifact,
  Environment as EnvironmentReply,
  EnvironmentInput,
  EnvironmentType,
} from '../../../contract/index.ts';
import { given } from '../../../text/index.ts';
import type { Evidence } from '../../context.ts';
import type { View } from '../../evidence/links.ts';
import { inChunks, inSteps, type AskedPage } from '../../evidence/listing.ts';
import { Refusal, noSuch, refuseBlank } from '../../evidence/refusal.ts';
import type { Author, Org } from '../../log/chain.ts';
import type { EnvironmentDelta } from './tables-changes.ts';
import type { Environment, EnvironmentChange, EnvironmentOutcome, EnvironmentRefusal, EnvironmentState, Tags } from './tables.ts';

export function environmentRefusal(org: string, refusal: EnvironmentRefusal): Refusal {
  const { name } = refusal;
  switch (refusal.outcome) {
    case 'no-environment':
      return noSuch('environment', org, name);
    case 'archived':
      return new Refusal('invalid-request', `The environment '${name}' of the organization '${org}' is archived and takes nothing.`, {
        fix: 'Create it again to bring it back.',
      });
    case 'other-type':
      return new Refusal('invalid-request', `The environment '${name}' of the organization '${org}' is of the type ${refusal.type}.`, {
        errors: { type: `must be ${refusal.type}: the type of an environment never changes.` },
      });
    case 'name-taken':
      return new Refusal('invalid-request', `There is an environment '${name}' in the organization '${org}' already.`, {
        errors: { new_name: 'is taken: choose another.' },
      });
    case 'no-policy':
      return noSuch('policy', org, name);
    case 'not-physical':
      return new Refusal('invalid-request', `The environment '${name}' of the organization '${org}' is logical.`, {
        fix: 'Name one that something is reported to: what runs in a logical one is known from its parts.',
      });
    case 'not-logical':
      return new Refusal('invalid-request', `The environment '${name}' of the organization '${org}' is not logical.`, {
        errors: { included_environments: 'only an environment of the type logical is made of others.' },
      });
  }
}

/** Makes an environment or changes its fields; an absent field stays as it is. */
export async function putEnvironment({ store }: Evidence, author: Author, input: EnvironmentInput): Promise<'created' | 'updated'> {
  const { description, included_environments: included, name, policies, type } = input;
  const outcome = await store.putEnvironment({
    author,
    name,
    type,
    ...given({ description: description ?? undefined, included: included ?? undefined, policies: policies ?? undefined }),
  });
  return accepted(author, outcome);
}

export async function changeEnvironment(
  { store }: Evidence,
  author: Author,
  name: string,
  change: EnvironmentChange | EnvironmentDelta,
): Promise<void> {
  accepted(author, await store.changeEnvironment(author, name, change));
}

function accepted({ orgName }: Author, outcome: EnvironmentOutcome): 'created' | 'updated' {
  if ('name' in outcome) throw environmentRefusal(orgName, outcome);
  return outcome.outcome;
}

export async function getEnvironment(evidence: Evidence, org: Org, name: string): Promise<EnvironmentView> {
  const environment = await findEnvironment(evidence, org, name);
  return await viewOf(evidence, org, environment, await tagsBy(evidence.store, org.orgId, [environment]));
}

/** The environment of that name, also an archived one; a refusal if there is none. */
export async function findEnvironment({ store }: Evidence, org: Org, name: string): Promise<Environment> {
  const found = await store.findEnvironment(org.orgId, name);
  if (found === undefined) throw noSuch('environment', org.orgName, name);
  return found;
}

interface EnvironmentFilter {
  /** A part of the name. */
  readonly name: string;
  readonly types: readonly EnvironmentType[];
  /** Each is `key` or `key:value`; an environment must have all of them. */
  readonly tags: readonly string[];
  readonly sort: 'name' | 'last_modified_at' | 'last_changed_at';
  readonly descends: boolean;
}

/** The environments that are not archived: one page of them, or all if no page size is given. */
export async function listEnvironments(evidence: Evidence, org: Org, filter: EnvironmentFilter, { page, perPage }: AskedPage) {
  const found: Environment[] = [];
  for await (const environment of everyEnvironment(evidence, org)) {
    const isType = filter.types.length === 0 || filter.types.includes(environment.type);
    if (isType && environment.name.includes(filter.name)) found.push(environment);
  }
  const tags = filter.tags.length === 0 ? new Map<string, Tags>() : await tagsBy(evidence.store, org.orgId, found);
  const tagged = found.filter(({ id }) => filter.tags.every((wanted) => hasTag(tags.get(id) ?? {}, wanted)));
  const sorted = tagged.toSorted((one, other) => (filter.descends ? compare(other, one, filter.sort) : compare(one, other, filter.sort)));
  const shown = perPage === 0 ? sorted : sorted.slice((page - 1) * perPage, page * perPage);
  return { environments: await viewsOf(evidence, org, shown), total: sorted.length };
}

function hasTag(tags: Tags, wanted: string): boolean {
  const at = wanted.indexOf(':');
  return at === -1 ? Object.hasOwn(tags, wanted) : tags[wanted.slice(0, at)] === wanted.slice(at + 1);
}

async function tagsBy(store: Evidence['store'], orgId: string, environments: readonly Environment[]): Promise<ReadonlyMap<string, Tags>> {
  const ids = environments.map(({ id }) => id);
  return new Map(await Array.fromAsync(inChunks(ids, atOnce, (some) => store.tagsOf(orgId, 'env', some))));
}

const atOnce = 1000;

/** Every environment that is not archived, by name. */
async function* everyEnvironment({ store }: Evidence, { orgId }: Org): AsyncIterable<Environment> {
  const read = (after: string, limit: number) => store.environmentsAfter(orgId, after, limit);
  for await (const some of inSteps('', atOnce, read, ({ name }) => name)) yield* some.filter(({ isArchived }) => !isArchived);
}

function compare(one: Environment, other: Environment, by: EnvironmentFilter['sort']): number {
  const difference =
    by === 'last_modified_at'
      ? one.lastModifiedAt - other.lastModifiedAt
      : by === 'name'
        ? 0
        : (one.lastChangedAt ?? 0) - (other.lastChangedAt ?? 0);
  return difference === 0 ? (one.name < other.name ? -1 : 1) : difference;
}

async function viewsOf(evidence: Evidence, org: Org, environments: readonly Environment[]): Promise<readonly EnvironmentView[]> {
  const tags = await tagsBy(evidence.store, org.orgId, environments);
  return await Array.fromAsync(environments, (environment) => viewOf(evidence, org, environment, tags));
}

type EnvironmentView = View<EnvironmentReply>;

async function viewOf(
  { store }: Evidence,
  { orgId, orgName }: Org,
  environment: Environment,
  tags: ReadonlyMap<string, Tags>,
): Promise<EnvironmentView> {
  const { id, included, type } = environment;
  const names = included.length === 0 ? new Map<string, string>() : await store.environmentNames(orgId, included);
  return {
    id,
    name: environment.name,
    org: orgName,
    type,
    description: environment.description,
    archived: environment.isArchived,
    state: flagOf(environment.state),
    created_at: environment.createdAt,
    created_by: environment.createdBy,
    last_modified_at: Math.max(environment.lastModifiedAt, environment.lastChangedAt ?? 0),
    last_changed_at: environment.lastChangedAt ?? null,
    last_reported_at: environment.lastReportedAt ?? null,
    // A changed number of instances is an event, and not a snapshot.
    include_scaling: false,
    policies: environment.policies,
    tags: tags.get(id) ?? {},
    included_environments: type === 'logical' ? included.flatMap((each) => names.get(each) ?? []).toSorted() : null,
  };
}

/** `null` while it is not known. */
export function flagOf(state: EnvironmentState): boolean | null {
  return state === 'UNKNOWN' ? null : state === 'COMPLIANT';
}

/** Allows an artifact in an environment: from now on it is compliant there, whatever is known about it. */
export async function allowArtifact({ store }: Evidence, author: Author, environment: string, input: AllowanceInput): Promise<void> {
  const { artifact_fingerprint: fingerprint, artifact_name: name, description } = input;
  refuseBlank('description', description, 'why the artifact is allowed');
  const outcome = await store.allowArtifact({ author, environment, fingerprint, name, description });
  if (outcome.outcome !== 'recorded') throw environmentRefusal(author.orgName, outcome);
}

/** Everything that is allowed, by environment. */
export async function* listAllowedArtifacts(evidence: Evidence, org: Org): AsyncIterable<View<AllowedArtifact>> {
  for await (const environment of everyEnvironment(evidence, org)) {
    for (const { createdAt, createdBy, description, fingerprint, name } of await evidence.store.allowancesOf(org.orgId, environment.id)) {
      yield {
        artifact_name: name,
        fingerprint,
        environment_name: environment.name,
        timestamp: createdAt,
        user_name: createdBy,
        description,
      };
    }
  }
}
