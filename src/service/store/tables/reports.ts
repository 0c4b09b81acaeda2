import type { Environment, EnvironmentRefusal, NewReport, ReportOutcome } from '../model/environments.ts';
import { canonical } from '../log/canonical.ts';
import { append, closeChain, openChain, type Appended, type Chain } from '../log/chain.ts';
import type { PresenceContent, SnapshotContent } from '../kinds/environments.ts';
import { newRecordId } from '../record-id.ts';
import type { Judges } from '../model/judges.ts';
import type { Transition } from '../model/transition.ts';
import { findEnvironment } from './environments.ts';
import { originsOf } from './origins.ts';
import { applyPresence } from './deployments.ts';
import { settle } from './settle.ts';
import { findSnapshot } from './snapshots.ts';
import { send, type Steps } from '../sql/statement.ts';
import { sql } from '../sql/sql.ts';

/** Records what runs in an environment now, and on the trails of artifacts that started or ended there, that they did. */
export function* reportSnapshot(report: NewReport, judges: Judges, now: number): Steps<ReportOutcome> {
  const chain = yield* openChain(report.author);
  const environment = yield* findEnvironment(report.author.orgId, report.environment);
  const refusal = refusalOf(report, environment);
  if (environment === undefined || refusal !== undefined) {
    yield* closeChain(chain);
    return refusal ?? { outcome: 'no-environment', name: report.environment };
  }
  const content: SnapshotContent = {
    kind: 'snapshot_reported',
    environment: environment.name,
    environment_id: environment.id,
    ...((yield* isAsBefore(report, environment)) ? {} : { running: report.running }),
  };
  const appended = yield* append(chain, now, newRecordId(), content);
  const step = yield* applyReport(chain, appended, environment, judges);
  if (step !== undefined) yield* recordPresence(chain, now, environment, step);
  yield* closeChain(chain);
  return { outcome: 'recorded', snapshot: step?.snapshot.number ?? 0, isNew: step?.isNew ?? false };
}

function refusalOf(
  { environment: name, type }: Pick<NewReport, 'environment' | 'type'>,
  environment: Environment | undefined,
): EnvironmentRefusal | undefined {
  if (environment === undefined) return { outcome: 'no-environment', name };
  if (environment.isArchived) return { outcome: 'archived', name };
  if (environment.type === 'logical') return { outcome: 'not-physical', name };
  return environment.type === type ? undefined : { outcome: 'other-type', name, type: environment.type };
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

/** Updates the tables with the report of an environment. */
export function* applyReport(
  chain: Chain,
  { record }: Appended<SnapshotContent>,
  environment: Environment,
  judges: Judges,
): Steps<Transition | undefined> {
  yield* send(
    sql`update environments set last_reported_at = ${record.created_at} where org_id = ${record.org_id} and id = ${environment.id}`,
  );
  return yield* settle(chain, environment, judges, record.running);
}

/** Records on the trails of artifacts that they started or ended. */
function* recordPresence(chain: Chain, now: number, environment: Environment, { changes, snapshot }: Transition): Steps<void> {
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
      yield* applyPresence(yield* append(chain, now, newRecordId(), content));
    }
  }
}
