import { canonical, given } from '../../../text/index.ts';
import { append, type Appended, type Chain, type Deciding } from '../../log/chain.ts';
import { newRecordId } from '../../record/id.ts';
import { insert, isFound, send, sql, update, upsert, type Steps } from '../../sql/sql.ts';
import type { AllowanceContent, EnvironmentContent, PresenceContent, SnapshotContent } from './record.ts';
import { evaluateEnvironment, evaluateLogical, policiesNamed } from './tables-evaluation.ts';
import { announce } from './tables-events.ts';
import {
  applyPresence,
  environmentById,
  environmentNames,
  environmentsNamed,
  findEnvironment,
  findPhysical,
  findSnapshot,
  originsOf,
} from './tables.ts';
import type {
  Environment,
  EnvironmentChange,
  EnvironmentOutcome,
  EnvironmentRefusal,
  NewAllowance,
  NewEnvironment,
  NewReport,
  ReportOutcome,
  Transition,
} from './tables.ts';

/** Makes an environment, or changes its fields; an archived one is back. */
export function* putEnvironment(chain: Deciding, said: NewEnvironment): Steps<EnvironmentOutcome> {
  const { author, name, type, ...change } = said;
  const known = yield* findEnvironment(author.orgId, name);
  if (known !== undefined && known.type !== type) return { outcome: 'other-type', name, type: known.type };
  const refusal = yield* refusalOf(author.orgId, { name, type }, change);
  if (refusal !== undefined) return refusal;
  const back = known?.isArchived === true ? { isArchived: false } : {};
  yield* record(chain, known ?? { id: newRecordId(), name, type }, { ...change, ...back }, known === undefined);
  return { outcome: known === undefined ? 'created' : 'updated' };
}

/** Changes one existing environment: its name, whether it is archived, its policies, its parts. */
export function* changeEnvironment(chain: Deciding, name: string, change: EnvironmentChange | EnvironmentDelta): Steps<EnvironmentOutcome> {
  const { orgId } = chain.author;
  const known = yield* findEnvironment(orgId, name);
  if (known === undefined) return { outcome: 'no-environment', name };
  if (known.isArchived) return { outcome: 'archived', name };
  const whole = 'delta' in change ? yield* applied(orgId, known, change) : change;
  const refusal = yield* refusalOf(orgId, known, whole);
  if (refusal !== undefined) return refusal;
  yield* record(chain, known, whole, false);
  return { outcome: 'updated' };
}

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
      const names = yield* environmentNames(orgId, known.included);
      return { included: [...known.included.flatMap((id) => names.get(id) ?? []), change.part] };
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
  chain: Deciding,
  known: Pick<Environment, 'id' | 'name' | 'type'>,
  change: EnvironmentChange,
  isNew: boolean,
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
  yield* applyEnvironment(yield* append(chain, content), chain);
}

export function* applyEnvironment({ record }: Appended<EnvironmentContent>, chain: Deciding): Steps<void> {
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
  if (environment !== undefined && !environment.isArchived) yield* evaluateEnvironment(chain, environment);
  if (record.is_archived !== undefined) yield* evaluateLogical(chain, id);
}

function* keepLinks(orgId: string, id: string, kind: 'policy' | 'part', names: readonly string[] | undefined): Steps<void> {
  if (names === undefined) return;
  yield* send(sql`delete from environment_links where org_id = ${orgId} and environment_id = ${id} and kind = ${kind}`);
  for (const name of names) yield* send(insert('environment_links', { org_id: orgId, kind, name, environment_id: id }));
}

/** Records what runs in an environment now, and on the trails of artifacts that started or ended there, that they did. */
export function* reportSnapshot(chain: Deciding, report: NewReport): Steps<ReportOutcome> {
  const environment = yield* findPhysical(report.author.orgId, report.environment);
  if ('outcome' in environment) return environment;
  const { name, type } = environment;
  if (type !== report.type) return { outcome: 'other-type', name, type };
  const content: SnapshotContent = {
    kind: 'snapshot_reported',
    environment: name,
    environment_id: environment.id,
    ...((yield* isAsBefore(report, environment)) ? {} : { running: report.running }),
  };
  const step = yield* applyReport(yield* append(chain, content), chain, environment);
  if (step !== undefined) yield* recordPresence(chain, environment, step);
  return { outcome: 'recorded', snapshot: step?.snapshot.number ?? 0, isNew: step?.isNew ?? false };
}

