import { expect, test } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { endings } from '../../src/errors/index.ts';
import { listening } from './listening.ts';
import { runLines } from './run-lines.ts';

test('the help of the program fits on a screen, and has every command in one of five groups', async () => {
  const [help] = await runLines([['--help']]);
  const lines = help?.stdout.trimEnd().split('\n') ?? [];
  expect(lines.length).toBeLessThanOrEqual(50);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
  expect(lines.filter((line) => /^[A-Z][a-z ]+:$/.test(line))).toEqual(['Work:', 'Look up:', 'Audit:', 'Service:', 'Care:']);
  const listed = lines
    .flatMap((line) => /^ {2}(\S.*?) {2,}\S/.exec(line)?.[1]?.split(', ') ?? [])
    .filter((name) => !name.startsWith('help '));
  const program = buildProgram({ terminal: listening().terminal, interrupt: new AbortController().signal, done: () => undefined });
  const hidden = ['complete', 'connection', 'exit-codes', 'health', 'help'];
  const there = program.commands.map((command) => command.name()).filter((name) => !hidden.includes(name));
  expect(listed.toSorted()).toEqual(there.toSorted());
});

test('what is shared by all commands stands behind a topic each', async () => {
  const [codes, connection] = await runLines([
    ['help', 'exit-codes'],
    ['help', 'connection'],
  ]);
  expect([codes?.code, connection?.code]).toEqual([0, 0]);
  for (const name of ['compliant', 'non-compliant', 'incomplete', 'unknown', 'unusable', 'usage', 'interrupted'] as const)
    expect(codes?.stdout).toContain(`${endings[name].exitCode}  ${name}: `);
  expect(connection?.stdout).toContain('EVIDENCE_BASE_URL');
});

test('`version` says what `--version` says', async () => {
  const [command, option] = await runLines([['version'], ['--version']]);
  expect(command).toEqual(option);
  expect(command).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+/) });
});
