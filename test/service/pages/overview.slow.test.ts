import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test, vi } from 'vitest';
import { approve, artifact } from '../approving.ts';
import { attest, field, putFlow, red, sha, world } from '../support.ts';
import { open } from './reader.ts';

const trails = 50_000;
const flows = 40;

/** Copies of a row under other numbers; the columns that must differ are made anew from `n`. */
const copies = (table: string, columns: readonly string[], anew: Readonly<Record<string, string>>, from: string, count: number): string =>
  `insert into ${table} (${columns.join(', ')})
   with recursive numbers (n) as (select 1000 union all select n + 1 from numbers where n < ${count + 999})
   select ${columns.map((column) => anew[column] ?? `source.${column}`).join(', ')} from numbers, (${from}) as source`;

test('50,000 trails: no statement of an overview reads a whole table, and each page has less than 100 KB', async () => {
  const it = await world(undefined, { beginsFlows: true });
  const message = `Round once ${'x'.repeat(2000)}`;
  for (let flow = 0; flow < flows; flow += 1)
    await putFlow(it, `f${flow}`, 'version: 1\ntrail:\n  attestations:\n    - {name: unit, type: junit}\n');
  await attest(it, 'f0/red', { junit_results: [red], git_commit_info: { sha1: sha, message, author: 'Ada <ada@x.example>' } });
  await artifact(it, { trail_name: 'red', filename: 'app.tgz' }, 'f0');
  await approve(it, {}, 'f0');
  const database = new DatabaseSync(join(it.dataDir, 'evidence.db'), { enableForeignKeyConstraints: false });
  onTestFinished(() => database.close());
  const columnsOf = (table: string) =>
    database
      .prepare(`select name from pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name));
  const flowOf = `(select id from flows where name = 'f' || (n % ${flows}))`;
  database.exec('begin');
  database.exec(
    copies(
      'trails',
      columnsOf('trails'),
      { id: `printf('%08x', n) || '-trail'`, org_number: 'n', number: 'n', name: `'copy-' || n`, flow_id: flowOf },
      `select * from trails where name = 'red'`,
      trails,
    ),
  );
  database.exec(
    copies(
      'attestations',
      columnsOf('attestations'),
      {
        id: `printf('%08x', n) || '-record'`,
        number: 'n',
        sequence: 'n',
        trail_id: `printf('%08x', n) || '-trail'`,
        commit_sha: `printf('%040x', n)`,
      },
      'select * from attestations limit 1',
      trails,
    ),
  );
  database.exec(
    copies(
      'trail_facets',
      columnsOf('trail_facets'),
      { trail_id: `printf('%08x', n) || '-trail'`, flow_id: flowOf, org_number: 'n', created_at: 'source.created_at - 60000 + n' },
      'select * from trail_facets limit 1',
      trails,
    ),
  );
  database.exec(
    copies(
      'records',
      columnsOf('records'),
      { id: `printf('%08x', n) || '-record'`, sequence: 'n', trail_id: `printf('%08x', n) || '-trail'` },
      `select * from records where kind = 'attestation' limit 1`,
      trails,
    ),
  );
  database.exec(`update organizations set sequence = ${trails + 999}, trail_count = ${trails + 999}, attestation_count = ${trails + 999}`);
  database.exec('commit');
  const [asked, sent] = [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(Worker.prototype, 'postMessage')];
  onTestFinished(() => void vi.restoreAllMocks());
  for (const address of [
    '/',
    '/acme',
    '/acme/flows',
    '/acme/flows/f1',
    '/acme/flows/f1/tests',
    '/acme/search?q=nothing-has-this',
    '/acme/search?q=Round',
    `/acme/search?q=${sha}`,
    '/acme/search?q=copy-1234',
  ]) {
    const { status, text } = await open(it, address);
    expect([address, status]).toEqual([address, 200]);
    expect(text.length).toBeLessThan(100_000);
  }
  const texts = new Set([
    ...asked.mock.contexts.map((statement) => (statement instanceof StatementSync ? statement.sourceSQL : '')),
    ...sent.mock.calls.map(([statement]) => String(field(statement, 'sql'))),
  ]);
  vi.restoreAllMocks();
  const read = [...texts].filter((sql) => /^(?:select|with)\b/.test(sql));
  expect(read.length).toBeGreaterThan(10);
  // Only what is bounded by its own limit is read in the order of an index without a condition.
  const scanned = read.flatMap((sql) =>
    database
      .prepare(`explain query plan ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .filter((detail) => /^SCAN (?:trails|trail_facets|records|attestations|artifacts|approvals|gate_answers)\b/.test(detail)),
  );
  expect(scanned).toEqual([]);
});
