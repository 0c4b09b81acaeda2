import { minuteOf } from '../../presentation/index.ts';
import { count, grouped, inShell, list, localMinute, oneLine, percent, webAddress } from '../../text/index.ts';
import type { Header, Untold } from '../facts/line.ts';
import type { KeepingPlace } from '../facts/log.ts';
import { endsSoon } from '../file/audit-file.ts';
import type { Audit, ReportedChange } from '../judge/audit.ts';
import { nowWords } from '../judge/tested.ts';
import type { CheckedLog, World } from '../population/world.ts';
import { openFindings } from './numbers.ts';

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
  const [usual, most] = [usualDays, mostDays].map((days) => new Date(Date.parse(at) + days * 86_400_000).toISOString().slice(0, 10));
  return `It stands in the log and the summary of this job and in these reports. GitHub deletes those of a run after ${usualDays} days by default, on ${usual}, and on ${most} at the latest. ${fix}`;
}

export function asOfWords({ asOf }: Pick<Header, 'asOf'>): string | undefined {
  if (asOf === undefined) return undefined;
  const { at, readAt, sequence } = asOf;
  return `Service: as recorded up to ${at} (record ${sequence}); all else: as read at ${readAt}`;
}

export function readAtOf({ asOf, at }: Pick<Header, 'asOf' | 'at'>): string {
  return asOf?.readAt ?? at;
}

/** Undefined where the audit is about all that landed in its period. Foreign text as it came. */
export function scopeWords({ scope }: Pick<Header, 'scope'>): string | undefined {
  if (scope === undefined) return undefined;
  return scope.kind === 'trail' ? `the trail ${scope.trail} of flow ${scope.flow}` : `the artifact ${scope.fingerprint}`;
}

/** The parts that the audit did not ask or see: the sources, and the branches that the date of a commit may have kept out of it. */
export function limitsOf({ header, untold }: World): readonly Omit<Untold, 'kind'>[] {
  return [...untold, ...header.branches.flatMap((branch) => datedBefore(branch, header))];
}

/** Git has no other time of a landing than the date of its committer, and no audit before has an end to begin at. */
function datedBefore({ dated, name, tip }: Header['branches'][number], { period }: Header): readonly Omit<Untold, 'kind'>[] {
  if (dated === undefined) return [];
  const why = `The newest commit of ${name}, ${tip.slice(0, 12)}, says that it was made at ${minuteOf(dated)}, before the period begins (${minuteOf(period.since ?? '')}). If it landed later than it says, it is in no audit`;
  return [{ source: 'landings', why, fix: 'Hand in the audit before as `previous`, or let the period begin before that date' }];
}

/** Says that git alone named the landings, and what stays hidden then; undefined where GitHub named them. */
export function gitAloneWords(world: World): string | undefined {
  if (world.header.basis === 'github') return undefined;
  const whys = limitsOf(world).flatMap(({ source, why }) => (source === 'landings' ? [why] : []));
  return `git alone, which tells neither when something landed nor each push by force. ${whys.map((why) => `${why}.`).join(' ')} A change that is covered-now ${nowWords}.`;
}

/** Follows a commit date that stands in for the time of landing. */
export function claimWords({ isBefore }: NonNullable<ReportedChange['committed']>): string {
  return `by the date of its commit: a claim${isBefore ? '; date before the period' : ''}`;
}

export const sinceWords = {
  new: 'New',
  fixed: 'Fixed',
  again: 'Still open, looked at again',
  carried: 'Open, and not looked at again',
} as const;

type SinceBefore = keyof typeof sinceWords;

export const allSince: readonly SinceBefore[] = ['new', 'fixed', 'again', 'carried'];

export type SinceCounts = Readonly<Record<SinceBefore, number>>;

/** @param carried true, or the reason, where this audit did not look at it again */
export function sinceOf({ carried, status }: { readonly status: string; readonly carried: boolean | string | null }): SinceBefore {
  if (carried === true || typeof carried === 'string') return 'carried';
  return status === 'new' || status === 'fixed' ? status : 'again';
}

/** `1 new; 2 fixed`; a number that is 0 is left out. */
export function sinceInShort(counts: SinceCounts): string {
  const some = allSince.filter((kind) => counts[kind] > 0);
  return some.map((kind) => `${grouped(counts[kind])} ${sinceWords[kind].toLowerCase()}`).join('; ');
}

/** @param whose the repositories without an audit before; left out: the one that is audited */
export function noneBefore(whose?: readonly string[]): string {
  const of = whose === undefined ? '' : ` for ${count(whose.length, 'repository', 'repositories')} (${list(whose)})`;
  return `No audit before this one was handed in${of}: each finding is new ${whose === undefined ? 'here' : 'there'}, and none can be fixed.`;
}

/** A sentence for each acceptance that counts now and ends soon, the first end first. Keys and names are as they came. */
export function endingSoonWords({ findings, world: { header } }: Audit): readonly string[] {
  return openFindings(findings)
    .flatMap(({ accepted, key }) => (accepted !== null && endsSoon(accepted.until, header.at) ? [{ ...accepted, key }] : []))
    .toSorted((one, other) => Date.parse(one.until) - Date.parse(other.until))
    .map(
      ({ key, owner, until }) =>
        `On ${until.slice(0, 10)} the acceptance of ${key} by ${owner} ends: from then on nobody has accepted the finding`,
    );
}

/** As many as a repository has jobs; a matrix has a name for each of its legs. */
const mostProposed = 30;

