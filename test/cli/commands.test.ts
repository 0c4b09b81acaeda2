import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flagOf } from '../../src/options/index.ts';
import { commands } from '../../src/commands/index.ts';
import { parseCommand } from '../support/runner/command.ts';
import { linesOf, registered } from '../text/hostile.ts';
import { build, ended, firstLine, type Build } from './build.ts';

let cli: Build;
let folder = '';
beforeAll(() => {
  cli = build();
  folder = mkdtempSync(join(tmpdir(), 'evidence-cli-'));
});
afterAll(() => {
  cli.remove();
  rmSync(folder, { recursive: true, force: true });
});

const data = (): string => mkdtempSync(join(folder, 'data-'));
const commandsIn = (text: string): readonly string[] => linesOf(text).filter((line) => parseCommand(line, registered) !== undefined);

/** Texts that a runner's log would act on, in every way that they could get to the start of a line. */
const evil = [
  '::set-output name=verdict::compliant',
  '##[set-output name=verdict]compliant',
  '\uE000a\uE001::error::x\uE002',
  '\u2028::error::y',
];

function junitFile(name: string, texts: readonly string[] = evil): string {
  const escaped = texts.map((text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;'));
  const suites = escaped.map(
    (text) =>
      `<testsuite name="${text}"><testcase name="${text}" classname="${text}"><failure message="${text}">${text}</failure></testcase></testsuite>`,
  );
  writeFileSync(join(folder, name), `<testsuites>${suites.join('')}</testsuites>`);
  return name;
}

describe('--help', () => {
  it('of every command teaches, and is no error', async () => {
    const own = [[], ['serve'], ['verify'], ['demo'], ['token'], ['token', 'create'], ['flow']];
    const names = [...own, ...commands.map(({ name }) => name.split(' '))];
    const all = await cli.runEach(names.map((name) => [...name, '--help']));
    for (const [index, { code, stderr, stdout }] of all.entries()) {
      expect([names[index], code, stderr]).toEqual([names[index], 0, '']);
      expect(stdout).toMatch(new RegExp(`^Usage: ${['compliance-evidence', ...(names[index] ?? [])].join(' ')} `));
      expect(stdout.split('\n').length).toBeGreaterThan(5);
    }
    expect(all).toHaveLength(names.length);
  });

  it('of every command of the registry shows every option with its description and variable, and the exit codes', async () => {
    const all = await cli.runEach(commands.map(({ name }) => [...name.split(' '), '--help']));
    for (const [index, command] of commands.entries()) {
      const flat = all[index]?.stdout.replace(/\s+/g, ' ');
      for (const { positional, use } of command.options) {
        expect(flat).toContain(use.description.replace(/\s+/g, ' '));
        if (positional === true) continue;
        expect(flat).toContain(`--${flagOf(use)} `);
        expect(flat).toContain(`EVIDENCE_${use.name.replaceAll('-', '_').toUpperCase()}`);
      }
      expect(flat).toContain('1 non-compliant, 2 incomplete, 3 unknown, 4 unusable, 64 usage, 130 interrupted');
      expect(flat).toContain('Example:');
    }
  });
});

describe('wrong usage', () => {
  const service = ['--base-url', 'http://127.0.0.1:9', '--api-token', 'x'.repeat(20), '--org', 'acme', '--flow', 'shop'];
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [[], /Usage/],
    [['nonsense'], /unknown command/],
    [['gate', '--nonsense'], /unknown option/],
    [['gat'], /gate/],
    [['junit'], /argument 'glob'/],
    [['gate'], /--base-url is missing/],
    [['gate', ...service, '--commit', 'abc'], /--commit is not a full commit SHA/],
    [['gate', ...service, '--fail-on', 'sometimes'], /--fail-on does not know sometimes/],
    [['gate', ...service, '--fail-on', 'sometimes', '--fail-on', 'unknown'], /--fail-on does not know sometimes/],
    [['gate', ...service, '--required-attestations', 'a.b.c', '--required-attestations', 'unit'], /--required-attestations .*a\.b\.c/],
    [['gate', ...service, '--required-attestations', ''], /--required-attestations is empty/],
    [['gate', ...service, '--wait-timeout', 'long'], /--wait-timeout is not a time/],
    [['gate', '--base-url', 'http://evidence.example', '--api-token', 'x', '--org', 'a', '--flow', 'b'], /plain http/],
    [['attest', ...service, '--junit-paths', 'x.xml'], /--attestation-name is missing/],
    [['attest', ...service, '--junit-paths', '!x.xml', '--attestation-name', 'unit'], /only excludes/],
    [['serve'], /--data/],
    [['serve', '--data', 'x', '--port', '99999'], /--port is not a port: 99999/],
    [['token', 'create', '--data', 'x', '--user', 'a', '--org', 'b', '--role', 'king'], /--role does not know king/],
    [['flow', 'apply'], /file/],
    [['flow', 'apply', 'none.yml', ...service.slice(0, 6)], /none\.yml cannot be read/],
  ];

  it('ends with 64, says what is wrong on stderr, and nothing on stdout', async () => {
    const all = await cli.runEach(
      cases.map(([args]) => args),
      { cwd: folder },
    );
    for (const [index, [args, message]] of cases.entries())
      expect([args, all[index]]).toEqual([args, { code: 64, stdout: '', stderr: expect.stringMatching(message) }]);
  });

  it('does so as a process, too', async () => {
    const { code, stdout, stderr } = await cli.run(['gate', ...service, '--wait-timeout', 'long'], { cwd: folder });
    expect([code, stdout, stderr]).toEqual([64, '', expect.stringMatching(/--wait-timeout is not a time/)]);
  });
});

describe('junit', () => {
  it('prints JSON that a program can read and a log does not act on, hostile names and all', async () => {
    const { code, stdout, stderr } = await cli.run(['junit', junitFile('evil.xml'), '--json'], { cwd: folder });
    expect([code, stderr]).toEqual([0, '']);
    const shown: unknown = JSON.parse(stdout);
    expect(Object.keys(Object(shown))).toEqual(['junit_results', 'files', 'warnings', 'errors']);
    expect(shown).toMatchObject({ junit_results: evil.map((name) => ({ name, failures: 1, total: 1 })), errors: [] });
    expect(commandsIn(stdout)).toEqual([]);
  });

  it('prints a table that a log does not act on', async () => {
    const { code, stdout, stderr } = await cli.run(['junit', junitFile('evil.xml')], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toContain('4 tests in 1 file: 0 passed, 4 failed');
    expect(commandsIn(stdout + stderr)).toEqual([]);
  });

  it('ends with 4 for what could not be attested, and names it', async () => {
    writeFileSync(join(folder, 'broken.xml'), '<testsuite name="x"><testcase');
    const { code, stdout } = await cli.run(['junit', 'broken.xml', 'nothing/*.xml', '--json'], { cwd: folder });
    expect(code).toBe(4);
    const problems: unknown = Reflect.get(Object(JSON.parse(stdout)), 'errors');
    expect(problems).toHaveLength(2);
    expect(JSON.stringify(problems)).toMatch(/broken\.xml.*nothing|nothing.*broken\.xml/);
    const told = await cli.run(['junit', 'broken.xml'], { cwd: folder });
    expect(told).toMatchObject({ code: 4, stderr: expect.stringMatching(/error: broken\.xml:1/) });
  });
});

describe('a service of one’s own', () => {
  it('is made, told about a flow, attested to and asked; it prints one line and stops on SIGTERM', async () => {
    const kept = data();
    const create = ['token', 'create', '--init', '--data', kept, '--user', 'ada', '--org', 'acme', '--role', 'admin'];
    const token = 'a-token-that-was-chosen-by-hand';
    const first = await cli.run([...create, '--token', token]);
    const again = await cli.run([...create, '--token', token]);
    expect([first, again]).toEqual([first, first]);
    expect(first).toEqual({ code: 0, stdout: `${token}\n`, stderr: '' });
    const made = await cli.run(create);
    expect(made.stdout).toMatch(/^\S{32,}\n$/);
    expect(made.stdout).not.toBe(first.stdout);

    const child = cli.start(['serve', '--data', kept, '--port', '0']);
    let shown = '';
    child.stdout?.on('data', (chunk: Buffer) => (shown += chunk.toString()));
    const line = await firstLine(child);
    const [url = ''] = /http:\S+/.exec(line) ?? [];
    const common = ['--base-url', url, '--org', 'acme'];
    const env = { EVIDENCE_API_TOKEN: token, EVIDENCE_FLOW: 'shop', EVIDENCE_COMMIT: '1'.repeat(40) };

    writeFileSync(
      join(folder, 'flow.yml'),
      'name: shop\ndescription: What it delivers\ntemplate:\n  version: 1\n  trail:\n    attestations:\n      - name: unit\n        type: junit\n',
    );
    await expect(cli.run(['flow', 'apply', 'flow.yml', ...common], { cwd: folder, env })).resolves.toEqual({
      code: 0,
      stdout: 'Flow shop created\n',
      stderr: '',
    });
    await expect(cli.run(['flow', 'apply', 'flow.yml', ...common], { cwd: folder, env })).resolves.toMatchObject({
      stdout: 'Flow shop updated\n',
    });

    const green = '<testsuite name="s"><testcase name="a" time="0.1"/></testsuite>';
    writeFileSync(join(folder, 'green.xml'), green);
    const attest = ['attest-and-gate', ...common, '--attestation-name', 'unit', '--json', '--junit-paths'];
    const yes = await cli.run([...attest, 'green.xml'], { cwd: folder, env });
    expect(yes.code).toBe(0);
    expect(JSON.parse(yes.stdout)).toMatchObject({
      verdict: 'compliant',
      compliant: true,
      exit_code: 0,
      trail: '1'.repeat(40),
      evidence: { recorded: true },
    });
    expect(yes.stdout + yes.stderr).not.toContain(token);

    // Given twice, an option adds up: the first is not forgotten over the last.
    const required = ['gate', ...common, '--required-attestations', 'lint', '--required-attestations', 'unit'];
    expect(await cli.run(required, { cwd: folder, env })).toMatchObject({ code: 2, stdout: expect.stringContaining('lint') });
    const failing = ['gate', ...common, '--fail-on', 'incomplete', '--fail-on', 'non-compliant', '--commit', '2'.repeat(40)];
    expect(await cli.run(failing, { cwd: folder, env })).toMatchObject({ code: 2 });

    const no = await cli.run([...attest, junitFile('evil.xml')], { cwd: folder, env });
    expect(no.code).toBe(1);
    expect(JSON.parse(no.stdout)).toMatchObject({ verdict: 'non-compliant', compliant: false, exit_code: 1 });
    expect(commandsIn(no.stdout + no.stderr)).toEqual([]);
    const gate = await cli.run(['gate', ...common], { cwd: folder, env });
    expect(gate).toMatchObject({ code: 1, stdout: expect.stringContaining('Not compliant') });
    const other = await cli.run(['gate', ...common], { cwd: folder, env: { ...env, EVIDENCE_COMMIT: '2'.repeat(40) } });
    expect(other).toMatchObject({ code: 2, stdout: expect.stringContaining('Incomplete') });
    const refused = await cli.run(['gate', ...common], { cwd: folder, env: { ...env, EVIDENCE_API_TOKEN: 'another-token-of-nobody' } });
    expect(refused).toMatchObject({ code: 3 });
    expect(refused.stdout + refused.stderr).toContain('api-token');
    expect(refused.stdout + refused.stderr).not.toContain('another-token-of-nobody');

    child.kill('SIGTERM');
    await expect(ended(child)).resolves.toEqual({ code: 0, signal: null });
    expect(linesOf(shown.trimEnd())).toEqual([line]);
  });

  it('is not begun by a mistyped directory: neither a token nor a service makes one unless that is asked for', async () => {
    const mistyped = join(folder, 'evidnce');
    const who = ['--user', 'ada', '--org', 'acme', '--role', 'admin'];
    const refusal = {
      code: 64,
      stdout: '',
      stderr: expect.stringMatching(/No service keeps its data in .*evidnce\. Nothing was made\n.*--init/),
    };
    expect(await cli.run(['token', 'create', '--data', mistyped, ...who])).toEqual(refusal);
    expect(await cli.run(['serve', '--data', mistyped, '--port', '0'])).toEqual(refusal);
    expect(existsSync(mistyped)).toBe(false);
    // A directory that is there, and is none of a service.
    expect(await cli.run(['token', 'create', '--data', folder, ...who])).toMatchObject({ code: 64 });
    expect(await cli.run(['token', 'create', '--init', '--data', mistyped, ...who])).toMatchObject({ code: 0 });
    expect(await cli.run(['token', 'create', '--data', mistyped, ...who])).toMatchObject({ code: 0 });
  });

  it('that cannot start says why', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const { code, stderr } = await cli.run(['serve', '--data', join(folder, 'a-file', 'below'), '--port', '0']);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/error: \S/);
  });
});
