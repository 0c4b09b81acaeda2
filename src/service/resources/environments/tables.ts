import { environmentTypes, type EnvironmentType } from '../../../contract/index.ts';
import { aFlag, aNumber, aText, anObject, listOf, oneOf, shape, type Checked, type CheckedBy } from '../../../text/check.ts';
import { canonical } from '../../../text/index.ts';
import type { Appended, Author } from '../../log/chain.ts';
import {
  column,
  flag,
  json,
  jsonOf,
  knownText,
  nullable,
  number,
  readAll,
  readCount,
  readListed,
  readOne,
  reader,
  text,
} from '../../sql/row.ts';
import { insert, listed, send, sql, upsert, type Row, type Steps } from '../../sql/sql.ts';
import type { Tagged } from '../tags/record.ts';
import type { PresenceContent } from './record.ts';

/** The states of an environment, or of an artifact in it; unknown while no policy is about it. */
const environmentStates = ['COMPLIANT', 'NON-COMPLIANT', 'UNKNOWN'] as const;
export type EnvironmentState = (typeof environmentStates)[number];

const environmentFields = reader({
  id: text,
  name: text,
  type: knownText<EnvironmentType>(environmentTypes),
  description: text,
  isArchived: flag,
  state: knownText(environmentStates),
  /** Snapshots count from 1, without a gap. */
  snapshotCount: number,
  eventCount: number,
  createdAt: number,
  createdBy: text,
  /** The time of the last change of its description. */
  lastModifiedAt: number,
  /** The time of its latest snapshot; `undefined` before the first one. */
  lastChangedAt: nullable(number),
  lastReportedAt: nullable(number),
  /** The names of the policies that are attached, in order. */
  policies: jsonOf(listOf(aText)),
  /** The ids of the parts of a logical environment, in order. */
  included: jsonOf(listOf(aText)),
});
export type Environment = ReturnType<typeof environmentFields>;

/** A running artifact, and the start of each of its instances, in Unix seconds. */
const running = { fingerprint: aText, name: aText, instances: listOf(aNumber) };
export type Running = CheckedBy<typeof running>;

/** A policy that decides about an environment, in its latest version. */
const appliedPolicy = { name: aText, version: aNumber };

const evaluatedArtifact = {
  ...running,
  state: oneOf(...environmentStates),
  isAllowed: aFlag,
  /** The answer of each policy about it, as readers see it. */
  decisions: listOf(anObject),
};
export type EvaluatedArtifact = CheckedBy<typeof evaluatedArtifact>;

const snapshotArtifact = {
  ...evaluatedArtifact,
  /** How many instances it had in the snapshot before; one that has none now has exited. */
  was: aNumber,
};
export type SnapshotArtifact = CheckedBy<typeof snapshotArtifact>;

const snapshotContent = shape({ policies: listOf(shape(appliedPolicy)), artifacts: listOf(shape(snapshotArtifact)) });

const span = reader({ number, createdAt: number, state: knownText(environmentStates) });

/** The artifacts in an environment from a time on, and their states. Only the latest one changes, never in identity or evaluation. */
export interface Snapshot extends ReturnType<typeof span>, Checked<typeof snapshotContent> {}

/** A snapshot without its content; `endedAt` is when the next one was made. */
type SnapshotSpan = ReturnType<typeof span> & { readonly endedAt: number | undefined };

/** The changeable fields of an environment; an absent field stays as it is. */
export interface EnvironmentChange {
  readonly name?: string;
  readonly description?: string;
  readonly isArchived?: boolean;
  /** All that are attached from now on. */
  readonly policies?: readonly string[];
  /** The names of all its parts from now on. */
  readonly included?: readonly string[];
}

export interface NewEnvironment extends Omit<EnvironmentChange, 'name' | 'isArchived'> {
  readonly author: Author;
  readonly name: string;
  readonly type: EnvironmentType;
}

export interface NewReport {
  readonly author: Author;
  readonly environment: string;
  readonly type: EnvironmentType;
  readonly running: readonly Running[];
}

export interface NewAllowance {
  readonly author: Author;
  readonly environment: string;
  readonly fingerprint: string;
  readonly name: string;
  readonly description: string;
}

