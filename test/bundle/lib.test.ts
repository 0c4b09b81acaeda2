import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesOfServe } from '../../scripts/checks/bench/cost.ts';
import { stackOf } from '../../src/service/http/problems.ts';
import { build, type Build } from '../cli/build.ts';
import { readBundle, type Bundled } from './bundled.ts';

let cli: Build;
let bundle: Bundled;
let folder = '';
beforeAll(() => {
  cli = build();
  bundle = readBundle(dirname(cli.bin));
  folder = mkdtempSync(join(tmpdir(), 'bundle-lib-'));
});
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('the bundle of the command line', () => {
  it('has each file that is found by its name', () => {
    for (const name of ['bin.js', 'main.js', 'rules-thread.js', 'reading-thread.js', 'jq.wasm', 'licenses.txt'])
      expect([name, existsSync(join(dirname(cli.bin), name))]).toEqual([name, true]);
  });

  it('imports nothing but what Node has', () => {
    expect(bundle.imported()).toContain('node:sqlite');
    expect(bundle.foreignImports()).toEqual([]);
  });

  it('tells the licence of every package that is in it', () => {
    const found = bundle.foundPackages();
    expect(found).toEqual(expect.arrayContaining(['commander', 'fastify', 'undici']));
    const named = new Set([...bundle.licenses.keys()].map((title) => title.replace(/ \S+$/, '')));
    expect(found.filter((name) => !named.has(name))).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')('starts the service with at most 120 files of code', async () => {
    const data = join(folder, 'data');
    await cli.run(['token', 'create', '--init', '--data', data, '--user', 'ada', '--org', 'acme', '--role', 'admin']);
    const env = { PATH: process.env['PATH'], HOME: folder };
    const files = await filesOfServe([cli.bin, 'serve', '--data', data, '--port', '0'], { cwd: folder, env });
    expect(files).toBeGreaterThan(5);
    expect(files).toBeLessThanOrEqual(120);
  });

  it('has maps by which a fault of the service is told with its place in the sources', () => {
    const [name = '', text = ''] = [...bundle.chunks].find(([, each]) => each.includes('function stackOf(')) ?? [];
    const line = text.slice(0, text.indexOf('function stackOf(')).split('\n').length;
    const at = pathToFileURL(join(dirname(cli.bin), name)).href;
    const told = stackOf(
      Object.assign(new Error('no'), { stack: `Error: no\n    at stackOf (${at}:${line}:1)\n    at file:///gone.js:1:1` }),
    );
    const [, place] = /\(src\/service\/http\/problems\.ts:(\d+):\d+\)\n {4}at file:\/\/\/gone\.js:1:1$/.exec(told) ?? [];
    const source = readFileSync(new URL('../../src/service/http/problems.ts', import.meta.url), 'utf8').split('\n');
    expect(source[Number(place) - 1]).toContain('function stackOf(');
  });
});
