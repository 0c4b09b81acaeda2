import type { AuditedChange } from '../judge/change.ts';
import type { Coverage } from '../coverage/coverage.ts';
import { evidenceRule, foundOr, withTrail } from './evidence-rule.ts';
import { aboutTrail, asOfNow, because, deployed, landed, trailName } from './evidence-words.ts';

export const trailIncomplete = evidenceRule({
  name: 'trail-incomplete',
  text: 'All evidence that the flow asks for was there when a change landed.',
  severity: 'medium',
  fix: 'Record what is missing for that commit. Make the gate a required check of the branch: it waits for all evidence.',
  needs: ['trails'],
  among: withTrail,
  judge({ change, flows, world }) {
    const found = flows
      .filter(({ state }) => state === 'incomplete')
      .map(({ coverage }) => ({
        ...aboutTrail(change, coverage, world),
        detail: coverage.flow,
        // The missing evidence came, and says no: that is no smaller thing than a no at once.
        severity: saysNo(change, coverage) ? ('high' as const) : ('medium' as const),
        message: `${trailName(coverage)} was not complete when ${landed(change)}${because(coverage)}.${
          coverage.now === 'non-compliant' ? ' What came since says no.' : ''
        }${deployed(change)}${asOfNow(coverage)}`,
      }));
    return foundOr(found, { kind: 'passed' });
  },
});

/** Whether something says no now: in this flow, or where any flow is enough, in one of them. */
function saysNo({ coverage: all, owes }: AuditedChange, coverage: Coverage): boolean {
  return (owes === null ? all : [coverage]).some(({ now }) => now === 'non-compliant');
}