export type EnvironmentRefusal =
  | {
      readonly outcome: 'no-environment' | 'archived' | 'name-taken' | 'no-policy' | 'not-physical' | 'not-logical';
      readonly name: string;
    }
  | { readonly outcome: 'other-type'; readonly name: string; readonly type: EnvironmentType };

export type EnvironmentOutcome = EnvironmentRefusal | { readonly outcome: 'created' | 'updated' };
export type ReportOutcome = EnvironmentRefusal | { readonly outcome: 'recorded'; readonly snapshot: number; readonly isNew: boolean };

const originFields = reader({
  artifactId: column('id', text),
  number,
  fingerprint: text,
  /** Its name in the template. */
  name: text,
  flowId: text,
  flow: text,
  /** Both '' if it was reported without a trail. */
  trailId: text,
  trail: text,
  /** The state of the artifact on the trail; '' if nothing was decided. */
  state: text,
  /** '' if it is not known. */
  commit: column('commit_sha', text),
  repoName: text,
});
export type ArtifactOrigin = ReturnType<typeof originFields>;

/** A start of an artifact of a flow in an environment, counted in the flow; times are Unix seconds. */
const deploymentFields = reader({
  artifactId: text,
  number,
  environment: text,
  startedAt: number,
  /** `undefined` while it runs. */
  endedAt: nullable(number),
});
const residenceFields = reader({
  environmentId: text,
  environment: text,
  fingerprint: text,
  name: text,
  isRunning: column('instances', (row, column) => number(row, column) > 0),
  /** The latest snapshot with the artifact, or the one in which it was gone. */
  snapshot: number,
});
export type Residence = ReturnType<typeof residenceFields>;

export const loggedEventFields = reader({
  number,
  snapshot: number,
  at: column('created_at', number),
  repoName: text,
  body: jsonOf(anObject),
});
export type LoggedEvent = ReturnType<typeof loggedEventFields>;

/** Where an artifact runs and ran, by the names of the environments, and each of its starts. */
export interface Presence {
  readonly residences: readonly Residence[];
  readonly deployments: readonly ReturnType<typeof deploymentFields>[];
}

const columns = sql`select id, name, type, description, is_archived, state, snapshot_count, event_count, created_at, created_by,
  last_modified_at, last_changed_at, last_reported_at, policies, included from environments`;

export const findEnvironment = (orgId: string, name: string) =>
  readOne(environmentFields, sql`${columns} where org_id = ${orgId} and name = ${name}`);

/** An environment that things run in; or why there is none of that name. */
export function* findPhysical(orgId: string, name: string): Steps<Environment | EnvironmentRefusal> {
  const environment = yield* findEnvironment(orgId, name);
  if (environment === undefined) return { outcome: 'no-environment', name };
  if (environment.isArchived) return { outcome: 'archived', name };
  return environment.type === 'logical' ? { outcome: 'not-physical', name } : environment;
}

export const environmentById = (orgId: string, id: string) =>
  readOne(environmentFields, sql`${columns} where org_id = ${orgId} and id = ${id}`);

/** The environments with those names, by name; at most a thousand names. Unknown names are left out. */
export const environmentsNamed = (orgId: string, names: readonly string[]) =>
  readListed(environmentFields, names, (list) => sql`${columns} where org_id = ${orgId} and name in ${list} order by name`);

/** Up to `limit` environments whose names come after `after`, in byte order; archived ones are included. */
export const environmentsAfter = (orgId: string, after: string, limit: number) =>
  readAll(environmentFields, sql`${columns} where org_id = ${orgId} and name > ${after} order by name limit ${limit}`);

/** The ids of the environments that a policy is attached to, or of the logical ones that an environment is part of. */
export const linkedTo = (orgId: string, kind: 'policy' | 'part', name: string) =>
  readAll(
    column('environment_id', text),
    sql`select environment_id from environment_links
      where org_id = ${orgId} and kind = ${kind} and name = ${name} order by environment_id`,
  );

export function* environmentNames(orgId: string, ids: readonly string[]): Steps<ReadonlyMap<string, string>> {
  const found = yield* readListed(
    reader({ id: text, name: text }),
    ids,
    (list) => sql`select id, name from environments where org_id = ${orgId} and id in ${list}`,
  );
  return new Map(found.map(({ id, name }) => [id, name]));
}

