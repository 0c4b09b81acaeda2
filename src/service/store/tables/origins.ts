import type { ArtifactOrigin } from '../model/environments.ts';
import { number, text } from '../sql/row.ts';
import { listed, mostListed, query, type Steps } from '../sql/statement.ts';

/** Everywhere that some artifacts were reported, the latest first. */
export function* originsOf(orgId: string, fingerprints: readonly string[]): Steps<readonly ArtifactOrigin[]> {
  const found: ArtifactOrigin[] = [];
  for (let at = 0; at < fingerprints.length; at += mostListed) {
    const list = listed(fingerprints.slice(at, at + mostListed), 1);
    const rows = yield* query(
      `select artifacts.id, artifacts.number, artifacts.fingerprint, artifacts.name, artifacts.flow_id, artifacts.trail_id, artifacts.state,
              artifacts.commit_sha, artifacts.repo_name, flows.name as flow, coalesce(trails.name, '') as trail
       from artifacts join flows on flows.org_id = artifacts.org_id and flows.id = artifacts.flow_id
       left join trails on trails.org_id = artifacts.org_id and trails.id = artifacts.trail_id
       where artifacts.org_id = $1 and artifacts.fingerprint in ${list.sql}`,
      orgId,
      ...list.args,
    );
    for (const row of rows) {
      found.push({
        artifactId: text(row, 'id'),
        number: number(row, 'number'),
        fingerprint: text(row, 'fingerprint'),
        name: text(row, 'name'),
        flowId: text(row, 'flow_id'),
        flow: text(row, 'flow'),
        trailId: text(row, 'trail_id'),
        trail: text(row, 'trail'),
        state: text(row, 'state'),
        commit: text(row, 'commit_sha'),
        repoName: text(row, 'repo_name'),
      });
    }
  }
  return found.toSorted((one, other) => other.number - one.number);
}
