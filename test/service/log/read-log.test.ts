import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, onTestFinished, test } from 'vitest';
import { complianceRules } from '../../../src/service/evidence/rules.ts';
import { readLog } from '../../../src/service/log/read-log.ts';
import { query, sql } from '../../../src/service/sql/sql.ts';
import { openSqlite } from '../../../src/service/sqlite/engine.ts';
import { createStore } from '../../../src/service/store/store.ts';
import { rechain } from '../store/rechain.ts';
import { member, newFile, readChain, record } from '../store/setup.ts';

/** The problems of a log of 8 records, after somebody changed the file: the member, the flow, the trail, and n0 to n4. */
async function problemsAfter(change: (database: DatabaseSync) => void): Promise<readonly string[]> {
  const file = await newFile();
  onTestFinished(() => rm(dirname(file), { recursive: true, force: true }));
  const store = createStore(openSqlite(file), complianceRules);
  const author = await member(store, 'ada', 'acme');
  for (let index = 0; index < 5; index += 1) await record(store, author, { name: `n${index}` });
  await store.close();
  const database = new DatabaseSync(file);
  database.exec('pragma foreign_keys = off; pragma synchronous = off');
  change(database);
  database.close();
  const engine = openSqlite(file);
  onTestFinished(() => engine.close());
  const [org] = await engine.read(() => query(sql`select id from organizations where name = 'acme'`));
  return (await readChain(engine, { orgId: String(org?.id), orgName: 'acme' })).problems;
}

test('a log that nobody touched is whole, and so is one that was made anew by the rules', async () => {
  expect(await problemsAfter(() => {})).toEqual([]);
  expect(await problemsAfter((database) => rechain(database, 'acme', (body) => body.replace('n3', 'n9')))).toEqual([]);
});

test.each([
  [
    'a changed record',
    `update records set body = replace(body, '"is_compliant":true', '"is_compliant":false') where sequence = 5`,
    ['Record 5: its hash is not that of its content.', 'Record 5: its event says other than its content.'],
  ],
  [
    'a record taken out of the middle',
    'delete from records where sequence = 5',
    [
      'Record 6: 5 was expected here.',
      'Record 6: it does not follow the record before it.',
      'Record 6: its hash is not that of its content.',
    ],
  ],
  [
    'a changed time',
    'update records set created_at = created_at - 5e-7 where sequence = 5',
    ['Record 5: its columns say other than its content.'],
  ],
  ['a changed id', `update records set id = 'x' where sequence = 5`, ['Record 5: its columns say other than its content.']],
  ['a changed kind', `update records set kind = 'flow_updated' where sequence = 5`, ['Record 5: its columns say other than its content.']],
  ['a changed trail', `update records set trail_id = 'x' where sequence = 5`, ['Record 5: its columns say other than its content.']],
  ['a changed event', `update records set event = '{}' where sequence = 5`, ['Record 5: its event says other than its content.']],
  [
    'another hash',
    `update records set hash = '${'0'.repeat(64)}' where sequence = 7`,
    [
      'Record 7: its hash is not that of its content.',
      'Record 8: it does not follow the record before it.',
      'Record 8: its hash is not that of its content.',
    ],
  ],
  [
    'another previous hash',
    `update records set previous_hash = 'x' where sequence = 7`,
    ['Record 7: it does not follow the record before it.'],
  ],
  [
    'bytes for a hash, after which nothing is read',
    `update records set hash = x'00' where sequence = 7`,
    ['Record 7: Column hash holds bytes where text was expected.'],
  ],
])('the chain shows %s', async (_, sql, problems) => {
  expect(await problemsAfter((database) => database.exec(sql))).toEqual(problems);
});

/** JSON with the fields of the object in order, as in canonical form; it also takes half a surrogate pair. */
function sorted(value: object): string {
  return JSON.stringify(Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))));
}

