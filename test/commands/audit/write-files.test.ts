import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip, createGzip } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { contextOf, exitCodeOf, stoppedBy } from '../../../src/commands/index.ts';
import { writeFiles, writeWhole } from '../../../src/commands/audit/named-files.ts';

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'write-files-'));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** Signs of one, two, three and four bytes, so many that they do not fit into the room of the writer. */
const long = 'aé€😀'.repeat(100_000);

it.each<[string, readonly (string | Uint8Array)[]]>([
  ['a text longer than its room', [long]],
  ['many texts that end anywhere', Array.from({ length: 3_000 }, (_, at) => `${at}😀`.repeat(20))],
  ['texts and bytes in turn', ['before ', Buffer.from([0, 255, 13]), 'between', Buffer.from('after'), long, Buffer.from('end')]],
  ['nothing', []],
])('writes %s as it came, and leaves nothing next to it', async (_, parts) => {
  const path = join(folder(), 'a.txt');
  await writeWhole(path, parts);
  expect(readFileSync(path).equals(Buffer.concat(parts.map((part) => Buffer.from(part))))).toBe(true);
  expect(readdirSync(join(path, '..'))).toEqual(['a.txt']);
});

it('compresses on the way', async () => {
  const path = join(folder(), 'a.gz');
  await writeWhole(path, [long, 'end'], createGzip());
  expect((await buffer(Readable.from([readFileSync(path)]).pipe(createGunzip()))).toString()).toBe(`${long}end`);
});

it.each([
  ['as it is', undefined],
  ['compressed', createGzip()],
])('keeps the older file where the parts end with a fault: %s', async (_, by) => {
  const path = join(folder(), 'a.txt');
  writeFileSync(path, 'older');
  async function* broken(): AsyncGenerator<string> {
    yield long;
    await Promise.resolve();
    throw new Error('no more');
  }
  await expect(writeWhole(path, broken(), by)).rejects.toThrow('no more');
  expect([readFileSync(path, 'utf8'), readdirSync(join(path, '..'))]).toEqual(['older', ['a.txt']]);
});

it('a report that cannot be written any more is a fault of the machine, and no wrong use', async () => {
  const path = join(folder(), 'gone', 'report.html');
  const context = contextOf({}, tmpdir(), new AbortController().signal, () => undefined);
  const fault: unknown = await writeFiles([{ option: 'html', content: () => ['text'] }], new Map([['html', path]]), context).catch(
    (error: unknown) => error,
  );
  const stopped = stoppedBy(fault);
  expect(stopped.message).toBe('The report html could not be written: ENOENT. Look at the disk: is it full, or gone?');
  expect(exitCodeOf(stopped)).toBe(3);
});
