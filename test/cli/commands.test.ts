import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedHeading } from '../../src/cli/program.ts';
import { commands } from '../../src/commands/index.ts';
import { connectionOptions, flagOf } from '../../src/options/index.ts';
import { parseCommand } from '../support/runner/command.ts';
import { linesOf, registered } from '../text/hostile.ts';
import { runLines, runWords } from './run-lines.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-cli-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

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
    const all = await runLines(names.map((name) => [...name, '--help']));
    for (const [index, { code, stderr, stdout }] of all.entries()) {
      expect([names[index], code, stderr]).toEqual([names[index], 0, '']);
      expect(stdout).toMatch(new RegExp(`^Usage: ${['compliance-evidence', ...(names[index] ?? [])].join(' ')} `));
      expect(stdout.split('\n').length).toBeGreaterThan(5);
    }
    expect(all).toHaveLength(names.length);
  });

  it('of every command of the registry shows its own options with description and variable, then the shared ones in a line each', async () => {
    const all = await runLines([...commands.map(({ name }) => [...name.split(' '), '--help']), ['help', 'connection']]);
    const topic = all.at(-1)?.stdout.replace(/\s+/g, ' ');
    const shared = connectionOptions.map(({ name }) => name);
    for (const [index, command] of commands.entries()) {
      const { stdout } = all[index] ?? { stdout: '' };
      const [own = '', rest = ''] = stdout.split(`\n${sharedHeading}\n`);
      const flat = own.replace(/\s+/g, ' ');
      for (const { positional, use } of command.options) {
        const isShared = shared.some((name) => name === use.name);
        expect(isShared ? topic : flat).toContain(use.description.replace(/\s+/g, ' '));
        if (positional === true) continue;
        const variable = `EVIDENCE_${use.name.replaceAll('-', '_').toUpperCase()}`;
        expect(isShared ? topic : flat).toContain(`--${flagOf(use)} `);
        expect(isShared ? topic : flat).toContain(`env: ${variable}`);
        expect([isShared, stdout.includes(`env: ${variable})`)]).toEqual([isShared, !isShared && own.includes(`env: ${variable})`)]);
      }
      const hasContexts = command.options.some(({ use }) => use.name === 'base-url');
      const lines = rest === '' ? [] : (rest.split('\n\n')[0]?.split('\n') ?? []);
      expect(lines).toHaveLength(
        rest === '' ? 0 : command.options.filter(({ use }) => shared.some((name) => name === use.name)).length + (hasContexts ? 3 : 2),
      );
    }
  });

  it('fits in 80 columns, and says the exit codes in a table that lines up', async () => {
    const names = [
      ['exit-codes'],
      ['serve'],
      ['verify'],
      ['token', 'create'],
      ['token', 'list'],
      ['token', 'revoke'],
      ...commands.map(({ name }) => name.split(' ')),
    ];
    for (const { stdout } of await runLines(names.map((name) => [...name, '--help']))) {
      // An address is one word, however long it is.
      expect(stdout.split('\n').filter((line) => line.length > 80 && !/^ *https:\S+$/.test(line))).toEqual([]);
      const [, table = ''] = stdout.split('\nExit codes:\n');
      const rows = (table.split('\n\n')[0] ?? '').trimEnd().split('\n');
      expect(rows.length).toBeGreaterThan(3);
      for (const row of rows) expect(row).toMatch(/^ {2}[ \d]{3} {2}\S/);
      expect(rows.map((row) => Number(row.slice(0, 5)))).toEqual(
        rows.map((row) => Number(row.slice(0, 5))).toSorted((one, other) => one - other),
      );
    }
  });

  it.each(['attest', 'artifact report', 'trail begin'])('says of `%s`, which judges nothing, no code of a verdict', async (line) => {
    const { stdout } = await runWords([...line.split(' '), '--help']);
    expect(stdout).toMatch(/Exit codes:\n +0 {2}done\n +3 {2}unknown.*\n +4 {2}unusable.*\n +64 /);
  });

  it('says the exit codes of an audit, which are its own', async () => {
    const [audit, plan] = await runLines([
      ['audit', '--help'],
      ['audit-plan', '--help'],
    ]);
    const [, table = ''] = audit?.stdout.split('\nExit codes:\n') ?? [];
    expect(table).toContain('  0  audited, or nothing landed');
    expect(table).toContain('  1  non-compliant: there are open findings');
    expect(table).toContain('  3  unknown: something is missing');
    expect(table).not.toContain('unusable');
    expect(plan?.stdout).not.toContain('non-compliant: some evidence');
  });

  it('is plain text, whatever is said of colours', async () => {
    const [help] = await runLines([['gate', '--help']], { env: { FORCE_COLOR: '1' } });
    expect(help?.stdout).not.toContain('\u001b');
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
    [['gate', ...service, '--fail-on', 'sometimes'], /--fail-on does not know "sometimes"/],
    [['gate', ...service, '--fail-on', 'sometimes', '--fail-on', 'unknown'], /--fail-on does not know "sometimes"/],
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
    [['flow', 'apply', 'none.yml', ...service.slice(0, 6)], /none\.yml is not there/],
  ];

  it('ends with 64, says what is wrong on stderr, and nothing on stdout', async () => {
    const all = await runLines(
      cases.map(([args]) => args),
      { cwd: folder },
    );
    for (const [index, [args, message]] of cases.entries())
      expect([args, all[index]]).toEqual([args, { code: 64, stdout: '', stderr: expect.stringMatching(message) }]);
  });
});

describe('junit', () => {
  it('prints JSON that a program can read and a log does not act on, hostile names and all', async () => {
    const { code, stdout, stderr } = await runWords(['junit', junitFile('evil.xml'), '--json'], { cwd: folder });
    expect([code, stderr]).toEqual([0, '']);
    const shown: unknown = JSON.parse(stdout);
    expect(Object.keys(Object(shown))).toEqual(['junit_results', 'totals', 'failing', 'flaky', 'files', 'warnings', 'errors']);
    expect(shown).toMatchObject({ junit_results: evil.map((name) => ({ name, failures: 1, total: 1 })), errors: [] });
    expect(commandsIn(stdout)).toEqual([]);
  });

  it('prints a table that a log does not act on', async () => {
    const { code, stdout, stderr } = await runWords(['junit', junitFile('evil.xml')], { cwd: folder });
    expect(code).toBe(0);
    expect(stdout).toContain('4 tests in 1 file: 0 passed, 4 failed');
    expect(commandsIn(stdout + stderr)).toEqual([]);
  });

  it('ends with 4 for what could not be attested, and names it', async () => {
    writeFileSync(join(folder, 'broken.xml'), '<testsuite name="x"><testcase');
    const { code, stdout } = await runWords(['junit', 'broken.xml', 'nothing/*.xml', '--json'], { cwd: folder });
    expect(code).toBe(4);
    const problems: unknown = Reflect.get(Object(JSON.parse(stdout)), 'errors');
    expect(problems).toHaveLength(2);
    expect(JSON.stringify(problems)).toMatch(/broken\.xml.*nothing|nothing.*broken\.xml/);
    const told = await runWords(['junit', 'broken.xml'], { cwd: folder });
    expect(told).toMatchObject({ code: 4, stderr: expect.stringMatching(/error: broken\.xml:1/) });
  });
});

describe('a service of one’s own', () => {
  it('that cannot start says why', async () => {
    writeFileSync(join(folder, 'a-file'), '');
    const { code, stderr } = await runWords(['serve', '--data', join(folder, 'a-file', 'below'), '--port', '0']);
    expect(code).not.toBe(0);
    expect(stderr).toMatch(/error: \S/);
  });
});
