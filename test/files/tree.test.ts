import { createHash } from 'node:crypto';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { fingerprintOf, type FingerprintOptions } from '../../src/files/index.ts';
import { runs } from '../support/runs.ts';
import { collisions, trees, withTree, type Entries } from './trees.ts';

const empty = { directory: true } as const;

const taken = (entries: Entries, options: FingerprintOptions = {}) =>
  withTree(entries, (directory) => fingerprintOf(directory, { ...options, withTree: true }));
const treeOf = async (entries: Entries, options?: FingerprintOptions) => (await taken(entries, options)).tree;

/** The form that the documentation describes, from entries that are given by hand. */
function written(...entries: readonly (readonly [letter: 'f' | 'd' | 'l', path: string, content: string])[]): string {
  const framed = (text: string): Buffer => {
    const bytes = Buffer.from(text);
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(bytes.length));
    return Buffer.concat([length, bytes]);
  };
  const all = entries.map(([letter, path, content]) => Buffer.concat([Buffer.from(letter), framed(path), framed(content)]));
  return `1:${createHash('sha256').update(Buffer.concat(all)).digest('hex')}`;
}

describe('the tree of a directory', () => {
  it('is of each entry the kind, the path and the content, in the byte order of whole paths', async () => {
    const entries = { 'a/b': '1', 'a/c/d': '2', 'a-': '3', 'a.js': '4', a0: '5', 'a!/z': '6', 'é/日本': '7' };
    expect(await treeOf(entries)).toBe(
      written(
        ['d', 'a', ''],
        ['d', 'a!', ''],
        ['f', 'a!/z', '6'],
        ['f', 'a-', '3'],
        ['f', 'a.js', '4'],
        ['f', 'a/b', '1'],
        ['d', 'a/c', ''],
        ['f', 'a/c/d', '2'],
        ['f', 'a0', '5'],
        ['d', 'é', ''],
        ['f', 'é/日本', '7'],
      ),
    );
  });

  it('has a link to a file by its content, and a link to a directory by its text', async () => {
    expect(await treeOf({ 'a/x': 'hello', b: { link: 'a/x' }, c: { link: 'a' } })).toBe(
      written(['d', 'a', ''], ['f', 'a/x', 'hello'], ['f', 'b', 'hello'], ['l', 'c', 'a']),
    );
  });

  it('has the text of a link in bytes', async () => {
    expect(await treeOf({ 'é/x': '1', b: { link: 'é' } })).toBe(written(['l', 'b', 'é'], ['d', 'é', ''], ['f', 'é/x', '1']));
  });

  it('has empty directories, also one that only what is excluded is in', async () => {
    expect(await treeOf({})).toBe(written());
    expect(await treeOf({ a: empty })).toBe(written(['d', 'a', '']));
    expect(await treeOf({ 'a/x.log': '1', b: '2' }, { exclude: ['a/*.log'] })).toBe(written(['d', 'a', ''], ['f', 'b', '2']));
  });

  it('counts what the fingerprint counts, the ignore file among it', async () => {
    const ignore = 'logs\n';
    expect(await treeOf({ '.kosli_ignore': ignore, 'logs/x': '1', b: '2' }, { exclude: ['*.map'] })).toBe(
      written(['f', '.kosli_ignore', ignore], ['f', 'b', '2']),
    );
  });

  it('has a slash between the parts of a path alone: a backslash in a name is a backslash', async () => {
    expect(await treeOf({ 'a\\b': '1' })).toBe(written(['f', 'a\\b', '1']));
    expect(await treeOf({ 'a/b': '1' })).toBe(written(['d', 'a', ''], ['f', 'a/b', '1']));
  });

  it.each(collisions)('tells $what apart, of which the fingerprint is one', async ({ one, other }) => {
    const [first, second] = [await taken(one), await taken(other)];
    expect(first.sha256).toBe(second.sha256);
    expect(first.tree).not.toBe(second.tree);
  });

  it('leaves the fingerprint as it is', async () => {
    for (const { entries, sha256 } of trees) expect(await taken(entries)).toMatchObject({ sha256, tree: expect.stringMatching(/^1:/) });
  });

  it('is one for each directory, and the fingerprint next to it what it is without', async () => {
    const name = fc.constantFrom('a', 'a!', 'a-', 'a.', 'a0', 'b');
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
    const entry = fc.oneof(fc.string({ maxLength: 2 }), fc.constant(empty));
    const directory = fc.array(fc.tuple(path, entry), { maxLength: 8 }).map((found) => {
      const entries: Record<string, Entries[string]> = {};
      for (const [at, what] of found) {
        if (Object.keys(entries).every((other) => !`${other}/`.startsWith(`${at}/`) && !at.startsWith(`${other}/`))) entries[at] = what;
      }
      return entries;
    });
    await fc.assert(
      fc.asyncProperty(directory, async (entries) => {
        const { sha256, tree } = await taken(entries);
        expect(tree).toBe(written(...inByteOrder(entries)));
        expect(await withTree(entries, async (at) => (await fingerprintOf(at)).sha256)).toBe(sha256);
      }),
      { numRuns: runs(60, 15) },
    );
  });

  it('is taken of a file that is larger than what is read at once', async () => {
    await withTree({ large: '' }, async (directory) => {
      const size = 3 * 1024 * 1024;
      truncateSync(join(directory, 'large'), size);
      expect((await fingerprintOf(directory, { withTree: true })).tree).toBe(written(['f', 'large', '\0'.repeat(size)]));
    });
  });

  it('is no more than what was asked for, and no file has one', async () => {
    await withTree({ a: '1' }, async (directory) => {
      expect(await fingerprintOf(directory)).not.toHaveProperty('tree');
      expect(await fingerprintOf(join(directory, 'a'), { withTree: true })).not.toHaveProperty('tree');
    });
  });

  it('is not taken where a file holds other than what it says, and says which one', async () => {
    await withTree({ a: { link: '/proc/self/status' } }, async (directory) => {
      const taking = fingerprintOf(directory, { withTree: true });
      await expect(taking).rejects.toThrow(UsageError);
      await expect(taking).rejects.toThrow(/\/a changed while it was read: it had 0 bytes/);
      expect(await fingerprintOf(directory)).toMatchObject({ entries: 1 });
    });
  });
});

/** The entries with the directories that they are in, each once. */
function inByteOrder(entries: Entries): readonly (readonly ['f' | 'd', string, string])[] {
  const all = new Map<string, readonly ['f' | 'd', string, string]>();
  for (const [path, entry] of Object.entries(entries)) {
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth += 1) {
      const above = parts.slice(0, depth).join('/');
      all.set(above, ['d', above, '']);
    }
    all.set(path, typeof entry === 'string' ? ['f', path, entry] : ['d', path, '']);
  }
  return [...all.values()].toSorted(([, one], [, other]) => Buffer.compare(Buffer.from(one), Buffer.from(other)));
}
