import type { Previous } from '../../audit/index.ts';
import { wrongUse } from '../../errors/index.ts';
import type { AuditPeriod, AuditPoint } from '../../options/index.ts';
import { localMinute, startOfDay, startOfMonth } from '../../text/index.ts';
import type { Report } from '../run/context.ts';
import type { Asked } from './parts.ts';

/** Days that a first audit looks back. */
const firstDays = 7;

/**
 * The two ends of the audited time, and how far earlier audits reached. This one begins where the last complete one ended:
 * a gap between two audits would be in neither.
 * @throws {UsageError} where the end lies in the future: the next audit would begin there, and what lands until then would
 * be in none
 */
export function periodOf(
  { since, timeZone, until }: Omit<AuditPeriod, 'previous'>,
  previous: Previous | null,
  now: Date,
  report: Report,
): Pick<Asked, 'earlier' | 'since' | 'until'> {
  const earlier = (isBegin: boolean): Asked['earlier'] => (previous === null ? undefined : { tips: previous.completeTips, isBegin });
  if (since === 'last-month') return { ...lastMonth(now, timeZone), earlier: earlier(false) };
  const end: AuditPoint = until === 'now' ? moment(now) : until;
  if (end.kind === 'moment' && Date.parse(end.at) > now.getTime())
    throw wrongUse(
      `The audited time ends in the future: ${end.at}`,
      'Leave `until` out: it is now. Of a month or a quarter that is not over, write the first day as `since`',
    );
  const begin = typeof since === 'object' ? since : beginOf(since, previous, now, report);
  if (begin.kind === 'moment' && end.kind === 'moment' && Date.parse(begin.at) >= Date.parse(end.at))
    throw wrongUse(`The audited time is empty: it begins ${begin.at} and ends ${end.at}`, 'Let `since` be earlier than `until`');
  if (until !== 'now' && end.kind === 'moment') noteLastDay(new Date(end.at), timeZone, report);
  return { since: begin, until: end, earlier: earlier(typeof since !== 'object' && typeof previous?.completeUntil === 'string') };
}

function lastMonth(now: Date, zone: string): Pick<Asked, 'since' | 'until'> {
  const [year = 0, month = 0] = localMinute(now, zone).split('-').map(Number);
  return { since: moment(startOfMonth(year, month - 1, zone)), until: moment(startOfMonth(year, month, zone)) };
}

/** People who write the last day of a month as the end nearly always mean that day too. */
function noteLastDay(end: Date, zone: string, report: Report): void {
  const day = localMinute(end, zone).slice(0, 10);
  const [year = 0, month = 0] = day.split('-').map(Number);
  const next = startOfMonth(year, month + 1, zone);
  const nextDay = localMinute(next, zone).slice(0, 10);
  const isLast = localMinute(new Date(next.getTime() - 1), zone).slice(0, 10) === day;
  if (isLast && startOfDay(day, zone).getTime() === end.getTime())
    report({
      kind: 'notice',
      message: `${day} itself is not audited: a date as \`until\` means its beginning. To have that day too, write \`until: ${nextDay}\``,
    });
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
