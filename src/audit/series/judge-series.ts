import { severities } from '../facts/finding.ts';
import { episodesOf, withCovered } from './episodes.ts';
import { ofOneScope, otherFinding, scopeFindings, scopeOf } from './scope.ts';
import type { BrokenFile, NamedBefore, Series, SeriesAudit, SeriesFinding, SeriesPackage, Span, WitnessState } from './series.ts';
import { isOfTeam, trendOf, type Teams } from './trend.ts';
import { holeFindings, holesIn, overlapFindings, periodOf, weeksOf } from './time.ts';
import { day, shortDigest } from './words.ts';

/**
 * Holds each audit against the one that it names as the one before: only so does it show that one was taken out or
 * replaced.
 * @param audits those that count, in the order in which they were made
 * @param every all that were read, with a second copy of the same audit
 */
function judgeLinks(audits: readonly SeriesAudit[], every: readonly SeriesAudit[]): readonly SeriesFinding[] {
  const places = new Map(audits.map(({ digest }, index) => [digest, index]));
  const named = new Set(audits.flatMap(({ previous }) => previous?.report ?? []));
  const findings = audits.flatMap((audit, index): readonly SeriesFinding[] => {
    const { previous } = audit;
    const say = (what: string, fix: string): readonly SeriesFinding[] => [
      { rule: 'series-link', severity: 'high', file: audit.file, message: `${audit.file} ${what}`, fix },
    ];
    if (previous === null) {
      if (index === 0) return [];
      const before = audits[index - 1]?.file ?? '';
      const fix = 'Let each audit have `previous`: the package or JSON report of the one before, or `last-run`';
      return say(`names no audit before it, though ${before} is: an audit between them could be left out, and nobody would see it`, fix);
    }
    const place = places.get(previous.report);
    if (place === undefined) return index === 0 ? [] : say(...absent(previous, audits));
    const isOther = previous.manifest !== null && !hasManifest(every, previous);
    if (isOther) return say(...replaced(previous, audits[place]?.file ?? ''));
    return place < index
      ? []
      : say('names an audit that was made after it as the one before it', 'Look at how both were made: the clock of one of them was wrong');
  });
  const passedOver = audits.slice(0, -1).filter(({ digest }) => !named.has(digest));
  return [...findings, ...passedOver.filter((audit) => isFollowed(audit, audits)).map(unnamed)];
}

/** Whether the audit after it names another: where it names none at all, that is said already. */
function isFollowed(audit: SeriesAudit, audits: readonly SeriesAudit[]): boolean {
  const before = audits[audits.indexOf(audit) + 1]?.previous ?? null;
  return before !== null && audits.some(({ digest }) => digest === before.report);
}

/** Whether the set has the very package that an audit names; a report alone has no manifest to compare. */
function hasManifest(every: readonly SeriesAudit[], { manifest, report }: NamedBefore): boolean {
  const copies = every.filter(({ digest }) => digest === report);
  return copies.some(({ packed }) => packed?.digest === manifest) || copies.every(({ packed }) => packed === null);
}

function absent(previous: NamedBefore, audits: readonly SeriesAudit[]): readonly [what: string, fix: string] {
  const { report, since, until } = previous;
  const other = audits.find((audit) => audit.until === until && audit.since === since);
  if (other !== undefined) return replaced(previous, other.file);
  const time = since === null ? `up to ${day(until)}` : `from ${day(since)} to ${day(until)}`;
  return [
    `names an audit before it that is not here: ${time}, report ${shortDigest(report)}`,
    `Add that audit: its JSON report has the SHA-256 ${report}`,
  ];
}

function replaced({ manifest, report }: NamedBefore, file: string): readonly [what: string, fix: string] {
  const meant = manifest === null ? `the report ${report}` : `the package with the manifest ${manifest}`;
  return [
    `names an audit before it that is ${file} by its time, and has another content now: it was changed or replaced`,
    `Get ${meant} from where it was kept`,
  ];
}

function unnamed({ file }: SeriesAudit): SeriesFinding {
  return {
    rule: 'series-link-passed-over',
    severity: 'medium',
    file,
    message: `${file} is named by no later audit: nothing would show it if this one were left out`,
    fix: 'Give the newest audit as `previous` to the one after it. If two audits ran for one time, keep both',
  };
}

interface KeptLink {
  readonly link: string;
  readonly keeper: string | null;
}

interface Logged {
  readonly audit: SeriesAudit;
  readonly packed: SeriesPackage;
  readonly log: NonNullable<SeriesPackage['log']>;
}

function loggedOf(audits: readonly SeriesAudit[]): readonly Logged[] {
  return audits
    .flatMap((audit): readonly Logged[] => {
      const { packed } = audit;
      return packed === null || packed.log === null ? [] : [{ audit, packed, log: packed.log }];
    })
    .toSorted((one, other) => one.log.to.sequence - other.log.to.sequence);
}

