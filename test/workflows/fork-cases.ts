import { push, type Case, type Step } from './case.ts';
import type { ForkRun, Sent, Shop } from './shop.ts';

/** A job without a stored token, which shows the service its ID token. */
export const noSecretCases: readonly Case[] = [
  {
    name: 'no stored secret, green, and red when it is run again',
    steps: [
      {
        workflow: 'no-secret',
        event: push,
        token: 'empty',
        idTokens: 'shop',
        exitCode: 0,
        jobs: { tests: 'passed, compliant' },
        saysNot: ['ce_job_', 'eyJhbGciOi'],
      },
      {
        workflow: 'no-secret',
        attempt: 2,
        red: 'unit',
        token: 'empty',
        idTokens: 'shop',
        exitCode: 1,
        jobs: { tests: 'failed, non-compliant: failing' },
      },
    ],
    records: ['unit-tests green, push 1', 'unit-tests red, push 2'],
  },
  {
    name: 'no stored secret: the audit of a Monday, and one of a repository that no rule lets in',
    audited: true,
    steps: [
      { workflow: 'no-secret', event: push, token: 'empty', idTokens: 'shop', exitCode: 0, jobs: { tests: 'passed, compliant' } },
      {
        workflow: 'no-secret-audit',
        event: (shop, before) => shop.schedule(before),
        lands: 'reviewed',
        token: 'empty',
        idTokens: 'shop',
        exitCode: 0,
        jobs: { audit: 'passed, not-applicable' },
        says: ['Nothing owed evidence'],
        saysNot: ['ce_job_', 'eyJhbGciOi'],
      },
      {
        workflow: 'no-secret-audit',
        run: '1658821494',
        token: 'empty',
        idTokens: 'other',
        exitCode: 1,
        jobs: { audit: 'failed, unknown: unknown' },
        says: ["No rule of the organization 'acme' is for the repository 'acme/app' with the id '4712'"],
      },
    ],
    records: ['unit-tests green, push 1'],
  },
  {
    name: 'no stored secret: a pull request that a rule lets read may not record',
    steps: [
      {
        workflow: 'no-secret',
        event: (shop) => shop.pullRequest(),
        token: 'empty',
        idTokens: 'shop',
        exitCode: 1,
        jobs: { tests: 'failed, unknown: not-recorded' },
        says: ["The role reader in the organization 'acme' may not"],
      },
    ],
    records: [],
  },
  {
    name: 'no stored secret: another repository is let in by no rule',
    steps: [
      {
        workflow: 'no-secret',
        event: push,
        token: 'empty',
        idTokens: 'other',
        exitCode: 1,
        jobs: { tests: 'failed, unknown: not-recorded' },
        says: ["No rule of the organization 'acme' is for the repository 'acme/app' with the id '4712'"],
      },
    ],
    records: [],
  },
  {
    name: 'no stored secret, and no permission for ID tokens: the message has the two lines',
    steps: [
      {
        workflow: 'no-secret',
        instead: { '  id-token: write # lets the job say itself who it is\n': '' },
        event: push,
        token: 'empty',
        exitCode: 1,
        jobs: { tests: 'failed, usage: empty-input' },
        says: ['permissions:', '  id-token: write'],
      },
    ],
    records: [],
  },
];

/** The pull request of a fork, whose run gets no secrets. */
const tests = (step: Omit<Step, 'workflow' | 'token'>): Step => ({ workflow: 'fork-tests', token: 'empty', ...step });

/** The event by which GitHub tells the other workflow about that run. */
const ran =
  (facts: ForkRun = {}) =>
  (shop: Shop, before: Sent | undefined): Sent =>
    shop.forkRun(before?.of ?? before ?? shop.pullRequest('mallory/app'), facts);

const record = (step: Omit<Step, 'workflow'>): Step => ({ workflow: 'fork-record', ...step });

const opened = (shop: Shop): Sent => shop.pullRequest('mallory/app');

