import { expect, test } from 'vitest';
import { fault } from '../support/fault-server.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();

const unread = 'Nothing reads an input of another name';
const unset = (example: string): string =>
  `Write for example ${example} under with:. A secret or variable that is not set gives an empty text too: look at where the value comes from`;
const untold =
  'If it comes from an output, a variable or a secret, that one is not set: look at it. Else leave it out for the default (none)';
const times = 'Write seconds, or a number with s, m or h: 90, 90s, 5m, 1h';

type Inputs = Readonly<Record<string, string>>;

/** The inputs of a step, and its message: the mistake, then the fix. */
const rows: readonly (readonly [inputs: Inputs, wrong: string, fix: string])[] = [
  // A name.
  [
    { 'junit-paths': '', 'junit-path': 'build/*.xml' },
    'Input junit-path (it says "build/*.xml") is not one of this action',
    `Did you mean junit-paths? ${unread}`,
  ],
  [
    { required_attestations: 'lint' },
    'Input required_attestations (it says "lint") is not one of this action',
    `Did you mean required-attestations? ${unread}`,
  ],
  [{ failon: 'none' }, 'Input failon (it says "none") is not one of this action', `Did you mean fail-on? ${unread}`],
  [{ flow: '', flw: 'shop' }, 'Input flw (it says "shop") is not one of this action', `Did you mean flow? ${unread}`],
  [
    { 'attestation-name': '', name: 'unit' },
    'Input name (it says "unit") is not one of this action',
    `Did you mean attestation-name? ${unread}`,
  ],
  [{ 'api-token': '', 'api-tokn': 'a-token-of-mine' }, 'Input api-tokn is not one of this action', `Did you mean api-token? ${unread}`],
  [{ 'base-url': '', url: 'http://127.0.0.1:1' }, 'Input url is not one of this action', `Did you mean base-url? ${unread}`],
  [{ comand: 'gate' }, 'Input comand (it says "gate") is not one of this action', `Did you mean command? ${unread}`],
  // A value.
  [
    { command: 'gatee' },
    'Input command does not know "gatee"',
    'Did you mean gate? Choose from attest-and-gate, attest, gate, explain, trail-begin, artifact-report, approval-report, query, fork-collect, fork-post, audit, audit-issues, audit-plan, audit-part, audit-merge',
  ],
  [
    { command: 'attest', 'attestation-type': 'juint', 'junit-paths': '' },
    'Input attestation-type does not know "juint"',
    'Did you mean junit? Choose from junit, generic, custom:NAME, pull_request, snyk, sonar, jira, decision, override',
  ],
  [
    { 'fail-on': 'non-complient' },
    'Input fail-on does not know "non-complient"',
    'Did you mean non-compliant? Choose from non-compliant, incomplete, unknown, unusable and none',
  ],
  [
    { 'attestation-name': 'unit tests' },
    'Input attestation-name is not a name that the service takes: "unit tests"',
    'Did you mean unit-tests? Use letters, digits, -, _ and commas only',
  ],
  [
    { command: 'gate', subject: 'trial' },
    'Input subject does not know "trial"',
    'Did you mean trail? Choose from trail, artifact and commit',
  ],
  [{ 'dry-run': 'flase' }, 'Input dry-run must be true or false, not "flase"', 'Did you mean false? Write true or false'],
  [{ 'wait-timeout': '5 min' }, 'Input wait-timeout is not a time: "5 min"', `Did you mean 5m? ${times}`],
  [{ granularity: 'leafs' }, 'Input granularity does not know "leafs"', 'Did you mean leaf? Choose from outermost and leaf'],
  [
    { 'test-outcome': 'sucess' },
    'Input test-outcome does not know "sucess"',
    'Did you mean success? Choose from success, failure, cancelled, skipped and none',
  ],
  [{ report: 'staus' }, 'Input report does not know "staus"', 'Did you mean status? Choose from status, comment and none'],
  [
    { 'required-attestations': 'unit:juint' },
    'Input required-attestations holds "unit:juint"',
    'Did you mean junit? Choose the type from junit, generic, snyk, sonar, jira, pull_request, decision, system:decision, *, or custom:NAME',
  ],
  [
    { jobs: '{"tests":{"result":"success"}}', 'allowed-skips': 'test' },
    'Input allowed-skips names test, which the gate does not need',
    'Did you mean tests? Choose from tests, or add the job to `needs:`',
  ],
  // Nothing at all.
  [{ flow: '' }, 'Input flow is missing or empty', unset('flow: checkout-service')],
  [{ 'attestation-name': '' }, 'Input attestation-name is missing or empty', unset('attestation-name: unit-tests')],
  [{ 'junit-paths': '' }, 'Input junit-paths is missing or empty', unset('junit-paths: build/test-results/**/*.xml')],
  [{ org: '' }, 'Input org is missing or empty', unset('org: acme')],
  [
    { 'test-outcome': '' },
    'Input test-outcome is empty: no step of this job before this one has that id',
    'Give the test step id: tests, and write test-outcome: ${{ steps.tests.outcome }}',
  ],
  [{ 'required-attestations': ' ' }, 'Input required-attestations is empty', untold],
];

