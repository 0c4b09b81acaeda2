import type { ReportedHead } from '../facts/previous.ts';
import type { Audit } from '../judge/audit.ts';

/**
 * The newest head of the log that an audit of this series read: the audit after this one holds the log against it. An audit that could
 * not read the log hands on the one before, so that nobody can write the log anew behind it. A log that does not hold has no end that
 * proves anything.
 */
export function newestHead({ world: { header, log, previous } }: Audit): ReportedHead | null {
  if (log === null || log.problems.length > 0 || log.chain.sequence === 0) return previous?.head ?? null;
  const { link, org, sequence } = log.chain;
  return { org, link, sequence, readAt: header.at };
}