describe('the chain shows, even when every hash was made anew,', () => {
  const changed = (change: (record: Record<string, unknown>) => object | string) =>
    problemsAfter((database) =>
      rechain(database, 'acme', (body, sequence) => {
        if (sequence !== 6) return body;
        const text = change(JSON.parse(body));
        return typeof text === 'string' ? text : sorted(text);
      }),
    );
  test.each([
    ['that is earlier than the one before it', -1],
    ['of the time of the one before it', 0],
  ])('a record %s', async (_, shift) => {
    let before = 0;
    const problems = await problemsAfter((database) =>
      rechain(database, 'acme', (body, sequence) => {
        const time = Number(/"created_at":([\d.]+)/.exec(body)?.[1]);
        if (sequence === 5) before = time;
        return sequence === 6 ? body.replace(`"created_at":${time}`, `"created_at":${before + shift}`) : body;
      }),
    );
    expect(problems).toEqual(['Record 6: it is not later than the record before it.']);
  });

  test('a record of another organization', async () => {
    expect(await changed((each) => ({ ...each, org: 'other' }))).toEqual(['Record 6: it is of another organization.']);
    expect(await changed((each) => ({ ...each, org_id: 'other' }))).toEqual(['Record 6: it is of another organization.']);
  });

  test('a record that is none, or of a version that is not known', async () => {
    expect(await changed((each) => ({ ...each, targets: 'x' }))).toEqual(['Record 6: its content is not a record.']);
    expect(await changed((each) => ({ ...each, version: 3 }))).toEqual(['Record 6: its content is not a record.']);
    expect(await changed(() => '[]')).toEqual(['Record 6: its content is not a record.']);
  });

  test('a record of an earlier format than the one before it, and none that begins the later one', async () => {
    const earlierUpTo = (last: number) => (body: string, sequence: number) =>
      sequence <= last || sequence === 8 ? body.replace('"version":2', '"version":1') : body;
    expect(await problemsAfter((database) => rechain(database, 'acme', earlierUpTo(8)))).toEqual([]);
    expect(await problemsAfter((database) => rechain(database, 'acme', earlierUpTo(5)))).toEqual([
      'Record 8: it is of an earlier format than the record before it.',
    ]);
  });

  test('a text that says the same in another form, or that has no canonical form', async () => {
    expect(await changed((each) => ` ${JSON.stringify(each)}`)).toContain('Record 6: its content is not in canonical form.');
    expect(await changed((each) => ({ ...each, data: { text: '\ud800' } }))).toContain('Record 6: its content is not in canonical form.');
  });
});

test('a text that is no JSON is shown', async () => {
  expect(await problemsAfter((database) => database.exec(`update records set body = '{' where sequence = 8`))).toEqual([
    'Record 8: its hash is not that of its content.',
    'Record 8: its content is not in canonical form.',
    'Record 8: its content is not a record.',
  ]);
});

test('a log whose places cannot be read is not read for ever', async () => {
  const problems = await problemsAfter((database) =>
    database.exec(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 1100)
       insert into records select org_id, cast('x' || i as blob), 'x' || i, kind, created_at, trail_id, previous_hash, hash, event, body
       from records, n where sequence = 1`,
    ),
  );
  expect(problems).toEqual(['Record 9: Column sequence holds bytes where a number was expected.']);
});

test('a long log is read page by page, and whole', async () => {
  const file = await newFile();
  onTestFinished(() => rm(dirname(file), { recursive: true, force: true }));
  const engine = openSqlite(file, { scratch: true });
  onTestFinished(() => engine.close());
  const store = createStore(engine, complianceRules);
  const author = await member(store, 'ada', 'acme');
  // Three records come first: with them the log is just as long as two windows of sizes.
  await Promise.all(Array.from({ length: 997 }, () => record(store, author)));
  expect(await readChain(engine, author)).toEqual({ records: 1000, problems: [] });
  await record(store, author);
  expect(await readChain(engine, author)).toEqual({ records: 1001, problems: [] });
  // No turn of the event loop reads more than a page of it, and others have their turns between.
  let [turns, isOver] = [0, false];
  const count = (): void => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const pages = [];
  for await (const { records } of readLog(engine, author)) pages.push(records.length);
  isOver = true;
  expect([Math.max(...pages), pages.length]).toEqual([100, 11]);
  expect(turns).toBeGreaterThanOrEqual(pages.length);
});
