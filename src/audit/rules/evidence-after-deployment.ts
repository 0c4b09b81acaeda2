import type { AuditedChange } from '../judge/change.ts';
import { evidenceRule, withYes, type DecidingFlow } from './evidence-rule.ts';
import { aboutFlow, deployed, landed, shippedBy, trailName } from './words.ts';
import { withoutSnapshots } from './production.ts';
import { foundOr, notApplicable, notTested, passed } from './rule.ts';

export const evidenceAfterDeployment = evidenceRule({
  name: 'evidence-after-deployment',
  text: 'The evidence of a change was there before it was deployed to production.',
  severity: 'high',
  fix: 'Have the gate decide in the job that deploys, before it does, and by the commit that it deploys.',
  needs: ['trails', 'deployments'],
  among: withYes,
  judge({ change, flows, world }) {
    const shipped = flows.filter(({ coverage: { atDeployment } }) => atDeployment !== null);
    const unseen = withoutSnapshots(world);
    if (shipped.length === 0) return unseen ?? notApplicable;
    if (shipped.some(({ coverage: { atDeployment } }) => atDeployment === 'not-known'))
      return notTested('nobody tells when a change was deployed');
    if (shipped.some(({ coverage: { atDeployment } }) => atDeployment === 'unknown'))
      return notTested('nobody can tell what the evidence said when a change was deployed');
    const found = shipped
      .filter((flow) => isLate(flow, change))
      .map(({ coverage }) => ({
        ...aboutFlow(change, coverage, world),
        message: `${landed(change)}.${deployed(change)} ${trailName(coverage)} covered it only after that.`,
      }));
    return foundOr(found, unseen ?? passed);
  },
});

/** Evidence that never covered it, or said no, is for other rules; and evidence that covered it when it landed was there before it was deployed afterwards. */
function isLate({ coverage: { atDeployment, atMerge }, state }: DecidingFlow, change: AuditedChange): boolean {
  if (atDeployment !== 'none' && atDeployment !== 'incomplete') return false;
  return state === 'covered-later' || atMerge === 'not-known' || isShippedFirst(change);
}

function isShippedFirst(change: AuditedChange): boolean {
  const shipped = shippedBy(change)?.at;
  return shipped !== undefined && change.landing.at !== null && Date.parse(shipped) < Date.parse(change.landing.at);
}
