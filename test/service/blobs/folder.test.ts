import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { openBlobs } from '../../../src/service/blobs/folder.ts';

let dataDir: string;
const nobody = async () => false;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'blobs-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
});

const files = async () => (await readdir(join(dataDir, 'blobs'))).filter((name) => name !== 'incoming');
const incoming = () => readdir(join(dataDir, 'blobs', 'incoming'));

async function* chunks(...texts: readonly string[]): AsyncIterable<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

test('a file is among the incoming ones until its record is committed, and then among the kept ones', async () => {
  const blobs = await openBlobs(dataDir, nobody);
  const blob = await blobs.receive(chunks('<a>', '</a>'), 'r.xml');
  expect(blob).toEqual({
    id: expect.any(String),
    filename: 'r.xml',
    bytes: 7,
    sha256: createHash('sha256').update('<a></a>').digest('hex'),
  });
  expect([await incoming(), await files()]).toEqual([[blob.id], []]);
  await blobs.keep(blob);
  expect([await incoming(), await files()]).toEqual([[], [blob.id]]);
  expect(await readFile(join(dataDir, 'blobs', blob.id), 'utf8')).toBe('<a></a>');
});

test('of a file whose stream breaks nothing is kept, and the caller hears why', async () => {
  const blobs = await openBlobs(dataDir, nobody);
  const broken = async function* () {
    yield Buffer.from('x'.repeat(100_000));
    throw new Error('the client went away');
  };
  await expect(blobs.receive(broken(), 'r.xml')).rejects.toThrow('the client went away');
  expect([await incoming(), await files()]).toEqual([[], []]);
});

test('a file that no record names is discarded', async () => {
  const blobs = await openBlobs(dataDir, nobody);
  await blobs.discard(await blobs.receive(chunks('x'), 'r.xml'));
  expect([await incoming(), await files()]).toEqual([[], []]);
});

test('what a crash left is settled by what the database says of each file', async () => {
  await mkdir(join(dataDir, 'blobs', 'incoming'), { recursive: true });
  for (const id of ['named', 'half']) await writeFile(join(dataDir, 'blobs', 'incoming', id), id);
  await openBlobs(dataDir, async (id) => id === 'named');
  expect([await incoming(), await files()]).toEqual([[], ['named']]);
});