test.for(rows)('%j is said to be wrong in one message, and nothing is sent', async ([inputs, wrong, fix], context) => {
  const play = openPlay(context);
  const service = await play.faulty(() => fault.pass());
  const run = await play.run({ inputs: { 'base-url': service.url, ...inputs } });
  expect(run.annotations.filter(({ level }) => level === 'error').map(({ message }) => message)).toEqual([
    `${wrong}. Nothing was sent\n${fix}`,
  ]);
  expect([run.exitCode, run.outputs['verdict'], service.requests.length]).toEqual([64, 'usage', 0]);
  expect(JSON.stringify([run.outputs, run.summary])).not.toContain('a-token-of-mine');
});

test('all that is wrong is in that one message', async (context) => {
  const play = openPlay(context);
  const run = await play.run({ inputs: { 'junit-paths': '', 'junit-path': 'a.xml', 'fail-on': 'non-complient', 'dry-run': 'flase' } });
  const [error, ...others] = run.annotations.filter(({ level }) => level === 'error');
  expect(others).toEqual([]);
  expect(error?.message.split('\n')).toEqual([
    '3 inputs are wrong. Nothing was sent',
    `Input junit-path (it says "a.xml") is not one of this action: Did you mean junit-paths? ${unread}`,
    'Input dry-run must be true or false, not "flase": Did you mean false? Write true or false',
    'Input fail-on does not know "non-complient": Did you mean non-compliant? Choose from non-compliant, incomplete, unknown, unusable and none',
  ]);
});

test('a name that is nearly recorded is named, and what was recorded is', async (context) => {
  const play = openPlay(context);
  const run = await play.run({ inputs: { 'attestation-name': 'unit-tests', 'required-attestations': 'unit-test' } });
  expect([run.exitCode, run.outputs['verdict']]).toEqual([2, 'incomplete']);
  const [error, ...others] = run.annotations.filter(({ level }) => level === 'error');
  expect(others).toEqual([]);
  expect(error?.message).toMatch(
    /^unit-test is missing: required-attestations names it, .*; did you mean unit-tests\?\nIf so, write:\n\n {2}required-attestations: unit-tests\n\nOr in this step:\n\n {2}attestation-name: unit-test\n\nOtherwise: Let a step of this job record it before this one/,
  );
  expect(await play.recordsOf(run)).toHaveLength(1);
});

test('where a pattern matches nothing, files are named that look like JUnit XML', async (context) => {
  const play = openPlay(context);
  const run = await play.run({ inputs: { 'junit-paths': 'build/test-result/*.xml' } });
  expect([run.exitCode, run.outputs['verdict']]).toEqual([4, 'unusable']);
  expect(run.annotations.filter(({ level }) => level === 'error').map(({ message }) => message)).toContain(
    'build/test-result/*.xml: the pattern matches no file\nThere are files that look like JUnit XML. If they are those of this run, write:\n\n  junit-paths: build/*.xml',
  );
});
