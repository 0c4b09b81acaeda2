import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { verify } from '../../src/cli/verify.ts';
import { about, archive, sample } from '../audit/package/packing.ts';
import { listening } from './listening.ts';

const never = new AbortController().signal;

async function packed(change = (bytes: Buffer): Buffer => bytes): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { contents, log } = sample();
  const path = join(folder, 'package.tgz');
  writeFileSync(path, change(gzipSync(await archive(about(log), contents))));
  return path;
}

const { audit, scope } = about(null);
const head = sample().log.to.link;

describe('verify --package', () => {
  test.each([
    ['witnessed', 'not-recomputed', head, 2, 'Witnessed, and not all of it worked out again. The noted head proves every record up to'],
    ['consistent', 'consistent', undefined, 2, 'Consistent in itself, not witnessed.'],
    ['broken', 'broken', 'a'.repeat(64), 1, 'The package does not hold.'],
  ] as const)('says that it is %s, and ends so', async (inItself, outcome, noted, code, words) => {
    const problems =
      code === 1
        ? [`The head ${noted} that was noted elsewhere is nowhere in the records: they were written anew, cut off, or are of another log`]
        : [];
    const { json, out, terminal } = listening();
    const path = await packed();
    const options = { package: path, ...(noted === undefined ? {} : { head: noted }) };
    expect(await verify(options, never, terminal)).toBe(code);
    expect(out.at(-1)).toContain(words);
    expect(out[0]).toBe(
      'By its manifest alone: acme/shop, branch main, 2026-11-16T00:00:00Z to 2026-11-23T00:00:00Z, as GitHub told it: clear, 0 open findings; names no audit before',
    );
    expect(out).toContainEqual(expect.stringContaining(`2 records, 1 as a hash, head ${head} (record 3)`));
    expect(await verify({ ...options, json: true }, never, terminal)).toBe(code);
    expect(json).toEqual([
      {
        outcome,
        in_itself: inItself,
        about: { by: 'manifest', scope, ...audit, previous: null },
        unexpected: [],
        problems,
        manifest: expect.stringMatching(/^[0-9a-f]{64}$/),
        members: 9,
        answers: null,
        bytes: expect.any(Number),
        records: {
          shown: 2,
          hidden: 1,
          head: { sequence: 3, link: head },
          witness: noted === undefined ? null : { kind: noted === head ? 'end' : 'nowhere' },
        },
        recomputed:
          code === 1
            ? null
            : {
                agrees: null,
                problems: [],
                not_proved: [
                  'The package names no audit before: if there was one, its open findings may be missing. Say --first-audit where you know that there was none',
                  'The package has no facts in collected.ndjson: there is nothing to work anything out from',
                ],
                not_recomputed: [],
                facts: 0,
                records: 0,
                github: 0,
                reports: [],
              },
      },
    ]);
  });

  test.each([
    [{ expectRepository: 'Acme/Shop', expectSince: '2026-11-16', expectUntil: '2026-11-23' }, 2, []],
    [{ expectRepository: 'acme/shop-2' }, 1, ['The package is about the repository acme/shop, and acme/shop-2 was expected']],
    [
      { expectSince: '2026-11-17', expectUntil: '2026-11-23T01:00:00+01:00' },
      1,
      ['The time that the package is about begins at 2026-11-16T00:00:00Z, and 2026-11-17T00:00:00.000Z was expected'],
    ],
    [
      { expectSince: 'a'.repeat(40) },
      1,
      [`The time that the package is about begins at 2026-11-16T00:00:00Z, and ${'a'.repeat(40)} was expected`],
    ],
    [
      { expectUntil: '2026-12-01' },
      1,
      ['The time that the package is about ends at 2026-11-23T00:00:00Z, and 2026-12-01T00:00:00.000Z was expected'],
    ],
  ] as const)('held against what its reader expects: %j', async (expected, code, unexpected) => {
    const { json, out, terminal } = listening();
    const path = await packed();
    expect(await verify({ package: path, head, ...expected, json: true }, never, terminal)).toBe(code);
    expect(json).toEqual([expect.objectContaining({ unexpected, outcome: code === 1 ? 'unexpected' : 'not-recomputed' })]);
    await verify({ package: path, head, ...expected }, never, terminal);
    expect(out.at(-1)).toMatch(code === 1 ? /^Not the package that was expected\./ : /^Witnessed, and not all/);
  });

  test.each([
    [{ expectRepository: 'shop' }, '--expect-repository cannot be compared with anything: "shop"'],
    [{ expectSince: 'yesterday' }, '--expect-since cannot be compared with anything: "yesterday"'],
    [{ expectUntil: 'a'.repeat(40) }, '--expect-until cannot be compared with anything'],
  ])('refuses what nothing can be held against: %j', async (expected, words) => {
    await expect(verify({ package: await packed(), ...expected }, never, listening().terminal)).rejects.toThrow(words);
  });

  test('is alone held against what its reader expects', async () => {
    await expect(verify({ data: 'x', firstAudit: true }, never, listening().terminal)).rejects.toThrow('are about a package');
  });

  test.each([
    ['was cut off', (bytes: Buffer) => bytes.subarray(0, 200)],
    ['has something behind it', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from('more')])],
    ['is no gzip file', () => Buffer.from('hello')],
    ['is empty', () => Buffer.alloc(0)],
  ])('does not hold where the file %s', async (_, change) => {
    const { out, terminal } = listening();
    expect(await verify({ package: await packed(change), head }, never, terminal)).toBe(1);
    expect(out[0]).toMatch(/^The file is no whole gzip file: it was cut off or changed/);
  });

  test('says which file cannot be read', async () => {
    await expect(verify({ package: 'nowhere.tgz' }, never, listening().terminal)).rejects.toThrow(
      '--package names nowhere.tgz, which cannot be read: ENOENT',
    );
  });

  test.runIf(process.platform !== 'win32')('reads a pipe that somebody writes to, and refuses what is no file', async () => {
    const file = await packed();
    execFileSync('mkfifo', [`${file}.pipe`]);
    spawn('sh', ['-c', 'cat "$1" > "$1.pipe"', 'sh', file], { stdio: 'ignore' });
    const { json, terminal } = listening();
    expect(await verify({ package: `${file}.pipe`, json: true }, never, terminal)).toBe(2);
    expect(json).toEqual([expect.objectContaining({ outcome: 'consistent', members: 9 })]);
    await expect(verify({ package: '/dev/zero' }, never, terminal)).rejects.toThrow('--package names a directory or a device');
  });

  test('ends with 130 where it is interrupted', async () => {
    const { err, terminal } = listening();
    expect(await verify({ package: await packed() }, AbortSignal.abort(), terminal)).toBe(130);
    expect(err).toEqual(['Interrupted before everything was read.']);
  });

  test.each([{}, { data: 'x', package: 'y' }, { package: 'y', org: 'acme' }])(
    'takes either a directory or a package (%j)',
    async (options) => {
      await expect(verify(options, never, listening().terminal)).rejects.toThrow('verify takes --data with a data directory, or --package');
    },
  );
});
