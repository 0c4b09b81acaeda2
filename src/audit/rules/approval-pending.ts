import { nameOf, outcomesOf } from './approvals.ts';
import { when } from './delivery-subjects.ts';
import type { WorldRule } from './rule.ts';

export const approvalPending: WorldRule = {
  name: 'approval-pending',
  about: 'world',
  text: 'What runs where the audit’s file demands an approval does not wait for one.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
  fix: 'Let somebody decide, report it with approval-report, and let the workflow that deploys wait for the answer.',
  needs: ['artifacts', 'approvals', 'deployments', 'snapshots'],
  judge: (world) =>
    outcomesOf(world, ({ artifact, decisive, environment, isThere }) => {
      if (!isThere || decisive === undefined) return undefined;
      if (decisive.state !== 'PENDING') return {};
      const asked = `an approval was requested${when(decisive.at)} (number ${decisive.number}), and nobody has decided`;
      return { message: `${nameOf(artifact)} runs or ran in ${environment}; ${asked}.` };
    }),
};
