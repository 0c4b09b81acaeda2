import { createHash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { headOf } from '../../../src/files/index.ts';
import { copyFile, writeAll } from '../../../src/masking/mask.ts';
import { workspaceOf } from '../support.ts';

const size = 256 * 1024;
const sum = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
/** Bytes in which no two pieces are alike. */
const bytesOf = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, index) => (index * 7 + Math.floor(index / 251)) % 256));

function opened(path: string): number {
  const descriptor = openSync(path, 'r+');
  onTestFinished(() => closeSync(descriptor));
  return descriptor;
}

test.each([0, 1, 8191, 8192, 8193, size - 1, size, size + 1, 3 * size + 5])('a file of %i bytes is copied as it is', async (length) => {
  const bytes = bytesOf(length);
  const workspace = workspaceOf({ from: bytes, to: 'old:' });
  const [from, to] = [join(workspace, 'from'), join(workspace, 'to')];
  const copied = { bytes: length, sha256: sum(bytes), head: bytes.subarray(0, 8192) };
  expect(await copyFile(from, opened(to), 4)).toEqual(copied);
  expect(readFileSync(to).equals(Buffer.concat([Buffer.from('old:'), bytes]))).toBe(true);
  expect(await copyFile(from, undefined)).toEqual(copied);
  writeFileSync(to, '');
  await copyFile(from, opened(to));
  expect(readFileSync(to).equals(bytes)).toBe(true);
  expect(headOf(from).equals(bytes.subarray(0, 8192))).toBe(true);
});

test('the head is a copy: the buffer behind it is used again', async () => {
  const bytes = bytesOf(2 * size);
  const path = join(workspaceOf({ from: bytes }), 'from');
  const { head } = await copyFile(path, undefined);
  expect(head).toHaveLength(8192);
  expect(head.equals(bytes.subarray(0, 8192))).toBe(true);
});

test('others get their turn while a long file is copied', async () => {
  const path = join(workspaceOf({ from: '' }), 'from');
  truncateSync(path, 33 * 1024 * 1024);
  let turns = 0;
  const turn = (): void => void (turns += 1);
  setImmediate(turn);
  await copyFile(path, undefined);
  expect(turns).toBe(1);
});

test('bytes are written at their place', () => {
  const path = join(workspaceOf({ to: '0123456789' }), 'to');
  const descriptor = opened(path);
  writeAll(descriptor, Buffer.from('abc'), 4);
  writeAll(descriptor, Buffer.from(''), 2);
  expect(readFileSync(path, 'utf8')).toBe('0123abc789');
});

test('a file that is not there is thrown', async () => {
  const gone = join(workspaceOf({}), 'gone');
  await expect(copyFile(gone, undefined)).rejects.toThrow('ENOENT');
  expect(() => headOf(gone)).toThrow('ENOENT');
});

test.runIf(process.platform === 'linux')('no file stays open, also where it cannot be read', async () => {
  const workspace = workspaceOf({ from: 'x' });
  const before = readdirSync('/proc/self/fd').length;
  await copyFile(join(workspace, 'from'), undefined);
  headOf(join(workspace, 'from'));
  await expect(copyFile(workspace, undefined)).rejects.toThrow('is no regular file');
  expect(() => headOf(workspace)).toThrow('is no regular file');
  expect(readdirSync('/proc/self/fd').length).toBe(before);
});
