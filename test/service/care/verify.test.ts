import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startService, verifyData } from '../../../src/service/index.ts';
import { rechain } from '../store/rechain.ts';
import { folder } from '../support.ts';
import { copyOf, keptData, problems, tamperedCopy } from './tamper.ts';
import { tamperings } from './tamperings.ts';

let whole: string;
let heads: readonly string[];

let made: ReturnType<typeof keptData> | undefined;

// It is made once, but within a test: `npm run mutate` tells by the test which code reaches a line.
beforeEach(async () => {
  ({ whole, heads } = await (made ??= keptData()));
});
afterAll(async () => {
  await rm(whole, { recursive: true, force: true });
});

const copy = () => copyOf(whole);
const tampered = (sql: string) => tamperedCopy(whole, (database) => database.exec(sql));

test('what nobody touched holds, each organization by itself and with its witnesses', async () => {
  const report = await verifyData({ dataDir: whole });
  expect(report).toMatchObject({
    problem: undefined,
    organizations: [
      { org: 'acme', blobs: 1, head: heads.at(-1), problem: undefined },
      { org: 'globex', records: 6, blobs: 0, problem: undefined },
      { org: '~operators', records: 1, blobs: 0, problem: undefined },
    ],
  });
  const witness = async (head: string) => (await verifyData({ dataDir: whole, head, org: 'acme' })).organizations[0]?.witness;
  expect([await witness(heads[3] ?? ''), await witness(heads[0] ?? ''), await witness('0'.repeat(64))]).toEqual([
    'end',
    'before',
    'nowhere',
  ]);
});

const ofThisEngine: typeof tamperings = [
  [
    'a trigger that will change what is written next',
    'create trigger later after insert on attestations begin update attestations set is_compliant = 1; end',
    /The trigger later is not one/,
  ],
  ['a migration of bytes', `update migrations set name = cast(name as blob) where version = 3`, /The migration 3 is not made as/],
];

test.each([...tamperings, ...ofThisEngine])('%s is found', async (_, sql, problem) => {
  expect(await problems(await tampered(sql))).toMatch(problem);
});

/** Writes the log of `acme` again. Nothing inside it shows that. */
function forged(change: (body: string, sequence: number) => string, dropLast = false): Promise<string> {
  return tamperedCopy(whole, (database) => {
    if (dropLast) database.exec('delete from records where sequence = (select max(sequence) from records)');
    rechain(database, 'acme', change);
    database.exec('update organizations set log_bytes = (select sum(octet_length(body)) from records where org_id = organizations.id)');
  });
}

test('a chain that was made anew, or shortened with its count, is shown by a witness from outside', async () => {
  const anew = await forged((body) => body.replace('has its own', 'has its 0wn'));
  expect(await problems(anew, { head: heads[0] ?? '' })).toMatch(/witness .* is nowhere/);
  const short = await forged((body) => body, true);
  expect(await problems(short, { head: heads[3] ?? '' })).toMatch(/witness .* is nowhere/);
  expect(await problems(short, { head: heads[0] ?? '' })).not.toMatch(/witness/);
});

test('what cannot be read is an error, and not a record that holds', async () => {
  await expect(verifyData({ dataDir: await folder() })).rejects.toThrow(/There is no database/);
});

const kind = (name: string, from: string, to: string) => (body: string) =>
  body.includes(`"kind":"${name}"`) ? body.replace(from, to) : body;

