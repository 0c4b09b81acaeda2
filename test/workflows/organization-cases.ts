import type { Case } from './case.ts';

/** All repositories of an organization, in four jobs at once, on a GitHub whose repositories can be cloned. */
export const organizationCases: readonly Case[] = [
  {
    name: 'the audit of an organization in 4 shards, one of which is killed, or is of another plan',
    organization: true,
    steps: [
      {
        workflow: 'audit-organization',
        event: (shop) => shop.schedule(),
        exitCode: 1,
        jobs: { audit: 'failed, non-compliant' },
        says: [
          'acme: 5 repositories (1 archived and 4 in scope); 4 to audit, in 4 shards',
          '-3 has 1 files',
          'Artifact compliance-audit-organization has 4 files',
          ' open findings: acme: 6 changes',
        ],
        saysNot: ['ghs_made_'],
      },
      {
        workflow: 'audit-organization',
        run: '1658821494',
        killed: 'stock',
        exitCode: 1,
        jobs: { audit: 'failed, unknown: unknown' },
        says: [
          'Missing: shard 2 of 4: acme/stock: its part is missing',
          'audit-part --plan FILE --index 2',
          'Artifact compliance-audit-organization has 4 files',
        ],
      },
      {
        workflow: 'audit-organization',
        run: '1658821495',
        foreign: true,
        exitCode: 1,
        jobs: { audit: 'failed, usage: invalid-input' },
        says: ['part-9.json is no part of this plan: it is of the plan aaaaaaaa'],
        saysNot: ['Artifact compliance-audit-organization has'],
      },
    ],
    records: [],
  },
];
