import type { LookedAt } from '../../presentation/index.ts';
import type { Audit } from '../judge/audit.ts';
import { outcomeOf } from './numbers.ts';

/** The rule under which a report tells that the verdict is unknown, where its form has room for findings alone. */
export const unknownRule = {
  rule: 'unknown',
  text: 'All that landed could be read, and it is known how it stood',
  severity: 'critical',
  controls: ['SOC 2 CC8.1'],
  fix: 'See what is missing, and run the audit again: until then nobody can say what else it would find',
} as const;

/** All that makes the verdict unknown, and how to get it; empty where it is known. */
export function missing(audit: Audit): readonly { readonly what: string; readonly why: string; readonly fix: string }[] {
  const { holes } = audit.world;
  if (holes.length > 0) return holes;
  const { kind, text } = outcomeOf(audit);
  return kind === 'unknown' ? [{ what: 'The verdict', why: text, fix: unknownRule.fix }] : [];
}

/** How far an audit looked, for the words about what it did not look at again. */
export function lookedAt({ complete, world }: Pick<Audit, 'complete' | 'world'>): LookedAt {
  const { period, timeZone } = world.header;
  return { complete, since: period.since, timeZone };
}
