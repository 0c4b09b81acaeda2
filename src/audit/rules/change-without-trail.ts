import type { Coverage } from '../coverage/coverage.ts';
import { stateRule } from './evidence-rule.ts';
import { aboutFlow, asOfNow, deployed, inFlow, landed, shippedBy, trailName } from './words.ts';

export const changeWithoutTrail = stateRule({
  name: 'change-without-trail',
  text: 'Every change that landed has a trail in each flow that it owes; where no flow is mapped, in one flow.',
  severity: 'high',
  fix: 'Run the tests for the commit and record them; make the gate a required check of the branch, so that no change lands without.',
  state: 'uncovered',
  subject: aboutFlow,
  severityOf: (change, { atDeployment }) => (shippedBy(change) === undefined && atDeployment === null ? 'high' : 'critical'),
  message: (change, coverage) =>
    `${landed(change)} without a trail${inFlow(change, coverage)}.${since(coverage)}${deployed(change)}${asOfNow(coverage)}`,
});

/** Evidence that came later and covers nothing. */
function since(coverage: Coverage): string {
  const { now } = coverage;
  if (now === 'none' || now === 'not-known') return '';
  const said = now === 'compliant' ? 'tested the head of the pull request alone' : `is ${now}`;
  return ` ${trailName(coverage)} came later and ${said}.`;
}
