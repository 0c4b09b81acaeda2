import type { SeriesAudit } from './series-audit.ts';
import type { SeriesFinding } from './series.ts';

/** The repository and organization that a series is about. */
export interface SeriesScope {
  readonly repository: string | null;
  readonly org: string | null;
}

/**
 * The scope that most audits have, and of two the one of the newest audit; of one repository alone where it is given.
 *
 * @param audits the earliest first
 */
export function scopeOf(audits: readonly SeriesAudit[], repository: string | undefined): SeriesScope | undefined {
  const among = audits.filter((audit) => repository === undefined || audit.repository === repository);
  const groups = [...Map.groupBy(among.toReversed(), ({ org, repository: name }) => JSON.stringify([name, org])).values()];
  const [[first] = []] = groups.toSorted((one, other) => other.length - one.length);
  return first === undefined ? undefined : { repository: first.repository, org: first.org };
}

export function isOf({ org, repository }: SeriesAudit, scope: SeriesScope): boolean {
  return repository === scope.repository && org === scope.org;
}

export function otherFinding(audit: SeriesAudit, scope: SeriesScope): SeriesFinding {
  return {
    rule: 'series-other',
    severity: 'high',
    file: audit.file,
    message: `${audit.file} is an audit of ${scopeWords(audit)}, and the series is of ${scopeWords(scope)}: it does not count`,
    fix: 'Take it out of the set, or name the repository of the series with `repository`',
  };
}

export function scopeWords({ org, repository }: SeriesScope): string {
  return `${repository ?? 'a repository without a name'}, ${org === null ? 'without an evidence service' : `organization ${org}`}`;
}

/** A finding for each audit that looks at fewer branches or flows than the one before it, or at more. */
export function scopeFindings(audits: readonly SeriesAudit[]): readonly SeriesFinding[] {
  return audits.flatMap((audit, index): readonly SeriesFinding[] => {
    const before = audits[index - 1];
    if (before === undefined) return [];
    const [lost, gained] = [lacking(audit, before), lacking(before, audit)];
    const about = { rule: 'series-scope', file: audit.file } as const;
    const fix = `Audit that time once more with the scope that is meant, with the options \`branch\` and \`flow\``;
    if (lost.length > 0)
      return [{ ...about, severity: 'high', message: `${audit.file} no longer looks at ${lost.join(', ')}, as ${before.file} does`, fix }];
    if (gained.length === 0) return [];
    return [
      { ...about, severity: 'low', message: `${audit.file} is the first that looks at ${gained.join(', ')}: earlier ones do not`, fix },
    ];
  });
}

/** Branches and flows that another audit looks at, and this one does not. */
function lacking(audit: SeriesAudit, other: SeriesAudit): readonly string[] {
  const branches = other.branches.filter((name) => !audit.branches.includes(name)).map((name) => `branch ${name}`);
  if (audit.flows.length === 0) return branches;
  const flows =
    other.flows.length === 0 ? ['all flows'] : other.flows.filter((name) => !audit.flows.includes(name)).map((name) => `flow ${name}`);
  return [...branches, ...flows];
}
