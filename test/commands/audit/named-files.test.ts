import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathsOf } from '../../../src/commands/audit/named-files.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'named-'));
  writeFileSync(join(folder, 'file'), '');
  symlinkSync('two', join(folder, 'one'));
  symlinkSync('one', join(folder, 'two'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const written = (path: string): ReadonlyMap<string, string> => pathsOf(folder, { read: [], written: [{ option: 'html', path }] });

describe('a file that an audit writes', () => {
  test('is put into folders that are made for it', () => {
    expect(written('a/b/c.html').get('html')).toMatch(/\/a\/b\/c\.html$/);
    expect(written('a/b/d.html').get('html')).toMatch(/\/a\/b\/d\.html$/);
  });

  // /proc is of Linux alone. Node's own way to make its folders never ends there.
  test.skipIf(process.platform !== 'linux')('in /proc is refused', () => {
    expect(() => written('/proc/x/a.html')).toThrow('The file of html, "/proc/x/a.html", cannot be written: ENOENT');
  });

  test.each([
    ['one', 'ELOOP'],
    ['one/a.html', 'ELOOP'],
    ['file/a.html', 'EEXIST'],
    ['a\u0000b', 'ERR_INVALID_ARG_VALUE'],
    [`${'a'.repeat(300)}.html`, 'ENAMETOOLONG'],
  ])('cannot be %j', (path, code) => {
    expect(() => written(path)).toThrow(`cannot be written: ${code}`);
  });
});
