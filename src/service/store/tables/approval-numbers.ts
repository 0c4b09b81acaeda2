import { number, text } from '../sql/row.ts';
import { listed, query, type Row, type Steps } from '../sql/statement.ts';

/** The numbers of the approvals of some artifacts, the oldest first; `artifacts` are rows with `flow_id` and `fingerprint`. */
export function* approvalNumbers(orgId: string, artifacts: readonly Row[]): Steps<(artifact: Row) => readonly number[]> {
  if (artifacts.length === 0) return () => [];
  const flows = listed([...new Set(artifacts.map((row) => text(row, 'flow_id')))], 1);
  const fingerprints = listed([...new Set(artifacts.map((row) => text(row, 'fingerprint')))], 1 + flows.args.length);
  const rows = yield* query(
    `select flow_id, fingerprint, number from approvals
     where org_id = $1 and flow_id in ${flows.sql} and fingerprint in ${fingerprints.sql} order by flow_id, fingerprint, number`,
    orgId,
    ...flows.args,
    ...fingerprints.args,
  );
  const byArtifact = Map.groupBy(rows, nameOf);
  return (artifact) => (byArtifact.get(nameOf(artifact)) ?? []).map((row) => number(row, 'number'));
}

function nameOf(artifact: Row): string {
  return `${text(artifact, 'flow_id')} ${text(artifact, 'fingerprint')}`;
}
