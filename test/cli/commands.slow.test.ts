import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
      stdout: 'Flow shop unchanged\n',
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

    // An option that is given twice adds up: the first value is not lost when the last comes.
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
    // This directory exists, but a service did not make it.
    expect(await cli.run(['token', 'create', '--data', folder, ...who])).toMatchObject({ code: 64 });
    expect(await cli.run(['token', 'create', '--init', '--data', mistyped, ...who])).toMatchObject({ code: 0 });
    expect(await cli.run(['token', 'create', '--data', mistyped, ...who])).toMatchObject({ code: 0 });
    // A mistyped organization does not become another one.
    const other = [...who, '--org', 'acmee'];
    expect(await cli.run(['token', 'create', '--data', mistyped, ...other])).toMatchObject({
      code: 64,
      stderr: expect.stringContaining('--new-org'),
    });
    expect(await cli.run(['token', 'create', '--data', mistyped, ...other, '--new-org'])).toMatchObject({ code: 0 });
  });
});
