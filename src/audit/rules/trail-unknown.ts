import { stateRule, withTrail } from './evidence-rule.ts';
import { aboutTrail, asOfNow, because, deployed, landed, trailName } from './words.ts';

export const trailUnknown = stateRule({
  name: 'trail-unknown',
  text: 'What the evidence said of a change when it landed can be told; where nobody tells when that was, what it says now.',
  severity: 'high',
  fix: 'Look at the trail in the service: it has a state that is not known, or not all of its events could be read. Record the evidence again.',
  among: withTrail,
  state: 'unknown',
  subject: aboutTrail,
  message: (change, coverage) =>
    `Nobody can tell what ${trailName(coverage).replace(/^T/, 't')} said when ${landed(change)}${because(coverage)}.${deployed(change)}${asOfNow(coverage)}`,
});
