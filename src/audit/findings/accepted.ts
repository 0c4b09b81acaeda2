import type { Compared } from './compare.ts';

/** An entry of the repository's own file: somebody takes a finding upon themselves, for a time. */
export interface Acceptance {
  readonly key: string;
  readonly reason: string;
  readonly owner: string;
  /** From when it counts, and until when: ISO 8601 in UTC. */
  readonly since: string;
  readonly until: string;
}

/** Days that a finding can be accepted for. */
export const mostDays = 90;

/** Days before its end from which on a report says that an acceptance ends. */
const daysAhead = 14;

const day = 86_400_000;

/** Rules whose findings nobody can accept: they say that the audit itself cannot be trusted. */
const never: ReadonlySet<string> = new Set(['record-altered', 'audit-gap', 'unknown']);

/** How an acceptance stands. Only `accepted` takes anything away from what fails the job; each stays in every count. */
export type Standing = 'accepted' | 'expired' | 'not-begun' | 'unused' | 'too-long' | 'not-acceptable';

export function standingOf({ since, until }: Acceptance, finding: Compared | undefined, now: string): Standing {
  if (!(Date.parse(until) - Date.parse(since) <= mostDays * day)) return 'too-long';
  if (finding === undefined || finding.status === 'fixed') return 'unused';
  if (never.has(finding.rule)) return 'not-acceptable';
  if (Date.parse(since) > Date.parse(now)) return 'not-begun';
  return Date.parse(until) > Date.parse(now) ? 'accepted' : 'expired';
}

/** Whether an acceptance that counts now ends so soon that somebody should know. */
export function endsSoon(until: string, now: string): boolean {
  return Date.parse(until) - Date.parse(now) <= daysAhead * day;
}
