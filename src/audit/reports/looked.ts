import type { LookedAt } from '../../presentation/index.ts';
import type { Audit } from '../judge/audit.ts';

/** How far an audit looked, for the words about what it did not look at again. */
export function lookedAt({ complete, world }: Pick<Audit, 'complete' | 'world'>): LookedAt {
  return { complete, since: world.header.period.since };
}
