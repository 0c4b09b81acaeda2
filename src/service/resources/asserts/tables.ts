import type { ArtifactStatus } from '../../../contract/index.ts';
import { given } from '../../../text/index.ts';
import { newestRule } from '../../record/kind.ts';
import { column, filled, json, number, readAll, reader, text } from '../../sql/row.ts';
import { sql, when, where, type Steps } from '../../sql/sql.ts';
import type { Rules } from '../../store-rules.ts';
import { flowIdOf } from '../flows/tables.ts';
import { hiddenNos, type Hidden } from '../gate/tables.ts';
import { aDecision } from '../trails/tables.ts';

/** An artifact where it was reported: a flow, and there a trail, or none. */
export interface Standing {
  /** Counts the artifacts of the organization. */
  readonly number: number;
  readonly flowName: string;
  readonly trailName?: string;
  /** The current status of this artifact on the trail; absent if the trail says nothing about it. */
  readonly status?: ArtifactStatus;
  /** Why it is not compliant there although its status says so: the records prove it. */
  readonly hidden?: string;
}

/** Up to `limit` reports of an artifact in different flows and trails, the latest first, below the number `before`. */
export function* standings(
  orgId: string,
  { fingerprint, flowName, before }: { readonly fingerprint: string; readonly flowName?: string; readonly before?: number },
  limit: number,
  { hiddenBy }: Rules,
): Steps<readonly Standing[]> {
  const wanted = where(
    {
      'artifacts.org_id': orgId,
      'artifacts.fingerprint': fingerprint,
      'artifacts.flow_id': when(flowName, (name) => flowIdOf(orgId, name)),
    },
    when(before, (end) => sql`artifacts.number < ${end}`),
  );
  const found = yield* readAll(
    reported,
    sql`select artifacts.number, flows.name as flow_name, coalesce(artifacts.trail_id, '') as trail_id,
        coalesce(trails.name, '') as trail_name, coalesce(trails.compliance, '') as compliance
      from artifacts join flows on flows.org_id = artifacts.org_id and flows.id = artifacts.flow_id
      left join trails on trails.org_id = artifacts.org_id and trails.id = artifacts.trail_id
      ${wanted} order by artifacts.number desc limit ${limit}`,
  );
  const trailIds = found.flatMap(({ trailId = [] }) => trailId);
  const hidden = yield* hiddenNos(orgId, trailIds, hiddenBy(newestRule));
  return found.map((row) => standing(row, fingerprint, hidden));
}

const reported = reader({
  number,
  flowName: text,
  trailId: filled,
  trailName: filled,
  decision: column('compliance', (row, name) => (filled(row, name) === undefined ? undefined : json(row, name, aDecision))),
});

function standing({ decision, trailId, ...of }: ReturnType<typeof reported>, fingerprint: string, hiddenIn: Hidden): Standing {
  const { flowName, number: at, trailName } = of;
  if (decision === undefined || trailId === undefined) return { number: at, flowName, ...given({ trailName }) };
  // Another artifact may have taken its name on the trail: then the decision is no longer about this one.
  const status = Object.values(decision.artifacts_statuses ?? {}).find((each) => each.artifact_fingerprint === fingerprint);
  const rows = status === undefined ? [] : [...status.attestations_statuses, ...decision.attestations_statuses];
  const [hidden] = rows.flatMap((row) => hiddenIn(trailId, decision, row) ?? []);
  return { number: at, flowName, ...given({ trailName, status, hidden }) };
}
