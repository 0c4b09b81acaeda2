import { expect, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import { effectsOf, expectNoForeignCommands } from './harmless.ts';
import { commands, hostileTexts, junitOf } from './hostile.ts';
import { asksForTrail, elsewhere, isPost, rewritten } from './play.ts';
import { usual } from './scenarios/scenario.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays(`Sell tea\n\n${hostileTexts.filter((text) => !text.includes('\u0000')).join('\n')}`);

test('names, places and messages in a results file change nothing', async (context) => {
  const play = openPlay(context);
  const plain = await usual(play, { files: { 'build/unit.xml': junitOf(hostileTexts.map((_, index) => `plain ${index}`)) } });
  const hostile = await play.run({ files: { 'build/unit.xml': junitOf(hostileTexts) } });
  expect(effectsOf(hostile)).toEqual(effectsOf(plain));
  expect(hostile.outputs['verdict']).toBe('non-compliant');
  expect(hostile.annotations.length).toBe(plain.annotations.length);
  expectNoForeignCommands(hostile);
});

test('names of results files change nothing', async (context) => {
  const play = openPlay(context);
  const names = hostileTexts.map((text, index) => `build/${index} ${text.replaceAll('/', '-')}.xml`);
  const plain = await usual(play, { files: Object.fromEntries(names.map((_, index) => [`build/${index}.xml`, ''])) });
  const hostile = await play.run({ files: Object.fromEntries(names.map((name) => [name, ''])) });
  expect(effectsOf(hostile)).toEqual(effectsOf(plain));
  expect(hostile.outputs['verdict']).toBe('unusable');
  expectNoForeignCommands(hostile);
});

test('what the trail says changes nothing', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  const row = (name: string): object => ({
    attestation_name: name,
    attestation_type: name,
    attestation_id: name,
    status: name,
    is_compliant: false,
    unexpected: true,
  });
  const server = await play.faulty((request) => {
    if (!asksForTrail(request)) return fault.pass();
    return rewritten(play.stage, request, (answer) => {
      const trail = Object(answer);
      const status = Object(trail.compliance_status);
      return {
        ...trail,
        html_url: 'javascript:##[add-mask]a',
        compliance_state: commands[0],
        compliance_status: {
          ...status,
          attestations_statuses: [...status.attestations_statuses, ...hostileTexts.map(row)],
          artifacts_statuses: {
            [hostileTexts.join('\n')]: { status: commands[1], is_compliant: false, attestations_statuses: hostileTexts.map(row) },
          },
        },
      };
    });
  });
  const run = await play.run({ inputs: elsewhere(server.url) });
  expect(run.outputs['verdict']).toBe('unknown');
  expect(run.summary).not.toContain('](<javascript');
  expectNoForeignCommands(run);
});

test('the environment overrides no input', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit', 'lint']);
  const trap = await play.faulty(() => fault.pass());
  const names = {
    BASE_URL: trap.url,
    API_TOKEN: 'a-token-of-somebody-else',
    ORG: 'globex',
    FLOW: 'another',
    TRAIL: 'another',
    FAIL_ON: 'none',
    DRY_RUN: 'true',
    ALLOW_EMPTY_TEMPLATE: 'true',
    REQUIRED_ATTESTATIONS: 'none',
    COMMAND: 'attest',
    JUNIT_PATHS: 'nothing.xml',
  };
  const env = Object.entries(names).flatMap(([name, value]) => [
    [`EVIDENCE_${name}`, value],
    [`COMPLIANCE_EVIDENCE_${name}`, value],
    [name, value],
  ]);
  const run = await play.run({ env: Object.fromEntries(env) });
  expect({ verdict: run.outputs['verdict'], exitCode: run.exitCode, trail: run.outputs['trail'] }).toEqual({
    verdict: 'incomplete',
    exitCode: 2,
    trail: play.sha,
  });
  expect(trap.requests.filter(isPost)).toEqual([]);
  expect(await play.recordsOf(run)).toHaveLength(1);
});

test('a variable of the form of an input, which an earlier step can set, stops the step or is not read', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit', 'lint']);
  const loose = await play.run({ env: { INPUT_FAIL_ON: 'none', INPUT_ALLOW_EMPTY_TEMPLATE: 'true' } });
  expect([loose.exitCode, loose.outputs['verdict']]).toEqual([64, 'usage']);
  const led = await play.run({ env: { INPUT_BASE_URL: 'https://evil.example', INPUT_FLOW_NAME: 'another' } });
  expect([led.exitCode, led.outputs['verdict']]).toEqual([2, 'incomplete']);
  expect(led.annotations.map(({ message }) => message)).toContain(
    'Input base_url is not one of this action and was not read; the nearest is base-url',
  );
});
