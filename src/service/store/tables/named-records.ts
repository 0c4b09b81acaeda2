import { namedRecord, type NamedRecord } from '../model/named-records.ts';
import type { ArtifactOnTrail, LatestRecord, Rules } from '../model/rules.ts';
import { number, readListed } from '../sql/row.ts';
import { sql, type Sql, type Steps } from '../sql/sql.ts';

const columns = sql`trail_id, id, name, type, is_compliant, commit_sha, created_at, tests_ran, run`;

/** All records of some names on a trail. */
function* recordsNamed(orgId: string, trailId: string, names: readonly string[]): Steps<readonly NamedRecord[]> {
  const of = (list: Sql) => sql`select ${columns} from attestations
    where org_id = ${orgId} and trail_id = ${trailId} and name in ${list} order by number`;
  return yield* readListed(namedRecord, names, of);
}

/**
 * The latest records of a trail, with those marked whose names hold no test that ran. Others of a name are read only where the
 * latest of it is empty: it may be one run of several.
 */
export function* withEmptyNames(
  orgId: string,
  trailId: string,
  latest: readonly LatestRecord[],
  artifacts: readonly ArtifactOnTrail[],
  rules: Rules,
): Steps<readonly LatestRecord[]> {
  const names = [...new Set(latest.filter(({ testsRan }) => testsRan === 0).map(({ name }) => name))];
  if (names.length === 0) return latest;
  const byName = Map.groupBy(yield* recordsNamed(orgId, trailId, names), ({ name }) => name);
  return latest.map((record) => {
    const isEmpty = record.testsRan === 0 && rules.isEmpty(record.id, byName.get(record.name) ?? [], artifacts);
    return isEmpty ? { ...record, noTestRan: true } : record;
  });
}

/**
 * The records, by the ids of their trails, of the names among whose records one says no or holds no test: of any other name
 * nothing is hidden.
 */
export function* doubtfulRecords(orgId: string, trailIds: readonly string[]): Steps<ReadonlyMap<string, readonly NamedRecord[]>> {
  const found = yield* readListed(
    (row) => [number(row, 'number'), namedRecord(row)] as const,
    trailIds,
    // Ordered here: to have it from the database, SQLite would walk over all records of the organization.
    (list) => sql`select number, ${columns} from attestations where org_id = ${orgId} and trail_id in ${list}
      and run is not null and (trail_id, name) in (
        select trail_id, name from attestations
        where org_id = ${orgId} and trail_id in ${list} and (is_compliant = ${false} or tests_ran = 0))`,
  );
  const inOrder = found.toSorted(([one], [other]) => one - other).map(([, record]) => record);
  return Map.groupBy(inOrder, ({ trailId }) => trailId);
}
