import { sql, listed } from '../sql/sql.ts';
import { query, type Row, type Steps } from '../sql/statement.ts';
import { text, number } from '../sql/row.ts';

/** The numbers of the approvals of some artifacts, the oldest first; `artifacts` are rows with `flow_id` and `fingerprint`. */
export function* approvalNumbers(orgId: string, artifacts: readonly Row[]): Steps<(artifact: Row) => readonly number[]> {
  if (artifacts.length === 0) return () => [];
  const flows = listed([...new Set(artifacts.map((row) => text(row, 'flow_id')))]);
  const fingerprints = listed([...new Set(artifacts.map((row) => text(row, 'fingerprint')))]);
  const rows = yield* query(
    sql`select flow_id, fingerprint, number from approvals
      where org_id = ${orgId} and flow_id in ${flows} and fingerprint in ${fingerprints} order by flow_id, fingerprint, number`,
  );
  const byArtifact = Map.groupBy(rows, nameOf);
  return (artifact) => (byArtifact.get(nameOf(artifact)) ?? []).map((row) => number(row, 'number'));
}

function nameOf(artifact: Row): string {
  return `${text(artifact, 'flow_id')} ${text(artifact, 'fingerprint')}`;
}