/** Pull requests of forks: one run leaves a folder of artifacts, another one records them. */
export const forkCases: readonly Case[] = [
  {
    name: 'a fork, green: pending until its run has ended, then a yes on its head',
    steps: [
      tests({ event: opened, exitCode: 0, jobs: { 'unit-tests': 'passed', collect: 'passed, collected' } }),
      record({ event: ran({ action: 'requested' }), exitCode: 0, jobs: { record: 'passed, pending' }, statuses: ['pending'] }),
      record({
        event: ran(),
        exitCode: 0,
        jobs: { record: 'passed, compliant' },
        // It is pending already.
        statuses: ['success'],
        says: ['unit-tests is what the run of a fork says of itself'],
      }),
    ],
    records: ['unit-tests green, pull_request 1'],
  },
  {
    name: 'a fork, red, and green when it is run again',
    steps: [
      tests({ event: opened, red: 'unit', exitCode: 1, jobs: { 'unit-tests': 'failed', collect: 'passed, collected' } }),
      record({
        event: ran({ conclusion: 'failure' }),
        exitCode: 1,
        jobs: { record: 'failed, non-compliant: failing' },
        statuses: ['pending', 'failure'],
      }),
      tests({
        event: (shop, before) => before?.of ?? opened(shop),
        attempt: 2,
        exitCode: 0,
        jobs: { 'unit-tests': 'passed', collect: 'passed, collected' },
      }),
      record({ event: ran({ attempt: 2 }), exitCode: 0, jobs: { record: 'passed, compliant' }, statuses: ['failure', 'success'] }),
    ],
    records: ['unit-tests green, pull_request 2', 'unit-tests red, pull_request 1'],
  },
  {
    name: 'a fork whose tests crash and leave no file',
    steps: [
      tests({
        event: opened,
        red: 'crash',
        exitCode: 1,
        jobs: { 'unit-tests': 'failed', collect: 'failed, unusable: evidence-unusable' },
      }),
      record({
        event: ran({ conclusion: 'failure' }),
        exitCode: 1,
        // Two reasons: the one of fork-collect, and that there are no test results.
        jobs: { record: 'failed, unusable: evidence-unusable, evidence-unusable' },
        statuses: ['pending', 'failure'],
      }),
    ],
    records: ['unit-tests red, pull_request 1'],
  },
  {
    name: 'a fork that claims what it may not, by a workflow of its own',
    steps: [
      tests({
        event: opened,
        instead: { 'attestation-name: unit-tests': 'attestation-name: code-review' },
        exitCode: 0,
        jobs: { 'unit-tests': 'passed', collect: 'passed, collected' },
      }),
      record({
        event: ran(),
        exitCode: 1,
        jobs: { record: 'failed, unusable: claim-refused' },
        statuses: ['pending', 'failure'],
        says: ['is about the attestation code-review, which the run of a pull request may not claim'],
      }),
    ],
    records: [],
  },
  {
    name: 'a fork whose run left nothing, or waits for an approval',
    steps: [
      record({
        event: ran({ conclusion: 'action_required' }),
        exitCode: 0,
        jobs: { record: 'passed, pending' },
        statuses: ['pending'],
      }),
      record({
        event: ran({ conclusion: 'startup_failure' }),
        exitCode: 1,
        jobs: { record: 'failed, unusable: evidence-unusable' },
        statuses: ['failure'],
        says: ['No evidence was collected'],
      }),
    ],
    records: [],
  },
  {
    name: 'a fork, where the service is down or the token is wrong',
    steps: [
      tests({ event: opened, exitCode: 0, jobs: { 'unit-tests': 'passed', collect: 'passed, collected' } }),
      record({
        event: ran(),
        service: 'down',
        exitCode: 1,
        jobs: { record: 'failed, unknown: not-recorded' },
        statuses: ['pending', 'error'],
      }),
      record({
        event: ran(),
        token: 'wrong',
        exitCode: 1,
        jobs: { record: 'failed, unknown: not-recorded' },
        // It says so already.
        statuses: [],
        says: ['answered 401'],
      }),
    ],
    records: [],
  },
];
