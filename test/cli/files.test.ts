import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runLines, runWords } from './run-lines.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-files-'));
  writeFileSync(join(folder, 'green.xml'), '<testsuite name="s"><testcase name="a"/></testsuite>');
  mkdirSync(join(folder, 'directory'));
});
afterAll(() => {
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
    const [named, there] = await runLines(
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
      ['nowhere', /nowhere is not there|ENOENT/],
    ] as const;
    const all = await runLines(
      cases.map(([path]) => args(path)),
      { cwd: folder },
    );
    for (const [index, [path, message]] of cases.entries())
      expect([path, all[index]]).toEqual([path, expect.objectContaining({ code: 64, stderr: expect.stringMatching(message) })]);
  });

  it('is read to its end where it tells no size', async () => {
    const { code, stderr } = await runWords([...attest, '--user-data', '/proc/self/status'], { cwd: folder });
    expect(stderr).toMatch(existsSync('/proc/self/status') ? /--user-data is not JSON/ : /ENOENT/);
    expect(code).toBe(64);
  });

  it('for test results is no pipe and no device either', async () => {
    const { code, stderr } = await runWords(['junit', fifo('results.xml'), '/dev/zero'], { cwd: folder });
    expect(code).toBe(4);
    expect(stderr).toMatch(/results\.xml: .*no regular file/);
    expect(stderr).toMatch(/\/dev\/zero: .*no regular file/);
  });

  it('for an attachment is no pipe and no device either', async () => {
    const { code, stderr } = await runWords([...attest, '--attachments', fifo('log'), '--attachments', '/dev/zero'], { cwd: folder });
    expect(code).toBe(0);
    expect(stderr).toMatch(/attachments: log: .*no regular file/);
    expect(stderr).toMatch(/attachments: \/dev\/zero: .*no regular file/);
  });
});
