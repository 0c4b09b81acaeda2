import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { bucketPlace } from '../../../../src/service/blobs/s3/bucket.ts';
import { readBucket } from '../../../../src/service/blobs/s3/exchange.ts';
import { objectsIn } from '../../../../src/service/blobs/s3/objects.ts';
import { Damage, FilesUnreachable } from '../../../../src/service/faults.ts';
import { fault, startFaultServer, type Fault } from '../../../support/fault-server.ts';
import { openGateway, type Gateway } from '../../../support/s3/gateway.ts';

const content = 'what was attached, '.repeat(10_000);
const sha256 = createHash('sha256').update(content).digest('hex');
const nobody = async () => false;
let gateway: Gateway;
let scratch: string;

beforeAll(async () => {
  gateway = await openGateway();
  scratch = await mkdtemp(join(tmpdir(), 'spool-'));
  vi.stubEnv('TMPDIR', scratch);
  return async () => {
    vi.unstubAllEnvs();
    await rm(scratch, { recursive: true, force: true });
    await gateway.remove();
  };
});

afterEach(() => rm(join(gateway.bucket, 'team'), { recursive: true, force: true }));

const place = (more = {}) => bucketPlace('s3://evidence/team', { ...gateway.env, ...more });
const at = (folder: string) => readdir(join(gateway.bucket, 'team', folder)).catch(() => []);
const kept = async () => (await at('blobs')).filter((name) => name !== 'incoming');
const incoming = () => at('blobs/incoming');

async function* chunks(text = content): AsyncIterable<Buffer> {
  for (let index = 0; index < text.length; index += 50_000) yield Buffer.from(text.slice(index, index + 50_000));
}

async function textOf(pieces: AsyncIterable<Uint8Array>): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all).toString();
}

/** The same bucket, behind a server that plays faults. */
async function behind(script: (method: string, url: string, n: number) => Fault) {
  const target = gateway.env['AWS_ENDPOINT_URL_S3'] ?? '';
  const server = await startFaultServer({ target, keepsHost: true, script: ({ method, url }, n) => script(method, url, n) });
  onTestFinished(() => server.close().catch(() => {}));
  return { server, place: place({ AWS_ENDPOINT_URL_S3: server.url }) };
}

const spooled = () => readdir(scratch);

describe('a file in a bucket', () => {
  test.each([0, 1, 200_000, 10_485_760])('of %i bytes comes in, is kept and comes back', async (bytes) => {
    const blobs = await place().open(nobody);
    const text = 'x'.repeat(bytes);
    const blob = await blobs.receive(chunks(text), 'r.xml');
    expect(blob).toEqual({ id: expect.any(String), filename: 'r.xml', bytes, sha256: createHash('sha256').update(text).digest('hex') });
    expect([await incoming(), await kept(), await spooled()]).toEqual([[blob.id], [], []]);
    expect(await textOf(await blobs.read(blob))).toBe(text);
    await blobs.keep(blob);
    expect([await incoming(), await kept()]).toEqual([[], [blob.id]]);
    expect(await textOf(await blobs.read(blob))).toBe(text);
  });

  test('whose stream breaks is nowhere, and the caller hears why', async () => {
    const blobs = await place().open(nobody);
    const broken = async function* () {
      yield Buffer.from('x'.repeat(100_000));
      throw new Error('the client went away');
    };
    await expect(blobs.receive(broken(), 'r.xml')).rejects.toThrow('the client went away');
    expect([await incoming(), await kept(), await spooled()]).toEqual([[], [], []]);
  });

  test('that no record names is removed', async () => {
    const blobs = await place().open(nobody);
    await blobs.discard(await blobs.receive(chunks(), 'r.xml'));
    expect([await incoming(), await kept()]).toEqual([[], []]);
  });

  test('that was changed is never given out whole', async () => {
    const blobs = await place().open(nobody);
    const blob = await blobs.receive(chunks(), 'r.xml');
    await blobs.keep(blob);
    const file = join(gateway.bucket, 'team', 'blobs', blob.id);
    await writeFile(file, content.replace(/, $/, '. '));
    const pieces: Uint8Array[] = [];
    const read = async () => {
      for await (const piece of await blobs.read(blob)) pieces.push(piece);
    };
    await expect(read()).rejects.toThrow(Damage);
    expect(Buffer.concat(pieces).length).toBeLessThan(content.length);
    await writeFile(file, `${content}more`);
    await expect(blobs.read(blob)).rejects.toThrow(Damage);
    await rm(file);
    await expect(blobs.read(blob)).rejects.toThrow(Damage);
    await expect(blobs.read({ ...blob, id: '../../x' })).rejects.toThrow(Damage);
  });

  test('that a crash left is settled by what the database says, and by its age', async () => {
    const blobs = await place().open(nobody);
    const [named, old, young] = [
      await blobs.receive(chunks('a'), 'r'),
      await blobs.receive(chunks('b'), 'r'),
      await blobs.receive(chunks('c'), 'r'),
    ];
    const file = join(gateway.bucket, 'team', 'blobs', 'incoming', old.id);
    const twoHoursAgo = Date.now() / 1000 - 7200;
    await utimes(file, twoHoursAgo, twoHoursAgo);
    await place().open(async (id) => id === named.id);
    expect([await incoming(), await kept()]).toEqual([[young.id], [named.id]]);
    // A kept file stays, also where the database does not know it: it may be an older copy.
    await place().open(nobody);
    expect(await kept()).toEqual([named.id]);
  });
});

