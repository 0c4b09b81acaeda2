import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { openPackage } from '../../../src/audit/reperform/open-package.ts';
import { about, archive, member, sample } from '../package/packing.ts';

async function openWith(line: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'reperform-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { contents, log } = sample();
  const bytes = await archive(about(log), [...contents, member('collected.ndjson', `${line}\n`)]);
  writeFileSync(join(folder, 'audit.tgz'), gzipSync(bytes));
  return openPackage(join(folder, 'audit.tgz'), [], join(folder, 'collected.ndjson'));
}

test('facts that are written as this program writes them are opened', async () => {
  expect(await openWith('{"kind":"end","counts":{},"trailsElsewhere":0}')).toMatchObject({ outcome: 'consistent' });
});

test.each([
  ['a field twice', '{"kind":"record","kind":"approval","flow":"unit"}'],
  ['a space', '{"kind": "approval"}'],
  ['an escape that is not needed', '{"kind":"\\u0061pproval"}'],
  ['a kind that is a member of its own', '{"kind":"record","sequence":1}'],
  ['a text of the file that is not that of its digest', `{"kind":"file","digest":"${'a'.repeat(64)}","text":"flows: {}"}`],
])('a line with %s is none of this program, and two readers could take it for two things', async (_, line) => {
  await expect(openWith(line)).rejects.toThrow(/^The package does not hold: collected\.ndjson, line 1: no audit writes it so/);
});