const snapshotOf = (row: Row): Snapshot => Object.assign(span(row), json(row, 'body', snapshotContent));

export const findSnapshot = (orgId: string, environmentId: string, at: number) =>
  readOne(
    snapshotOf,
    sql`select number, created_at, state, body from snapshots
      where org_id = ${orgId} and environment_id = ${environmentId} and number = ${at}`,
  );

/** The number of the latest snapshot at a time, in Unix seconds; 0 before the first. */
export const snapshotNumberAt = (orgId: string, environmentId: string, at: number) =>
  readCount(
    sql`select number as count from snapshots where org_id = ${orgId} and environment_id = ${environmentId} and created_at <= ${at}
      order by created_at desc limit 1`,
  );

/** The snapshots with the numbers in `[from, to]`, the oldest first. */
export function* snapshotSpans(orgId: string, environmentId: string, from: number, to: number): Steps<readonly SnapshotSpan[]> {
  // One more than is needed: a snapshot ends when the next one begins.
  const rows = yield* readAll(
    span,
    sql`select number, created_at, state from snapshots
      where org_id = ${orgId} and environment_id = ${environmentId} and number >= ${from} and number <= ${to + 1} order by number`,
  );
  const spans = rows.map((row, index): SnapshotSpan => ({ ...row, endedAt: rows[index + 1]?.createdAt }));
  return spans.filter((span) => span.number <= to);
}

/** Keeps a snapshot; the latest one may be replaced. */
export function* keepSnapshot(orgId: string, environmentId: string, snapshot: Snapshot): Steps<void> {
  const { artifacts, createdAt, number: at, policies, state } = snapshot;
  yield* send(
    upsert(
      'snapshots',
      { org_id: orgId, environment_id: environmentId, number: at },
      { body: canonical({ policies, artifacts }) },
      { created_at: createdAt, state },
    ),
  );
}

export interface Found extends Pick<Snapshot, 'state' | 'policies'> {
  /** Unix seconds. */
  readonly at: number;
  readonly artifacts: readonly EvaluatedArtifact[];
}

export type Change =
  | {
      readonly trigger: 'ON_STARTED_ARTIFACT' | 'ON_EXITED_ARTIFACT' | 'ON_SCALED_ARTIFACT';
      readonly artifact: SnapshotArtifact;
      /** The number of instances before and after. */
      readonly from: number;
      readonly to: number;
    }
  | { readonly trigger: 'ON_ALLOWED_ARTIFACT'; readonly artifact: { readonly fingerprint: string; readonly name: string } }
  | { readonly trigger: 'ON_NON_COMPLIANT_ENV' | 'ON_COMPLIANT_ENV' };

export interface Transition {
  readonly snapshot: Snapshot;
  /** Whether it is a snapshot of its own; otherwise it replaces the one before. */
  readonly isNew: boolean;
  readonly changes: readonly Change[];
}

/** The step from the latest snapshot. Another artifact, policy or evaluation makes a snapshot; another number of instances does not. */
export function transition(before: Snapshot | undefined, found: Found): Transition {
  const earlier = new Map(before?.artifacts.map((artifact) => [artifact.fingerprint, artifact]));
  const isNew = before === undefined || !isSame(before, found);
  const artifacts = found.artifacts.map((artifact): SnapshotArtifact => {
    const known = earlier.get(artifact.fingerprint);
    return { ...artifact, was: (isNew ? known?.instances.length : known?.was) ?? 0 };
  });
  const running = new Set(artifacts.map(({ fingerprint }) => fingerprint));
  const gone = [...earlier.values()].filter(({ fingerprint }) => !running.has(fingerprint));
  const exited = isNew
    ? gone
        .filter(({ instances }) => instances.length > 0)
        .map((artifact) => ({ ...artifact, instances: [], was: artifact.instances.length }))
    : gone;
  const { at, policies, state } = found;
  const snapshot: Snapshot = {
    number: (before?.number ?? 0) + (isNew ? 1 : 0),
    createdAt: isNew ? at : before.createdAt,
    state,
    policies,
    artifacts: [...artifacts, ...exited],
  };
  return { snapshot, isNew, changes: [...countChanges(earlier, snapshot), ...stateChange(before?.state ?? 'UNKNOWN', state)] };
}