describe('a store that fails', () => {
  test.each([
    ['cuts the first two answers', (n: number) => (n <= 2 ? fault.reset() : fault.pass())],
    ['loses the first answer', (n: number) => (n === 1 ? fault.loseAnswer() : fault.pass())],
    ['has a fault of its own at first', (n: number) => (n <= 3 ? fault.status(500) : fault.pass())],
    ['wants less at first', (n: number) => (n <= 2 ? fault.status(503, {}, '<Error><Code>SlowDown</Code></Error>') : fault.pass())],
  ])('and %s, gets the file all the same', async (_, script) => {
    const { place: proxied } = await behind((method, url, n) =>
      method === 'PUT' && url.includes('incoming') ? script(n - 1) : fault.pass(),
    );
    const blobs = await proxied.open(nobody);
    const blob = await blobs.receive(chunks(), 'r.xml');
    expect(await textOf(await blobs.read(blob))).toBe(content);
  });

  test('for good, is unreachable, and nothing is left of the file', async () => {
    const { place: proxied, server } = await behind((method) => (method === 'PUT' ? fault.status(500) : fault.pass()));
    const blobs = await proxied.open(nobody);
    await expect(blobs.receive(chunks(), 'r.xml')).rejects.toThrow(FilesUnreachable);
    expect(server.requests.filter(({ method }) => method === 'PUT')).toHaveLength(4);
    expect([await incoming(), await spooled()]).toEqual([[], []]);
    await expect(blobs.hasRoom(false)).rejects.toThrow(FilesUnreachable);
  });

  test('that refuses is not asked again, and says why', async () => {
    const refused = fault.status(403, {}, '<Error><Code>AccessDenied</Code></Error>');
    const { place: proxied, server } = await behind((method) => (method === 'PUT' ? refused : fault.pass()));
    await expect(proxied.claim()).rejects.toMatchObject({
      message: expect.stringContaining('answered 403 AccessDenied'),
      fix: expect.any(String),
    });
    expect(server.requests).toHaveLength(1);
  });

  test('after the record was committed spoils nothing: the file is found, and moves up at the next start', async () => {
    const { place: proxied } = await behind((method, url) =>
      method === 'PUT' && !url.includes('incoming') ? fault.status(403) : fault.pass(),
    );
    const blobs = await proxied.open(nobody);
    const blob = await blobs.receive(chunks(), 'r.xml');
    await blobs.keep(blob);
    expect([await incoming(), await kept()]).toEqual([[blob.id], []]);
    expect(await textOf(await blobs.read(blob))).toBe(content);
    await place().open(async () => true);
    expect([await incoming(), await kept()]).toEqual([[], [blob.id]]);
  });

  test('while it copies, and says so only in its text, keeps the file where it is', async () => {
    const failed = fault.status(200, {}, '<Error><Code>InternalError</Code></Error>');
    const { place: proxied } = await behind((method, url) => (method === 'PUT' && !url.includes('incoming') ? failed : fault.pass()));
    const blobs = await proxied.open(nobody);
    const blob = await blobs.receive(chunks(), 'r.xml');
    await blobs.keep(blob);
    expect(await incoming()).toEqual([blob.id]);
  });

  test('in the middle of an answer does not give a file that looks whole', async () => {
    const blobs = await place().open(nobody);
    const blob = await blobs.receive(chunks(), 'r.xml');
    const { place: proxied } = await behind((method, url) => (method === 'GET' && url.includes(blob.id) ? fault.cutOff() : fault.pass()));
    const other = await proxied.open(async () => true);
    await expect(other.read(blob).then(textOf)).rejects.toThrow(/closed|terminated|not the one/);
    expect(await proxied.kept.problemOf(blob).catch((error: Error) => error)).toBeInstanceOf(FilesUnreachable);
  });

  test.each([
    ['the secret', { AWS_SECRET_ACCESS_KEY: 'other' }, /403 SignatureDoesNotMatch/],
    ['the key', { AWS_ACCESS_KEY_ID: 'other' }, /answered 40[34] \w+/],
    ['the address', { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' }, /ECONNREFUSED|bad port|fetch failed/],
  ])('because %s is wrong, is refused when a service starts', async (_, more, why) => {
    await expect(place(more).claim()).rejects.toMatchObject({ name: 'UsageError', message: expect.stringMatching(why) });
  });

  test('and answers 404 for another reason, does not make a file missing', async () => {
    const blobs = await place().open(nobody);
    const blob = await blobs.receive(chunks(), 'r.xml');
    for (const body of ['', '<Error><Code>NoSuchBucket</Code></Error>', '<!doctype html><title>Not found</title>']) {
      const { place: proxied } = await behind(() => fault.status(404, {}, body));
      await expect(proxied.kept.problemOf(blob)).rejects.toThrow(FilesUnreachable);
      await expect(proxied.kept.names()).rejects.toThrow(FilesUnreachable);
    }
  });

  test('because there is no such bucket, is refused when a service starts', async () => {
    await expect(bucketPlace('s3://other', gateway.env).claim()).rejects.toThrow('404 NoSuchBucket');
  });
});

describe('a check of the files', () => {
  test('names those that are kept, and not those that arrive, however many there are', async () => {
    const blobs = await place().open(nobody);
    await blobs.receive(chunks('x'), 'r');
    const some = await Promise.all(Array.from({ length: 5 }, () => blobs.receive(chunks('y'), 'r')));
    for (const each of some) await blobs.keep(each);
    const expected = some.map(({ id }) => id).toSorted();
    expect((await place().kept.names()).toSorted()).toEqual(expected);
    const pages: string[][] = [];
    const bucket = objectsIn(readBucket('s3://evidence/team', gateway.env));
    for await (const page of bucket.list('blobs', 2)) pages.push(page.map(({ name }) => name));
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.flat().toSorted()).toEqual(expected);
  });

  test('finds one that is changed, shorter, longer or missing', async () => {
    const it = place();
    const blobs = await it.open(nobody);
    const blob = await blobs.receive(chunks(), 'r "1".xml');
    expect(await it.kept.problemOf(blob)).toBeUndefined();
    await blobs.keep(blob);
    expect(await it.kept.problemOf(blob)).toBeUndefined();
    const file = join(gateway.bucket, 'team', 'blobs', blob.id);
    expect(await readFile(file, 'utf8')).toBe(content);
    for (const other of [content.toUpperCase(), content.slice(1), `${content}x`, '']) {
      await writeFile(file, other);
      expect(await it.kept.problemOf(blob)).toBe(`The file blobs/${blob.id} ("r \\"1\\".xml") is not the one that was recorded.`);
    }
    await rm(file);
    expect(await it.kept.problemOf(blob)).toBe(`The file blobs/${blob.id} ("r \\"1\\".xml") is missing.`);
    expect(await it.kept.problemOf({ ...blob, id: '../x' })).toMatch(/has a name that no service gives/);
    expect(sha256).toBe(blob.sha256);
  });

  test('does not take a store that is gone for one without files', async () => {
    await expect(place({ AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:1' }).kept.names()).rejects.toThrow(FilesUnreachable);
  });
});
