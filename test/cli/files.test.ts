import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { build, ended, type Build } from './build.ts';

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

describe('results outside of the folder that it runs in', () => {
  it('are read where a person names them', async () => {
    const cwd = join(folder, 'directory');
    const [named, there] = await cli.runEach(
      [
        ['junit', '../green.xml', '--json'],
        ['junit', 'green.xml', '--working-directory', '..', '--json'],
      ],
      { cwd },
    );
    expect([named?.code, there?.code]).toEqual([0, 0]);
    expect(JSON.parse(named?.stdout ?? '')).toMatchObject({ junit_results: [{ name: 's', total: 1 }], errors: [] });
    expect(JSON.parse(there?.stdout ?? '')).toMatchObject({ files: [{ name: 'green.xml' }], errors: [] });
  });
});

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

describe('a file that an option names', () => {
  const fifo = (name: string): string => {
    execFileSync('mkfifo', [join(folder, name)]);
    return name;
  };

  it.each([
    ['user-data', (path: string) => [...attest, '--user-data', path]],
    ['a flow', (path: string) => ['flow', 'apply', path, ...service]],
  ])('for %s is read if it is a regular one, and only so far', async (what, args) => {
    const pipe = fifo(`pipe for ${what}`);
    writeFileSync(join(folder, 'large'), `name: x\ndescription: ${'x'.repeat(600_000)}`);
    symlinkSync(join(folder, pipe), join(folder, `link for ${what}`));
    const cases = [
      [pipe, /no regular file/],
      [`link for ${what}`, /no regular file/],
      ['directory', /no regular file|EISDIR/],
      ['/dev/zero', /no regular file/],
      ['/dev/null', /no regular file/],
      ['large', /more than (?:256|512) KiB/],
      ['nowhere', /ENOENT/],
    ] as const;
    const all = await cli.runEach(
      cases.map(([path]) => args(path)),
      { cwd: folder },
    );
    for (const [index, [path, message]] of cases.entries())
      expect([path, all[index]]).toEqual([path, expect.objectContaining({ code: 64, stderr: expect.stringMatching(message) })]);
  });

  it('is read to its end where it tells no size', async () => {
    const { code, stderr } = await cli.run([...attest, '--user-data', '/proc/self/status'], { cwd: folder });
    expect(stderr).toMatch(existsSync('/proc/self/status') ? /--user-data is not JSON/ : /ENOENT/);
    expect(code).toBe(64);
  });

  it('for test results is no pipe and no device either', async () => {
    const { code, stderr } = await cli.run(['junit', fifo('results.xml'), '/dev/zero'], { cwd: folder });
    expect(code).toBe(4);
    expect(stderr).toMatch(/results\.xml: .*no regular file/);
    expect(stderr).toMatch(/\/dev\/zero: .*no regular file/);
  });

  it('for an attachment is no pipe and no device either', async () => {
    const { code, stderr } = await cli.run([...attest, '--attachments', fifo('log'), '--attachments', '/dev/zero'], { cwd: folder });
    expect(code).toBe(0);
    expect(stderr).toMatch(/attachments: log: .*no regular file/);
    expect(stderr).toMatch(/attachments: \/dev\/zero: .*no regular file/);
  });
});

describe('what is nested too deeply is wrong usage', () => {
  const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it.each([
    ['a matrix', (depth: number) => ['--matrix', nested(depth)]],
    ['user-data', (depth: number) => ['--user-data', `{"a":${nested(depth - 1)}}`]],
  ])('%s', async (_, option) => {
    const lists = [64, 66, 8_000].map((depth) => [...attest, ...option(depth)]);
    const [deep, ...deeper] = await cli.runEach(lists, { cwd: folder });
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
