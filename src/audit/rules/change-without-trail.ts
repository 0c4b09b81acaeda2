import type { Coverage } from '../coverage/coverage.ts';
import { evidenceRule, foundOr } from './evidence-rule.ts';
import { aboutCommit, asOfNow, deployed, detailOf, inFlow, landed, shippedBy, trailName } from './evidence-words.ts';

export const changeWithoutTrail = evidenceRule({
  name: 'change-without-trail',
  text: 'Every change that landed has a trail in each flow that it owes; where no flow is mapped, in one flow.',
  severity: 'high',
  fix: 'Run the tests for the commit and record them; make the gate a required check of the branch, so that no change lands without.',
  needs: ['trails'],
  judge({ change, flows, world }) {
    const found = flows
      .filter(({ state }) => state === 'uncovered')
      .map(({ coverage }) => ({
        ...aboutCommit(change, world),
        ...detailOf(change, coverage),
        severity: shippedBy(change) === undefined && coverage.atDeployment === null ? ('high' as const) : ('critical' as const),
        message: `${landed(change)} without a trail${inFlow(change, coverage)}.${since(coverage)}${deployed(change)}${asOfNow(coverage)}`,
      }));
    return foundOr(found, { kind: 'passed' });
  },
});

/** Evidence that came later and covers nothing. */
function since(coverage: Coverage): string {
  const { now } = coverage;
  if (now === 'none' || now === 'not-known') return '';
  const said = now === 'compliant' ? 'tested the head of the pull request alone' : `is ${now}`;
  return ` ${trailName(coverage)} came later and ${said}.`;
}
