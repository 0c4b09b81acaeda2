import type { ComplianceStatus } from '../../../contract/index.ts';
import { given } from '../../../text/index.ts';
import type { ArtifactOnTrail } from '../model/rules.ts';
import { filled, readAll, text } from '../sql/row.ts';
import { send, sql, type Row, type Steps } from '../sql/sql.ts';

/** The facts about the artifacts of a trail that decide it, in the order of their first report. */
export function* artifactsOnTrail(orgId: string, trailId: string): Steps<readonly ArtifactOnTrail[]> {
  return yield* readAll(
    artifactOnTrail,
    sql`select id, fingerprint, name, commit_sha, state from artifacts where org_id = ${orgId} and trail_id = ${trailId} order by number`,
  );
}

function artifactOnTrail(row: Row): ArtifactOnTrail {
  const commit = filled(row, 'commit_sha');
  return {
    id: text(row, 'id'),
    fingerprint: text(row, 'fingerprint'),
    name: text(row, 'name'),
    state: text(row, 'state'),
    ...given({ commit }),
  };
}

/**
 * Keeps the decision of the trail about each artifact; `replaced` has the artifacts whose name another one took, by their ids.
 */
export function* setStates(
  orgId: string,
  artifacts: readonly ArtifactOnTrail[],
  status: ComplianceStatus,
  replaced: ReadonlyMap<string, string>,
): Steps<void> {
  for (const { fingerprint, id, name, state } of artifacts) {
    const decided = status.artifacts_statuses?.[name];
    const now = decided?.artifact_fingerprint === fingerprint ? decided.status : replaced.get(id);
    if (now === undefined || now === state) continue;
    yield* send(sql`update artifacts set state = ${now} where org_id = ${orgId} and id = ${id}`);
  }
}
