import type { Audit } from '../judge/audit.ts';

/**
 * Until when complete audits cover all time, without a gap: the audit after this one begins there. An audit that began
 * later than the one before had ended leaves a gap, and so moves nothing; nor does one between two commits, of which nobody
 * knows when it began.
 */
export function completeUntil({ complete, world }: Audit): string | null {
  const known = world.previous?.completeUntil ?? null;
  const { since, sinceSha, until } = world.header.period;
  // An audit of one trail or artifact covers no time.
  if (!complete || world.header.scope !== undefined) return known;
  if (known === null) return until;
  if (since === null ? sinceSha !== null : Date.parse(since) > Date.parse(known)) return known;
  return Date.parse(until) > Date.parse(known) ? until : known;
}
