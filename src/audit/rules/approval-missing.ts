import { isApproved, nameOf, outcomesOf } from './approvals.ts';
import { named } from './delivery-subjects.ts';
import type { WorldRule } from './rule.ts';

export const approvalMissing: WorldRule = {
  name: 'approval-missing',
  about: 'world',
  text: 'What runs where the audit’s file demands an approval has one.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
  fix: 'Let somebody decide about it now, report that with approval-report, and let the workflow that deploys ask for it.',
  needs: ['artifacts', 'approvals', 'deployments', 'snapshots'],
  judge: (world) =>
    outcomesOf(world, ({ artifact, decisive, environment, isThere }) => {
      if (!isThere) return undefined;
      const what = `${nameOf(artifact)} runs or ran in ${environment}`;
      if (decisive === undefined) return { message: `${what}, and nobody was asked to approve it.` };
      const { approvers, by, number, state } = decisive;
      // Nobody has decided yet: another rule is about those.
      if (state === 'PENDING' || isApproved(decisive)) return {};
      if (state !== 'UNAPPROVED' && state !== 'APPROVED')
        return { why: `the service says ${state} of approval ${number} in ${artifact.flow}, which is no state that is known` };
      const who = named(approvers.filter(({ said }) => said !== 'APPROVED').map(({ name }) => name)) || (by ?? 'somebody');
      return { message: `${what}, though its approval ${number} was refused by ${who}.` };
    }),
};
