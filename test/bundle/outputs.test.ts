import { expect, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import { expectOutputs } from './expected.ts';
import { elsewhere } from './play.ts';
import { usual } from './scenarios/scenario.ts';
import { usePlays } from './use-plays.ts';
import { green, red } from './workspace.ts';

const openPlay = usePlays();

test('a run that is compliant', async (context) => {
  const play = openPlay(context);
  const run = await usual(play, { inputs: elsewhere(play.stage.baseUrl) });
  expectOutputs(run, 'compliant');
  expect(run.outputs).toMatchObject({
    reasons: '[]',
    trail: play.sha,
    commit: play.sha,
    'attestation-name': 'unit',
    'tests-total': '3',
    'tests-passed': '2',
    'tests-failed': '0',
    'tests-errors': '0',
    'tests-skipped': '1',
    'tests-flaky': '0',
    'tests-time': '0.6',
  });
  expect(run.outputs['trail-url']).toContain(play.flow);
});

test('a run with a failing test', async (context) => {
  const play = openPlay(context);
  const run = await usual(play, { files: { 'build/unit.xml': red } });
  expectOutputs(run, 'non-compliant');
  expect(run.outputs).toMatchObject({ 'tests-passed': '1', 'tests-failed': '1' });
});

test('`attest` and `gate` alone', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  const attest = await play.run({ inputs: { command: 'attest' } });
  expectOutputs(attest, 'recorded');
  expect([attest.exitCode, attest.outputs['reasons']]).toEqual([0, '[]']);
  expect(attest.outputs).toMatchObject({ 'attestation-name': 'unit', 'tests-total': '3', trail: play.sha });
  expect(attest.outputs['attestation-id']).not.toBe('');
  const gate = await play.run({ files: {}, inputs: { command: 'gate' } });
  expectOutputs(gate, 'compliant');
  expect(gate.outputs).toMatchObject({ 'attestation-name': '', 'attestation-id': '', 'tests-total': '', 'tests-time': '' });
});

test('unusable evidence, and none that could be about a commit', async (context) => {
  const play = openPlay(context);
  const broken = await usual(play, { files: { 'build/unit.xml': '<broken' } });
  expectOutputs(broken, 'unusable');
  expect(broken.outputs).toMatchObject({ commit: play.sha, 'attestation-name': 'unit', 'tests-total': '0' });
  const nowhere = await usual(play, { checkout: false, event: { name: 'pull_request', payload: {} } });
  expectOutputs(nowhere, 'unusable');
  expect(nowhere.outputs).toMatchObject({ commit: '', trail: '', 'attestation-id': '' });
});

// The slow tests have more of them.
test('a wrong input', async (context) => {
  const run = await openPlay(context).run({ inputs: { timeout: 'soon' } });
  expectOutputs(run, 'usage');
  expect([run.exitCode, run.outputs['attestation-id'], run.outputs['tests-total']]).toEqual([64, '', '']);
});

test('a service that nobody reaches', async (context) => {
  const play = openPlay(context);
  const run = await play.run({ inputs: { 'base-url': 'http://127.0.0.1:9', timeout: '500ms', 'evaluation-timeout': '0' } });
  expectOutputs(run, 'unknown');
  expect(run.outputs).toMatchObject({
    trail: play.sha,
    'trail-url': '',
    'attestation-name': 'unit',
    'attestation-id': '',
    'tests-total': '3',
  });
});

test('an interrupted run', async (context) => {
  const play = openPlay(context);
  const server = await play.faulty(() => fault.hang());
  const run = await usual(play, { inputs: { 'base-url': server.url }, signalAfter: { line: 'Read 3 tests' } });
  expectOutputs(run, 'interrupted');
  expect(run.exitCode).toBe(130);
});

test('a summary that cannot be written is a warning, and the verdict stays', async (context) => {
  const play = openPlay(context);
  const run = await usual(play, { contexts: { github: { step_summary: '/proc/no/such/file' } } });
  expectOutputs(run, 'compliant');
  expect(run.annotations).toContainEqual(
    expect.objectContaining({ level: 'warning', message: expect.stringContaining('summary could not be written') }),
  );
});

test('texts of several lines, and delimiters, in what outputs hold', async (context) => {
  const play = openPlay(context);
  const text = 'EOF\nghadelimiter_x\nverdict=compliant\nverdict<<EOF\ncompliant\nEOF';
  const server = await play.faulty(() => fault.status(400, {}, { message: text, errors: { [text]: text } }));
  const run = await usual(play, { inputs: { 'base-url': server.url, timeout: '2s' }, files: { 'build/unit.xml': green } });
  expectOutputs(run, 'unknown');
  expect(run.outputs['reasons']).toContain('ghadelimiter_x');
});
