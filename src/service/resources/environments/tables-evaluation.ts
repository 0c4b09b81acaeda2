import type { ArtifactFacts, Policy, Provenance } from '../../../compliance/index.ts';
import type { AttestationStatus } from '../../../contract/index.ts';
import { anObject, listOf, shape, type Check } from '../../../text/check.ts';
import { canonical, given } from '../../../text/index.ts';
import { Damage } from '../../faults.ts';
import type { Chain, Deciding } from '../../log/chain.ts';
import { column, json, jsonOf, nullable, number, readAll, readListed, reader, text } from '../../sql/row.ts';
import { query, send, sql, update, type Steps } from '../../sql/sql.ts';
import type { FindHidden } from '../../store-rules.ts';
import { hiddenNos, type Decision, type Hidden } from '../gate/tables.ts';
import { policyBody } from '../policies/record.ts';
import { announce } from './tables-events.ts';
import {
  environmentById,
  environmentsOfFlow,
  environmentsRunning,
  findSnapshot,
  keepResidences,
  keepSnapshot,
  linkedTo,
  originsOf,
  tagsOf,
  transition,
} from './tables.ts';
import type { ArtifactOrigin, Environment, EnvironmentState, EvaluatedArtifact, Found, Running, Snapshot, Transition } from './tables.ts';

/** The fingerprints of the artifacts that are allowed in an environment, for a reason that counts. */
function* allowedIn(orgId: string, environmentId: string, isReason: (description: string) => boolean): Steps<ReadonlySet<string>> {
  const rows = yield* query(
    sql`select fingerprint, description from allowances where org_id = ${orgId} and environment_id = ${environmentId}`,
  );
  return new Set(rows.flatMap((row) => (isReason(text(row, 'description')) ? [text(row, 'fingerprint')] : [])));
}

const allowance = reader({ fingerprint: text, name: text, description: text, createdAt: number, createdBy: text });

export const allowancesOf = (orgId: string, environmentId: string) =>
  readAll(
    allowance,
    sql`select fingerprint, name, description, created_at, created_by from allowances
      where org_id = ${orgId} and environment_id = ${environmentId} order by fingerprint`,
  );

const decision = shape({ attestations_statuses: listOf(anObject), artifacts_statuses: anObject });
/** The states within it are not looked at. */
const aDecision: Check<Decision> = (value) => decision(value);

type Artifact = Pick<ArtifactFacts, 'fingerprint' | 'name'>;

/** Whether a policy asks which control a decision is about. */
function readsControls({ rules }: Policy): boolean {
  return rules.attestations.some(({ for_control: control }) => control !== null);
}

/** The facts that policies read about artifacts, wherever reported. A green name that its records disprove says no. */
export function* artifactFacts(
  orgId: string,
  artifacts: readonly Artifact[],
  policies: readonly Policy[],
  find: FindHidden | undefined,
): Steps<(artifact: Artifact) => ArtifactFacts> {
  const origins = yield* originsOf(
    orgId,
    artifacts.map(({ fingerprint }) => fingerprint),
  );
  const trailIds = [...new Set(origins.map(({ trailId }) => trailId).filter((id) => id !== ''))];
  const decisions = yield* decisionsOn(orgId, trailIds);
  const hidden = yield* hiddenNos(orgId, trailIds, find);
  const tags = yield* tagsOf(
    orgId,
    'flow',
    origins.map(({ flowId }) => flowId),
  );
  const controls = policies.some(readsControls) ? yield* controlsOf(orgId, [...decisions.values()]) : new Map<string, string>();
  const byFingerprint = Map.groupBy(origins, ({ fingerprint }) => fingerprint);
  const provenanceOf = (origin: ArtifactOrigin): Provenance => {
    const attestations = attestationsOf(origin, decisions.get(origin.trailId), controls, hidden);
    const reason = attestations.find((each) => each.reason !== undefined)?.reason;
    return {
      flow: origin.flow,
      tags: tags.get(origin.flowId) ?? {},
      ...(origin.trail === '' ? {} : { trail: origin.trail }),
      ...(origin.state === '' ? {} : { status: reason === undefined ? origin.state : 'NON-COMPLIANT' }),
      ...given({ reason }),
      attestations,
    };
  };
  return ({ fingerprint, name }) => ({ fingerprint, name, provenance: (byFingerprint.get(fingerprint) ?? []).map(provenanceOf) });
}

