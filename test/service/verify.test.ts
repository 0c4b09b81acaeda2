import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, test } from 'vitest';
import { createToken, startService, verifyData } from '../../src/service/index.ts';
import { canonical, sha256 } from '../../src/service/store/index.ts';
import { attest, client, field, folder, green, putFlow, red } from './support.ts';

const token = 'a-token-for-tests-only';
let whole: string;
let heads: readonly string[];

beforeAll(async () => {
  whole = await mkdtemp(join(tmpdir(), 'verify-'));
  await createToken({ dataDir: whole, user: 'ada', orgs: ['acme', 'globex'], role: 'member', token });
  await createToken({ dataDir: whole, user: 'eve', orgs: ['acme'], role: 'reader' });
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir: whole });
  const it = client(service.url, { authorization: `Bearer ${token}` });
  await putFlow(it, 'f', 'version: 1\ntrail:\n  attestations:\n    - name: unit\n      type: junit\n');
  const own = {
    field: 'template_file',
    name: 't.yml',
    content: 'version: 1\ntrail:\n  attestations:\n    - name: lint\n      type: junit\n',
  };
  await it.form('PUT', '/trails/acme/f', { name: 'own', description: 'has its own' }, own);
  const answers = [
    await attest(it, 'f/t', { junit_results: [red], user_data: { a: 1 }, repo_info: { id: '1', name: 'r', url: 'https://r.example/r' } }),
    await attest(it, 'f/t', { junit_results: [green] }, { content: '<a/>' }, { 'idempotency-key': 'k' }),
    await attest(it, 'f/own', { attestation_name: 'lint', target_artifacts: ['cli'], git_commit_info: { sha1: 'c'.repeat(40) } }),
    await attest(it, 'new/t', { junit_results: [red] }),
  ];
  if (answers.some(({ status }) => status !== 201)) throw new Error('An attestation was refused.');
  heads = answers.map(({ body }) => String(field(body, 'head')));
  await service.close();
  return () => rm(whole, { recursive: true, force: true });
});

/** A copy that may be spoiled. */
async function copy(): Promise<string> {
  const home = await folder();
  await cp(whole, home, { recursive: true });
  return home;
}

async function tampered(sql: string): Promise<string> {
  const home = await copy();
  const database = new DatabaseSync(join(home, 'evidence.db'));
  database.exec('pragma foreign_keys = off');
  database.exec(sql);
  database.close();
  return home;
}

const problems = async (dataDir: string, more: { readonly head?: string; readonly org?: string } = {}) => {
  const report = await verifyData({ dataDir, ...more });
  return [...report.organizations.map(({ problem }) => problem), report.problem].filter((problem) => problem !== undefined).join('\n');
};

test('what nobody touched holds, each organization by itself and with its witnesses', async () => {
  const report = await verifyData({ dataDir: whole });
  expect(report).toMatchObject({
    problem: undefined,
    organizations: [
      { org: 'acme', blobs: 1, head: heads.at(-1), problem: undefined },
      { org: 'globex', records: 1, blobs: 0, problem: undefined },
    ],
  });
  const witness = async (head: string) => (await verifyData({ dataDir: whole, head, org: 'acme' })).organizations[0]?.witness;
  expect([await witness(heads[3] ?? ''), await witness(heads[0] ?? ''), await witness('0'.repeat(64))]).toEqual([
    'end',
    'before',
    'nowhere',
  ]);
});

/** A value of the same type that is another one. */
function other(value: unknown): string {
  if (typeof value === 'number') return String(value + 1);
  return `'${randomBytes(8).toString('hex')}'`;
}

test('every column of every table is vouched for by the records', async () => {
  const database = new DatabaseSync(join(whole, 'evidence.db'), { readOnly: true });
  const columns = database
    .prepare(
      `select t.name as name, c.name as column_name from sqlite_schema t join pragma_table_info(t.name) c
       where t.type = 'table' and t.name not in ('migrations')`,
    )
    .all()
    .map((row) => [String(row.name), String(row.column_name)] as const);
  const filled = columns.map(([table, column]) => {
    const row = database.prepare(`select rowid, ${column} as value from ${table} order by ${column} is null, rowid desc limit 1`).get();
    return { table, column, row };
  });
  database.close();
  expect(new Set(columns.map(([table]) => table))).toEqual(
    new Set([
      'organizations',
      'users',
      'tokens',
      'memberships',
      'records',
      'flows',
      'templates',
      'trails',
      'attestations',
      'latest',
      'blobs',
      'answers',
    ]),
  );
  for (const { table, column, row } of filled) {
    expect(row, `${table}.${column} holds something`).toBeDefined();
    const home = await tampered(`update ${table} set ${column} = ${other(row?.value)} where rowid = ${Number(row?.rowid)}`);
    expect(await problems(home), `${table}.${column}`).not.toBe('');
  }
});

