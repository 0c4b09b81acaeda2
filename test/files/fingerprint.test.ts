import { createHash } from 'node:crypto';
import { appendFileSync, chmodSync, mkdirSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { fingerprintOf, ignoreFile } from '../../src/files/index.ts';
import { trees, withTree } from './trees.ts';

const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

describe('the fingerprint of a directory', () => {
  it.each(trees)("is that of the vendor's client: $what", async ({ entries, sha256: expected }) => {
    await withTree(entries, async (directory) => {
      expect(await fingerprintOf(directory)).toMatchObject({ kind: 'directory', sha256: expected });
    });
  });

  it('names what is ignored', async () => {
    await withTree({ a: '1', [ignoreFile]: '# built here\nlogs/**  # not there\n*.log\n' }, async (directory) => {
      expect(await fingerprintOf(directory)).toMatchObject({ ignored: ['logs/**', '*.log'], entries: 2 });
    });
  });

  it('is the same with an ignore file and with its patterns as options, but for that file', async () => {
    await withTree({ a: '1', 'logs/x': '2' }, async (directory) => {
      const without = await fingerprintOf(directory, { exclude: ['logs'] });
      await withTree({ a: '1' }, async (plain) => expect(without.sha256).toBe((await fingerprintOf(plain)).sha256));
      writeFileSync(join(directory, ignoreFile), 'logs\n');
      expect((await fingerprintOf(directory)).sha256).not.toBe(without.sha256);
    });
  });

  it('changes neither with times nor with modes, and is that of the directory behind a link', async () => {
    await withTree({ 'real/a': 'hello' }, async (directory) => {
      const real = join(directory, 'real');
      const before = await fingerprintOf(real);
      utimesSync(join(real, 'a'), 1, 1);
      chmodSync(join(real, 'a'), 0o755);
      symlinkSync('real', join(directory, 'link'));
      expect(await fingerprintOf(join(directory, 'link'))).toEqual(before);
    });
  });

  it('changes with every content, name and level', async () => {
    const name = fc.constantFrom('a', 'b', 'c');
    const files = fc.dictionary(
      fc.array(name, { minLength: 1, maxLength: 2 }).map((parts) => parts.join('/')),
      fc.string({ maxLength: 2 }),
      { maxKeys: 3 },
    );
    const isTree = (entries: Readonly<Record<string, string>>): boolean =>
      Object.keys(entries).every((path) => !Object.keys(entries).some((other) => other.startsWith(`${path}/`)));
    const canonical = (entries: Readonly<Record<string, string>>): string =>
      JSON.stringify(Object.entries(entries).toSorted(([a], [b]) => a.localeCompare(b)));
    await fc.assert(
      fc.asyncProperty(files.filter(isTree), files.filter(isTree), async (one, other) => {
        const of = (entries: Readonly<Record<string, string>>): Promise<string> =>
          withTree(entries, async (directory) => (await fingerprintOf(directory)).sha256);
        expect((await of(one)) === (await of(other))).toBe(canonical(one) === canonical(other));
      }),
      { numRuns: 60 },
    );
  });

  it('is not taken where something in it cannot be read, and says what', async () => {
    await withTree({ 'a/gone': { link: 'nowhere' } }, async (directory) => {
      const taking = fingerprintOf(directory);
      await expect(taking).rejects.toThrow(UsageError);
      await expect(taking).rejects.toThrow(/gone/);
    });
  });

  it.each(['[a', 'a\\', 'a**', '../**', '..'])('refuses the pattern %s, and names it', async (pattern) => {
    await withTree({ a: '1' }, async (directory) => {
      const taking = fingerprintOf(directory, { exclude: [pattern] });
      await expect(taking).rejects.toThrow(JSON.stringify(pattern));
      await expect(taking).rejects.not.toThrow(/cannot be taken/);
    });
  });

  it('refuses an ignore file that is no file, leads to itself, is too large, or no text', async () => {
    const refused = { code: 'invalid-input', fix: 'Make it a file of patterns, one a line, of 65536 bytes at most' };
    await withTree({ a: '1' }, async (directory) => {
      mkdirSync(join(directory, ignoreFile));
      await expect(fingerprintOf(directory)).rejects.toMatchObject({ ...refused, message: expect.stringContaining('cannot be read') });
    });
    await withTree({ [ignoreFile]: { link: ignoreFile } }, async (directory) => {
      await expect(fingerprintOf(directory)).rejects.toMatchObject({ ...refused, message: expect.stringContaining('(unreadable)') });
    });
    await withTree({ [ignoreFile]: 'x\n'.repeat(40_000) }, async (directory) => {
      await expect(fingerprintOf(directory)).rejects.toMatchObject({ ...refused, message: expect.stringContaining('(too-large)') });
    });
    await withTree({}, async (directory) => {
      writeFileSync(join(directory, ignoreFile), Buffer.from([0xff, 0xfe]));
      const taking = fingerprintOf(directory);
      await expect(taking).rejects.toThrow(/is not UTF-8/);
      await expect(taking).rejects.toMatchObject({ code: 'invalid-input', fix: 'Save it as UTF-8' });
    });
  });

  it('ignores nothing where there is no ignore file', async () => {
    await withTree({ a: '1' }, async (directory) => expect((await fingerprintOf(directory)).ignored).toEqual([]));
  });
});

describe('the fingerprint of a file', () => {
  it('is the SHA-256 of its bytes, behind a link too', async () => {
    await withTree({ a: 'hello', b: { link: 'a' }, empty: '' }, async (directory) => {
      const hello = { kind: 'file', sha256: sha256('hello'), entries: 1, ignored: [] };
      expect(await fingerprintOf(join(directory, 'a'))).toEqual(hello);
      expect(await fingerprintOf(join(directory, 'b'))).toEqual(hello);
      expect((await fingerprintOf(join(directory, 'empty'))).sha256).toBe(sha256(''));
    });
  });

  it('is taken of a file that is larger than what is read at once', async () => {
    await withTree({ large: '' }, async (directory) => {
      const path = join(directory, 'large');
      truncateSync(path, 3 * 1024 * 1024);
      appendFileSync(path, 'end');
      expect((await fingerprintOf(path)).sha256).toBe(sha256(Buffer.concat([Buffer.alloc(3 * 1024 * 1024), Buffer.from('end')])));
    });
  });

  it('ends with the reason of its signal', async () => {
    await withTree({ large: '' }, async (directory) => {
      const path = join(directory, 'large');
      truncateSync(path, 200 * 1024 * 1024);
      const reason = new Error('enough');
      await expect(fingerprintOf(path, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });
  });

  it('excludes nothing, and says so', async () => {
    await withTree({ a: 'hello' }, async (directory) => {
      const taking = fingerprintOf(join(directory, 'a'), { exclude: ['x'] });
      await expect(taking).rejects.toThrow(/is a file, and nothing in it can be excluded/);
      await expect(taking).rejects.toMatchObject({ code: 'conflicting-inputs' });
    });
  });

  it('is not taken of what is not there, or is no file', async () => {
    const refused = { name: 'UsageError', code: 'invalid-input', fix: expect.stringContaining('Look at the path') };
    const gone = fingerprintOf('/nowhere/at/all');
    await expect(gone).rejects.toThrow(/\/nowhere\/at\/all/);
    await expect(gone).rejects.toMatchObject({ ...refused, cause: { code: 'ENOENT' } });
    const device = fingerprintOf('/dev/null');
    await expect(device).rejects.toThrow(/no regular file/);
    await expect(device).rejects.toMatchObject({ ...refused, cause: { code: 'no regular file', syscall: 'open' } });
  });
});
