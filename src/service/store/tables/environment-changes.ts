import { given } from '../../../text/index.ts';
import type { EnvironmentContent } from '../kinds/environments.ts';
import { append, type Appended, type Chain } from '../log/chain.ts';
import type { Environment, EnvironmentChange, EnvironmentOutcome, EnvironmentRefusal, NewEnvironment } from '../model/environments.ts';
import type { Rules } from '../model/rules.ts';
import { newRecordId } from '../record-id.ts';
import { insert, send, sql, update, type Steps } from '../sql/sql.ts';
import { environmentById, environmentsNamed, findEnvironment } from './environments.ts';
import { evaluateEnvironment, evaluateLogical } from './evaluate-environment.ts';
import { policiesNamed } from './latest-policies.ts';

/** Makes an environment, or changes its fields; an archived one is back. */
export function* putEnvironment(chain: Chain, said: NewEnvironment, rules: Rules): Steps<EnvironmentOutcome> {
  const { author, name, type, ...change } = said;
  const known = yield* findEnvironment(author.orgId, name);
  if (known !== undefined && known.type !== type) return { outcome: 'other-type', name, type: known.type };
  const refusal = yield* refusalOf(author.orgId, { name, type }, change);
  if (refusal !== undefined) return refusal;
  const back = known?.isArchived === true ? { isArchived: false } : {};
  yield* record(chain, known ?? { id: newRecordId(), name, type }, { ...change, ...back }, known === undefined, rules);
  return { outcome: known === undefined ? 'created' : 'updated' };
}

/** Changes one existing environment: its name, whether it is archived, its policies, its parts. */
export function* changeEnvironment(
  chain: Chain,
  name: string,
  change: EnvironmentChange | EnvironmentDelta,
  rules: Rules,
): Steps<EnvironmentOutcome> {
  const { orgId } = chain.author;
  const known = yield* findEnvironment(orgId, name);
  if (known === undefined) return { outcome: 'no-environment', name };
  if (known.isArchived) return { outcome: 'archived', name };
  const whole = 'delta' in change ? yield* applied(orgId, known, change) : change;
  const refusal = yield* refusalOf(orgId, known, whole);
  if (refusal !== undefined) return refusal;
  yield* record(chain, known, whole, false, rules);
  return { outcome: 'updated' };
}

/** A change of an environment's policies or parts that leaves the rest as it is. */
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
  known: Pick<Environment, 'id' | 'name' | 'type'>,
  change: EnvironmentChange,
  isNew: boolean,
  rules: Rules,
): Steps<void> {
  const { description, included, isArchived, name = known.name, policies } = change;
  const parts = included === undefined ? [] : yield* environmentsNamed(chain.author.orgId, included);
  const content: EnvironmentContent = {
    kind: isNew ? 'environment_reported' : 'environment_updated',
    environment: name,
    environment_id: known.id,
    environment_type: known.type,
    ...given({ description, is_archived: isArchived }),
    ...(policies === undefined ? {} : { policies: [...new Set(policies)].toSorted() }),
    ...(included === undefined ? {} : { included: [...new Set(parts.map(({ id }) => id))].toSorted() }),
  };
  yield* applyEnvironment(chain, yield* append(chain, content), rules);
}

export function* applyEnvironment(chain: Chain, { record }: Appended<EnvironmentContent>, rules: Rules): Steps<void> {
  const { environment_id: id, org_id: orgId } = record;
  if (record.kind === 'environment_reported') {
    yield* send(
      insert('environments', {
        org_id: orgId,
        id,
        name: record.environment,
        type: record.environment_type,
        description: record.description ?? '',
        is_archived: false,
        state: 'UNKNOWN',
        snapshot_count: 0,
        event_count: 0,
        created_at: record.created_at,
        created_by: record.reported_by,
        last_modified_at: record.created_at,
        policies: JSON.stringify(record.policies ?? []),
        included: JSON.stringify(record.included ?? []),
      }),
    );
  } else {
    yield* send(
      update(
        'environments',
        { org_id: orgId, id },
        {
          name: record.environment,
          description: record.description,
          is_archived: record.is_archived,
          policies: record.policies && JSON.stringify(record.policies),
          included: record.included && JSON.stringify(record.included),
          last_modified_at: record.created_at,
        },
      ),
    );
  }
  yield* keepLinks(orgId, id, 'policy', record.policies);
  yield* keepLinks(orgId, id, 'part', record.included);
  const environment = yield* environmentById(orgId, id);
  if (environment !== undefined && !environment.isArchived) yield* evaluateEnvironment(chain, environment, rules);
  if (record.is_archived !== undefined) yield* evaluateLogical(chain, id, rules);
}

function* keepLinks(orgId: string, id: string, kind: 'policy' | 'part', names: readonly string[] | undefined): Steps<void> {
  if (names === undefined) return;
  yield* send(sql`delete from environment_links where org_id = ${orgId} and environment_id = ${id} and kind = ${kind}`);
  for (const name of names) yield* send(insert('environment_links', { org_id: orgId, kind, name, environment_id: id }));
}
