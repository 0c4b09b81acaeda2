import { changeData, type Home, type RunSql } from './homes.ts';

/**
 * Copies the first trail of `acme`, with its one attestation, as often as wanted, by SQL: to record a million trails takes half an
 * hour. The copies have all rows that reads find, but their hashes are no chain.
 */
export async function copyTrails(home: Home, count: number): Promise<void> {
  await changeData(home, (run) => fill(home.engine, run, count));
}

const filled = ['records', 'trails', 'attestations', 'trail_facets'];
const tables = filled.map((table) => `'${table}'`).join(', ');

/** The indexes that are not of a key. */
const indexesOf = {
  SQLite: `select name, sql from sqlite_master where type = 'index' and sql is not null and tbl_name in (${tables})`,
  PostgreSQL: `select indexname as name, indexdef as sql from pg_indexes where schemaname = current_schema() and tablename in (${tables})
    and indexname not in (select conname from pg_constraint)`,
};

/** No reference is looked up, and the indexes come when the rows are there: with both, a million trails take ten times as long. */
export async function fill(engine: Home['engine'], run: RunSql, count: number): Promise<void> {
  const indexes = await run(indexesOf[engine]);
  await run(engine === 'SQLite' ? 'pragma foreign_keys = off' : 'set session_replication_role = replica');
  for (const { name } of indexes) await run(`drop index ${String(name)}`);
  for (const statement of copies(count)) await run(statement);
  for (const { sql } of indexes) await run(String(sql));
}

/** The rows of the trail, each with the number of the copy in its keys. Record 2 of three is the trail, record 3 its attestation. */
function copies(count: number): readonly string[] {
  const org = `(select id from organizations where name = 'acme')`;
  const numbers = `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const more = (column: string) => `${column} || '-' || cast(n.i as text)`;
  const later = 'created_at + n.i * 0.001';
  const of = (table: string) => `from n cross join ${table} where ${table}.org_id = ${org}`;
  return [
    'begin',
    // The place of the copies' records begins after all others.
    `${numbers} insert into records (org_id, sequence, id, kind, created_at, trail_id, previous_hash, hash, event, body)
      select org_id, sequence + 2 * n.i, ${more('id')}, kind, ${later}, ${more('trail_id')}, previous_hash, hash, event, body
      ${of('records')} and trail_id is not null`,
    `${numbers} insert into trails (org_id, id, org_number, flow_id, number, name, details, repo_ids, template_id, own_template, state,
        compliance, artifact_count, created_at, last_modified_at, created_by)
      select org_id, ${more('id')}, org_number + n.i, flow_id, number + n.i, ${more('name')}, details, repo_ids, template_id, own_template,
        state, compliance, artifact_count, ${later}, last_modified_at + n.i * 0.001, created_by ${of('trails')}`,
    `${numbers} insert into attestations (org_id, id, number, sequence, flow_id, trail_id, name, type, commit_sha, is_compliant, created_at)
      select org_id, ${more('id')}, number + n.i, sequence + 2 * n.i, flow_id, ${more('trail_id')}, name, type, commit_sha, is_compliant,
        ${later} ${of('attestations')}`,
    `${numbers} insert into trail_facets (org_id, trail_id, flow_id, org_number, created_at, state, branch, author, pull_request, words)
      select org_id, ${more('trail_id')}, flow_id, org_number + n.i, ${later},
        case when n.i % 10 = 3 then 'NON-COMPLIANT' else state end, case when n.i % 50 = 0 then 'rare' else 'main' end,
        'Author ' || cast(n.i % 20 as text), cast(n.i % 1000 as text), words || ' ' || cast(n.i as text) ${of('trail_facets')}`,
    `update flows set trail_count = trail_count + ${count} where org_id = ${org}`,
    `update organizations set sequence = sequence + 2 * ${count}, trail_count = trail_count + ${count},
      attestation_count = attestation_count + ${count}, latest = latest + ${count} * 0.001 where name = 'acme'`,
    'commit',
  ];
}
