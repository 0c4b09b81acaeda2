import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runDemo } from './run-demo.ts';

let folder = '';
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'evidence-demo-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('lets a green change pass and fails a red one, with the place of the failing test and what to do next, and leaves nothing', async () => {
  const { code, stderr, stdout } = await runDemo(folder);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      '   ✔ Verdict compliant, exit code 0: the job passes.',
      '   error at checkout.test.js:12: refund › rounds half a cent up',
      '     499 !== 500',
      '   ✘ Verdict non-compliant, exit code 1: the job fails.',
      '✔ The green change let its job pass, the red one failed it.',
      '   Use it  put the first workflow of the README into your repository',
    ]),
  );
  expect(lines.filter((line) => /^\d\. /.test(line)).map((line) => line[0])).toEqual(['1', '2', '3', '4']);
  expect(readdirSync(folder)).toEqual([]);
});
