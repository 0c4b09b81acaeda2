import type { Header } from '../facts/line.ts';
import type { KeepingPlace } from '../facts/log.ts';
import type { CheckedLog } from '../population/world.ts';

type Kept = CheckedLog['witnesses'][number];

/** The line that people keep, and give to a later audit. */
export function headWords({ chain }: Pick<CheckedLog, 'chain'>, readAt: string): string {
  return `Witness: ${chain.link} (record ${chain.sequence}), as read at ${readAt}`;
}

export function headLines(log: CheckedLog, readAt: string): readonly string[] {
  return [headWords(log, readAt), ...(log.witnesses.length === 0 ? [] : [coverWords(log)])];
}

/** The part of the log that a kept head proves. Nothing that was changed before it can lead to it. */
export function witnessWords({ at, sequence }: Kept): string {
  if (sequence === null) return 'nothing: it is nowhere in the log';
  if (sequence === 0) return 'nothing: the log had no record then';
  const made = at === null ? 'at a time that is not known' : `at ${at} by the clock of the service`;
  return `${spanWords(1, sequence)}; the last of them was made ${made}`;
}

/** The last record that a kept head proves; 0: none is proven. */
export function witnessedUpTo({ witnesses }: CheckedLog): number {
  return Math.max(0, ...witnesses.map(({ sequence }) => sequence ?? 0));
}

export function coverWords(log: CheckedLog): string {
  const end = log.chain.sequence;
  const upTo = witnessedUpTo(log);
  if (upTo === 0) return 'No head that somebody kept proves a record: that nobody wrote the log anew before this audit is not proven.';
  const newest = log.witnesses.find(({ sequence }) => sequence === upTo);
  const made = newest?.at === undefined || newest.at === null ? '' : `, made up to ${newest.at},`;
  const proven = `Kept heads prove ${spanWords(1, upTo)} of ${end}${made} by their chain.`;
  if (upTo === end) return proven;
  return `${proven} Those after it, ${spanWords(upTo + 1, end)}, are consistent in themselves, and nobody outside has witnessed them yet.`;
}

function spanWords(from: number, to: number): string {
  return from === to ? `record ${to}` : `records ${from} to ${to}`;
}

/** The kind of place that a head is kept in; null where it is unknown, and for a report whose name says it already. */
export function placeWords({ keeper, keptIn }: Kept): string | null {
  return keptIn === undefined || (keptIn === 'report' && keeper !== null) ? null : places[keptIn].words;
}

/** Days that GitHub keeps logs and artifacts by default, and the most that a private repository can set. */
const [usualDays, mostDays] = [90, 400];

const deletedByGitHub = `GitHub deletes it after ${usualDays} days by default, ${mostDays} at most`;

/** Each with the time that a head stays there. */
const places: Readonly<Record<KeepingPlace, { readonly words: string; readonly until: string }>> = {
  'job-log': { words: 'the log or summary of a job', until: deletedByGitHub },
  artifact: { words: 'an artifact of a run', until: deletedByGitHub },
  report: { words: 'a report of an audit', until: 'as long as that report' },
  mail: { words: 'a mail', until: 'not said' },
  repository: { words: 'another repository', until: 'not said' },
  'transparency-log': { words: 'a public log of signatures', until: 'no entry is taken out' },
  'time-stamp': { words: 'a time stamp', until: 'not said' },
};

export function untilWords({ keptIn, until }: Kept, { at }: Pick<Header, 'at'>): string {
  if (until !== undefined) return until < at.slice(0, 10) ? `${until}, which is over` : until;
  return keptIn === undefined ? 'not said' : places[keptIn].until;
}

/** Where this audit itself leaves its head, and until when. */
export function ownHeadWords({ at, run }: Pick<Header, 'at' | 'run'>): string {
  const fix = 'Keep it where nobody who can write to the service can write: it proves all records up to there, in a later audit too.';
  if (run === null) return `It stands in these reports alone. ${fix}`;
  const [usual, most] = [usualDays, mostDays].map((days) => dayAfter(at, days));
  return `It stands in the log and the summary of this job and in these reports. GitHub deletes those of a run after ${usualDays} days by default, on ${usual}, and on ${most} at the latest. ${fix}`;
}

function dayAfter(at: string, days: number): string {
  return new Date(Date.parse(at) + days * 86_400_000).toISOString().slice(0, 10);
}
