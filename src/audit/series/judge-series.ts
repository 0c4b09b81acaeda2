import { severities } from '../facts/finding.ts';
import { episodesOf, withCovered } from './episodes.ts';
import { judgeLinks } from './links.ts';
import { judgeLogs, witnessOf, type KeptLink } from './logs.ts';
import { ofOneScope, otherFinding, scopeFindings, scopeOf } from './scope.ts';
import type { BrokenFile, SeriesAudit } from './series-audit.ts';
import type { Series, SeriesFinding, Span } from './series.ts';
import { holeFindings, holesIn, overlapFindings, periodOf } from './time.ts';
import { weeksOf } from './weeks.ts';

export interface SeriesQuestion {
  readonly audits: readonly SeriesAudit[];
  readonly broken: readonly BrokenFile[];
  /** Heads of the log that somebody kept. */
  readonly kept: readonly KeptLink[];
  /** The period where it is given; else it is that of the audits. */
  readonly period: Partial<Span>;
  readonly repository: string | undefined;
}

/** A series of audits, judged: the same files give the same result, in whatever order they come. */
export function judgeSeries({ audits: read, broken, kept, period: given, repository }: SeriesQuestion): Series {
  const every = read.toSorted(inTime);
  const once = withoutCopies(every);
  const audits = ofOneScope(once, repository);
  const others = once.filter((audit) => !audits.includes(audit));
  const period = periodOf(audits, given);
  const holes = period === null ? [] : holesIn(period, audits);
  const complete = period !== null && audits.length > 0 && holes.length === 0;
  const found = episodesOf(audits);
  const episodes = complete ? withCovered(found, period) : found;
  const about = scopeOf(audits) ?? { repository: repository ?? null, repositoryId: null, org: null };
  const findings = [
    ...broken.map(brokenFinding),
    ...judgeLogs(audits, kept),
    ...holeFindings(holes, audits),
    ...judgeLinks(audits, every),
    ...others.map((audit) => otherFinding(audit, about)),
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
    weeks: period === null ? [] : weeksOf(period, audits, episodes),
    holes,
    complete,
    changes: audits.reduce((sum, { changes }) => sum + changes, 0),
  };
}

/** The order in which they were made: an audit can only know of one that was made before it, whatever time it looks at. */
function inTime(one: SeriesAudit, other: SeriesAudit): number {
  const [made, until] = [Date.parse(one.at) - Date.parse(other.at), Date.parse(one.until) - Date.parse(other.until)];
  return made || until || (one.file < other.file ? -1 : 1);
}

/** Each audit once: of a package and its report that lie next to each other the package counts. */
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
