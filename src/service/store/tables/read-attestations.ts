import { json, number, text } from '../sql/row.ts';
import { query, queryOne, type Row, type Steps, type Value } from '../sql/statement.ts';
import type { AttestationFilter, AttestationRow } from '../store.ts';

const record = `select records.body, records.sequence, records.hash from records
  join attestations on attestations.org_id = records.org_id and attestations.sequence = records.sequence`;

export function* attestationsOfCommit(orgId: string, commit: string, filter: AttestationFilter): Steps<readonly number[]> {
  return yield* sequences('attestations.org_id = $1 and attestations.commit_sha = $2', [orgId, commit], filter);
}

export function* attestationsOfTrail(orgId: string, flowName: string, trailName: string, name: string): Steps<readonly number[]> {
  const trail =
    'select trails.id from trails join flows on flows.id = trails.flow_id where flows.org_id = $1 and flows.name = $2 and trails.name = $3';
  return yield* sequences(`attestations.trail_id = (${trail})`, [orgId, flowName, trailName], { name });
}

function* sequences(where: string, first: readonly Value[], filter: AttestationFilter): Steps<readonly number[]> {
  const conditions = [where];
  const args: Value[] = [...first];
  const also = (column: string, value: string | undefined) => {
    if (value === undefined) return;
    args.push(value);
    conditions.push(`${column} = $${args.length}`);
  };
  also('flows.name', filter.flowName);
  also('attestations.name', filter.name);
  also('attestations.type', filter.type);
  also('attestations.id', filter.id);
  const rows = yield* query(
    `select attestations.sequence from attestations join flows on flows.id = attestations.flow_id
     where ${conditions.join(' and ')} order by attestations.number desc`,
    ...args,
  );
  return rows.map((row) => number(row, 'sequence'));
}

export function* attestationById(orgId: string, id: string): Steps<AttestationRow | undefined> {
  return rowOf(yield* queryOne(`${record} where attestations.id = $1 and attestations.org_id = $2`, id, orgId));
}

export function* attestationByNumber(orgId: string, place: number): Steps<AttestationRow | undefined> {
  return rowOf(yield* queryOne(`${record} where attestations.org_id = $1 and attestations.number = $2`, orgId, place));
}

export function* attestationBySequence(orgId: string, sequence: number): Steps<AttestationRow | undefined> {
  return rowOf(yield* queryOne('select body, sequence, hash from records where org_id = $1 and sequence = $2', orgId, sequence));
}

export function* attestationCount(orgId: string): Steps<number> {
  const row = yield* queryOne('select attestation_count from organizations where id = $1', orgId);
  return row === undefined ? 0 : number(row, 'attestation_count');
}

export function* hasBlob(id: string): Steps<boolean> {
  return (yield* queryOne('select 1 as found from blobs where id = $1', id)) !== undefined;
}

function rowOf(row: Row | undefined): AttestationRow | undefined {
  if (row === undefined) return undefined;
  const body: AttestationRow['body'] = json(row, 'body');
  return { body, sequence: number(row, 'sequence'), hash: text(row, 'hash') };
}
