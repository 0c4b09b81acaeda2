import { describe, expect, onTestFinished, test } from 'vitest';
import { createToken, startService, verifyData } from '../../src/service/index.ts';
import { postgresDatabase } from '../../src/service/postgres.ts';
import { openCluster } from '../support/postgres/cluster.ts';
import { administer, newDatabase } from '../support/postgres/database.ts';
import { attest, client, field, folder, putFlow, token, type Client } from './support.ts';

/** A service on a database of its own, on which some SQL was run before; and the same on SQLite. */
async function openOn(sql = ''): Promise<{ readonly it: Client; readonly url: string; readonly blobs: string }> {
  const url = await newDatabase();
  const name = new URL(url).pathname.slice(1);
  const blobs = await folder();
  const dataDir = postgresDatabase({ url, blobs });
  if (sql !== '') await administer(sql.replaceAll('DATABASE', `database ${name}`), url);
  return { ...(await open(dataDir)), url, blobs };
}

async function open(dataDir: Parameters<typeof startService>[0]['dataDir']): Promise<{ readonly it: Client }> {
  await createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'admin', token });
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir, requestsPerMinute: 1000 });
  onTestFinished(() => service.close());
  return { it: client(service.url, { authorization: `Bearer ${token}` }) };
}

const holds = async ({ url, blobs }: { readonly url: string; readonly blobs: string }) => {
  const { organizations, problem } = await verifyData({ dataDir: postgresDatabase({ url, blobs }) });
  return problem ?? organizations.find((each) => each.problem !== undefined)?.problem ?? '';
};

describe('a database with settings of its operator', () => {
  test.each([
    ['that takes no writes by itself', 'alter DATABASE set default_transaction_read_only = on'],
    ['whose transactions are serializable', `alter DATABASE set default_transaction_isolation = 'serializable'`],
    ['that waits for no lock', `alter DATABASE set lock_timeout = '1ms'`],
    ['that ends what is idle at once', `alter DATABASE set idle_in_transaction_session_timeout = '1ms'`],
    ['with backslashes in texts', 'alter DATABASE set standard_conforming_strings = off'],
    ['with fewer digits', 'alter DATABASE set extra_float_digits = -15'],
    ['in another time zone and form', `alter DATABASE set timezone = 'Pacific/Chatham'; alter DATABASE set datestyle = 'SQL, DMY'`],
    ['with bytes in another form', `alter DATABASE set bytea_output = 'escape'`],
  ])('%s serves and holds', async (_, sql) => {
    const opened = await openOn(sql);
    const { it } = opened;
    expect((await putFlow(it, 'f', 'version: 1\n')).status).toBe(201);
    const answers = await Promise.all([1, 2, 3].map((index) => attest(it, `f/t${index}`, { description: `back\\slash '${index}'` })));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(field((await it.get('/trails/acme/f/t1')).body, 'name')).toBe('t1');
    expect(await holds(opened)).toBe('');
  });

  test('that puts functions and operators of somebody in front of those of the server answers as ever', async () => {
    const opened = await openOn();
    await attest(opened.it, 'f/t');
    // An operator that finds nothing, and a size that is nothing, would hide rows from who looks for them.
    await administer(
      `create schema evil;
       create function evil.never(text, text) returns boolean language sql immutable as 'select false';
       create operator evil.= (leftarg = text, rightarg = text, function = evil.never);
       create function evil.octet_length(text) returns integer language sql immutable as 'select 0';
       create function evil.to_regclass(text) returns regclass language sql immutable as 'select null::regclass';
       alter database ${new URL(opened.url).pathname.slice(1)} set search_path = public, evil, pg_catalog`,
      opened.url,
    );
    expect(await holds(opened)).toBe('');
    const { it } = await open(postgresDatabase(opened));
    expect((await attest(it, 'f/u')).status).toBe(201);
    expect(field((await it.get('/trails/acme/f/t')).body, 'name')).toBe('t');
    await administer('delete from public.latest', opened.url);
    expect(await holds(opened)).toMatch(/latest: the row of .* is missing/);
  });
});

describe('both engines answer the same', () => {
  const both = async (): Promise<readonly Client[]> => [(await openOn()).it, (await open(await folder())).it];
  const names = ['b', 'a', 'B', '_', 'Z', '10', '9', 'a-b', 'a.b', 'aB', 'ab', 'a_b', 'a~'];

  test('in the order of names', async () => {
    const lists = await Promise.all(
      (await both()).map(async (it) => {
        for (const name of names) {
          await putFlow(it, name, 'version: 1\n');
          await it.json('PUT', '/environments/acme', { name, type: 'server' });
        }
        const [flows, environments] = [await it.get('/flows/acme'), await it.get('/environments/acme')];
        return [flows, environments].map(({ body }) => (Array.isArray(body) ? body.map((each: unknown) => field(each, 'name')) : []));
      }),
    );
    const valid = (lists[1]?.[0] ?? []).map(String);
    expect(valid.length).toBeGreaterThan(8);
    expect(lists[0]).toEqual(lists[1]);
    expect(valid).toEqual(valid.toSorted((one, other) => (one < other ? -1 : 1)));
  });

  test.each([
    ['a NUL', 'one\0two', 201],
    ['half of a pair', 'one\ud800two', 400],
    ['the mark for a NUL', 'one\ufdd00two\ufdd0', 201],
    ['characters beyond the first 65,536', '𝔘🏳️‍🌈', 201],
    ['another form of the same letters', 'e\u0301 \u00e9 İ ı ß', 201],
  ])('to a text with %s', async (_, text, status) => {
    const answers = await Promise.all(
      (await both()).map(async (it) => {
        const made = await attest(it, 'f/t', { description: text, user_data: { key: text, [text]: 1 } });
        const named = await attest(it, 'f/t', { attestation_name: text });
        const searched = await it.get(`/flows/acme?name=${encodeURIComponent(text.toWellFormed().toUpperCase())}&ignore_case=true`);
        const listed = await it.get('/attestations/acme?per_page=10');
        const pick = (name: string) => field(listed.body, `data.0.${name}`);
        return [
          made.status,
          named.status,
          field(named.body, 'errors'),
          searched.status,
          searched.body,
          pick('description'),
          pick('user_data'),
        ];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.[0]).toBe(status);
  });
});

test.each([
  [
    false,
    ['The server of the database has fsync = off: when its machine fails, records that were answered may be gone or damaged. Turn it on.'],
  ],
  [true, []],
])('a server that writes to the disk before it answers (%s) is no risk, and another one is named in the log', async (isDurable, lines) => {
  const cluster = await openCluster({ isDurable });
  onTestFinished(cluster.remove);
  const dataDir = postgresDatabase({ url: cluster.url('postgres'), blobs: await folder() });
  const said: string[] = [];
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir, logger: (line) => void said.push(line) });
  await service.close();
  expect(said).toEqual(lines);
});
