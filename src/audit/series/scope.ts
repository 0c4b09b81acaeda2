import { list } from '../../text/index.ts';
import type { Series, SeriesAudit, SeriesFinding } from './series.ts';

type SeriesScope = Pick<Series, 'repository' | 'repositoryId' | 'org'>;

/**
 * The audits of the scope that most of them have, and of two scopes that of the newest audit; of one repository alone
 * where it is given.
 * @param audits in the order in which they were made
 */
export function ofOneScope(audits: readonly SeriesAudit[], repository: string | undefined): readonly SeriesAudit[] {
  const repositoryOf = repositoriesIn(audits);
  const groups = [...Map.groupBy(audits.toReversed(), (audit) => JSON.stringify([repositoryOf(audit), audit.org])).values()].filter(
    (group) => repository === undefined || group.some((audit) => audit.repository === repository),
  );
  const [largest = []] = groups.toSorted((one, other) => other.length - one.length);
  return largest.toReversed();
}

/**
 * The repository of each audit. GitHub's id of a repository decides, because it stays when the name changes, and another
 * repository may get the name. An audit without an id is of the one repository that has its name.
 */
export function repositoriesIn(audits: readonly SeriesAudit[]): (audit: SeriesAudit) => string {
  const own = ({ repositoryId: id, serverUrl }: SeriesAudit): string | undefined => (id === null ? undefined : `${serverUrl} ${id}`);
  const named = Map.groupBy(audits, ({ repository }) => repository);
  return (audit) => {
    const [id, ...others] = new Set((named.get(audit.repository) ?? []).flatMap((one) => own(one) ?? []));
    return JSON.stringify(own(audit) ?? (others.length === 0 && id !== undefined ? id : [audit.repository]));
  };
}

/** @param audits those of the series, in the order in which they were made */
export function scopeOf(audits: readonly SeriesAudit[]): SeriesScope | undefined {
  const newest = audits.at(-1);
  if (newest === undefined) return undefined;
  const [repositoryId = null] = audits.flatMap((audit) => audit.repositoryId ?? []);
  return { repository: newest.repository, repositoryId, org: newest.org };
}

/** @param isOfTeam it is in the set on purpose, because a team names its repository */
export function otherFinding(audit: SeriesAudit, scope: SeriesScope, isOfTeam: boolean): SeriesFinding {
  const isNamesake = audit.repository === scope.repository && audit.org === scope.org;
  const words = (of: SeriesScope): string => scopeWords(of) + (isNamesake ? `, ${idWords(of)}` : '');
  return {
    rule: 'series-other',
    severity: isOfTeam ? 'low' : 'high',
    file: audit.file,
    message: `${audit.file} is an audit of ${words(audit)}, and the series is of ${words(scope)}: it ${isOfTeam ? 'counts in the trend alone' : 'does not count'}`,
    fix: 'Take it out of the set, or name the repository of the series with `repository`',
  };
}

function idWords({ repositoryId }: Pick<SeriesScope, 'repositoryId'>): string {
  return repositoryId === null ? "without GitHub's id of it" : `GitHub's repository ${repositoryId}`;
}

/** The former names of the repository of a series, in a sentence; undefined where there is none. */
export function renamedWords(audits: readonly SeriesAudit[]): string | undefined {
  const scope = scopeOf(audits);
  const earlier = new Set(audits.map(({ repository }) => repository ?? 'no name').filter((name) => name !== scope?.repository));
  return scope === undefined || earlier.size === 0 ? undefined : `${idWords(scope)} had the name ${list([...earlier])} before`;
}

export function scopeWords({ org, repository }: Pick<SeriesScope, 'org' | 'repository'>): string {
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

/** Branches and flows that only the other audit looks at. */
function lacking(audit: SeriesAudit, other: SeriesAudit): readonly string[] {
  const branches = other.branches.filter((name) => !audit.branches.includes(name)).map((name) => `branch ${name}`);
  if (audit.flows.length === 0) return branches;
  const flows =
    other.flows.length === 0 ? ['all flows'] : other.flows.filter((name) => !audit.flows.includes(name)).map((name) => `flow ${name}`);
  return [...branches, ...flows];
}
