import type { Environment, EnvironmentChange, EnvironmentOutcome, EnvironmentRefusal, NewEnvironment } from '../model/environments.ts';
import { append, closeChain, openChain, type Appended, type Author, type Chain } from '../log/chain.ts';
import type { EnvironmentContent } from '../kinds/environments.ts';
import { newRecordId } from '../record-id.ts';
import { query, type Steps } from '../sql/statement.ts';
import type { Judges } from '../model/judges.ts';
import { policiesNamed } from './latest-policies.ts';
import { environmentById, environmentsNamed, findEnvironment } from './environments.ts';
import { settle, settleLogical } from './settle.ts';

/** Makes an environment, or changes what is said of one; one that was archived is back. */
export function* putEnvironment(said: NewEnvironment, judges: Judges, now: number): Steps<EnvironmentOutcome> {
  const { author, name, type, ...change } = said;
  const chain = yield* openChain(author);
  const known = yield* findEnvironment(author.orgId, name);
  const refusal =
    known !== undefined && known.type !== type
      ? ({ outcome: 'other-type', name, type: known.type } as const)
      : yield* refusalOf(author.orgId, { name, type }, change);
  if (refusal === undefined) {
    const back = known?.isArchived === true ? { isArchived: false } : {};
    yield* record(chain, now, known ?? { id: newRecordId(), name, type }, { ...change, ...back }, known === undefined, judges);
  }
  yield* closeChain(chain);
  return refusal ?? { outcome: known === undefined ? 'created' : 'updated' };
}

/** Changes one environment that is there: its name, whether it is archived, what is attached to it, what it is made of. */
export function* changeEnvironment(
  author: Author,
  name: string,
  change: EnvironmentChange | EnvironmentDelta,
  judges: Judges,
  now: number,
): Steps<EnvironmentOutcome> {
  const chain = yield* openChain(author);
  const known = yield* findEnvironment(author.orgId, name);
  let refusal: EnvironmentRefusal | undefined;
  if (known === undefined) refusal = { outcome: 'no-environment', name };
  else if (known.isArchived) refusal = { outcome: 'archived', name };
  else {
    const whole = 'delta' in change ? yield* applied(author.orgId, known, change) : change;
    refusal = yield* refusalOf(author.orgId, known, whole);
    if (refusal === undefined) yield* record(chain, now, known, whole, false, judges);
  }
  yield* closeChain(chain);
  return refusal ?? { outcome: 'updated' };
}

/** A change of what an environment is tied to, that leaves the rest of it. */
export type EnvironmentDelta =
  | { readonly delta: 'attach' | 'detach'; readonly policies: readonly string[] }
  | { readonly delta: 'join'; readonly part: string };

function* applied(orgId: string, known: Environment, change: EnvironmentDelta): Steps<EnvironmentChange> {
  switch (change.delta) {
    case 'attach':
      return { policies: [...known.policies, ...change.policies] };
    case 'detach':
      return { policies: known.policies.filter((each) => !change.policies.includes(each)) };
    case 'join': {
      const names: string[] = [];
      for (const id of known.included) {
        const part = yield* environmentById(orgId, id);
        if (part !== undefined) names.push(part.name);
      }
      return { included: [...names, change.part] };
    }
  }
}

function* refusalOf(
  orgId: string,
  { name, type }: Pick<Environment, 'name' | 'type'>,
  change: EnvironmentChange,
): Steps<EnvironmentRefusal | undefined> {
  const { included, name: newName, policies = [] } = change;
  if (newName !== undefined && newName !== name && (yield* findEnvironment(orgId, newName)) !== undefined)
    return { outcome: 'name-taken', name: newName };
  if (policies.length > 0 && type === 'logical') return { outcome: 'not-physical', name };
  const found = new Set((yield* policiesNamed(orgId, policies)).map((policy) => policy.name));
  const unknown = policies.find((policy) => !found.has(policy));
  if (unknown !== undefined) return { outcome: 'no-policy', name: unknown };
  if (included === undefined) return undefined;
  if (type !== 'logical') return { outcome: 'not-logical', name };
  const parts = new Map((yield* environmentsNamed(orgId, included)).map((part) => [part.name, part]));
  for (const part of included) {
    const known = parts.get(part);
    if (known === undefined) return { outcome: 'no-environment', name: part };
    if (known.type === 'logical') return { outcome: 'not-physical', name: part };
    if (known.isArchived) return { outcome: 'archived', name: part };
  }
  return undefined;
}

function* record(
  chain: Chain,
  now: number,
  known: Pick<Environment, 'id' | 'name' | 'type'>,
  change: EnvironmentChange,
  isNew: boolean,
  judges: Judges,
): Steps<void> {
  const { description, included, isArchived, name = known.name, policies } = change;
  const parts = included === undefined ? [] : yield* environmentsNamed(chain.author.orgId, included);
  const content: EnvironmentContent = {
    kind: isNew ? 'environment_reported' : 'environment_updated',
    environment: name,
    environment_id: known.id,
    environment_type: known.type,
    ...(description === undefined ? {} : { description }),
    ...(isArchived === undefined ? {} : { is_archived: isArchived }),
    ...(policies === undefined ? {} : { policies: [...new Set(policies)].toSorted() }),
    ...(included === undefined ? {} : { included: [...new Set(parts.map(({ id }) => id))].toSorted() }),
  };
  yield* applyEnvironment(chain, yield* append(chain, now, newRecordId(), content), judges);
}

/** What the tables say of an environment from this record on. */
export function* applyEnvironment(chain: Chain, { record }: Appended<EnvironmentContent>, judges: Judges): Steps<void> {
  const { environment_id: id, org_id: orgId } = record;
  if (record.kind === 'environment_reported') {
    yield* query(
      `insert into environments (org_id, id, name, type, description, is_archived, state, snapshot_count, event_count, created_at, created_by,
         last_modified_at, policies, included)
       values ($1, $2, $3, $4, $5, false, 'UNKNOWN', 0, 0, $6, $7, $6, $8, $9)`,
      orgId,
      id,
      record.environment,
      record.environment_type,
      record.description ?? '',
      record.created_at,
      record.reported_by,
      JSON.stringify(record.policies ?? []),
      JSON.stringify(record.included ?? []),
    );
  } else {
    yield* query(
      `update environments set name = $3, description = coalesce($4, description), is_archived = coalesce($5, is_archived),
         policies = coalesce($6, policies), included = coalesce($7, included), last_modified_at = $8
       where org_id = $1 and id = $2`,
      orgId,
      id,
      record.environment,
      record.description ?? null,
      record.is_archived ?? null,
      record.policies === undefined ? null : JSON.stringify(record.policies),
      record.included === undefined ? null : JSON.stringify(record.included),
      record.created_at,
    );
  }
  yield* keepLinks(orgId, id, 'policy', record.policies);
  yield* keepLinks(orgId, id, 'part', record.included);
  const environment = yield* environmentById(orgId, id);
  if (environment !== undefined && !environment.isArchived) yield* settle(chain, environment, judges);
  if (record.is_archived !== undefined) yield* settleLogical(chain, id, judges);
}

function* keepLinks(orgId: string, id: string, kind: 'policy' | 'part', names: readonly string[] | undefined): Steps<void> {
  if (names === undefined) return;
  yield* query('delete from environment_links where org_id = $1 and environment_id = $2 and kind = $3', orgId, id, kind);
  for (const name of names)
    yield* query('insert into environment_links (org_id, kind, name, environment_id) values ($1, $2, $3, $4)', orgId, kind, name, id);
}
