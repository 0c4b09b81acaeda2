import { expect, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import type { ActionRun } from '../support/runner/index.ts';
import { expectNoForeignCommands } from './harmless.ts';
import { commands, hostileTexts, junitOf } from './hostile.ts';
import { asksForTrail, isPost, rewritten } from './play.ts';
import { usual } from './scenarios/scenario.ts';
import { usePlays } from './use-plays.ts';
import { red } from './workspace.ts';

const openPlay = usePlays(`Sell tea\n\n${hostileTexts.filter((text) => !text.includes('\u0000')).join('\n')}`);

/** Everything that a command in the log could have changed, less what differs from run to run by itself. */
function effectsOf(run: ActionRun): unknown {
  const outputs = { ...run.outputs, 'attestation-id': '', 'trail-url': '', reasons: '' };
  const { env, state, path, matchers, masks, commandErrors, exitCode, conclusion, summaryDropped, secretOutputs } = run;
  return { outputs, env, state, path, matchers, masks, commandErrors, exitCode, conclusion, summaryDropped, secretOutputs };
}

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

test('what an event says of branch, author, commit and repository changes nothing', async (context) => {
  const play = openPlay(context);
  const eventWith = (name: string, text: string): { name: string; payload: unknown } => ({
    name,
    payload: {
      ref: `refs/heads/${text}`,
      after: play.sha,
      repository: { full_name: 'acme/shop', description: text },
      pull_request: {
        title: text,
        head: { sha: play.sha, ref: text, repo: { full_name: 'acme/shop' } },
        base: { repo: { full_name: 'acme/shop' } },
      },
      head_commit: { id: play.sha, message: text, author: { name: text, email: text, username: text } },
    },
  });
  const inputs = { 'dry-run': 'true', command: 'attest' };
  for (const name of ['push', 'pull_request', 'workflow_dispatch']) {
    const plain = await usual(play, { event: eventWith(name, 'main'), inputs });
    const hostile = await play.run({ event: eventWith(name, hostileTexts.join('\n')), inputs });
    expect(effectsOf(hostile)).toEqual(effectsOf(plain));
    // The commit's own message is hostile too, and shown: in the log of the dry run.
    expect(hostile.rawStdout).toContain('set-output');
    expectNoForeignCommands(hostile);
  }
});

test('what the service says changes nothing', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  const everything = hostileTexts.join('\n');
  const answers = [
    (text: string) => fault.status(400, {}, { message: text, errors: { [text]: text } }),
    (text: string) => fault.status(403, {}, text),
    (text: string) => fault.status(200, { 'content-type': 'text/html' }, text),
    () => fault.redirect(`http://evil.example/${encodeURI(commands[1])}?##[add-mask]a`),
  ];
  for (const answer of answers) {
    const [plain, hostile] = [await play.faulty(() => answer('no')), await play.faulty(() => answer(everything))];
    const [one, other] = await Promise.all([plain, hostile].map((server) => play.run({ inputs: { 'base-url': server.url } })));
    if (one === undefined || other === undefined) throw new Error('two runs were to be made');
    expect(effectsOf(other)).toEqual(effectsOf(one));
    expect(other.outputs['verdict']).toBe('unknown');
    expectNoForeignCommands(other);
  }
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
  const run = await play.run({ inputs: { 'base-url': server.url } });
  expect(run.outputs['verdict']).toBe('unknown');
  expect(run.summary).not.toContain('](<javascript');
  expectNoForeignCommands(run);
});

test('what inputs say changes nothing: they may hold the title of a pull request', async (context) => {
  const play = openPlay(context);
  await play.stage.putFlow(play.flow, ['unit']);
  const everything = hostileTexts.join('\n');
  const names = [
    'org',
    'flow',
    'trail',
    'attestation-name',
    'fail-on',
    'timeout',
    'commit',
    'origin-url',
    'base-url',
    'annotations',
    'matrix',
  ];
  const usageOf = async (inputs: Readonly<Record<string, string>>): Promise<void> => {
    const run = await play.run({ inputs });
    expect([Object.keys(inputs), run.outputs['verdict']]).toEqual([Object.keys(inputs), 'usage']);
    expectNoForeignCommands(run);
    for (const name of Object.keys(inputs)) expect(run.rawStdout).toContain(`${name} `);
  };
  for (const name of [...names, 'command']) await usageOf({ [name]: everything });
  // A short text leaves room in one annotation for all that is wrong; the command is read before the others.
  await usageOf(Object.fromEntries(names.map((name) => [name, commands[0]])));
  await usageOf({ command: commands[0] });
  const described = await play.run({
    files: { 'build/unit.xml': red },
    inputs: { description: everything, 'dry-run': 'true' },
  });
  expect(described.outputs['verdict']).toBe('non-compliant');
  expectNoForeignCommands(described);
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
    // The runner writes hyphens; these are not the inputs, and an earlier step can set them by $GITHUB_ENV.
    ...(name.includes('_') ? [[`INPUT_${name}`, value]] : []),
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
  expect(run.annotations.map(({ message }) => message).join('\n')).toContain('Input fail_on is not one of this action and was not read');
});

test('an unknown input is named with the nearest one', async (context) => {
  const play = openPlay(context);
  const run = await usual(play, { inputs: { 'junit-path': 'x.xml', requiredattestation: 'lint' } });
  expect(run.outputs['verdict']).toBe('compliant');
  const warnings = run.annotations.filter(({ level }) => level === 'warning').map(({ message }) => message);
  expect(warnings).toContainEqual('Input junit-path is not one of this action and was not read; the nearest is junit-paths');
  expect(warnings).toContainEqual(
    'Input requiredattestation is not one of this action and was not read; the nearest is required-attestations',
  );
});
