import { push, type Case } from './case.ts';

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
