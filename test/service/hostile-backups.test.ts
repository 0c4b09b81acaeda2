import { createHash } from 'node:crypto';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  BrokenBackup,
  addOidcRule,
  createToken,
  listTokens,
  removeOidcRule,
  restoreData,
  revokeToken,
  startService,
} from '../../src/service/index.ts';
import { allRows, backedUp, restored } from './backup-support.ts';
import { fillWithEveryKind } from './care/every-kind.ts';
import { folder } from './support.ts';

/** An entry of a backup as it stands in the tar file. */
interface Part {
  readonly name: string;
  readonly content: Buffer;
  readonly type?: 'symlink' | 'link' | 'directory';
}

/** The entries of a backup without its seal. */
async function partsOf(bytes: Uint8Array): Promise<readonly Part[]> {
  const archive = extract();
  Readable.from([bytes]).pipe(archive);
  const parts: Part[] = [];
  for await (const entry of archive) {
    const chunks: Buffer[] = [];
    for await (const chunk of entry) if (chunk instanceof Buffer) chunks.push(chunk);
    parts.push({ name: entry.header.name, content: Buffer.concat(chunks) });
  }
  return parts.filter(({ name }) => name !== 'end.json');
}

/** A backup of such entries, with a seal that fits: whoever changes a backup can make it. */
async function sealedParts(parts: readonly Part[]): Promise<Buffer> {
  const [tar, all] = [pack(), createHash('sha256')];
  const bytes = buffer(tar);
  for (const { content, name, type } of parts) {
    all.update(`${name} ${content.length} ${createHash('sha256').update(content).digest('hex')}\n`);
    tar.entry({ name, size: content.length, ...(type === undefined ? {} : { type, linkname: '/etc/passwd' }) }, content);
  }
  tar.entry({ name: 'end.json' }, `${JSON.stringify({ entries: parts.length, sha256: all.digest('hex') })}\n`);
  tar.finalize();
  return await bytes;
}

let bytes: Buffer;
let parts: readonly Part[];
let acme: { readonly id: string };

beforeAll(async () => {
  const home = await mkdtemp(join(tmpdir(), 'evidence-'));
  await fillWithEveryKind(home, { addOidcRule, createToken, listTokens, removeOidcRule, revokeToken, startService });
  bytes = await backedUp(home);
  await rm(home, { recursive: true });
  parts = await partsOf(bytes);
  const { organizations } = JSON.parse(parts[0]?.content.toString() ?? '');
  acme = organizations[0];
});

const changed = (name: RegExp, change: (text: string) => string): readonly Part[] =>
  parts.map((part) => (name.test(part.name) ? { ...part, content: Buffer.from(change(part.content.toString())) } : part));
const and = (name: string, text: string, type?: Part['type']): readonly Part[] => [
  ...parts,
  { name, content: Buffer.from(text), ...(type === undefined ? {} : { type }) },
];
const row = (table: string, values: object) => and(`tables/${table}/000000000009`, `${JSON.stringify(values)}\n`);
const twice = (name: RegExp) => parts.flatMap((part) => (name.test(part.name) ? [part, part] : [part]));
const firstRow = (table: string) =>
  JSON.parse(
    parts
      .find(({ name }) => name.startsWith(`tables/${table}/`))
      ?.content.toString()
      .split('\n')[0] ?? '',
  );
const relinked = (text: string, change: (body: string) => string) =>
  text.replace(/^(\d+) [a-f0-9]{64} (.*)$/m, (_, sequence: string, body: string) => {
    const other = change(body);
    return `${sequence} ${createHash('sha256').update(other).digest('hex')} ${other}`;
  });

async function refusal(from: Readable): Promise<string> {
  const there = join(await folder(), 'there');
  const error: unknown = await restoreData({ dataDir: there, from }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BrokenBackup);
  await expect(access(there)).rejects.toThrow('ENOENT');
  return error instanceof Error ? error.message : '';
}

