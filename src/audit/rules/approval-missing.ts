import { isBlank } from '../../text/index.ts';
import { isApproved, nameOf, approvalRule, unclear } from './approvals.ts';
import { named } from './words.ts';
import { notApplicable, notTested, passed } from './rule.ts';

export const approvalMissing = approvalRule({
  name: 'approval-missing',
  text: 'What runs where the audit’s file demands an approval has one.',
  fix: 'Let somebody decide about it now, report that with approval-report, and let the workflow that deploys ask for it.',
  judge(demand) {
    const { artifact, decisive, environment, isThere, isUnclear } = demand;
    if (isUnclear && (decisive === undefined || !isApproved(decisive))) return unclear(demand);
    if (!isThere) return notApplicable;
    const what = `${nameOf(artifact)} runs or ran in ${environment}`;
    if (decisive === undefined) return `${what}, and nobody was asked to approve it.`;
    const { approvers, by, number, state } = decisive;
    // Nobody has decided yet: another rule is about those.
    if (state === 'PENDING') return passed;
    if (isApproved(decisive)) {
      const isNamed = approvers.some(({ name }) => !isBlank(name));
      return isNamed ? passed : `${what}, and its approval ${number} names nobody who decided.`;
    }
    if (state !== 'UNAPPROVED' && state !== 'APPROVED')
      return notTested(`the service says ${state} of approval ${number} in ${artifact.flow}, which is no state that is known`);
    const who = named(approvers.filter(({ said }) => said !== 'APPROVED').map(({ name }) => name)) || (by ?? 'somebody');
    return `${what}, though its approval ${number} was refused by ${who}.`;
  },
});