/** Holds the logs of the packages against each other, and against the kept heads. */
function judgeLogs(audits: readonly SeriesAudit[], kept: readonly KeptLink[]): readonly SeriesFinding[] {
  const logged = loggedOf(audits);
  const rewritten = logged.flatMap((later, index): readonly SeriesFinding[] => {
    const earlier = logged[index - 1];
    const { file } = later.audit;
    if (earlier === undefined || continues(later, earlier)) return [];
    return [
      {
        rule: 'series-log',
        severity: 'critical',
        file,
        message: `The log in ${file} does not continue that in ${earlier.audit.file}: at record ${earlier.log.to.sequence} it has another link, so one of them was written anew`,
        fix: 'Compare both with the heads that somebody kept (`verify --package FILE --head HEAD`), and find out who could write to the database',
      },
    ];
  });
  const known = new Set(logged.flatMap(({ packed }) => packed.heads.map(({ link }) => link)));
  const nowhere = kept.filter(({ link }) => !known.has(link));
  return [
    ...rewritten,
    ...nowhere.map(({ keeper, link }): SeriesFinding => ({
      rule: 'series-log',
      severity: 'critical',
      file: null,
      message: `The head ${link}${keeper === null ? '' : `, kept by ${keeper},`} is nowhere in the logs of these packages`,
      fix: 'Add the package of an audit that ran after it was noted. If there is one, the log was written anew, cut off, or is another',
    })),
  ];
}

function continues({ log, packed }: Logged, earlier: Logged): boolean {
  const { link, sequence } = earlier.log.to;
  if (log.org_id !== earlier.log.org_id) return false;
  return sequence === 0 || packed.links.get(sequence) === link;
}

/** How far the kept heads prove the log of each audit: by its own package, or by a later one that continues it. */
function witnessOf({ evidence, packed }: SeriesAudit, audits: readonly SeriesAudit[]): WitnessState {
  if (packed === null) return { kind: 'none', why: 'report without a package' };
  const { heads, log } = packed;
  if (log === null) return { kind: 'none', why: evidence === 'github' ? 'GitHub’s checks have no log' : 'the service has no chain' };
  const { link, sequence } = log.to;
  const isProved = loggedOf(audits).some(
    (later) =>
      later.log.org_id === log.org_id &&
      later.packed.links.get(sequence) === link &&
      later.packed.heads.some((head) => head.sequence >= sequence),
  );
  if (isProved) return { kind: 'witnessed' };
  const upTo = heads.reduce((most, head) => Math.max(most, head.sequence), 0);
  return upTo === 0 ? { kind: 'not-witnessed' } : { kind: 'partly', upTo, of: sequence };
}

interface SeriesQuestion {
  readonly audits: readonly SeriesAudit[];
  readonly broken: readonly BrokenFile[];
  readonly kept: readonly KeptLink[];
  /** Where a period is given; else it is that of the audits. */
  readonly period: Partial<Span>;
  readonly repository: string | undefined;
  readonly teams?: Teams;
}

/** The same files give the same result, in whatever order they come. */
export function judgeSeries({ audits: read, broken, kept, period: given, repository, teams = new Map() }: SeriesQuestion): Series {
  const every = read.toSorted(inTime);
  const once = withoutCopies(every);
  const audits = ofOneScope(once, repository);
  const others = once.filter((audit) => !audits.includes(audit));
  const period = periodOf(audits, given);
  const holes = period === null ? [] : holesIn(period, audits);
  const complete = period !== null && audits.length > 0 && holes.length === 0;
  const found = episodesOf(audits);
  const isNamed = ({ repository: other }: SeriesAudit): boolean => [...teams.values()].some((patterns) => isOfTeam(patterns, other));
  const episodes = complete ? withCovered(found, period) : found;
  const about = scopeOf(audits) ?? { repository: repository ?? null, repositoryId: null, org: null };
  const findings = [
    ...broken.map(brokenFinding),
    ...judgeLogs(audits, kept),
    ...holeFindings(holes, audits),
    ...judgeLinks(audits, every),
    ...others.map((audit) => otherFinding(audit, about, audit.repository !== about.repository && isNamed(audit))),
    ...scopeFindings(audits),
    ...overlapFindings(audits),
  ];
  return {
    ...about,
    period,
    audits: audits.map((audit) => ({ ...audit, witness: witnessOf(audit, audits) })),
    others,
    broken,
    findings: findings.toSorted((one, other) => severities.indexOf(other.severity) - severities.indexOf(one.severity)),
    episodes,
    trend: trendOf(once, periodOf(once, given), teams),
    weeks: period === null ? [] : weeksOf(period, audits, episodes),
    holes,
    complete,
    changes: audits.reduce((sum, { changes }) => sum + changes, 0),
  };
}

/** By the moment of making: an audit can only know of one that was made before it, whatever time it looks at. */
function inTime(one: SeriesAudit, other: SeriesAudit): number {
  const [made, until] = [Date.parse(one.at) - Date.parse(other.at), Date.parse(one.until) - Date.parse(other.until)];
  return made || until || (one.file < other.file ? -1 : 1);
}

/** Each audit once: of a package and its own report the package counts. */
function withoutCopies(audits: readonly SeriesAudit[]): readonly SeriesAudit[] {
  const chosen = new Map<string, SeriesAudit>();
  for (const audit of audits) if ((chosen.get(audit.digest)?.packed ?? null) === null) chosen.set(audit.digest, audit);
  return audits.filter((audit) => chosen.get(audit.digest) === audit);
}

function brokenFinding({ file, why }: BrokenFile): SeriesFinding {
  return {
    rule: 'series-file-broken',
    severity: 'critical',
    file,
    message: `${file} counts as no audit: ${why[0] ?? 'it cannot be read'}`,
    fix: 'Get it again from where it was kept, or audit its time once more. `verify --package` names every fault of a package',
  };
}
