import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptHeads } from '../../../src/commands/audit/kept-heads.ts';
import { folder } from '../../service/support.ts';

async function read(text: string): ReturnType<typeof keptHeads> {
  const path = join(await folder(), 'heads.txt');
  writeFileSync(path, text);
  return keptHeads(path);
}

const [one, other] = ['a'.repeat(64), 'b'.repeat(64)];

test('reads heads with and without who keeps them, each once', async () => {
  expect(await read(`${one}\r\n\n ${other.toUpperCase()}   Ada of Audit & Co \n${one} somebody else\n`)).toEqual([
    { link: one, keeper: null },
    { link: other, keeper: 'Ada of Audit & Co' },
  ]);
});

test('refuses a file with another line, and one without a head', async () => {
  await expect(read(`${one}\n${one}f\n`)).rejects.toThrow('Line 2 of the file of witness is no head');
  await expect(read('Witness: none\n')).rejects.toThrow('Line 1 of the file of witness is no head: "Witness: none"');
  await expect(read('\n')).rejects.toThrow('The file of witness has no head');
});