/** Whether the report says the same as the one before: then its record need not repeat it. */
function* isAsBefore({ author, running }: NewReport, { id, snapshotCount }: Environment): Steps<boolean> {
  const latest = yield* findSnapshot(author.orgId, id, snapshotCount);
  const before = latest?.artifacts.filter(({ instances }) => instances.length > 0);
  return before !== undefined && canonical(before.map(plain)) === canonical(running.map(plain));
}

function plain({ fingerprint, instances, name }: NewReport['running'][number]): object {
  return { fingerprint, instances, name };
}

export function* applyReport(
  { record }: Appended<SnapshotContent>,
  chain: Deciding,
  environment: Environment,
): Steps<Transition | undefined> {
  yield* send(
    sql`update environments set last_reported_at = ${record.created_at} where org_id = ${record.org_id} and id = ${environment.id}`,
  );
  return yield* evaluateEnvironment(chain, environment, record.running);
}

/** Records on the trails of artifacts that they started or ended. */
function* recordPresence(chain: Chain, environment: Environment, { changes, snapshot }: Transition): Steps<void> {
  const moved = changes.flatMap((change) =>
    change.trigger === 'ON_STARTED_ARTIFACT' || change.trigger === 'ON_EXITED_ARTIFACT' ? [change] : [],
  );
  const origins = yield* originsOf(
    chain.author.orgId,
    moved.map(({ artifact }) => artifact.fingerprint),
  );
  for (const { artifact, to, trigger } of moved) {
    // The oldest first, as they were reported.
    for (const origin of origins.toReversed()) {
      if (origin.fingerprint !== artifact.fingerprint) continue;
      const content: PresenceContent = {
        kind: trigger === 'ON_STARTED_ARTIFACT' ? 'artifact_started_running' : 'artifact_stopped_running',
        flow: origin.flow,
        flow_id: origin.flowId,
        ...(origin.trailId === '' ? {} : { trail: origin.trail, trail_id: origin.trailId }),
        environment: environment.name,
        environment_id: environment.id,
        artifact_id: origin.artifactId,
        artifact_name: origin.name,
        fingerprint: origin.fingerprint,
        snapshot: snapshot.number,
        instances: to,
      };
      yield* applyPresence(yield* append(chain, content));
    }
  }
}

/** Records that an artifact is compliant in an environment, whatever is known about it. */
export function* allowArtifact(
  chain: Deciding,
  { description, environment: called, fingerprint, name }: NewAllowance,
): Steps<EnvironmentRefusal | { readonly outcome: 'recorded' }> {
  const environment = yield* findPhysical(chain.author.orgId, called);
  if ('outcome' in environment) return environment;
  const content: AllowanceContent = {
    kind: 'artifact_allowed',
    environment: environment.name,
    environment_id: environment.id,
    fingerprint,
    artifact_name: name,
    description,
  };
  yield* applyAllowance(yield* append(chain, content), chain, environment);
  return { outcome: 'recorded' };
}

export function* applyAllowance({ record }: Appended<AllowanceContent>, chain: Deciding, environment: Environment): Steps<void> {
  const { artifact_name: name, fingerprint, org_id: orgId } = record;
  const isKnown = yield* isFound(
    sql`select 1 as found from allowances where org_id = ${orgId} and environment_id = ${environment.id} and fingerprint = ${fingerprint}`,
  );
  yield* send(
    upsert(
      'allowances',
      { org_id: orgId, environment_id: environment.id, fingerprint },
      { name, description: record.description, created_at: record.created_at, created_by: record.reported_by },
    ),
  );
  const { snapshotCount: number, state } = environment;
  // An artifact that was allowed already does not change.
  const announced = isKnown
    ? environment
    : yield* announce(
        chain,
        environment,
        { number, state },
        [{ trigger: 'ON_ALLOWED_ARTIFACT', artifact: { fingerprint, name } }],
        yield* originsOf(orgId, [fingerprint]),
      );
  yield* evaluateEnvironment(chain, announced);
}
