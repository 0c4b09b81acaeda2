import type { PresenceContent, SnapshotContent } from '../kinds/environments.ts';
import { canonical } from '../../../text/index.ts';
import { append, type Appended, type Chain } from '../log/chain.ts';
import type { Environment, NewReport, ReportOutcome } from '../model/environments.ts';
import type { Rules } from '../model/rules.ts';
import type { Transition } from '../model/transition.ts';
import { send, sql, type Steps } from '../sql/sql.ts';
import { applyPresence } from './deployments.ts';
import { findPhysical } from './environments.ts';
import { evaluateEnvironment } from './evaluate-environment.ts';
import { originsOf } from './origins.ts';
import { findSnapshot } from './snapshots.ts';

/** Records what runs in an environment now, and on the trails of artifacts that started or ended there, that they did. */
export function* reportSnapshot(chain: Chain, report: NewReport, rules: Rules): Steps<ReportOutcome> {
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
  const step = yield* applyReport(chain, yield* append(chain, content), environment, rules);
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
  chain: Chain,
  { record }: Appended<SnapshotContent>,
  environment: Environment,
  rules: Rules,
): Steps<Transition | undefined> {
  yield* send(
    sql`update environments set last_reported_at = ${record.created_at} where org_id = ${record.org_id} and id = ${environment.id}`,
  );
  return yield* evaluateEnvironment(chain, environment, rules, record.running);
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
