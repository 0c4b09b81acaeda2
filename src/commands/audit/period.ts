import type { Previous } from '../../audit/index.ts';
import { UsageError } from '../../errors/index.ts';
import type { AuditPeriod, AuditPoint } from '../../options/index.ts';
import type { Report } from '../run/context.ts';

/** Days that a first audit looks back. */
const firstDays = 7;

/**
 * The two ends of the audited time. After an earlier audit, this one begins where the last complete one ended: nobody would look at the
 * time in a gap between two audits.
 *
 * @throws {UsageError} where the end lies in the future: the next audit would begin there, and what lands until then would be
 * in none.
 */
export function periodOf(
  { since, until }: Pick<AuditPeriod, 'since' | 'until'>,
  previous: Previous | null,
  now: Date,
  report: Report,
): { readonly since: AuditPoint; readonly until: AuditPoint } {
  const end: AuditPoint = until === 'now' ? moment(now) : until;
  if (end.kind === 'moment' && Date.parse(end.at) > now.getTime())
    throw new UsageError('invalid-input', `The audited time ends in the future: ${end.at}`, { fix: 'Leave `until` out: it is now' });
  const begin = typeof since === 'object' ? since : beginOf(since, previous, now, report);
  if (begin.kind === 'moment' && end.kind === 'moment' && Date.parse(begin.at) >= Date.parse(end.at))
    throw new UsageError('invalid-input', `The audited time is empty: it begins ${begin.at} and ends ${end.at}`, {
      fix: 'Let `since` be earlier than `until`',
    });
  return { since: begin, until: end };
}

function beginOf(since: 'last' | 'default', previous: Previous | null, now: Date, report: Report): AuditPoint {
  const last = previous?.completeUntil ?? previous?.since;
  if (last !== undefined && last !== null) return { kind: 'moment', at: last };
  const at = moment(new Date(now.getTime() - firstDays * 86_400_000));
  if (since === 'last' || previous !== null)
    report({ kind: 'notice', message: `No complete audit came before this one: it begins ${firstDays} days ago, ${at.at}` });
  return at;
}

function moment(date: Date): { readonly kind: 'moment'; readonly at: string } {
  return { kind: 'moment', at: date.toISOString() };
}
