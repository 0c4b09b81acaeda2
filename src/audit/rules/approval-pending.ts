import { nameOf, approvalRule, unclear } from './approvals.ts';
import { when } from './words.ts';
import { notApplicable, passed } from './rule.ts';

export const approvalPending = approvalRule({
  name: 'approval-pending',
  text: 'What runs where the audit’s file demands an approval does not wait for one.',
  fix: 'Let somebody decide, report it with approval-report, and let the workflow that deploys wait for the answer.',
  judge(demand) {
    const { artifact, decisive, environment, isThere, isUnclear } = demand;
    if (isUnclear && decisive?.state === 'PENDING') return unclear(demand);
    if (!isThere || decisive === undefined) return notApplicable;
    if (decisive.state !== 'PENDING') return passed;
    const asked = `an approval was requested${when(decisive.at)} (number ${decisive.number}), and nobody has decided`;
    return `${nameOf(artifact)} runs or ran in ${environment}; ${asked}.`;
  },
});
