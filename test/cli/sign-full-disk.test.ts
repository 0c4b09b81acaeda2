import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { draftSummary } from '../../src/statement/index.ts';
import { answer, written } from '../statement/build.ts';
import { openDisk } from '../support/small-disk.ts';
import { runWords } from './run-lines.ts';

test('a full disk is no wrong use, and neither half a key nor half a signature is left on it', async ({ skip }) => {
  const home = mkdtempSync(join(tmpdir(), 'full-disk-'));
  onTestFinished(() => rmSync(home, { recursive: true }));
  const disk = openDisk(home, '8k');
  if (disk === undefined) return skip('This user may make no disk.');
  const full = { code: 3, stderr: expect.stringMatching(/ENOSPC[^]*Make room on the disk/) };
  writeFileSync(join(disk, 'other'), 'a'.repeat(4096));
  expect(await runWords(['key', 'create', join(disk, 'key')])).toMatchObject(full);
  expect(readdirSync(disk)).toEqual(['other']);
  expect(await runWords(['key', 'create', join(home, 'key')])).toMatchObject({ code: 0 });
  writeFileSync(join(home, 'verdict.json'), written(draftSummary(answer)).statement);
  writeFileSync(join(disk, 'more'), 'a'.repeat(4096));
  const sign = ['sign', '--key', join(home, 'key'), join(home, 'verdict.json'), '--out', disk];
  expect(await runWords(sign)).toMatchObject(full);
  expect(readdirSync(disk).toSorted()).toEqual(['more', 'other']);
});
