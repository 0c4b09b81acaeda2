import { expect, test } from 'vitest';
import { absentService } from '../../src/action/input-faults.ts';
import { UsageError } from '../../src/errors/index.ts';

const fork = new UsageError('missing-input', "api-token is empty because this is a fork's pull request", { fix: 'Use fork-collect' });
const [step, server] = [
  'With a service in this job: let its step come before this one, with `id: service` and `if: ${{ !cancelled() }}`, and write ' +
    'base-url: ${{ steps.service.outputs.url }} and api-token: ${{ steps.service.outputs.token }}. Where it is so, look at the log of that step\n',
  ' under Settings, Secrets and variables, Actions. Pull requests of forks and of Dependabot get no secrets: https://github.com/<owner>/compliance-evidence/blob/v1/docs/forks.md',
];
const without =
  '\nWithout a secret: leave api-token out, and give the job, next to the permissions that it has:\npermissions:\n  id-token: write\n' +
  'The service must have a rule for it: https://github.com/<owner>/compliance-evidence/blob/v1/docs/oidc.md';
const both = 'no step before this one serves, its id is another than in the expression, it failed or was skipped';
const one = 'its expression names a step or an output that there is not';
const written = (name: string, output: string): string =>
  `With a service in this job: write ${name}: \${{ steps.service.outputs.${output} }}, where service is the id of its step\n`;

test.each([
  [
    ['base-url', 'api-token'],
    undefined,
    `Input base-url is missing or empty, and so is api-token: ${both}, or a variable or a secret is not set`,
    `${step}With a server: set a variable or a secret${server}${without}`,
  ],
  [
    ['base-url'],
    undefined,
    `Input base-url is missing or empty: ${one}, or a variable is not set`,
    `${written('base-url', 'url')}With a server: set a variable${server}`,
  ],
  [
    ['api-token'],
    undefined,
    `Input api-token is missing or empty: ${one}, or a secret is not set`,
    `${written('api-token', 'token')}With a server: set a secret${server}${without}`,
  ],
  [['api-token'], fork, fork.message, 'Use fork-collect'],
  [
    ['base-url', 'api-token'],
    fork,
    `Input base-url is missing or empty, and so is api-token: ${both}, or ${fork.message}`,
    `${step}Use fork-collect`,
  ],
] as const)('where %j is absent, and %s, the causes are named in one message', (names, noSecrets, message, fix) => {
  const absent = absentService(names, { COMPLIANCE_EVIDENCE_SERVE_FAILED: 'false' }, noSecrets);
  expect([...absent.keys()]).toEqual(names);
  expect(new Set(absent.values()).size).toBe(1);
  expect(absent.get(names[0])).toMatchObject({ code: noSecrets?.code ?? 'empty-input', message, fix });
});

test('a command that can do without a service says how', () => {
  const { fix } = absentService(['base-url'], {}, undefined, true).get('base-url') ?? {};
  expect(fix).toMatch(/\nWithout a service: write evidence: github, and GitHub’s own checks are the evidence$/);
});

test.each([
  [undefined, 'empty-input'],
  [fork, 'missing-input'],
])('a service that is known to have failed is the one cause, with the code that is due without it', (noSecrets, code) => {
  const absent = absentService(['base-url', 'api-token'], { COMPLIANCE_EVIDENCE_SERVE_FAILED: 'true' }, noSecrets);
  expect(absent.get('api-token')).toMatchObject({
    code,
    message: 'Input base-url is missing or empty, and so is api-token: the step of the service failed',
    fix: 'Look at the log of that step: it says why, and how to fix it',
  });
});
