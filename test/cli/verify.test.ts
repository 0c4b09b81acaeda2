import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { verify } from '../../src/cli/verify.ts';
import { createToken } from '../../src/service/index.ts';
import { listening } from './listening.ts';
import { rechain } from '../service/store/rechain.ts';

async function data(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'verify-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await createToken({ dataDir: folder, user: 'ada', orgs: ['acme'], role: 'member' });
  return folder;
}

const never = new AbortController().signal;
afterEach(() => void vi.restoreAllMocks());

test('verify says what it read and ends with 0 when the record holds, and with 1 when it does not', async () => {
  const folder = await data();
  const { out, err, terminal } = listening();
  expect(await verify({ data: folder }, never, terminal)).toBe(0);
  expect(out).toEqual([expect.stringMatching(/^acme: 1 record and 0 files read, head [a-f0-9]{64}$/), 'The record holds.']);
  const head = /[a-f0-9]{64}/.exec(out[0] ?? '')?.[0] ?? '';
  expect(await verify({ data: folder, head }, never, terminal)).toBe(0);
  expect(out.at(-2)).toMatch(/acme: the witness is the head\.$/);
  await createToken({ dataDir: folder, user: 'bob', orgs: ['acme'], role: 'member' });
  expect(await verify({ data: folder, head }, never, terminal)).toBe(0);
  expect(out.at(-2)).toMatch(/acme: the witness is in the log; the chain went on since\.$/);
  expect(await verify({ data: folder, head: '0'.repeat(64) }, never, terminal)).toBe(1);
  expect(out.at(-2)).toMatch(/^The witness 0+ is nowhere in the log: .* After a restore it may be of a record that came after the backup/);
  expect(out.at(-1)).toMatch(/restored from a backup since that was noted, .* note the heads above in place of the later ones/);
  expect(await verify({ data: folder, org: 'other' }, never, terminal)).toBe(1);
  const database = new DatabaseSync(join(folder, 'evidence.db'));
  database.exec(`update grants set role = 'admin'`);
  database.close();
  expect(await verify({ data: folder }, never, terminal)).toBe(1);
  expect(out.at(-2)).toMatch(/acme: does not hold: grants: role of .* is "admin", and the records say "member"/);
  expect(out.at(-1)).toMatch(/^The record does not hold\. Put the data back from a backup/);
  expect(err).toEqual([]);
});

test('records of kinds that are not known end with 3: it holds as far as it is known, and that is no yes', async () => {
  const folder = await data();
  const database = new DatabaseSync(join(folder, 'evidence.db'));
  rechain(database, 'acme', (body) => body.replace('"token_made"', '"a_later_one"'));
  database.close();
  const { json, out, terminal } = listening();
  expect(await verify({ data: folder }, never, terminal)).toBe(3);
  expect(out.join('\n')).toMatch(/^acme: 1 record and 0 files read, head [a-f0-9]{64}$/m);
  expect(out.slice(-2).join('\n')).toMatch(
    /\nacme: records of kinds that this program does not know were verified and not applied: a_later_one \(1\)\.\nThe log holds\. Whether .* is not known: /,
  );
  expect(await verify({ data: folder, json: true }, never, terminal)).toBe(3);
  expect(json).toMatchObject([{ holds: null, problem: null, organizations: [{ problem: null, unknown_kinds: { a_later_one: 1 } }] }]);
});

test('tables of another form end with 3: the log holds, and nobody is accused', async () => {
  const folder = await data();
  const database = new DatabaseSync(join(folder, 'evidence.db'));
  database.exec('drop index blobs_by_id');
  database.close();
  const { json, out, terminal } = listening();
  expect(await verify({ data: folder }, never, terminal)).toBe(3);
  expect(out.slice(-2)).toEqual([
    'The index blobs_by_id is missing.',
    expect.stringMatching(/^The log holds: no record was changed\. The tables are not/),
  ]);
  expect(await verify({ data: folder, json: true }, never, terminal)).toBe(3);
  expect(json).toMatchObject([{ holds: null, problem: 'The index blobs_by_id is missing.', organizations: [{ problem: null }] }]);
});

test('an organization that is not there ends with 1, and with the names of those that are', async () => {
  const folder = await data();
  const { out, terminal } = listening();
  expect(await verify({ data: folder, org: 'acne' }, never, terminal)).toBe(1);
  expect(out[0]).toBe('There is no organization acne. These are there: acme.');
});

test('damage ends with 3 and what to do', async () => {
  const folder = await data();
  const { err, terminal } = listening();
  const file = await open(join(folder, 'evidence.db'), 'r+');
  await file.write(Buffer.alloc(8000, 'x'), 0, 8000, 4096 * 3);
  await file.close();
  expect(await verify({ data: folder }, never, terminal)).toBe(3);
  expect(err.join('\n')).toMatch(/could not be read\. database disk image is malformed\.\n +The disk lost something.* from a backup\./);
});

