import { allOrComplaints } from './all-or-complaints.ts';
import type { AuditPeriod, AuditPoint, PeriodOption } from './audit-period.ts';
import { momentIn } from './moment.ts';
import type { OptionReader } from './reader.ts';

export function readAuditPeriod(read: OptionReader<PeriodOption>): AuditPeriod {
  const period = allOrComplaints<AuditPeriod>({
    since: () => readSince(read),
    until: () => readPoint(read, 'until') ?? 'now',
    previous: () => readPrevious(read),
  });
  const { since, until } = period;
  if (since === 'last' && period.previous === undefined)
    throw read.invalid('since', 'is `last`, but no audit before is given', 'Give `previous`: the JSON report of the audit before');
  if (typeof until === 'object' && until.kind === 'commit' && !(typeof since === 'object' && since.kind === 'commit'))
    throw read.invalid('until', 'is a commit, and `since` is not', 'Name a commit in both, or a date in both');
  if (typeof until === 'object' && until.kind === 'moment' && typeof since === 'object' && since.kind === 'commit')
    throw read.invalid('until', 'is a moment, and `since` is a commit', 'Name a commit in both, or a date in both');
  const [begin, end] = [momentOf(since), momentOf(until)];
  if (begin !== undefined && end !== undefined && begin >= end)
    throw read.invalid('until', 'is not after `since`: the audited time is empty', 'Let `since` be the earlier one');
  return period;
}

function momentOf(point: AuditPeriod['since' | 'until']): number | undefined {
  return typeof point === 'object' && point.kind === 'moment' ? Date.parse(point.at) : undefined;
}

function readSince(read: OptionReader<PeriodOption>): AuditPeriod['since'] {
  return read.text('since') === 'last' ? 'last' : (readPoint(read, 'since') ?? 'default');
}

function readPoint(read: OptionReader<PeriodOption>, option: 'since' | 'until'): AuditPoint | undefined {
  const text = read.text(option);
  if (text === undefined) return undefined;
  const date = momentIn(text);
  if (date !== undefined) return { kind: 'moment', at: date.toISOString() };
  const sha = text.toLowerCase();
  if (/^[0-9a-f]{40}$/.test(sha)) return { kind: 'commit', sha };
  const words = option === 'since' ? ', or last' : '';
  throw read.invalid(
    option,
    `is neither a date nor a full SHA: ${JSON.stringify(text)}`,
    `Write 2026-11-01, 2026-11-01T09:00:00+01:00, all 40 hexadecimal digits of a commit${words}`,
    [text],
    option === 'since' ? ['last'] : [],
  );
}

function readPrevious(read: OptionReader<PeriodOption>): AuditPeriod['previous'] {
  const path = read.text('previous');
  if (path === undefined) return undefined;
  return path === 'last-run' ? { kind: 'last-run' } : { kind: 'file', path };
}
