import type { AuditedChange } from '../judge/change.ts';
import type { Coverage } from '../coverage/coverage.ts';
import { stateRule, withTrail } from './evidence-rule.ts';
import { aboutTrail, asOfNow, because, deployed, landed, trailName } from './words.ts';

export const trailIncomplete = stateRule({
  name: 'trail-incomplete',
  text: 'All evidence that the flow asks for was there when a change landed; where nobody tells when that was, it is there now.',
  severity: 'medium',
  fix: 'Record what is missing for that commit. Make the gate a required check of the branch: it waits for all evidence.',
  among: withTrail,
  state: 'incomplete',
  subject: aboutTrail,
  // The missing evidence came, and says no: that is no smaller thing than a no at once.
  severityOf: (change, coverage) => (saysNo(change, coverage) ? 'high' : 'medium'),
  message: (change, coverage) =>
    `${trailName(coverage)} was not complete when ${landed(change)}${because(coverage)}.${
      coverage.now === 'non-compliant' ? ' What came since says no.' : ''
    }${deployed(change)}${asOfNow(coverage)}`,
});

/** Whether something says no now: in this flow, or where any flow is enough, in one of them. */
function saysNo({ coverage: all, owes }: AuditedChange, coverage: Coverage): boolean {
  return (owes === null ? all : [coverage]).some(({ now }) => now === 'non-compliant');
}
