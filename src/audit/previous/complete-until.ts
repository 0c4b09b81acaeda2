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

/** The commit of each branch that those audits reach to, by the name of the branch. One that this audit is not about stays as it was. */
export function completeTips(audit: Audit): Readonly<Record<string, string>> {
  const { header, previous } = audit.world;
  const own = completeUntil(audit) === header.period.until ? header.branches : [];
  return { ...previous?.completeTips, ...Object.fromEntries(own.flatMap(({ end, name }) => (end === undefined ? [] : [[name, end]]))) };
}
