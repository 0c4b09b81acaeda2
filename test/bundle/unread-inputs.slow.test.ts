import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();

type Inputs = Readonly<Record<string, string>>;

/** The inputs of a step, the input that its command does not read, and the commands that read it. */
const rows: readonly (readonly [inputs: Inputs, unread: string, readers: string])[] = [
  [{ 'require-approval': 'true' }, 'require-approval ("true")', 'gate or explain'],
  [{ environment: 'production' }, 'environment ("production")', 'gate, explain or approval-report'],
  [{ subject: 'artefact' }, 'subject ("artefact")', 'gate or explain'],
  [{ fingerprint: 'a'.repeat(64) }, `fingerprint ("${'a'.repeat(64)}")`, 'gate, explain, artifact-report, approval-report or audit'],
  [{ 'artifact-path': 'app.bin' }, 'artifact-path ("app.bin")', 'gate, explain, artifact-report or approval-report'],
  [{ compliant: 'false' }, 'compliant ("false")', 'attest'],
  [{ 'attestation-type': 'junits' }, 'attestation-type ("junits")', 'attest'],
  [{ data: 'scan.json' }, 'data ("scan.json")', 'attest'],
  [{ 'template-file': 'nix.yml' }, 'template-file ("nix.yml")', 'trail-begin'],
  [{ command: 'gate', 'template-file': 'nix.yml' }, 'template-file ("nix.yml")', 'trail-begin'],
];

/** The same where the command says no yes of its own that could be wrong. */
const warned: typeof rows = [
  [{ command: 'gate', 'test-outcome': 'failure' }, 'test-outcome ("failure")', 'attest-and-gate, attest or fork-collect'],
  [{ command: 'attest', 'fail-on': 'unknown' }, 'fail-on ("unknown")', 'attest-and-gate, gate or fork-post'],
  [{ command: 'attest', 'required-attestations': 'lint' }, 'required-attestations ("lint")', 'attest-and-gate, gate, explain or fork-post'],
];

test.for(rows)('%j would leave %s unread: nothing is sent', async ([inputs, unread, readers], context) => {
  const play = openPlay(context);
  const service = await play.faulty(() => fault.pass());
  const run = await play.run({ inputs: { 'base-url': service.url, ...inputs } });
  expect(run.annotations.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
    `Input ${unread} does nothing with command: ${inputs['command'] ?? 'attest-and-gate'}. Nothing was sent\n` +
      `Use a step with command: ${readers} for it, or leave it out`,
  ]);
  expect([run.exitCode, run.outputs['verdict'], service.requests.length]).toEqual([64, 'usage', 0]);
});

test.for(warned)('%j leaves %s unread, with a warning', async ([inputs, unread, readers], context) => {
  const run = await openPlay(context).run({ inputs });
  expect(run.annotations.filter(({ message }) => message.includes('does nothing with'))).toMatchObject([
    {
      level: 'warning',
      message:
        `Input ${unread} does nothing with command: ${inputs['command']}, and was not used\n` +
        `Use a step with command: ${readers} for it, or leave it out`,
    },
  ]);
  expect(run.outputs['verdict']).not.toBe('usage');
});

test('the action of one command warns of what only another command reads', async (context) => {
  const manifest = fileURLToPath(new URL('../../.github/actions/attest/action.yml', import.meta.url));
  const run = await openPlay(context).run({ manifest, inputs: { 'required-attestations': 'lint' } });
  expect([run.exitCode, run.annotations.filter(({ message }) => message.includes('does nothing with')).map(({ level }) => level)]).toEqual([
    0,
    ['warning'],
  ]);
});

test('a mistyped command is the first fault', async (context) => {
  const run = await openPlay(context).run({ inputs: { command: 'gatee', 'test-outcome': 'failure', compliant: 'false' } });
  const errors = run.annotations.filter(({ level }) => level === 'error');
  expect(errors.map(({ message }) => message)).toEqual([expect.stringMatching(/gatee/)]);
  expect(run.annotations.filter(({ message }) => message.includes('does nothing with'))).toEqual([]);
});

test('what decides nothing costs a notice, and the defaults of the manifest nothing', async (context) => {
  const play = openPlay(context);
  await play.run({ inputs: { command: 'attest' } });
  const run = await play.run({
    inputs: { command: 'gate', 'required-attestations': 'unit', 'junit-paths': 'build/*.xml', compliant: 'none', 'test-outcome': '' },
  });
  expect([run.exitCode, run.outputs['verdict']]).toEqual([0, 'compliant']);
  expect(
    run.annotations.filter(({ message }) => message.includes('does nothing with')).map(({ level, message }) => [level, message]),
  ).toEqual([['notice', 'Input junit-paths does nothing with command: gate, and was not used']]);
});