test.each([
  [
    'a red row that was deleted',
    `delete from latest where name = 'unit'; delete from attestations where is_compliant = 0`,
    /missing|attestation/,
  ],
  ['a row of the latest records that was deleted', 'delete from latest', /latest: the row of .* is missing/],
  ['a state that was rewritten', `update trails set state = 'COMPLIANT' where state = 'NON-COMPLIANT'`, /trails: state of t/],
  ['an event that was edited', `update records set event = replace(event, 'false', 'true')`, /its event says other/],
  ['a kind that was edited', `update records set kind = 'flow_reported' where kind = 'attestation'`, /its columns say other/],
  ['a trail that was edited', `update records set trail_id = 'x' where kind = 'attestation'`, /its columns say other/],
  ['a template that was edited', `update templates set template = replace(template, 'unit', 'other')`, /templates: template of/],
  [
    'a template that was added',
    `insert into templates select org_id, 'x', flow_id, template, created_at from templates limit 1`,
    /templates: no record speaks/,
  ],
  ['a membership that was raised', `update memberships set role = 'admin' where role = 'reader'`, /memberships: role of/],
  [
    'a membership that was added',
    `insert into memberships select org_id, 'x', 'admin' from memberships limit 1`,
    /memberships: no record speaks/,
  ],
  ['a membership that was deleted', `delete from memberships where role = 'reader'`, /memberships: the row of/],
  ['a token that was added', `insert into tokens select 'x', user_id, 'x' from tokens limit 1`, /tokens: no record speaks/],
  ['a blob that was edited', `update blobs set sha256 = 'x'`, /blobs: sha256 of/],
  ['a log that was shortened', `delete from records where sequence = (select max(sequence) from records)`, /The log ends at/],
  ['an organization that was taken out', `delete from organizations where name = 'globex'`, /no such organization/],
])('%s is found', async (_, sql, problem) => {
  expect(await problems(await tampered(sql))).toMatch(problem);
});

test.each([
  ['whose bytes were changed', (file: string) => writeFile(file, '<b/>'), /is not the one that was recorded/],
  ['that was deleted', (file: string) => rm(file), /is missing/],
])('an attached file %s is found', async (_, spoil, problem) => {
  const home = await copy();
  const [name] = (await readdir(join(home, 'blobs'))).filter((each) => each !== 'incoming');
  await spoil(join(home, 'blobs', name ?? ''));
  expect(await problems(home)).toMatch(problem);
});

/** Writes the log of `acme` anew, hash by hash, as one would who knows how; nothing inside it shows that. */
async function forged(change: (body: string) => string, dropLast: boolean): Promise<string> {
  const home = await copy();
  const database = new DatabaseSync(join(home, 'evidence.db'));
  database.exec('pragma foreign_keys = off');
  const org = `(select id from organizations where name = 'acme')`;
  if (dropLast)
    database.exec(`delete from records where org_id = ${org} and sequence = (select max(sequence) from records where org_id = ${org})`);
  let head = '0'.repeat(64);
  for (const row of database.prepare(`select rowid, sequence, body from records where org_id = ${org} order by sequence`).all()) {
    const body = canonical(JSON.parse(change(String(row.body))));
    const hash = sha256(`${head}\n${String(row.sequence)}\n${body}`);
    database.prepare('update records set body = ?, previous_hash = ?, hash = ? where rowid = ?').run(body, head, hash, Number(row.rowid));
    head = hash;
  }
  database
    .prepare(`update organizations set head = ?, sequence = (select max(sequence) from records where org_id = ${org}) where name = 'acme'`)
    .run(head);
  database.close();
  return home;
}

test('a chain that was made anew, or shortened with its count, is shown by a witness from outside', async () => {
  const anew = await forged((body) => body.replace('has its own', 'has its 0wn'), false);
  expect(await problems(anew, { head: heads[0] ?? '' })).toMatch(/witness .* is nowhere/);
  const short = await forged((body) => body, true);
  expect(await problems(short, { head: heads[3] ?? '' })).toMatch(/witness .* is nowhere/);
  expect(await problems(short, { head: heads[0] ?? '' })).not.toMatch(/witness/);
});

test('what cannot be read is an error, and not a record that holds', async () => {
  await expect(verifyData({ dataDir: await folder() })).rejects.toThrow(/open/);
});
