import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, ended, type Build } from './build.ts';
import { runLines } from './run-lines.ts';

let cli: Build;
let folder = '';
beforeAll(() => {
  cli = build();
  folder = mkdtempSync(join(tmpdir(), 'evidence-files-'));
  writeFileSync(join(folder, 'green.xml'), '<testsuite name="s"><testcase name="a"/></testsuite>');
  mkdirSync(join(folder, 'directory'));
});
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
});

const service = ['--base-url', 'http://127.0.0.1:9', '--api-token', 'x'.repeat(20), '--org', 'acme'];
const attest = [
  'attest',
  ...service,
  '--flow',
  'shop',
  '--attestation-name',
  'unit',
  '--junit-paths',
  'green.xml',
  '--dry-run',
  '--commit',
  '1'.repeat(40),
];

describe('a reader that goes away', () => {
  /** Runs it, reads one piece of what it says, and closes the pipe, as `head -1` does. */
  async function readOnce(
    args: readonly string[],
    stream: 'stdout' | 'stderr' = 'stdout',
  ): Promise<{ code: number | null; other: string }> {
    const child = cli.start(args, { cwd: folder });
    const [read, rest] = stream === 'stdout' ? [child.stdout, child.stderr] : [child.stderr, child.stdout];
    let other = '';
    rest?.on('data', (chunk: Buffer) => (other += chunk.toString()));
    read?.once('data', () => read.destroy());
    const { code } = await ended(child);
    return { code, other };
  }

  it('leaves help, and what a command shows, without a complaint', async () => {
    const suites = Array.from({ length: 20_000 }, (_, n) => `<testsuite name="suite ${n}"><testcase name="a"/></testsuite>`).join('');
    writeFileSync(join(folder, 'large.xml'), `<testsuites>${suites}</testsuites>`);
    expect(await readOnce(['junit', 'large.xml', '--json'])).toEqual({ code: 0, other: '' });
    expect(await readOnce(['junit', 'large.xml'])).toMatchObject({ code: 0 });
    expect(await readOnce(['attest', '--help'])).toEqual({ code: 0, other: '' });
  });

  it('changes no exit code', async () => {
    writeFileSync(join(folder, 'broken.xml'), '<testsuite name="x"><testcase');
    expect(await readOnce(['junit', 'large.xml', 'broken.xml', '--json'])).toEqual({ code: 4, other: '' });
    expect(
      await readOnce(
        ['gate', ...service, '--flow', 'shop', '--commit', '1'.repeat(40), '--timeout', '200ms', '--evaluation-timeout', '0', '--json'],
        'stderr',
      ),
    ).toMatchObject({ code: 3 });
  });

  it('that was never there changes none, in the shell’s own way', () => {
    const run = (script: string): string =>
      execFileSync('bash', ['-o', 'pipefail', '-c', script], { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
    for (const args of ['--help', 'junit large.xml --json'])
      expect(run(`'${process.execPath}' '${cli.bin}' ${args} 2>&1 | head -1 | wc -l`).trim()).toBe('1');
    expect(run(`('${process.execPath}' '${cli.bin}' --help; echo "ended with $?" >&2) 2>&1 >&- | cat`)).toBe('ended with 0\n');
  });

  it.runIf(existsSync('/dev/full'))('is not a disk that is full: that is no success, and is said', async () => {
    const child = spawn('bash', ['-c', `exec '${process.execPath}' '${cli.bin}' junit green.xml --json > /dev/full`], { cwd: folder });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    expect(await ended(child)).toMatchObject({ code: 3 });
    expect(said).toMatch(/^error: the result could not be written: ENOSPC.*\n$/);
  });
});

describe('what is nested too deeply is wrong usage', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it.each([
    ['a matrix', (depth: number) => ['--matrix', nested(depth)]],
    ['user-data', (depth: number) => ['--user-data', `{"a":${nested(depth - 1)}}`]],
  ])('%s', async (_, option) => {
    const lists = [64, 66, 8_000].map((depth) => [...attest, ...option(depth)]);
    const [deep, ...deeper] = await runLines(lists, { cwd: folder });
    expect(deep).toMatchObject({ code: 0 });
    expect(deeper).toHaveLength(2);
    for (const { code, stderr } of deeper)
      expect([code, stderr]).toEqual([64, expect.stringMatching(/--(?:matrix|user-data) is nested more than 64 deep/)]);
  });

  it('user-data in a file', async () => {
    writeFileSync(join(folder, 'deep.json'), `{"a":${nested(120_000)}}`);
    const { code, stderr } = await cli.run([...attest, '--user-data', 'deep.json'], { cwd: folder });
    expect([code, stderr]).toEqual([64, expect.stringContaining('--user-data is nested more than 64 deep')]);
  });

  it('a flow', async () => {
    writeFileSync(join(folder, 'deep.yml'), `name: x\ntemplate: ${nested(100_000)}\n`);
    expect(await cli.run(['flow', 'apply', 'deep.yml', ...service], { cwd: folder })).toMatchObject({ code: 64 });
  });
});
