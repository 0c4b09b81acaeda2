import type { Residence, Snapshot } from '../model/environments.ts';
import type { Change } from '../model/transition.ts';
import { number, text } from '../sql/row.ts';
import { listed, query, type Steps } from '../sql/statement.ts';

/** Keeps where artifacts run now, for those that began to, ended or changed. */
export function* keepResidences(
  orgId: string,
  environmentId: string,
  { number: snapshot }: Snapshot,
  changes: readonly Change[],
): Steps<void> {
  for (const change of changes) {
    if (!('to' in change)) continue;
    const { fingerprint, name } = change.artifact;
    yield* query(
      `insert into residences (org_id, fingerprint, environment_id, name, instances, snapshot) values ($1, $2, $3, $4, $5, $6)
       on conflict (org_id, fingerprint, environment_id)
       do update set name = excluded.name, instances = excluded.instances, snapshot = excluded.snapshot`,
      orgId,
      fingerprint,
      environmentId,
      name,
      change.to,
      snapshot,
    );
  }
}

/** The ids of the environments, logical ones left out, that any of these artifacts run in; at most a thousand artifacts. */
export function* environmentsRunning(orgId: string, fingerprints: readonly string[]): Steps<readonly string[]> {
  if (fingerprints.length === 0) return [];
  const list = listed(fingerprints, 1);
  const rows = yield* query(
    `select environment_id from residences where org_id = $1 and fingerprint in ${list.sql} and instances > 0`,
    orgId,
    ...list.args,
  );
  return [...new Set(rows.map((row) => text(row, 'environment_id')))].toSorted();
}

/** The ids of the environments, logical ones left out, that any artifact of a flow runs in. */
export function* environmentsOfFlow(orgId: string, flowId: string): Steps<readonly string[]> {
  const rows = yield* query(
    `select distinct residences.environment_id from artifacts
     join residences on residences.org_id = artifacts.org_id and residences.fingerprint = artifacts.fingerprint
     where artifacts.org_id = $1 and artifacts.flow_id = $2 and residences.instances > 0 order by residences.environment_id`,
    orgId,
    flowId,
  );
  return rows.map((row) => text(row, 'environment_id'));
}

/** Where these artifacts run or ran, each environment once, in the order of their names; at most a thousand artifacts. */
export function* residencesOf(orgId: string, fingerprints: readonly string[]): Steps<readonly Residence[]> {
  if (fingerprints.length === 0) return [];
  const list = listed(fingerprints, 1);
  const rows = yield* query(
    `select residences.environment_id, residences.fingerprint, residences.name, residences.instances,
            environments.name as environment, case when residences.instances > 0 then environments.snapshot_count else residences.snapshot end as snapshot
     from residences join environments on environments.org_id = residences.org_id and environments.id = residences.environment_id
     where residences.org_id = $1 and residences.fingerprint in ${list.sql}`,
    orgId,
    ...list.args,
  );
  return rows
    .map((row): Residence => ({
      environmentId: text(row, 'environment_id'),
      environment: text(row, 'environment'),
      fingerprint: text(row, 'fingerprint'),
      name: text(row, 'name'),
      isRunning: number(row, 'instances') > 0,
      snapshot: number(row, 'snapshot'),
    }))
    .toSorted((one, other) => (one.environment < other.environment ? -1 : 1));
}
