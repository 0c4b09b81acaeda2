import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type FileRefusal, headOf, openRegularFile, readRegularFile } from '../../src/files/index.ts';
import { workspaceOf } from '../junit/support.ts';

const isWindows = process.platform === 'win32';

/** The bytes that were read, as a text with a character for each. */
const textOf = (read: Buffer | FileRefusal): string => (Buffer.isBuffer(read) ? read.toString('latin1') : read.kind);

describe('a regular file', () => {
  test('is read whole, if it is no larger than what is allowed', () => {
    const path = join(workspaceOf({ 'a.json': '{"a":1}' }), 'a.json');
    for (const most of [7, 8, 1000]) expect(textOf(readRegularFile(path, most))).toBe('{"a":1}');
    expect(readRegularFile(path, 6)).toEqual({ kind: 'too-large' });
    expect(readRegularFile(path, 0)).toEqual({ kind: 'too-large' });
  });

  test('may be empty', () => {
    const path = join(workspaceOf({ 'a.json': '' }), 'a.json');
    for (const most of [0, 10]) expect(readRegularFile(path, most)).toEqual(Buffer.alloc(0));
  });

  test.runIf(process.platform === 'linux')('that tells no size is read until it ends', () => {
    expect(textOf(readRegularFile('/proc/self/status', 1_000_000))).toContain('VmPeak');
    expect(readRegularFile('/proc/self/status', 100)).toEqual({ kind: 'too-large' });
  });

  test.runIf(existsSync('/proc/kallsyms'))('that tells no size may be larger than the part that is read first', () => {
    const symbols = readRegularFile('/proc/kallsyms', 100_000_000);
    expect(textOf(symbols) === readFileSync('/proc/kallsyms', 'latin1')).toBe(true);
    expect(textOf(symbols).length).toBeGreaterThan(200_000);
    expect(readRegularFile('/proc/kallsyms', 150_000)).toEqual({ kind: 'too-large' });
  });

  test('is read with all its bytes, also where they come in several parts', () => {
    const path = join(workspaceOf({}), 'a.bin');
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251));
    writeFileSync(path, bytes);
    expect(textOf(readRegularFile(path, 70_000)) === bytes.toString('latin1')).toBe(true);
    expect(readRegularFile(path, 69_999)).toEqual({ kind: 'too-large' });
  });
});

describe('what is no file to read', () => {
  test('is a directory', () => {
    expect(readRegularFile(workspaceOf({}), 10)).toEqual({ kind: 'no-regular-file' });
  });

  test.runIf(!isWindows)('is a pipe, which is not waited for', () => {
    const path = join(workspaceOf({}), 'pipe');
    execFileSync('mkfifo', [path]);
    expect(readRegularFile(path, 10)).toEqual({ kind: 'no-regular-file' });
  });

  test.runIf(!isWindows)('is a device, which never ends', () => {
    expect(readRegularFile('/dev/zero', 10)).toEqual({ kind: 'no-regular-file' });
  });

  test('is one that is not there', () => {
    expect(readRegularFile(join(workspaceOf({}), 'gone'), 10)).toEqual({ kind: 'unreadable', code: 'ENOENT' });
  });

  test.runIf(!isWindows && process.getuid?.() !== 0)('is one that we may not read', () => {
    const path = join(workspaceOf({ secret: 'x' }), 'secret');
    chmodSync(path, 0o000);
    expect(readRegularFile(path, 10)).toEqual({ kind: 'unreadable', code: 'EACCES' });
  });

  test('is a name that no file can have', () => {
    expect(readRegularFile('a\0b', 10)).toEqual({ kind: 'unreadable', code: 'ERR_INVALID_ARG_VALUE' });
  });
});

test.each([0, 1, 8191, 8192, 8193, 20_000])('the head of a file of %i bytes is its first 8192', (length) => {
  const bytes = Buffer.from(Array.from({ length }, (_, index) => index % 251));
  const path = join(workspaceOf({ a: bytes }), 'a');
  expect(headOf(path).equals(bytes.subarray(0, 8192))).toBe(true);
});

test('what is no regular file is not opened, and the error is like those of the system', () => {
  const path = workspaceOf({});
  const refused = expect.objectContaining({ message: `${path} is no regular file`, code: 'no regular file', syscall: 'open', path });
  expect(() => openRegularFile(path)).toThrow(refused);
  expect(() => headOf(path)).toThrow(refused);
});

test.runIf(process.platform === 'linux')('no file stays open', () => {
  const workspace = workspaceOf({ a: 'x' });
  const before = readdirSync('/proc/self/fd').length;
  for (const path of [join(workspace, 'a'), workspace]) {
    for (let count = 0; count < 5; count += 1) readRegularFile(path, 0);
  }
  expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 5);
  for (let count = 0; count < 5; count += 1) {
    headOf(join(workspace, 'a'));
    expect(() => openRegularFile(workspace)).toThrow('is no regular file');
  }
  expect(readdirSync('/proc/self/fd').length).toBeLessThan(before + 5);
});
