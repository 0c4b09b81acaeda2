import type { ArtifactStatus } from '../../../contract/index.ts';
import { number, text } from '../sql/row.ts';
import { query, type Steps } from '../sql/statement.ts';
import { flowIdOf } from './flows.ts';
import { decisionOf } from './trail-pages.ts';

/** An artifact in one place: a flow, and there a trail, or none. */
export interface Standing {
  /** Counts the artifacts of the organization. */
  readonly number: number;
  readonly flowName: string;
  readonly trailName?: string;
  /** What the trail says of this artifact now; absent where it says nothing. */
  readonly status?: ArtifactStatus;
}

/** Up to `limit` places in which an artifact was reported, the latest first, behind the number `before`. */
export function* standings(
  orgId: string,
  { fingerprint, flowName, before }: { readonly fingerprint: string; readonly flowName?: string; readonly before?: number },
  limit: number,
): Steps<readonly Standing[]> {
  const inFlow = flowName === undefined ? '' : ` and artifacts.flow_id = ${flowIdOf('$5')}`;
  const rows = yield* query(
    `select artifacts.number, flows.name as flow_name, coalesce(trails.name, '') as trail_name, coalesce(trails.compliance, '') as compliance
     from artifacts join flows on flows.org_id = artifacts.org_id and flows.id = artifacts.flow_id
     left join trails on trails.org_id = artifacts.org_id and trails.id = artifacts.trail_id
     where artifacts.org_id = $1 and artifacts.fingerprint = $2 and artifacts.number < $3${inFlow}
     order by artifacts.number desc limit $4`,
    orgId,
    fingerprint,
    before ?? Number.MAX_SAFE_INTEGER,
    limit,
    ...(flowName === undefined ? [] : [flowName]),
  );
  return rows.map((row) => {
    const place = { number: number(row, 'number'), flowName: text(row, 'flow_name') };
    const trailName = text(row, 'trail_name');
    if (trailName === '') return place;
    // Another artifact may have taken its name on the trail: then nothing is decided of this one any more.
    const status = Object.values(decisionOf(row).artifacts_statuses ?? {}).find((each) => each.artifact_fingerprint === fingerprint);
    return { ...place, trailName, ...(status === undefined ? {} : { status }) };
  });
}
