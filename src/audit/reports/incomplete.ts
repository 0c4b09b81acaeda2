import type { LookedAt } from '../../presentation/index.ts';
import type { Audit } from '../judge/audit.ts';

/** The rule under which a report tells that the audit is not complete, where its form has room for findings alone. */
export const unknownRule = {
  rule: 'unknown',
  text: 'All that landed could be read',
  severity: 'critical',
  controls: ['SOC 2 CC8.1'],
  fix: 'See what is missing, and run the audit again: until then nobody can say what else it would find',
} as const;

/** The holes of the population, and how to get it; empty where the audit is complete. */
export function missing({ complete, world }: Audit): readonly { readonly what: string; readonly why: string; readonly fix: string }[] {
  if (complete) return [];
  return world.holes.length > 0
    ? world.holes
    : [{ what: 'The population', why: 'it is not known whether it is whole', fix: unknownRule.fix }];
}

/** How far an audit looked, for the words about what it did not look at again. */
export function lookedAt({ complete, world }: Pick<Audit, 'complete' | 'world'>): LookedAt {
  const { period, timeZone } = world.header;
  return { complete, since: period.since, timeZone };
}