test('a data directory that is not there ends with 3 and the fix, and is not made', async () => {
  const folder = await data();
  const { err, terminal } = listening();
  expect(await verify({ data: join(folder, 'nowhere') }, never, terminal)).toBe(3);
  expect(err.join('\n')).toMatch(/nowhere could not be read\. There is no database .*nowhere[/\\]evidence\.db\./);
  expect(err.join('\n')).toMatch(/Name with --data the directory that `serve` keeps its data in\. Nothing was made\./);
  expect(await readdir(folder)).not.toContain('nowhere');
});

test('what is no database ends with 3', async () => {
  const folder = await data();
  const { err, out, terminal } = listening();
  await writeFile(join(folder, 'evidence.db'), 'this is not a database, and long enough to be looked at as one'.repeat(100));
  expect(await verify({ data: folder }, never, terminal)).toBe(3);
  expect([err.join('\n'), out]).toEqual([expect.stringMatching(/could not be read\. .*not a database/), []]);
});

test('the address of a database is refused, without the password in it', async () => {
  const refused = verify({ data: 'postgres://ada:secret@db.example/evidence' }, never, listening().terminal);
  await expect(refused).rejects.toMatchObject({ message: 'The URL of a database is not a directory', fix: 'Give it with --database-url' });
});

test('a witness may be a file with one head, and not with several', async () => {
  const folder = await data();
  const { out, terminal } = listening();
  expect(await verify({ data: folder }, never, terminal)).toBe(0);
  const head = /[a-f0-9]{64}/.exec(out[0] ?? '')?.[0] ?? '';
  const path = join(folder, 'head.txt');
  await writeFile(path, `# kept by the auditor\n${head.toUpperCase()} in:mail Ada\n`);
  expect(await verify({ data: folder, head: path }, never, terminal)).toBe(0);
  expect(out.at(-2)).toMatch(/acme: the witness is the head\.$/);
  await writeFile(path, `${head}\n${'f'.repeat(64)}\n`);
  await expect(verify({ data: folder, head: path }, never, terminal)).rejects.toThrow(`The file of --head has 2 heads: ${path}`);
  await writeFile(path, 'nothing\n');
  await expect(verify({ data: folder, head: path }, never, terminal)).rejects.toThrow('is no head: "nothing"');
});

test('a witness that is no hash is refused', async () => {
  await expect(verify({ data: 'x', head: 'abc' }, never, listening().terminal)).rejects.toThrow(
    /--head is neither a hash nor a file that can be read: abc/,
  );
});

test('progress is told by records, which say how many there are in all', async () => {
  const folder = await data();
  const { terminal } = listening();
  const told: unknown[] = [];
  await verify({ data: folder }, never, { ...terminal, progress: (...said) => void told.push(said) });
  expect(told.at(-1)).toEqual([
    expect.stringMatching(/^acme: 1 record and 0 files read, [1-9]\d* rows? compared so far$/),
    { done: 1, of: 1 },
  ]);
});

test('what is interrupted ends with 130, and says neither yes nor no', async () => {
  const { out, err, terminal } = listening();
  const interrupt = new AbortController();
  interrupt.abort();
  expect(await verify({ data: await data() }, interrupt.signal, terminal)).toBe(130);
  expect([out, err]).toEqual([[], ['Interrupted before everything was read. Nothing was changed.']]);
});

test('with --json it prints one object of the same keys in every case, and ends as without', async () => {
  const folder = await data();
  const { json, out, terminal } = listening();
  const head = expect.stringMatching(/^[a-f0-9]{64}$/);
  expect(await verify({ data: folder, json: true }, never, terminal)).toBe(0);
  const acme = { org: 'acme', records: 1, blobs: 0, head, witness: null, problem: null, unknown_kinds: {} };
  expect(json).toEqual([{ holds: true, problem: null, organizations: [acme] }]);
  expect(await verify({ data: folder, head: '0'.repeat(64), json: true }, never, terminal)).toBe(1);
  expect(json[1]).toEqual({
    holds: false,
    problem: expect.stringMatching(/The witness 0+ is nowhere in the log/),
    organizations: [{ ...acme, witness: 'nowhere' }],
  });
  expect(await verify({ data: folder, org: 'other', json: true }, never, terminal)).toBe(1);
  expect(json[2]).toEqual({ holds: false, problem: expect.stringMatching(/other/), organizations: [] });
  expect(await verify({ data: join(folder, 'nowhere'), json: true }, never, terminal)).toBe(3);
  expect([json.length, out]).toEqual([3, []]);
});
