import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { lastLines } from '../../src/job-service/service-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'log-tail-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = join(folder, 'log');

it('shows a short log whole', () => {
  writeFileSync(file, 'one\n\ntwo\n');
  expect(lastLines(file)).toEqual(['one', 'two']);
  writeFileSync(file, 'x'.repeat(65_535));
  expect(lastLines(file)).toEqual(['x'.repeat(65_535)]);
});

it('shows the end of a long one from the beginning of a line, and says how much is left out', () => {
  writeFileSync(file, `${'ä'.repeat(499)}x\n`.repeat(100));
  const [first, ...lines] = lastLines(file);
  expect(first).toBe('(33.7 KiB before this are left out)');
  expect(new Set(lines)).toEqual(new Set([`${'ä'.repeat(499)}x`]));
  expect(lines.length).toBe(65);
});

it('shows nothing where there is no log', () => {
  expect(lastLines(join(folder, 'none'))).toEqual([]);
});
