import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openSpool, type Spool } from '../../../src/audit/lines/write-lines.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'spool-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const all = <Item>(spool: Spool<Item>): Promise<Item[]> => Array.fromAsync(spool.all());

it('gives what was added in its order, as often as it is asked for, also after more was added', async () => {
  const spool = openSpool<object>(join(folder(), 'things'));
  await spool.add([{ text: 'a\nb\u2028c \uD800' }, { text: 'second' }]);
  const first = [{ text: 'a\nb\u2028c \uD800' }, { text: 'second' }];
  expect([await all(spool), await all(spool)]).toEqual([first, first]);
  await spool.add([{ text: 'third' }]);
  expect(await all(spool)).toEqual([...first, { text: 'third' }]);
});

it('writes as it goes, and holds nothing of many', async () => {
  const [path, text] = [folder(), 'x'.repeat(50_000)];
  const spool = openSpool<object>(join(path, 'things'));
  await spool.add([{ text }]);
  expect(readdirSync(path)).toEqual([]);
  await spool.add([{ text }]);
  expect(readdirSync(path)).toEqual(['things']);
  expect(await all(spool)).toEqual([{ text }, { text }]);
});

it('is empty where nothing was added, and leaves no file then', async () => {
  const path = folder();
  const spool = openSpool<object>(join(path, 'things'));
  await spool.add([]);
  expect([await all(spool), readdirSync(path)]).toEqual([[], []]);
});

it('fails where the file does not give back all that was added', async () => {
  const file = join(folder(), 'things');
  const spool = openSpool<number>(file);
  await spool.add([1, 2]);
  expect(await all(spool)).toEqual([1, 2]);
  writeFileSync(file, '1\n');
  await expect(all(spool)).rejects.toThrow('1 of 2 items came back');
});
