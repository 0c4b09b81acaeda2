import type { ServiceFacts } from '../collect/settings.ts';
import type { Query } from '../facts/line.ts';

/** The facts that a replayed service told, as those of a past moment. @param query how the log was read */
export function pastFacts(facts: ServiceFacts, query: Query): ServiceFacts {
  return {
    ...facts,
    // No record says how a message went.
    notifications: [],
    untold: [
      ...facts.untold,
      {
        kind: 'untold',
        source: 'notifications',
        why: 'How the messages of a past moment went is in no record',
        fix: 'Audit without as-of, which asks how they go now',
      },
    ],
    queries: [query, ...facts.queries.map((each) => ({ ...each, of: 'replayed service' }))],
  };
}