/**
 * The checks that ran for changes of which nothing says what they owe, as lines of the audit's file. Undefined where all changes
 * have a demand. Names are as they came, in quotes.
 */
export function proposedChecks({ checked }: Pick<World, 'checked'>) {
  if (checked === null || checked.undemanded === 0) return undefined;
  const { changes, ran, undemanded } = checked;
  const which = undemanded === changes ? 'a change owes' : `${undemanded} of ${count(changes, 'change')} owe`;
  return {
    sentence: `Nothing says which checks ${which}, so that nobody can tell whether ${undemanded === 1 ? 'it was' : 'they were'} tested. Name those that a change must have under checks in .github/compliance-audit.yml.`,
    ran: ran.slice(0, mostProposed).map(({ app, changes: of, name, workflow }) => ({
      line: `  ${JSON.stringify(oneLine(name, 255))}:`,
      about: `${of} of ${count(changes, 'change')}, ${workflow ?? (app === null ? 'a status' : `of the app ${oneLine(app, 100)}`)}`,
    })),
  };
}

type Zone = Pick<Header, 'timeZone'>;

/** By the clocks of the audit's zone; UTC without one. */
export function momentWords(at: string, { timeZone }: Zone): string {
  return minuteOf(at, timeZone);
}

/** A part of a page with its moments by the clocks of a zone. Every `<time>` is ours, because foreign text is escaped. */
export function inZone(part: string, { timeZone }: Zone): string {
  if (timeZone === undefined) return part;
  return part.replace(
    /(<time datetime="([^"]+)">)[^<]*\sUTC(?=<\/time>)/g,
    (_, start: string, at: string) => `${start}${localMinute(new Date(at), timeZone).replace(/ (?=[+-])/, '\u00A0')}`,
  );
}

/** The command that asks the same, an option a line. */
export function commandOf({ header }: Audit['world'], between = ' \\\n  '): string {
  const { asOf, branches, evidence, flows, repository, scope, service, timeZone } = header;
  const { previous, since, until } = endsOf(header);
  return [
    'compliance-evidence audit',
    ...(evidence === undefined ? [] : [`--evidence ${evidence}`]),
    ...(scope?.kind === 'trail' ? [`--trail ${quoted(scope.trail)}`] : []),
    ...(scope?.kind === 'artifact' ? [`--fingerprint ${quoted(scope.fingerprint)}`] : []),
    ...(since === null || scope !== undefined ? [] : [`--since ${quoted(since)}`]),
    ...(until === null || scope !== undefined ? [] : [`--until ${quoted(until)}`]),
    ...(previous === undefined || scope !== undefined ? [] : [`--previous ${previous}`]),
    ...(asOf === undefined ? [] : [`--as-of ${quoted(asOf.at)}`]),
    ...(timeZone === undefined ? [] : [`--time-zone ${quoted(timeZone)}`]),
    ...branches.map((branch) => `--branch ${quoted(branch.name)}`),
    ...flows.map((flow) => `--flow ${quoted(flow)}`),
    ...(repository === null ? [] : [`--repository ${quoted(repository)}`]),
    ...(service === null ? [] : [`--org ${quoted(service.org)}`, `--base-url ${quoted(service.url)}`]),
  ].join(between);
}

/** The two ends of the period, or a name for one that comes from the audit before. */
function endsOf({
  branches,
  period,
}: Audit['world']['header']): Readonly<Record<'since' | 'until', string | null>> & { readonly previous?: string } {
  const [only, ...others] = branches;
  const isOne = others.length === 0;
  // Between two commits the end is where the branch was; of several branches each has its own, and none can be named.
  if (period.by === 'commits') return { since: period.sinceSha, until: isOne ? (only?.tip ?? null) : null };
  if (!branches.some(({ after }) => after !== undefined)) return { since: period.since ?? period.sinceSha, until: period.until };
  if (period.by === 'last-audit' && isOne && only?.after !== undefined && only.end !== undefined && only.lost === undefined)
    return { since: only.after, until: only.end };
  return { since: period.by === 'last-audit' ? 'last' : period.since, until: period.until, previous: 'AUDIT-BEFORE.json' };
}

/** For a shell, without invisible characters. */
function quoted(text: string): string {
  return inShell(oneLine(text, 10_000));
}

export function repositoryUrl({ repository, serverUrl }: Header): string | null {
  return repository === null ? null : `${serverUrl}/${repository}`;
}

export function commitUrl(header: Header, sha: string): string | null {
  const repository = repositoryUrl(header);
  return repository === null ? null : `${repository}/commit/${encodeURIComponent(sha)}`;
}

/**
 * A foreign address by RFC 3986, which SARIF and OSCAL demand; undefined where it is not a web address. Characters that
 * browsers accept besides, a bar or a second `#`, are encoded, and user and password are left out.
 */
export function uri(address: string): string | undefined {
  const url = webAddress(address);
  if (url === undefined) return undefined;
  const { hash, origin, pathname, search } = url;
  const path = encoded(`${pathname}${search}`);
  return `${origin}${path}${hash === '' ? '' : `#${encoded(hash.slice(1)).replaceAll('#', '%23')}`}`;
}

function encoded(text: string): string {
  return text.replace(/[^\w\-.~:/?#@!$&'()*+,;=%]|%(?![0-9A-Fa-f]{2})/g, percent);
}

/** Adds a full stop where the text has no other end of a sentence. */
export function endSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
