import { execFileSync, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { backup } from '../../src/cli/backup.ts';
import { restore } from '../../src/cli/restore.ts';
import { addOidcRule, createToken, startService } from '../../src/service/index.ts';
import { audience, startIssuer } from '../support/issuer.ts';
import { rechain } from '../service/store/rechain.ts';
import { listening } from './listening.ts';

const never = new AbortController().signal;

async function home(): Promise<{ readonly data: string; readonly at: (name: string) => string }> {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const at = (name: string) => join(folder, name);
  await createToken({ dataDir: at('data'), user: 'ada', orgs: ['acme', 'globex'], role: 'member' });
  return { data: at('data'), at };
}

test.each(['b.tar', 'b.tar.gz', 'b.tgz'])('%s is for its owner alone, and gives back the same heads', async (name) => {
  const { at, data } = await home();
  const { err, out, terminal } = listening();
  expect(await backup({ data, to: at(name) }, never, terminal)).toBe(0);
  expect(out).toEqual([
    expect.stringMatching(/^acme: 1 record, head [a-f0-9]{64}$/),
    expect.stringMatching(/^globex: 1 record, head [a-f0-9]{64}$/),
    `Backed up 2 records and 0 files to ${at(name)}.`,
  ]);
  expect(err).toEqual([expect.stringMatching(/^Whoever has this file reads everything/)]);
  expect((await stat(at(name))).mode & 0o777).toBe(0o600);
  const isCompressed = (await readFile(at(name))).subarray(0, 2).equals(Buffer.from([0x1f, 0x8b]));
  expect(isCompressed).toBe(name !== 'b.tar');
  const after = listening();
  expect(await restore({ data: at('there'), from: at(name) }, never, after.terminal)).toBe(0);
  const heads = out.slice(0, 2).map((line) => line.slice(line.indexOf('head')));
  expect(after.out.slice(0, 2).map((line) => line.slice(line.indexOf('head')))).toEqual(heads);
  expect(after.out[2]).toMatch(
    /^Restored 2 records and 0 files of \d{4}-\d\d-\d\d \d\d:\d\d UTC into the data directory .*there\. The record holds\.$/,
  );
  expect(after.err.at(-1)).toMatch(/The heads above hold from now on: note them elsewhere\..* none that was noted after it/);
  expect((await stat(at('there'))).mode & 0o777).toBe(0o700);
  expect((await stat(join(at('there'), 'evidence.db'))).mode & 0o777).toBe(0o600);
});

test('where a restore ends the access of jobs by a record, it prints the head of the backup and that after it', async () => {
  const { at, data } = await home();
  const issuer = await startIssuer();
  onTestFinished(() => issuer.close());
  const rule = { org: 'acme', role: 'member', issuer: issuer.url, audience, repository: 'acme/shop', repositoryId: '4711' } as const;
  await addOidcRule(data, rule);
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir: data, oidc: { allowsLoopback: true } });
  const body = JSON.stringify({ token: await issuer.idToken({}) });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${service.url}/api/v2/oidc/token/acme`, { method: 'POST', headers, body })).status).toBe(201);
  await service.close();
  const before = listening();
  expect(await backup({ data, to: at('b.tar') }, never, before.terminal)).toBe(0);
  const head = /[a-f0-9]{64}/.exec(before.out[0] ?? '')?.[0] ?? '';
  const after = listening();
  expect(await restore({ data: at('there'), from: at('b.tar') }, never, after.terminal)).toBe(0);
  expect(after.out.slice(0, 3)).toEqual([
    expect.stringMatching(/^acme: 4 records and 0 files read, head [a-f0-9]{64}$/),
    `acme: head ${head} in the backup; the record after it ends the access of jobs.`,
    expect.stringMatching(/^globex: 1 record /),
  ]);
  expect(after.out[0]).not.toContain(head);
});

test('a file that is there is not replaced, and a mistyped place leaves none', async () => {
  const { at, data } = await home();
  await writeFile(at('b.tar'), 'mine');
  const { terminal } = listening();
  await expect(backup({ data, to: at('b.tar') }, never, terminal)).rejects.toThrow(/b\.tar is there already/);
  expect(await readFile(at('b.tar'), 'utf8')).toBe('mine');
  await expect(backup({ data: at('date'), to: at('c.tar') }, never, terminal)).rejects.toThrow(/There is no database .*date/);
  await expect(backup({ data, to: at('none/c.tar') }, never, terminal)).rejects.toThrow(
    /none\/c\.tar cannot be made: ENOENT: no such file or directory\./,
  );
  await expect(restore({ data: at('there'), from: at('c.tar') }, never, terminal)).rejects.toThrow(/There is no backup c\.tar in/);
  await expect(restore({ data: at('there'), from: data }, never, terminal)).rejects.toThrow(/--from names a directory or a device: .*data/);
  expect((await readdir(at('.'))).toSorted()).toEqual(['b.tar', 'data']);
});

test.runIf(process.platform !== 'win32')('a backup comes back from a pipe that somebody writes to', async () => {
  const { at, data } = await home();
  expect(await backup({ data, to: at('b.tar') }, never, listening().terminal)).toBe(0);
  execFileSync('mkfifo', [at('pipe')]);
  spawn('sh', ['-c', 'sleep 0.3; cat "$1" > "$2"', 'sh', at('b.tar'), at('pipe')], { stdio: 'ignore' });
  const { out, terminal } = listening();
  expect(await restore({ data: at('there'), from: at('pipe') }, never, terminal)).toBe(0);
  expect(out.at(-1)).toMatch(/^Restored 2 records and 0 files /);
});

test('in a folder it is named after the time', async () => {
  const { at, data } = await home();
  const { out, terminal } = listening();
  await mkdir(at('backups'));
  expect(await backup({ data, to: at('backups') }, never, terminal)).toBe(0);
  const [name = ''] = await readdir(at('backups'));
  expect(name).toMatch(/^evidence-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.tar\.gz$/);
  expect(out.at(-1)).toBe(`Backed up 2 records and 0 files to ${join(at('backups'), name)}.`);
});

test('of several that write one file at once, one is the file, and nothing of the others stays', async () => {
  const { at, data } = await home();
  const all = Array.from({ length: 6 }, async () => await backup({ data, to: at('b.tar') }, never, listening().terminal));
  const ended = await Promise.allSettled(all);
  expect(ended.filter(({ status }) => status === 'fulfilled')).toEqual([{ status: 'fulfilled', value: 0 }]);
  const reasons = ended.flatMap((each) => (each.status === 'rejected' ? [String(each.reason)] : []));
  expect(reasons.filter((reason) => !reason.includes('b.tar is there already'))).toEqual([]);
  expect((await readdir(at('.'))).toSorted()).toEqual(['b.tar', 'data']);
  expect(await restore({ data: at('there'), from: at('b.tar') }, never, listening().terminal)).toBe(0);
});

test('a log that does not hold is no backup, and ends with 1', async () => {
  const { at, data } = await home();
  const database = new DatabaseSync(join(data, 'evidence.db'));
  database.exec(`update records set body = replace(body, 'member', 'admin')`);
  database.close();
  const { err, out, terminal } = listening();
  expect(await backup({ data, to: at('b.tar') }, never, terminal)).toBe(1);
  expect(out).toEqual([]);
  expect(err.join('\n')).toMatch(
    /^error: The log of acme does not hold\. Record 1: its hash is not that of its content\. There is no backup: the data is not what was recorded\n +Keep the last backup\./,
  );
  expect((await readdir(at('.'))).toSorted()).toEqual(['data']);
});

test('tables that were changed are worked out of the records again', async () => {
  const { at, data } = await home();
  const database = new DatabaseSync(join(data, 'evidence.db'));
  database.exec(`update grants set role = 'admin'`);
  database.close();
  const { terminal } = listening();
  expect(await backup({ data, to: at('b.tar') }, never, terminal)).toBe(0);
  expect(await restore({ data: at('there'), from: at('b.tar') }, never, terminal)).toBe(0);
  const restored = new DatabaseSync(join(at('there'), 'evidence.db'));
  expect(restored.prepare('select distinct role from grants').all()).toEqual([{ role: 'member' }]);
  restored.close();
});

test('what is cut off ends with 1 and a fix, and leaves nothing', async () => {
  const { at, data } = await home();
  const { err, terminal } = listening();
  expect(await backup({ data, to: at('b.tar') }, never, terminal)).toBe(0);
  await writeFile(at('c.tar'), (await readFile(at('b.tar'))).subarray(0, 2000));
  expect(await restore({ data: at('there'), from: at('c.tar') }, never, terminal)).toBe(1);
  expect(err.slice(1).join('\n')).toMatch(/^error: The backup is not whole\. .*cut off.* Nothing of it was kept\n +Fetch the file again/);
  expect((await readdir(at('.'))).toSorted()).toEqual(['b.tar', 'c.tar', 'data']);
});

test('an interruption ends with 130 and leaves nothing', async () => {
  const { at, data } = await home();
  const { err, terminal } = listening();
  expect(await backup({ data, to: at('b.tar') }, AbortSignal.abort(), terminal)).toBe(130);
  expect(await backup({ data, to: at('c.tar') }, never, terminal)).toBe(0);
  expect(await restore({ data: at('there'), from: at('c.tar') }, AbortSignal.abort(), terminal)).toBe(130);
  expect(err.filter((line) => line.startsWith('Interrupted'))).toEqual([
    'Interrupted before everything was written. There is no backup.',
    'Interrupted before everything was restored. Nothing of it was kept.',
  ]);
  expect((await readdir(at('.'))).toSorted()).toEqual(['c.tar', 'data']);
});

test('records of kinds that are not known cannot be put back: the tables would not have them', async () => {
  const { at, data } = await home();
  const database = new DatabaseSync(join(data, 'evidence.db'));
  rechain(database, 'acme', (body) => body.replace('"token_made"', '"a_later_one"'));
  database.close();
  const { err, terminal } = listening();
  expect(await backup({ data, to: at('b.tar') }, never, terminal)).toBe(0);
  expect(await restore({ data: at('there'), from: at('b.tar') }, never, terminal)).toBe(1);
  expect(err.at(-2)).toContain('Record 1 is of the kind a_later_one, which this program does not know: take a newer one.');
});
