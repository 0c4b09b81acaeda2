import { expect, onTestFinished, test } from 'vitest';
import type { ActionRun } from '../support/runner/index.ts';
import { pullRequest } from './fork-pair.ts';
import { effectsOf } from './harmless.ts';
import { usual } from './scenarios/scenario.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();
const both = { 'base-url': '', 'api-token': '' };
const failed = { COMPLIANCE_EVIDENCE_SERVE_FAILED: 'true' };

interface Said {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}
const reasonsOf = ({ outputs }: ActionRun): readonly Said[] => JSON.parse(outputs['reasons'] ?? '');

test('without a service one message says what of its step may be wrong, and where variables and secrets are set', async () => {
  const run = await openPlay({ onTestFinished }).run({ inputs: both });
  expect([run.exitCode, run.outputs['verdict']]).toEqual([64, 'usage']);
  const [only, ...rest] = reasonsOf(run);
  expect(rest).toEqual([]);
  expect(only).toMatchObject({
    code: 'empty-input',
    message: expect.stringContaining(
      'Input base-url is missing or empty, and so is api-token: no step before this one serves, its id is another than in the expression, ' +
        'it failed or was skipped, or a variable or a secret is not set',
    ),
    fix: expect.stringMatching(
      /`id: service`.* base-url: \$\{\{ steps\.service\.outputs\.url \}\} and api-token: .*\n.*Settings, Secrets and variables, Actions.*forks and of Dependabot/,
    ),
  });
  expect(run.annotations).toHaveLength(1);
});

test.each([
  ['base-url', 'url', 'a variable'],
  ['api-token', 'token', 'a secret'],
])('where %s alone is empty, its expression may name another step or output', async (name, output, source) => {
  const run = await openPlay({ onTestFinished }).run({ inputs: { [name]: '' } });
  expect(reasonsOf(run)).toEqual([
    expect.objectContaining({
      message: expect.stringContaining(
        `Input ${name} is missing or empty: its expression names a step or an output that there is not, or ${source} is not set`,
      ),
      fix: expect.stringContaining(
        `write ${name}: \${{ steps.service.outputs.${output} }}, where service is the id of its step\nWith a server`,
      ),
    }),
  ]);
});

test('what else is wrong is said with it, at once', async () => {
  const run = await openPlay({ onTestFinished }).run({ inputs: { ...both, 'min-tests': 'many' } });
  expect(reasonsOf(run).map(({ message }) => /base-url|min-tests/.exec(message)?.[0])).toEqual(['base-url', 'min-tests']);
});

test.each([
  ['both inputs are empty', both, {}],
  ['the token alone is empty', { 'api-token': '' }, {}],
  ['the pull request of a fork has no token', { 'api-token': '' }, { event: pullRequest }],
  ['the pull request of a fork has neither', both, { event: pullRequest }],
])('the mark of a service that failed says the one cause and changes nothing else, where %s', async (_, inputs, more) => {
  const play = openPlay({ onTestFinished });
  const [bare, marked] = [await play.run({ inputs, ...more }), await play.run({ inputs, ...more, env: failed })];
  expect(effectsOf(marked)).toEqual(effectsOf(bare));
  expect(reasonsOf(marked)).toEqual([
    {
      ...reasonsOf(bare)[0],
      message: expect.stringMatching(
        /^Input (?:base-url is missing or empty, and so is api-token|api-token is missing or empty): the step of the service failed\. /,
      ),
      fix: 'Look at the log of that step: it says why, and how to fix it',
    },
  ]);
});

test('the mark changes nothing where the service is given', async () => {
  const play = openPlay({ onTestFinished });
  const [bare, marked] = [await usual(play), await usual(play, { env: failed })];
  expect(marked.outputs['verdict']).toBe('compliant');
  expect(effectsOf(marked)).toEqual(effectsOf(bare));
});
