import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { heldAgainst } from '../../src/cli/named-package.ts';
import { verify } from '../../src/cli/verify.ts';
import { about, archive, sample } from '../audit/package/packing.ts';
import { listening } from './listening.ts';

const never = new AbortController().signal;
const head = sample().log.to.link;
const other = 'e'.repeat(64);

async function packed(): Promise<{ readonly path: string; readonly sha256: string; readonly headFile: (named: string) => string }> {
  const folder = mkdtempSync(join(tmpdir(), 'package-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { contents, log } = sample();
  const bytes = gzipSync(await archive(about(log), contents));
  const path = join(folder, 'package.tgz');
  writeFileSync(path, bytes);
  return {
    path,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    headFile: (named) => {
      const file = join(folder, 'head.txt');
      writeFileSync(file, `# The package of that audit: package.tgz, SHA-256 ${named}\n${head}\n`);
      return file;
    },
  };
}

test('a file that names the package says more than its head, and takes nothing back', async () => {
  const { headFile, path, sha256 } = await packed();
  const { out, terminal } = listening();
  const alone = await verify({ package: path, head }, never, terminal);
  expect(await verify({ package: path, head: headFile(sha256) }, never, terminal)).toBe(alone);
  expect(out.at(-1)).toMatch(/^The file of --head names this very package/);
});

test('a package made anew around the same records is no yes where the file names another one, and JSON stays JSON', async () => {
  const { headFile, path } = await packed();
  const { err, json, out, terminal } = listening();
  expect(await verify({ package: path, head: headFile(other) }, never, terminal)).toBe(2);
  expect(out.at(-1)).toContain(`names another package, SHA-256 ${other}`);
  const lines = out.length;
  expect(await verify({ package: path, head: headFile(other), json: true }, never, terminal)).toBe(2);
  expect([out.length, json.length, err.at(-1)]).toEqual([lines, 1, expect.stringContaining('names another package')]);
});

test.each([
  [0, 2],
  [1, 1],
  [2, 2],
  [130, 130],
])('the exit code %i becomes %i for another package than the named one', async (code, ended) => {
  const { path } = await packed();
  expect(await heldAgainst(other, { code, path, isJson: false, terminal: listening().terminal })).toBe(ended);
});
