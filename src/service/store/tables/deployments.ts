import type { PresenceContent } from '../kinds/environments.ts';
import type { Appended } from '../log/chain.ts';
import { deploymentFields, type Presence } from '../model/environments.ts';
import { column, readListed, readOne, text } from '../sql/row.ts';
import { insert, listed, send, sql, type Steps } from '../sql/sql.ts';
import { residencesOf } from './residences.ts';

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

/** Where some artifacts run and ran. */
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

/**
 * The commit of the flow's artifact that started last in one of these environments, and still runs; at most a thousand
 * environments.
 */
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