function isSame(before: Snapshot, found: Found): boolean {
  const running = before.artifacts.filter(({ instances }) => instances.length > 0);
  const now = new Map(found.artifacts.map((artifact) => [artifact.fingerprint, artifact]));
  return (
    before.state === found.state &&
    JSON.stringify(before.policies) === JSON.stringify(found.policies) &&
    running.length === now.size &&
    running.every(({ fingerprint, isAllowed, state }) => {
      const artifact = now.get(fingerprint);
      return artifact?.state === state && artifact.isAllowed === isAllowed;
    })
  );
}

function countChanges(earlier: ReadonlyMap<string, SnapshotArtifact>, { artifacts }: Snapshot): readonly Change[] {
  return artifacts.flatMap((artifact): readonly Change[] => {
    const [from, to] = [earlier.get(artifact.fingerprint)?.instances.length ?? 0, artifact.instances.length];
    if (from === to) return [];
    const trigger = from === 0 ? 'ON_STARTED_ARTIFACT' : to === 0 ? 'ON_EXITED_ARTIFACT' : 'ON_SCALED_ARTIFACT';
    return [{ trigger, artifact, from, to }];
  });
}

function stateChange(before: EnvironmentState, now: EnvironmentState): readonly Change[] {
  if (before === now || now === 'UNKNOWN') return [];
  return [{ trigger: now === 'COMPLIANT' ? 'ON_COMPLIANT_ENV' : 'ON_NON_COMPLIANT_ENV' }];
}

/** Keeps where artifacts run now, if they started, ended or changed. */
export function* keepResidences(
  orgId: string,
  environmentId: string,
  { number: snapshot }: Snapshot,
  changes: readonly Change[],
): Steps<void> {
  for (const change of changes) {
    if (!('to' in change)) continue;
    const { fingerprint, name } = change.artifact;
    yield* send(
      upsert('residences', { org_id: orgId, fingerprint, environment_id: environmentId }, { name, instances: change.to, snapshot }),
    );
  }
}

/** The ids of the environments, without logical ones, that run any of these artifacts. */
export function* environmentsRunning(orgId: string, fingerprints: readonly string[]): Steps<readonly string[]> {
  const ids = yield* readListed(
    column('environment_id', text),
    fingerprints,
    (list) => sql`select environment_id from residences where org_id = ${orgId} and fingerprint in ${list} and instances > 0`,
  );
  return [...new Set(ids)].toSorted();
}

/** The ids of the environments, without logical ones, that run any artifact of a flow. */
export const environmentsOfFlow = (orgId: string, flowId: string) =>
  readAll(
    column('environment_id', text),
    sql`select distinct residences.environment_id from artifacts
      join residences on residences.org_id = artifacts.org_id and residences.fingerprint = artifacts.fingerprint
      where artifacts.org_id = ${orgId} and artifacts.flow_id = ${flowId} and residences.instances > 0 order by residences.environment_id`,
  );

/** Where these artifacts run or ran, each environment once, in the order of their names. */
export function* residencesOf(orgId: string, fingerprints: readonly string[]): Steps<readonly Residence[]> {
  const found = yield* readListed(
    residenceFields,
    fingerprints,
    (list) => sql`select residences.environment_id, residences.fingerprint, residences.name, residences.instances,
        environments.name as environment,
        case when residences.instances > 0 then environments.snapshot_count else residences.snapshot end as snapshot
      from residences join environments on environments.org_id = residences.org_id and environments.id = residences.environment_id
      where residences.org_id = ${orgId} and residences.fingerprint in ${list}`,
  );
  return found.toSorted((one, other) => (one.environment < other.environment ? -1 : 1));
}