/** The attestations of an artifact and those of its trail, the latest of each name. Missing ones are not among them. */
function attestationsOf(
  { artifactId, name, trailId }: ArtifactOrigin,
  decision: Decision | undefined,
  controls: ReadonlyMap<string, string>,
  hidden: Hidden,
): Provenance['attestations'] {
  if (decision === undefined) return [];
  const status = decision.artifacts_statuses?.[name];
  // Another artifact may have taken the name on the trail: then the evidence there is not about this one.
  const rows = [...(status?.artifact_id === artifactId ? status.attestations_statuses : []), ...decision.attestations_statuses];
  return rows.flatMap((row: AttestationStatus) => {
    if (row.status !== 'COMPLETE') return [];
    const reason = hidden(trailId, decision, row);
    const compliant = row.is_compliant === true && reason === undefined;
    const control = controls.get(decidedBy(row));
    return [{ name: row.attestation_name, type: row.attestation_type ?? '', compliant, ...given({ control, reason }) }];
  });
}

/** The id of the record that says what a decision is about: an override says nothing of that. */
function decidedBy({ attestation_id: id, overridden_attestation_id: overridden }: AttestationStatus): string {
  return overridden ?? id ?? '';
}

/** The controls that the decisions among some evidence are about, by the ids of their records. */
function* controlsOf(orgId: string, trails: readonly Decision[]): Steps<ReadonlyMap<string, string>> {
  const rows = trails.flatMap(({ artifacts_statuses: artifacts, attestations_statuses: own }) => [
    ...own,
    ...Object.values(artifacts ?? {}).flatMap(({ attestations_statuses: its }) => its),
  ]);
  const ids = rows.flatMap((row) => (row.attestation_type === 'system:decision' ? [decidedBy(row)] : []));
  const found = yield* readListed(
    reader({ id: text, control: nullable(text) }),
    [...new Set(ids)],
    (list) => sql`select id, control from attestations where org_id = ${orgId} and id in ${list}`,
  );
  return new Map(found.flatMap(({ control, id }) => (control === undefined ? [] : [[id, control] as const])));
}

function* decisionsOn(orgId: string, trailIds: readonly string[]): Steps<ReadonlyMap<string, Decision>> {
  const found = yield* readListed(
    reader({ id: text, compliance: jsonOf(aDecision) }),
    trailIds,
    (list) => sql`select id, compliance from trails where org_id = ${orgId} and id in ${list}`,
  );
  return new Map(found.map(({ compliance, id }) => [id, compliance]));
}

/** The latest version of each policy with one of those names, by name; at most a thousand names. Unknown names are left out. */
export const policiesNamed = (orgId: string, names: readonly string[]) =>
  readListed(
    policy,
    names,
    (list) => sql`select policies.name, policy_versions.version, policy_versions.body
      from policies join policy_versions on policy_versions.org_id = policies.org_id and policy_versions.policy_id = policies.id
        and policy_versions.version = policies.version_count
      where policies.org_id = ${orgId} and policies.name in ${list} order by policies.name`,
  );

const policy = reader({ name: text, version: number, rules: column('body', (row, column) => json(row, column, policyBody).rules) });

/**
 * Determines an environment's state in the transaction of the write that asked: evaluates what runs there, keeps the snapshot, answers the
 * changes. Without a reported `running`, the latest snapshot's artifacts still run. `undefined` if nothing was reported yet.
 */
export function* evaluateEnvironment(
  chain: Deciding,
  environment: Environment,
  running?: readonly Running[],
): Steps<Transition | undefined> {
  const { orgId } = chain.author;
  const before = yield* findSnapshot(orgId, environment.id, environment.snapshotCount);
  const found =
    environment.type === 'logical'
      ? yield* foundInParts(chain, environment)
      : yield* evaluated(chain, environment, running ?? before?.artifacts.filter(({ instances }) => instances.length > 0));
  if (found === undefined) return undefined;
  const step = transition(before, found);
  const { changes, isNew, snapshot } = step;
  if (before === undefined || canonical(before) !== canonical(snapshot)) {
    yield* keepSnapshot(orgId, environment.id, snapshot);
    if (environment.type !== 'logical') yield* keepResidences(orgId, environment.id, snapshot, changes);
    yield* send(
      update(
        'environments',
        { org_id: orgId, id: environment.id },
        { state: snapshot.state, snapshot_count: snapshot.number, last_changed_at: snapshot.createdAt },
      ),
    );
    const about = changes.flatMap((change) => ('artifact' in change ? [change.artifact.fingerprint] : []));
    yield* announce(chain, environment, snapshot, changes, yield* originsOf(orgId, about));
  }
  if (isNew || changes.length > 0) yield* evaluateLogical(chain, environment.id);
  return step;
}

