import { residenceFields, type Residence, type Snapshot } from '../model/environments.ts';
import type { Change } from '../model/transition.ts';
import { column, readAll, readListed, text } from '../sql/row.ts';
import { send, sql, upsert, type Steps } from '../sql/sql.ts';

/** Keeps where artifacts run now, if they started, ended or changed. */
export function* keepResidences(
  orgId: string,
  environmentId: string,
  { number: snapshot }: Snapshot,
  changes: readonly Change[],
): Steps<void> {
  for (const change of changes) {
    if (!('to' in change)) continue;
    const { fingerprint, name } = change.artifact;
    yield* send(
      upsert('residences', { org_id: orgId, fingerprint, environment_id: environmentId }, { name, instances: change.to, snapshot }),
    );
  }
}

/** The ids of the environments, without logical ones, that run any of these artifacts. */
export function* environmentsRunning(orgId: string, fingerprints: readonly string[]): Steps<readonly string[]> {
  const ids = yield* readListed(
    column('environment_id', text),
    fingerprints,
    (list) => sql`select environment_id from residences where org_id = ${orgId} and fingerprint in ${list} and instances > 0`,
  );
  return [...new Set(ids)].toSorted();
}

/** The ids of the environments, without logical ones, that run any artifact of a flow. */
export function* environmentsOfFlow(orgId: string, flowId: string): Steps<readonly string[]> {
  return yield* readAll(
    column('environment_id', text),
    sql`select distinct residences.environment_id from artifacts
      join residences on residences.org_id = artifacts.org_id and residences.fingerprint = artifacts.fingerprint
      where artifacts.org_id = ${orgId} and artifacts.flow_id = ${flowId} and residences.instances > 0 order by residences.environment_id`,
  );
}

/** Where these artifacts run or ran, each environment once, in the order of their names. */
export function* residencesOf(orgId: string, fingerprints: readonly string[]): Steps<readonly Residence[]> {
  const found = yield* readListed(
    residenceFields,
    fingerprints,
    (list) => sql`select residences.environment_id, residences.fingerprint, residences.name, residences.instances,
        environments.name as environment,
        case when residences.instances > 0 then environments.snapshot_count else residences.snapshot end as snapshot
      from residences join environments on environments.org_id = residences.org_id and environments.id = residences.environment_id
      where residences.org_id = ${orgId} and residences.fingerprint in ${list}`,
  );
  return found.toSorted((one, other) => (one.environment < other.environment ? -1 : 1));
}