/** Updates the tables with the start or the end of an artifact in an environment: each start is a deployment of its flow. */
export function* applyPresence({ record }: Appended<PresenceContent>): Steps<void> {
  const { artifact_id: artifactId, created_at: at, environment_id: environmentId, flow_id: flowId, org_id: orgId } = record;
  if (record.kind === 'artifact_stopped_running') {
    yield* send(
      sql`update deployments set ended_at = ${at}
        where org_id = ${orgId} and artifact_id = ${artifactId} and environment_id = ${environmentId} and ended_at is null`,
    );
    return;
  }
  yield* send(
    insert('deployments', {
      org_id: orgId,
      flow_id: flowId,
      number: sql`(select coalesce(max(number), 0) + 1 from deployments where org_id = ${orgId} and flow_id = ${flowId})`,
      artifact_id: artifactId,
      environment_id: environmentId,
      started_at: at,
    }),
  );
}

interface Artifact {
  readonly id: string;
  readonly fingerprint: string;
}

export function* presenceOf(orgId: string, artifacts: readonly Artifact[]): Steps<(artifact: Artifact) => Presence> {
  const residences = yield* residencesOf(orgId, [...new Set(artifacts.map(({ fingerprint }) => fingerprint))]);
  const byFingerprint = Map.groupBy(residences, ({ fingerprint }) => fingerprint);
  const deployments = yield* readListed(
    deploymentFields,
    artifacts.map(({ id }) => id),
    (list) => sql`select deployments.artifact_id, deployments.number, deployments.started_at, deployments.ended_at,
        environments.name as environment
      from deployments join environments on environments.org_id = deployments.org_id and environments.id = deployments.environment_id
      where deployments.org_id = ${orgId} and deployments.artifact_id in ${list}
      order by deployments.artifact_id, deployments.number`,
  );
  const byArtifact = Map.groupBy(deployments, ({ artifactId }) => artifactId);
  return ({ fingerprint, id }) => ({ residences: byFingerprint.get(fingerprint) ?? [], deployments: byArtifact.get(id) ?? [] });
}

/** The commit of the flow's artifact that started last in these environments and still runs; at most a thousand of them. */
export function* runningCommit(orgId: string, flowId: string, environmentIds: readonly string[]): Steps<string | undefined> {
  if (environmentIds.length === 0) return undefined;
  const list = listed(environmentIds);
  return yield* readOne(
    column('commit_sha', text),
    sql`select artifacts.commit_sha
      from deployments join artifacts on artifacts.org_id = deployments.org_id and artifacts.id = deployments.artifact_id
      where deployments.org_id = ${orgId} and deployments.flow_id = ${flowId} and deployments.environment_id in ${list}
        and deployments.ended_at is null and artifacts.commit_sha <> ''
      order by deployments.number desc limit 1`,
  );
}

/** All reports of some artifacts, the latest first. */
export function* originsOf(orgId: string, fingerprints: readonly string[]): Steps<readonly ArtifactOrigin[]> {
  const found = yield* readListed(
    originFields,
    fingerprints,
    (list) => sql`select artifacts.id, artifacts.number, artifacts.fingerprint, artifacts.name, artifacts.flow_id, artifacts.trail_id,
        artifacts.state, artifacts.commit_sha, artifacts.repo_name, flows.name as flow, coalesce(trails.name, '') as trail
      from artifacts join flows on flows.org_id = artifacts.org_id and flows.id = artifacts.flow_id
      left join trails on trails.org_id = artifacts.org_id and trails.id = artifacts.trail_id
      where artifacts.org_id = ${orgId} and artifacts.fingerprint in ${list}`,
  );
  return found.toSorted((one, other) => other.number - one.number);
}

export type Tags = Readonly<Record<string, string>>;

/** The tags of some flows or environments; those without tags are left out. */
export function* tagsOf(orgId: string, resource: Tagged, ids: readonly string[]): Steps<ReadonlyMap<string, Tags>> {
  const found = yield* readListed(
    reader({ resourceId: text, name: text, value: text }),
    [...new Set(ids)],
    (list) => sql`select resource_id, name, value from tags
      where org_id = ${orgId} and resource = ${resource} and resource_id in ${list} order by resource_id, name`,
  );
  const byId = Map.groupBy(found, ({ resourceId }) => resourceId);
  return new Map([...byId].map(([id, tags]) => [id, Object.fromEntries(tags.map(({ name, value }) => [name, value]))]));
}