export function* evaluateLogical(chain: Deciding, environmentId: string): Steps<void> {
  yield* evaluateAll(chain, yield* linkedTo(chain.author.orgId, 'part', environmentId));
}

/** Evaluates the environments that run any of these artifacts and have a policy. */
export function* evaluateRunning(chain: Deciding, fingerprints: readonly string[]): Steps<void> {
  yield* evaluateAll(chain, yield* environmentsRunning(chain.author.orgId, fingerprints));
}

export function* evaluateUnderPolicy(chain: Deciding, policy: string): Steps<void> {
  yield* evaluateAll(chain, yield* linkedTo(chain.author.orgId, 'policy', policy));
}

/** Evaluates the environments that any artifact of a flow runs in. */
export function* evaluateWithFlow(chain: Deciding, flowId: string): Steps<void> {
  yield* evaluateAll(chain, yield* environmentsOfFlow(chain.author.orgId, flowId));
}

function* evaluateAll(chain: Deciding, ids: readonly string[]): Steps<void> {
  for (const id of ids) {
    const environment = yield* environmentById(chain.author.orgId, id);
    // An archived environment stays as it was.
    if (environment === undefined || environment.isArchived) continue;
    if (environment.type === 'logical' || environment.policies.length > 0) yield* evaluateEnvironment(chain, environment);
  }
}

/** Everything that runs, evaluated: allowed artifacts are compliant, and without a policy the state of the others is unknown. */
function* evaluated(chain: Deciding, environment: Environment, running: readonly Running[] | undefined): Steps<Found | undefined> {
  if (running === undefined) return undefined;
  const { orgId } = chain.author;
  const allowed = yield* allowedIn(orgId, environment.id, (description) => chain.rules.isReason(description, chain.rule));
  const policies = yield* policiesNamed(orgId, environment.policies);
  if (policies.length < environment.policies.length) throw new Damage(`A policy of the environment ${environment.id} is gone.`);
  const facts = policies.length === 0 ? undefined : yield* artifactFacts(orgId, running, policies, chain.rules.hiddenBy(chain.rule));
  const artifacts = running.map(({ fingerprint, instances, name }): EvaluatedArtifact => {
    const answer = facts && chain.rules.evaluateArtifact(policies, facts({ fingerprint, name }));
    const isAllowed = allowed.has(fingerprint);
    return {
      fingerprint,
      name,
      instances,
      state: isAllowed ? 'COMPLIANT' : stateOf(answer?.compliant),
      isAllowed,
      decisions: answer?.policies.map((decision) => ({ ...decision })) ?? [],
    };
  });
  return {
    at: chain.latest,
    state: policies.length === 0 ? 'UNKNOWN' : worst(artifacts.map(({ state }) => state)),
    policies: policies.map(({ name, version }) => ({ name, version })),
    artifacts,
  };
}

/** Everything that runs in the parts of a logical environment, as it was evaluated there. */
function* foundInParts(chain: Chain, { included }: Environment): Steps<Found | undefined> {
  const { orgId } = chain.author;
  const snapshots: Snapshot[] = [];
  const states: EnvironmentState[] = [];
  for (const id of included) {
    const part = yield* environmentById(orgId, id);
    if (part === undefined || part.isArchived) continue;
    states.push(part.state);
    const snapshot = yield* findSnapshot(orgId, id, part.snapshotCount);
    if (snapshot !== undefined) snapshots.push(snapshot);
  }
  if (snapshots.length === 0) return undefined;
  const all = Map.groupBy(
    snapshots.flatMap(({ artifacts }) => artifacts.filter(({ instances }) => instances.length > 0)),
    ({ fingerprint }) => fingerprint,
  );
  const artifacts = [...all.values()].flatMap((same): readonly EvaluatedArtifact[] => {
    const [first] = same;
    if (first === undefined) return [];
    const { fingerprint, name } = first;
    return [
      {
        fingerprint,
        name,
        instances: same.flatMap(({ instances }) => instances),
        state: worst(same.map(({ state }) => state)),
        isAllowed: same.every(({ isAllowed }) => isAllowed),
        decisions: same.flatMap(({ decisions }) => decisions),
      },
    ];
  });
  return { at: chain.latest, state: worst(states), policies: [], artifacts };
}

function stateOf(compliant: boolean | undefined): EnvironmentState {
  return compliant === undefined ? 'UNKNOWN' : compliant ? 'COMPLIANT' : 'NON-COMPLIANT';
}

function worst(states: readonly EnvironmentState[]): EnvironmentState {
  return states.find((state) => state === 'NON-COMPLIANT') ?? states.find((state) => state === 'UNKNOWN') ?? 'COMPLIANT';
}
