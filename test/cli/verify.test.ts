import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import type { Terminal } from '../../src/cli/terminal.ts';
import { verify } from '../../src/cli/verify.ts';
import { createToken } from '../../src/service/index.ts';

function listening(): { readonly lines: readonly string[]; readonly terminal: Terminal } {
  const lines: string[] = [];
  const take = (text: string) => void lines.push(text);
  return { lines, terminal: { out: take, err: take, json: () => {}, style: (_, text) => text, hide: () => {} } };
}

async function data(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'verify-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await createToken({ dataDir: folder, user: 'ada', orgs: ['acme'], role: 'member' });
  return folder;
}

test('verify says what it read and ends with 0 when the record holds, and with 1 when it does not', async () => {
  const folder = await data();
  const { lines, terminal } = listening();
  expect(await verify({ data: folder }, terminal)).toBe(0);
  expect(lines).toEqual([expect.stringMatching(/^acme: 1 records and 0 blobs read, head [a-f0-9]{64}$/), 'The record holds.']);
  expect(await verify({ data: folder, head: '0'.repeat(64) }, terminal)).toBe(1);
  expect(await verify({ data: folder, org: 'other' }, terminal)).toBe(1);
  const database = new DatabaseSync(join(folder, 'evidence.db'));
  database.exec(`update memberships set role = 'admin'`);
  database.close();
  expect(await verify({ data: folder }, terminal)).toBe(1);
  expect(lines.join('\n')).toMatch(/acme: does not hold: memberships: role of .* is "admin", and the records say "member"/);
});

test('verify ends with 3 when the data cannot be read, and takes no witness that is none', async () => {
  const { lines, terminal } = listening();
  expect(await verify({ data: join(await data(), 'nowhere') }, terminal)).toBe(3);
  expect(lines.join('\n')).toMatch(/could not be read/);
  await expect(verify({ data: 'x', head: 'abc' }, terminal)).rejects.toThrow(/--head is not a hash/);
});
