import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runDemo } from './run-demo.ts';

it.each([
  ['shows a green and a red change', []],
  ['plays a week and audits it', ['--audit']],
])('%s within 15 seconds', async (_, args) => {
  const folder = mkdtempSync(join(tmpdir(), 'evidence-demo-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const began = performance.now();
  const { code } = await runDemo(folder, { args });
  expect(code).toBe(0);
  expect((performance.now() - began) / 1000).toBeLessThan(15);
});
