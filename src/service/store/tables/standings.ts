import type { ArtifactStatus } from '../../../contract/index.ts';
import { flowIdOf } from './flows.ts';
import { decisionOf } from './trail-pages.ts';
import { query, type Steps } from '../sql/statement.ts';
import { sql, where, when } from '../sql/sql.ts';
import { text, number } from '../sql/row.ts';
import { given } from '../../../text/index.ts';

/** An artifact in one place: a flow, and there a trail, or none. */
export interface Standing {
  /** Counts the artifacts of the organization. */
  readonly number: number;
  readonly flowName: string;
  readonly trailName?: string;
  /** The current status of this artifact on the trail; absent if the trail says nothing about it. */
  readonly status?: ArtifactStatus;
}

/** Up to `limit` places where an artifact was reported, the latest first, below the number `before`. */
export function* standings(
  orgId: string,
  { fingerprint, flowName, before }: { readonly fingerprint: string; readonly flowName?: string; readonly before?: number },
  limit: number,
): Steps<readonly Standing[]> {
  const wanted = where(
    {
      'artifacts.org_id': orgId,
      'artifacts.fingerprint': fingerprint,
      'artifacts.flow_id': when(flowName, (name) => flowIdOf(orgId, name)),
    },
    when(before, (end) => sql`artifacts.number < ${end}`),
  );
  const rows = yield* query(
    sql`select artifacts.number, flows.name as flow_name, coalesce(trails.name, '') as trail_name,
        coalesce(trails.compliance, '') as compliance
      from artifacts join flows on flows.org_id = artifacts.org_id and flows.id = artifacts.flow_id
      left join trails on trails.org_id = artifacts.org_id and trails.id = artifacts.trail_id
      ${wanted} order by artifacts.number desc limit ${limit}`,
  );
  return rows.map((row) => {
    const place = { number: number(row, 'number'), flowName: text(row, 'flow_name') };
    const trailName = text(row, 'trail_name');
    if (trailName === '') return place;
    // Another artifact may have taken its name on the trail: then the decision is no longer about this one.
    const status = Object.values(decisionOf(row).artifacts_statuses ?? {}).find((each) => each.artifact_fingerprint === fingerprint);
    return { ...place, trailName, ...given({ status }) };
  });
}
