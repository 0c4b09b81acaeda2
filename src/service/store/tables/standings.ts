import type { ArtifactStatus } from '../../../contract/index.ts';
import { flowIdOf } from './flows.ts';
import { isDecision } from '../model/trails.ts';
import type { Row, Steps } from '../sql/statement.ts';
import { sql, where, when } from '../sql/sql.ts';
import { text, number, filled, json, readAll } from '../sql/row.ts';
import { given } from '../../../text/index.ts';

/** An artifact where it was reported: a flow, and there a trail, or none. */
export interface Standing {
  /** Counts the artifacts of the organization. */
  readonly number: number;
  readonly flowName: string;
  readonly trailName?: string;
  /** The current status of this artifact on the trail; absent if the trail says nothing about it. */
  readonly status?: ArtifactStatus;
}

/** Up to `limit` reports of an artifact in different flows and trails, the latest first, below the number `before`. */
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
  return yield* readAll(
    (row) => standing(row, fingerprint),
    sql`select artifacts.number, flows.name as flow_name, coalesce(trails.name, '') as trail_name,
        coalesce(trails.compliance, '') as compliance
      from artifacts join flows on flows.org_id = artifacts.org_id and flows.id = artifacts.flow_id
      left join trails on trails.org_id = artifacts.org_id and trails.id = artifacts.trail_id
      ${wanted} order by artifacts.number desc limit ${limit}`,
  );
}

function standing(row: Row, fingerprint: string): Standing {
  const artifact = { number: number(row, 'number'), flowName: text(row, 'flow_name') };
  const trailName = filled(row, 'trail_name');
  if (trailName === undefined) return artifact;
  // Another artifact may have taken its name on the trail: then the decision is no longer about this one.
  const statuses = Object.values(json(row, 'compliance', isDecision).artifacts_statuses ?? {});
  return { ...artifact, trailName, ...given({ status: statuses.find((each) => each.artifact_fingerprint === fingerprint) }) };
}