test.each([
  [
    'of a trail whose flow is in none',
    kind('flow_reported', '"flow":"new"', '"flow":"old"'),
    /Record \d+: its flow new is in no record before it/,
  ],
  [
    'of a flow of that name with another id',
    kind('trail_reported', '"flow_id":"', '"flow_id":"0'),
    /Record \d+: its flow f is in no record/,
  ],
  [
    'of an attestation whose trail is in none',
    kind('trail_reported', '"trail":"t"', '"trail":"u"'),
    /Record \d+: its trail t is in no record/,
  ],
  [
    'of a trail of that name with another id',
    kind('trail_reported', '"trail_id":"', '"trail_id":"0'),
    /Record \d+: its trail t is in no record/,
  ],
  ['of a flow without a template', kind('flow_reported', '"template":{', '"template_":{'), /The record of the flow f brings no template/],
  [
    'of a flow whose template is another one',
    kind('flow_reported', '"name":"unit"', '"name":"none"'),
    /templates: template of .*, and the records say/,
  ],
  [
    'that make one thing twice',
    (body: string) => body.replace(/"template_id":"[^"]+"/, '"template_id":"x"'),
    /Records \d+ to \d+ make one thing twice: UNIQUE/,
  ],
  [
    'with a file outside of the folder',
    kind('attestation', '"results.xml","id":"', '"results.xml","id":"../'),
    /has a name that no service gives/,
  ],
  [
    'that say yes to a row that says no',
    kind('attestation', '"is_compliant":false', '"is_compliant":true'),
    /attestations: is_compliant of .* is 0, and the records say 1/,
  ],
])('records %s do not hold, even when every hash was made anew', async (_, change, problem) => {
  expect(await problems(await forged(change))).toMatch(problem);
});

test('nothing is changed or made in the data directory, also next to a service that runs', async () => {
  const state = async (home: string) => {
    const files = (await readdir(home, { recursive: true })).toSorted();
    return [files, await readFile(join(home, 'evidence.db'), 'base64')];
  };
  const home = await copy();
  const before = await state(home);
  expect(await problems(home)).toBe('');
  expect(await state(home)).toEqual(before);
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir: home });
  const during = await state(home);
  expect(await problems(home)).toBe('');
  expect(await state(home)).toEqual(during);
  await service.close();
});

test('what is written while it reads does not matter: it reads one state', async () => {
  const home = await copy();
  let made = false;
  const report = await verifyData({
    dataDir: home,
    onProgress: () => {
      if (made) return;
      made = true;
      const database = new DatabaseSync(join(home, 'evidence.db'));
      database.exec(`update grants set role = 'admin'`);
      database.close();
    },
  });
  expect([made, report.problem, report.organizations.map(({ problem }) => problem)]).toEqual([
    true,
    undefined,
    [undefined, undefined, undefined],
  ]);
  expect(await problems(home)).toMatch(/grants: role of/);
});

test('an index that leads to another row than its table has is found, though every table says what it should', async () => {
  const index = 'attestations_of_commit';
  const home = await tamperedCopy(whole, (database) => {
    const [sha] = ['c'.repeat(40)];
    const kept = database.prepare('select rowid, * from sqlite_schema where name = ?').get(index);
    database.exec(`update attestations set commit_sha = 'x' where commit_sha = '${sha}'`);
    // The table is put right without its index. Then the index comes back as it was.
    database.exec(`pragma writable_schema = on; delete from sqlite_schema where name = '${index}'; pragma writable_schema = reset`);
    database.exec(`update attestations set commit_sha = '${sha}' where commit_sha = 'x'`);
    database.exec('pragma writable_schema = on');
    database
      .prepare('insert into sqlite_schema (type, name, tbl_name, rootpage, sql) values (?, ?, ?, ?, ?)')
      .run('index', index, 'attestations', Number(kept?.rootpage), String(kept?.sql));
  });
  const database = new DatabaseSync(join(home, 'evidence.db'), { readOnly: true });
  const count = (hint: string) =>
    database.prepare(`select count(*) as n from attestations ${hint} where org_id > '' and commit_sha = ?`).get('c'.repeat(40))?.n;
  expect([count('not indexed'), count(`indexed by ${index}`)]).toEqual([1, 0]);
  database.close();
  expect(await problems(home)).toMatch(/attestations: .*attestations_of_commit/);
  expect(await problems(home, { org: 'acme' })).toMatch(/attestations: .*attestations_of_commit/);
});
