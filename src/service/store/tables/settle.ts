import type { Environment, EnvironmentState, JudgedArtifact, Running, Snapshot } from '../model/environments.ts';
import { Damage } from '../damage.ts';
import { canonical } from '../log/canonical.ts';
import type { Chain } from '../log/chain.ts';
import type { Judges } from '../model/judges.ts';
import { transition, type Found, type Transition } from '../model/transition.ts';
import { allowedIn } from './allowances.ts';
import { provenanceOf } from './artifact-facts.ts';
import { policiesNamed } from './latest-policies.ts';
import { announce } from './environment-events.ts';
import { environmentById, linkedTo } from './environments.ts';
import { originsOf } from './origins.ts';
import { environmentsOfFlow, environmentsRunning, keepResidences } from './residences.ts';
import { findSnapshot, keepSnapshot } from './snapshots.ts';
import { listLimit } from '../sql/sql.ts';
import { send, type Steps } from '../sql/statement.ts';
import { update } from '../sql/write.ts';

/**
 * Determines the current state of an environment, in the transaction of the write that asked: judges everything that runs there,
 * keeps the resulting snapshot, and answers the changes. `running` is what was reported; without it, the artifacts of the latest
 * snapshot still run. `undefined` if nothing was reported yet.
 */
export function* settle(
  chain: Chain,
  environment: Environment,
  judges: Judges,
  running?: readonly Running[],
): Steps<Transition | undefined> {
  const { orgId } = chain.author;
  const before = yield* findSnapshot(orgId, environment.id, environment.snapshotCount);
  const found =
    environment.type === 'logical'
      ? yield* foundInParts(chain, environment)
      : yield* judged(chain, environment, judges, running ?? before?.artifacts.filter(({ instances }) => instances.length > 0));
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
  if (isNew || changes.length > 0) yield* settleLogical(chain, environment.id, judges);
  return step;
}

/** Settles the logical environments that include an environment. */
export function* settleLogical(chain: Chain, environmentId: string, judges: Judges): Steps<void> {
  yield* settleAll(chain, yield* linkedTo(chain.author.orgId, 'part', environmentId), judges);
}

/** Settles the environments that run any of these artifacts and have a policy. */
export function* settleArtifacts(chain: Chain, fingerprints: readonly string[], judges: Judges): Steps<void> {
  const ids = new Set<string>();
  for (let at = 0; at < fingerprints.length; at += listLimit)
    for (const id of yield* environmentsRunning(chain.author.orgId, fingerprints.slice(at, at + listLimit))) ids.add(id);
  yield* settleAll(chain, [...ids].toSorted(), judges);
}

/** Settles the environments that a policy is attached to. */
export function* settlePolicy(chain: Chain, policy: string, judges: Judges): Steps<void> {
  yield* settleAll(chain, yield* linkedTo(chain.author.orgId, 'policy', policy), judges);
}

/** Settles the environments that any artifact of a flow runs in. */
export function* settleFlow(chain: Chain, flowId: string, judges: Judges): Steps<void> {
  yield* settleAll(chain, yield* environmentsOfFlow(chain.author.orgId, flowId), judges);
}

function* settleAll(chain: Chain, ids: readonly string[], judges: Judges): Steps<void> {
  for (const id of ids) {
    const environment = yield* environmentById(chain.author.orgId, id);
    // An archived environment stays as it was.
    if (environment === undefined || environment.isArchived) continue;
    if (environment.type === 'logical' || environment.policies.length > 0) yield* settle(chain, environment, judges);
  }
}

/** Everything that runs, judged: allowed artifacts are compliant, and without a policy the state of the others is unknown. */
function* judged(
  chain: Chain,
  environment: Environment,
  judges: Judges,
  running: readonly Running[] | undefined,
): Steps<Found | undefined> {
  if (running === undefined) return undefined;
  const { orgId } = chain.author;
  const allowed = yield* allowedIn(orgId, environment.id);
  const policies = yield* policiesNamed(orgId, environment.policies);
  if (policies.length < environment.policies.length) throw new Damage(`A policy of the environment ${environment.name} is gone.`);
  const origins =
    policies.length === 0
      ? []
      : yield* originsOf(
          orgId,
          running.map(({ fingerprint }) => fingerprint),
        );
  const provenance = yield* provenanceOf(orgId, origins);
  const artifacts = running.map(({ fingerprint, instances, name }): JudgedArtifact => {
    const facts = { name, fingerprint, provenance: provenance.get(fingerprint) ?? [] };
    const judgement = policies.length === 0 ? undefined : judges.judge(policies, facts);
    const isAllowed = allowed.has(fingerprint);
    return {
      fingerprint,
      name,
      instances,
      state: isAllowed ? 'COMPLIANT' : stateOf(judgement?.compliant),
      isAllowed,
      decisions: judgement?.policies.map((decision) => ({ ...decision })) ?? [],
    };
  });
  return {
    at: chain.latest,
    state: policies.length === 0 ? 'UNKNOWN' : worst(artifacts.map(({ state }) => state)),
    policies: policies.map(({ name, version }) => ({ name, version })),
    artifacts,
  };
}

/** Everything that runs in the parts of a logical environment, as it was judged there. */
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
  const artifacts = [...all.values()].flatMap((same): readonly JudgedArtifact[] => {
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
