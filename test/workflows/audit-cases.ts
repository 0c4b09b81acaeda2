import type { Case } from './case.ts';

/** Each Monday, without anybody who waits for it: the reports are there whatever comes of it, but where nobody answered. */
export const auditCases: readonly Case[] = [
  {
    name: 'the audit of a Monday, of changes without a trail',
    steps: [
      {
        workflow: 'audit',
        event: (shop) => shop.schedule(),
        exitCode: 1,
        jobs: { Audit: 'failed, non-compliant: change-without-trail', Issues: 'passed, recorded' },
        says: ['change-without-trail'],
      },
    ],
    records: [],
  },
  {
    name: 'the audit of a Monday, with the service down and with a token that is wrong',
    steps: [
      {
        workflow: 'audit',
        event: (shop) => shop.schedule(),
        service: 'down',
        exitCode: 1,
        jobs: { Audit: 'failed, unknown: unreachable' },
      },
      { workflow: 'audit', token: 'wrong', exitCode: 1, jobs: { Audit: 'failed, unknown: unauthorized' } },
    ],
    records: [],
  },
];
