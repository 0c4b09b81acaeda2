import { originFields, type ArtifactOrigin } from '../model/environments.ts';
import { readListed } from '../sql/row.ts';
import { sql, type Steps } from '../sql/sql.ts';

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
