import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { tarHeader } from '../../../src/audit/package/tar.ts';
import {
  about,
  alwaysPacked,
  archive,
  archiveOf,
  body,
  check,
  hex,
  joined,
  logOf,
  member,
  quietBytes,
  sample,
  split,
  whole,
} from './packing.ts';

describe('a package', () => {
  test('is consistent in itself when nothing was done to it', async () => {
    const { members, problems, records } = await check(await whole());
    expect(problems).toEqual([]);
    expect([members, records?.shown, records?.hidden, records?.head, records?.witness]).toEqual([9, 2, 1, sample().log.to, undefined]);
  });

  test('has the same bytes in whatever order its members come', async () => {
    expect(await archive(about(sample().log), sample().contents.toReversed())).toEqual(await whole());
  });

  test('is unpacked by tar, and its sums hold for sha256sum', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'package-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'it.tar'), await whole());
    execFileSync('tar', ['-xf', 'it.tar'], { cwd: folder });
    const all = ['attachments', 'manifest.json', 'records.ndjson', ...alwaysPacked];
    expect(readdirSync(folder).toSorted()).toEqual(['SHA256SUMS', 'it.tar', ...all].toSorted());
    const said = execFileSync('sha256sum', ['-c', '--strict', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' });
    const named = all.map((path) => (path === 'attachments' ? `attachments/${hex('evidence')}` : path));
    expect(said.trim().split('\n')).toEqual(named.toSorted().map((path) => `${path}: OK`));
  });

  test('of a service without a chain has no records, and says so', async () => {
    const { problems, records } = await check(await archive(about(null), [member('index.html', 'x')]));
    expect([problems, records]).toEqual([[], undefined]);
  });
});

describe('a head that was noted elsewhere', () => {
  test.each([
    [1, { kind: 'before', sequence: 1 }],
    [2, { kind: 'before', sequence: 2 }],
    [3, { kind: 'end' }],
  ] as const)('is found at its place (%i)', async (count, witness) => {
    const bodies = [body(1), body(2, 'evidence'), body(3)];
    const { problems, records } = await check(await whole(), logOf(bodies.slice(0, count)).log.to.link);
    expect([problems, records?.witness]).toEqual([[], witness]);
  });

  test('of another log is nowhere', async () => {
    const { problems } = await check(await whole(), 'a'.repeat(64));
    expect(problems).toEqual([expect.stringContaining('nowhere in the records')]);
  });

  test('proves nothing of a package without records', async () => {
    expect((await check(await archive(about(null), []), 'a'.repeat(64))).problems).toHaveLength(1);
  });
});

/** The slow tests change each byte. */
test('one changed byte is found, wherever it is', async () => {
  expect(await quietBytes(17)).toEqual([]);
});

test('an archive that is cut off is found, wherever it is cut', async () => {
  const bytes = await whole();
  for (let length = 0; length < bytes.length; length += 256) {
    expect([length, (await check(bytes.subarray(0, length))).problems.length > 0]).toEqual([length, true]);
  }
});

describe('with a manifest that stayed as it was', () => {
  test('a member that is left out is found, whichever it is', async () => {
    const parts = split(await whole());
    expect(parts).toHaveLength(11);
    for (const left of parts.keys()) {
      const { problems } = await check(joined(parts.filter((_, index) => index !== left)));
      expect([left, problems.length > 0]).toEqual([left, true]);
    }
  });

  test('a member that comes twice, in another order or from another package is found', async () => {
    const parts = split(await whole());
    const other = split(await archive(about(sample().log), [member('index.html', '<p>Other.')])).slice(2);
    for (const changed of [[...parts, ...parts.slice(-1)], parts.toReversed(), [...parts, ...other], [...parts.slice(0, 3), ...other]]) {
      expect((await check(joined(changed))).problems).not.toEqual([]);
    }
  });

  test.each([
    ['a name that leads out of the folder', '../evil'],
    ['an absolute name', '/etc/passwd'],
    ['an empty part', 'a//b'],
    ['a name of other characters', 'a b'],
  ])('%s is not written', (_, path) => {
    expect(() => tarHeader(path, 0)).toThrow(RangeError);
  });

  test.each([
    ['a link', (header: Buffer) => header.write('2', 156)],
    ['a name that leads out of the folder', (header: Buffer) => header.write('../evil\0', 0)],
    ['another owner', (header: Buffer) => header.write('0000001', 108)],
    ['bytes behind the name', (header: Buffer) => header.write('x', 99)],
  ])('%s is refused as no plain file', async (_, change) => {
    const parts = split(await whole()).map((part) => Buffer.from(part));
    const [, , header] = parts;
    if (header === undefined) throw new Error('There is no third member');
    change(header);
    header.write('        ', 148);
    const sum = header.subarray(0, 512).reduce((total, each) => total + each, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    expect((await check(joined(parts))).problems).toEqual(['After SHA256SUMS comes something that is no plain file with a plain name']);
  });

  test('a member that is larger than it says is not read on', async () => {
    const parts = split(await whole());
    const large = Buffer.concat([tarHeader('attachments/x', 8 ** 10), Buffer.alloc(2 ** 20)]);
    const { bytes, problems } = await check(Buffer.concat([...parts.slice(0, 2), large]));
    expect([bytes, problems]).toEqual([0, ['attachments/x is in the archive, and in the manifest not, not there or not once']]);
  });
});

const without = (path: string) => alwaysPacked.filter((each) => each !== path).map((each) => member(each, ''));

test.each(alwaysPacked.filter((path) => path !== 'statements.jsonl'))(
  'a package that never had %s is found, because every one of its version has it',
  async (path) => {
    expect((await check(await archiveOf(about(null), without(path)))).problems).toEqual([
      `${path} is missing: every package of version 2 has it`,
    ]);
  },
);

test('a package may lack statements, as those of earlier programs do', async () => {
  expect((await check(await archiveOf(about(null), without('statements.jsonl')))).problems).toEqual([]);
});

describe('with a manifest that was made anew', () => {
  const bodies = [body(1), body(2, 'evidence'), body(3), body(4)];
  const file = member(`attachments/${hex('evidence')}`, 'evidence');
  const right = logOf(bodies).log.to.link;

  const packed = async (changed: readonly string[]): Promise<Buffer> => {
    const { lines, log } = logOf(changed);
    return archive(about(log), [member('records.ndjson', lines), file]);
  };

  test.each([
    ['the tail is cut', bodies.slice(0, 3)],
    ['a record was changed', [body(1), body(2, 'evidence'), body(3).replace('record-3', 'record-X'), body(4)]],
    ['a record was added', [...bodies.slice(0, 3), body(3.5), body(4)]],
    ['a record was left out', [body(1), body(2, 'evidence'), body(4)]],
    ['two records changed places', [body(1), body(2, 'evidence'), body(4), body(3)]],
  ])('%s: the chain holds in itself, and the head that was noted elsewhere shows it', async (_, changed) => {
    expect((await check(await packed(bodies), right)).problems).toEqual([]);
    expect((await check(await packed(changed), right)).problems).toContainEqual(expect.stringContaining('nowhere in the records'));
  });

  test('a file that no record has attached, and one that is not there, are found', async () => {
    const { lines, log } = logOf(bodies);
    const added = await check(await archive(about(log), [member('records.ndjson', lines), file, member(`attachments/${hex('x')}`, 'x')]));
    expect(added.problems).toEqual([`attachments/${hex('x')} was added: no record has attached it`]);
    const missing = await check(await archive(about(log), [member('records.ndjson', lines)]));
    expect(missing.problems).toEqual([`attachments/${hex('evidence')} is left out: a record has attached it`]);
    const renamed = await check(await archive(about(log), [member('records.ndjson', lines), file, member('attachments/x', 'evidence')]));
    expect(renamed.problems).toEqual(['attachments/x is not named by its SHA-256']);
  });

  test.each([
    ['of another organization', body(2).replace('"org":"acme"', '"org":"evil"'), 'Record 2: it is of another organization'],
    ['with another organization id', body(2).replace('"7"', '"8"'), 'Record 2: it is of another organization'],
    [
      'of an earlier format',
      body(2).replace('"version":2', '"version":1'),
      'Record 2: it is of an earlier format than the record before it',
    ],
    ['that is not later', body(1), 'Record 2: it is not later than the record before it'],
    ['of a later format', body(2).replace('"version":2', '"version":3'), 'Record 2: its version 3 is not known: take a newer program'],
    ['that is no record', '{"version":2}', 'Record 2: its body is not a record'],
  ])('a record %s is found', async (_, second, problem) => {
    const { lines, log } = logOf([body(1), second, body(3)]);
    expect((await check(await archive(about(log), [member('records.ndjson', lines)]))).problems).toContain(problem);
  });

  test.each([
    [
      'a line of something else',
      (lines: string) => lines.replace('"sequence":2', '"sequence":2,"more":1'),
      'Record 2: its line is none of a record, or has a key twice',
    ],
    [
      'a line with a key twice',
      (lines: string) => lines.replace('{"sequence":2', '{"sequence":3,"sequence":2'),
      'Record 2: its line is none of a record, or has a key twice',
    ],
    ['a line that is left out', (lines: string) => lines.replace(/^.*"sequence":2.*\n/m, ''), 'Record 2: the record 3 stands in its place'],
    ['a line that is cut off', (lines: string) => lines.slice(0, -1), 'The last line of records.ndjson is cut off'],
  ])('%s is found', async (_, change, problem) => {
    const { lines, log } = logOf(bodies);
    expect((await check(await archive(about(log), [member('records.ndjson', change(lines)), file]))).problems).toContain(problem);
  });

  test('records without a log, and a log without records, are found', async () => {
    const { lines, log } = logOf([body(1)]);
    const sentence = 'The manifest has records.ndjson without a log, or a log without it';
    expect((await check(await archive(about(null), [member('records.ndjson', lines)]))).problems).toEqual([sentence]);
    expect((await check(await archive(about(log), []))).problems).toEqual([sentence]);
  });
});

test('a record of the first format is linked by its body', async () => {
  const first = body(1).replace('"version":2', '"version":1');
  const { lines, log } = logOf([first, body(2)]);
  expect((await check(await archive(about(log), [member('records.ndjson', lines)]), log.to.link)).problems).toEqual([]);
});
