import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../src/files/index.ts';
import { withTree } from './trees.ts';

const isLinux = process.platform === 'linux';

describe.runIf(isLinux)('a name that is no UTF-8', () => {
  /** How many are left of `a` before the byte ff, `a` before the byte 80, and `é`. */
  const left = (...exclude: readonly string[]): Promise<number> =>
    withTree({ é: '3' }, async (directory) => {
      for (const last of [0xff, 0x80]) writeFileSync(Buffer.concat([Buffer.from(join(directory, 'a')), Buffer.of(last)]), 'x');
      return (await fingerprintOf(directory, { exclude })).entries;
    });

  it('counts like any other', async () => {
    expect(await left()).toBe(3);
  });

  it('is excluded by a pattern with a character for each byte', async () => {
    expect(await left('a?')).toBe(1);
    expect(await left('a*')).toBe(1);
    expect(await left('a??')).toBe(3);
  });

  it('is excluded by no pattern of other characters', async () => {
    expect(await left('a\u00ff', 'a\u0080', 'a\ufffd')).toBe(3);
    expect(await left('[a-\u00ff][\u0000-\u00ff]')).toBe(3);
  });

  it('has no part in what excludes the others', async () => {
    expect(await left('é')).toBe(2);
    expect(await left('??')).toBe(1);
  });
});

it('a directory of many entries gives up with the reason of its signal, and only then', async () => {
  const entries = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`f${index}`, '']));
  await withTree(entries, async (directory) => {
    const reason = new Error('enough');
    await expect(fingerprintOf(directory, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(await fingerprintOf(directory)).toMatchObject({ entries: 1_100 });
  });
});

it.runIf(isLinux)('a file that changes while it is read is told as the system tells its errors', async () => {
  await withTree({ a: { link: '/proc/self/status' } }, async (directory) => {
    await expect(fingerprintOf(directory, { withTree: true })).rejects.toMatchObject({ cause: { code: 'changed', syscall: 'read' } });
  });
});

it.runIf(isLinux)('no file stays open', async () => {
  await withTree({ a: '1', 'b/c': '2', 'b/d': '3' }, async (directory) => {
    const before = readdirSync('/proc/self/fd').length;
    await fingerprintOf(directory, { withTree: true });
    expect(readdirSync('/proc/self/fd')).toHaveLength(before);
  });
});
