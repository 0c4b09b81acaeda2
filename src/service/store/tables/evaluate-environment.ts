import { Damage } from '../faults.ts';
import { canonical } from '../../../text/index.ts';
import type { Chain } from '../log/chain.ts';
import type { Environment, EnvironmentState, EvaluatedArtifact, Running, Snapshot } from '../model/environments.ts';
import type { Rules } from '../model/rules.ts';
import { transition, type Found, type Transition } from '../model/transition.ts';
import { send, update, type Steps } from '../sql/sql.ts';
import { allowedIn } from './allowances.ts';
import { artifactFacts } from './artifact-facts.ts';
import { announce } from './environment-events.ts';
import { environmentById, linkedTo } from './environments.ts';
import { policiesNamed } from './latest-policies.ts';
import { originsOf } from './origins.ts';
import { environmentsOfFlow, environmentsRunning, keepResidences } from './residences.ts';
import { findSnapshot, keepSnapshot } from './snapshots.ts';

/**
 * Determines the current state of an environment, in the transaction of the write that asked: evaluates everything that runs
 * there, keeps the resulting snapshot, and answers the changes. `running` was reported; without it, the artifacts of the latest
 * snapshot still run. `undefined` if nothing was reported yet.
 */
export function* evaluateEnvironment(
  chain: Chain,
  environment: Environment,
  rules: Rules,
  running?: readonly Running[],
): Steps<Transition | undefined> {
  const { orgId } = chain.author;
  const before = yield* findSnapshot(orgId, environment.id, environment.snapshotCount);
  const found =
    environment.type === 'logical'
      ? yield* foundInParts(chain, environment)
      : yield* evaluated(chain, environment, rules, running ?? before?.artifacts.filter(({ instances }) => instances.length > 0));
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
  if (isNew || changes.length > 0) yield* evaluateLogical(chain, environment.id, rules);
  return step;
}

/** Evaluates the logical environments that include an environment. */
export function* evaluateLogical(chain: Chain, environmentId: string, rules: Rules): Steps<void> {
  yield* evaluateAll(chain, yield* linkedTo(chain.author.orgId, 'part', environmentId), rules);
}

/** Evaluates the environments that run any of these artifacts and have a policy. */
export function* evaluateRunning(chain: Chain, fingerprints: readonly string[], rules: Rules): Steps<void> {
  yield* evaluateAll(chain, yield* environmentsRunning(chain.author.orgId, fingerprints), rules);
}

/** Evaluates the environments that a policy is attached to. */
export function* evaluateUnderPolicy(chain: Chain, policy: string, rules: Rules): Steps<void> {
  yield* evaluateAll(chain, yield* linkedTo(chain.author.orgId, 'policy', policy), rules);
}

/** Evaluates the environments that any artifact of a flow runs in. */
export function* evaluateWithFlow(chain: Chain, flowId: string, rules: Rules): Steps<void> {
  yield* evaluateAll(chain, yield* environmentsOfFlow(chain.author.orgId, flowId), rules);
}

function* evaluateAll(chain: Chain, ids: readonly string[], rules: Rules): Steps<void> {
  for (const id of ids) {
    const environment = yield* environmentById(chain.author.orgId, id);
    // An archived environment stays as it was.
    if (environment === undefined || environment.isArchived) continue;
    if (environment.type === 'logical' || environment.policies.length > 0) yield* evaluateEnvironment(chain, environment, rules);
  }
}

/** Everything that runs, evaluated: allowed artifacts are compliant, and without a policy the state of the others is unknown. */
function* evaluated(
  chain: Chain,
  environment: Environment,
  rules: Rules,
  running: readonly Running[] | undefined,
): Steps<Found | undefined> {
  if (running === undefined) return undefined;
  const { orgId } = chain.author;
  const allowed = yield* allowedIn(orgId, environment.id, (description) => rules.isReason(description, chain.rule));
  const policies = yield* policiesNamed(orgId, environment.policies);
  if (policies.length < environment.policies.length) throw new Damage(`A policy of the environment ${environment.id} is gone.`);
  const facts = policies.length === 0 ? undefined : yield* artifactFacts(orgId, running, policies, rules.hiddenBy(chain.rule));
  const artifacts = running.map(({ fingerprint, instances, name }): EvaluatedArtifact => {
    const answer = facts && rules.evaluateArtifact(policies, facts({ fingerprint, name }));
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
