import { approvedFrom, isApproved, nameOf, approvalRule } from './approvals.ts';
import { named, when } from './words.ts';
import { notApplicable, notTested, passed } from './rule.ts';

export const approvalOlderThanArtifact = approvalRule({
  name: 'approval-older-than-artifact',
  text: 'An artifact is approved after it was made.',
  fix: 'Approve the artifact again, now that it is there, and report the approval in a job that runs after it was built.',
  judge({ artifact, decisive, environment }) {
    if (decisive === undefined || !isApproved(decisive)) return notApplicable;
    if (artifact.at === null) return notTested(`the service does not say when the artifact ${artifact.name} was reported`);
    const at = approvedFrom(decisive);
    if (at >= Date.parse(artifact.at)) return passed;
    const who = named(decisive.approvers.map(({ name }) => name)) || (decisive.by ?? 'somebody');
    const made = `it was reported only${when(artifact.at)}`;
    return `${nameOf(artifact)} was approved for ${environment} by ${who}${when(new Date(at).toISOString())}, and ${made}.`;
  },
});