describe('a backup that somebody made, with a seal that fits, is refused and leaves nothing', () => {
  const cases: readonly (readonly [string, () => readonly Part[], RegExp])[] = [
    ['a name that leads out', () => and('../../evil', 'x'), /is not a part of a backup/],
    ['a file whose name leads out', () => and('files/../../evil', 'x'), /is not a part of a backup/],
    ['an absolute name', () => and('/etc/evil', 'x'), /is not a part of a backup/],
    ['a symbolic link', () => and('files/x', '', 'symlink'), /is not a file/],
    ['a hard link', () => and('files/x', '', 'link'), /is not a file/],
    ['a folder', () => and('files/x', '', 'directory'), /is not a file/],
    ['a file twice', () => twice(/^files\//), /is named by no record before it/],
    ['records twice', () => twice(/^records\//), /is missing, and a record names it|cannot be applied/],
    ['its manifest twice', () => twice(/^backup\.json$/), /is not a part of a backup/],
    ['rows twice', () => twice(/^tables\/webhooks/), /A row of webhooks does not fit the others/],
    [
      'an organization twice',
      () => changed(/^backup\.json$/, (text) => text.replace(/"organizations":\[(\{.*?\})/, '"organizations":[$1,$1')),
      /does not hold what/,
    ],
    [
      'a time that no calendar has',
      () => changed(/^backup\.json$/, (text) => text.replace(/"made_at":\d+/, '"made_at":1e300')),
      /does not hold what/,
    ],
    ['a record that is no JSON', () => changed(/^records\//, (text) => relinked(text, () => '{no}')), /Record 1 holds no JSON/],
    [
      'a record nested a million times',
      () => changed(/^records\//, (text) => relinked(text, () => `{"a":${'['.repeat(1e6)}${']'.repeat(1e6)}}`)),
      /is not a record/,
    ],
    ['tokens that no record gave', () => row('tokens', { id: 'x', user_id: 'x', hash: 'x' }), /The table tokens is not one of a backup/],
    ['rights that no record gave', () => row('grants', { org_id: acme.id, token_id: 'x', role: 'admin' }), /The table grants is not one/],
    ['a table of the engine', () => row('sqlite_schema', { name: 'x' }), /The table sqlite_schema is not one of a backup/],
    ['a column of no table', () => row('token_uses', { token_id: 'x', used_at: 1, '"x': 1 }), /which is not there/],
    ['a text as a time', () => row('token_uses', { token_id: 'x', used_at: 'never' }), /something in used_at that no service writes/],
    ['a time without an end', () => and('tables/token_uses/9', '{"token_id":"x","used_at":1e999}\n'), /something in used_at that no/],
    ['a number as a name', () => row('token_uses', { token_id: 5, used_at: 5 }), /something in token_id that no service writes/],
    ['a row without a key', () => row('token_uses', { used_at: 5 }), /A row of token_uses has no token_id/],
    ['an address of no rule', () => row('webhooks', { ...firstRow('webhooks'), notification_id: 'x' }), /does not fit the others/],
    ['a message that nobody can read', () => row('outbox', { ...firstRow('outbox'), id: 'x', event: '{}' }), /something in event that no/],
    ['recipients that nobody can read', () => row('outbox', { ...firstRow('outbox'), id: 'x', settled: '[1]' }), /something in settled/],
  ];
  test.each(cases)('%s', async (_, make, message) => {
    expect(await refusal(Readable.from([await sealedParts(make())]))).toMatch(message);
  });
});

test('access of a job that no record gave is read past, and lets nobody in', async () => {
  const there = join(await folder(), 'there');
  const { verification } = await restored(await sealedParts(row('job_access', { hash: 'x' })), there);
  expect(verification.problem).toBeUndefined();
  expect((await allRows(there))['job_access']?.filter((each) => each.includes('"hash":"x"'))).toEqual([]);
});

test('a record that was changed and hashed again does not hold, and nothing of it stays', async () => {
  const there = join(await folder(), 'there');
  const other = changed(/^records\//, (text) => (text.includes('"ada"') ? relinked(text, (body) => body.replace('"ada"', '"adx"')) : text));
  const { verification } = await restored(await sealedParts(other), there);
  expect(verification.organizations.map(({ problem }) => problem)).toContainEqual(expect.stringMatching(/Record 1/));
  await expect(access(there)).rejects.toThrow('ENOENT');
});

test.each([
  ['the end of the compressed bytes', () => gzipSync(bytes).subarray(0, -20)],
  ['their checksum', () => gzipSync(bytes).subarray(0, -4)],
])('a compressed backup without %s is refused', async (_, make) => {
  expect(await refusal(Readable.from([make()]))).toMatch(/cut off or damaged/);
});

/** A head of a tar archive. */
function headOf(type: string, size: number): Buffer {
  const head = Buffer.alloc(512);
  head.write('PaxHeader', 0);
  const octal = (value: number, digits: number, at: number) => head.write(`${value.toString(8).padStart(digits, '0')}\0`, at);
  for (const at of [100, 108, 116]) octal(0, 7, at);
  octal(size, 11, 124);
  octal(0, 11, 136);
  head.write(`        ${type}`, 148);
  head.write('ustar\u000000', 257);
  octal(
    head.reduce((all, byte) => all + byte, 0),
    6,
    148,
  );
  return head;
}

test('a head of a gigabyte that a few bytes are unpacked to is refused before it is in memory', async () => {
  let passed = 0;
  const bomb = async function* () {
    yield headOf('x', 2 ** 30);
    for (; passed < 2 ** 30; passed += 2 ** 20) yield Buffer.alloc(2 ** 20);
  };
  expect(await refusal(Readable.from(bomb()).pipe(createGzip({ level: 1 })))).toMatch(/cut off or damaged/);
  expect(passed).toBeLessThan(2 ** 28);
});
