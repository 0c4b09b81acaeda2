import type { StoredPolicy } from '../judge.ts';
import type { Steps } from '../sql/statement.ts';

/** The newest version of each of these policies that there is. */
export function* policiesNamed(_orgId: string, _names: readonly string[]): Steps<readonly StoredPolicy[]> {
  return [];
}
