import { evidenceRule, withYes } from './evidence-rule.ts';
import { aboutFlow, deployed, landed, trailName } from './words.ts';
import { foundOr, notTested, passed } from './rule.ts';

export const evidenceAfterMerge = evidenceRule({
  name: 'evidence-after-merge',
  text: 'The evidence of a change was there before it landed.',
  severity: 'medium',
  fix: 'Make the gate a required check of the branch, so that a change waits for its evidence.',
  needs: ['trails', 'landings'],
  among: withYes,
  judge({ change, flows, world }) {
    if (flows.some(({ coverage }) => coverage.atMerge === 'not-known')) return notTested('git does not tell when a change landed');
    const found = flows
      .filter(({ state }) => state === 'covered-later')
      .map(({ coverage }) => ({
        ...aboutFlow(change, coverage, world),
        message: `${landed(change)}, and ${coverage.atMerge === 'none' ? 'had no evidence' : 'its evidence was not complete'} then. ${trailName(coverage)} covered it later.${deployed(change)}`,
      }));
    return foundOr(found, passed);
  },
});
