import { expect, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import { effectsOf, expectNoForeignCommands } from './harmless.ts';
import { commands, hostileTexts } from './hostile.ts';
import { usual } from './scenarios/scenario.ts';
import { usePlays } from './use-plays.ts';
import { red } from './workspace.ts';

const openPlay = usePlays(`Sell tea\n\n${hostileTexts.filter((text) => !text.includes('\u0000')).join('\n')}`);

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
