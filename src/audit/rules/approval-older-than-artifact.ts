import { approvedFrom, isApproved, nameOf, outcomesOf } from './approvals.ts';
import { named, when } from './delivery-subjects.ts';
import type { WorldRule } from './rule.ts';

export const approvalOlderThanArtifact: WorldRule = {
  name: 'approval-older-than-artifact',
  about: 'world',
  text: 'An artifact is approved after it was made.',
  severity: 'high',
  controls: ['SOC 2 CC8.1', 'ISO 27001 A.8.32'],
  fix: 'Approve the artifact again, now that it is there, and report the approval in a job that runs after it was built.',
  needs: ['artifacts', 'approvals', 'deployments', 'snapshots'],
  judge: (world) =>
    outcomesOf(world, ({ artifact, decisive, environment }) => {
      if (decisive === undefined || !isApproved(decisive)) return undefined;
      if (artifact.at === null) return { why: `the service does not say when the artifact ${artifact.name} was reported` };
      const at = approvedFrom(decisive);
      if (at >= Date.parse(artifact.at)) return {};
      const who = named(decisive.approvers.map(({ name }) => name)) || (decisive.by ?? 'somebody');
      const made = `it was reported only${when(artifact.at)}`;
      return { message: `${nameOf(artifact)} was approved for ${environment} by ${who}${when(new Date(at).toISOString())}, and ${made}.` };
    }),
};
