import { evidenceRule, foundOr, withTrail } from './evidence-rule.ts';
import { aboutTrail, asOfNow, because, deployed, landed, trailName } from './evidence-words.ts';

export const trailUnknown = evidenceRule({
  name: 'trail-unknown',
  text: 'What the evidence said of a change when it landed can be told.',
  severity: 'high',
  fix: 'Look at the trail in the service: it has a state that is not known, or not all of its events could be read. Record the evidence again.',
  needs: ['trails'],
  among: withTrail,
  judge({ change, flows, world }) {
    const found = flows
      .filter(({ state }) => state === 'unknown')
      .map(({ coverage }) => ({
        ...aboutTrail(change, coverage, world),
        detail: coverage.flow,
        message: `Nobody can tell what ${trailName(coverage).replace(/^T/, 't')} said when ${landed(change)}${because(coverage)}.${deployed(change)}${asOfNow(coverage)}`,
      }));
    return foundOr(found, { kind: 'passed' });
  },
});
