import { matchesName } from '../file/globs.ts';
import { auditNumbers } from '../reports/numbers.ts';
import { overridden } from '../rules/evidence.ts';
import { emergencyNotReviewed } from '../rules/reviews.ts';
import { episodesOf } from './episodes.ts';
import { repositoriesIn } from './scope.ts';
import type { SeriesAudit, Span, TrendRow } from './series.ts';
import { apartIn, middle, weekOf, weeksOf } from './time.ts';

/** Patterns of repositories, without the organization, by the name of their team. */
export type Teams = ReadonlyMap<string, readonly string[]>;

/** Whether a team names a repository. GitHub ignores the case of names. */
export function isOfTeam(patterns: readonly string[], repository: string | null): boolean {
  const own = (repository ?? '').split('/').at(-1)?.toLowerCase() ?? '';
  return matchesName(
    patterns.map((pattern) => pattern.toLowerCase()),
    own,
  );
}

type OneRepository = ReturnType<typeof oneRepository>;

/**
 * A row for each repository, then each team, and each week in which an audit of it ended, or of which a part is in no
 * complete audit. Audits of every service, and of none, are of one repository.
 * @param audits each once, in the order in which they were made
 */
export function trendOf(audits: readonly SeriesAudit[], period: Span | null, teams: Teams): readonly TrendRow[] {
  if (period === null) return [];
  const all = [...Map.groupBy(audits, repositoriesIn(audits)).values()].map((own) => oneRepository(own, period));
  const sorted = all.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  return [
    ...sorted.flatMap((one) => rowsOf('repository', one.name, [one], [])),
    ...[...teams].flatMap(([team, patterns]) => {
      const absent = patterns.filter((pattern) => !sorted.some(({ name }) => isOfTeam([pattern], name)));
      const own = sorted.filter(({ name }) => isOfTeam(patterns, name));
      return rowsOf('team', team, own, absent, weeksOf(period, [], []));
    }),
  ];
}

/** Its weeks, and by week those of its audits that count, each time once, and the findings that were fixed. */
function oneRepository(audits: readonly SeriesAudit[], period: Span) {
  const episodes = episodesOf(audits);
  const changed = audits.flatMap((audit, index): readonly (readonly [SeriesAudit, string])[] => {
    const before = audits[index - 1]?.evidence ?? audit.evidence;
    return before === audit.evidence
      ? []
      : [[audit, `from ${audit.file} on the evidence is ${evidenceWords[audit.evidence]}, and was ${evidenceWords[before]} before`]];
  });
  const weekOfFile = new Map(audits.map(({ file, until }) => [file, weekOf(until)]));
  return {
    name: audits.at(-1)?.repository ?? 'a repository without a name',
    weeks: weeksOf(period, audits, episodes),
    audits: Map.groupBy(apartIn(audits), ({ until }) => weekOf(until)),
    changed: new Map(changed),
    fixed: Map.groupBy(episodes, ({ closedIn }) => weekOfFile.get(closedIn ?? '') ?? ''),
  };
}

export const evidenceWords: Readonly<Record<SeriesAudit['evidence'], string>> = {
  service: 'of a service',
  github: 'GitHub’s checks',
  none: 'of nobody',
};

/** @param absent names of a team of which no file is an audit */
function rowsOf(
  of: TrendRow['of'],
  name: string,
  repositories: readonly OneRepository[],
  absent: readonly string[],
  weeks = repositories[0]?.weeks ?? [],
): readonly TrendRow[] {
  return weeks.flatMap(({ from, number }, index): readonly TrendRow[] => {
    const states = repositories.map((one) => ({ name: one.name, complete: one.weeks[index]?.complete ?? 'none' }));
    const missing = [...states.flatMap((one) => (one.complete === 'whole' ? [] : [one.name])), ...absent];
    const audits = repositories.flatMap((one) => one.audits.get(from) ?? []);
    if (audits.length === 0 && missing.length === 0) return [];
    const isNone = states.every(({ complete }) => complete === 'none');
    const days = middle(repositories.flatMap(({ fixed }) => (fixed.get(from) ?? []).flatMap((one) => one.days ?? [])));
    return [
      {
        of,
        name,
        week: number,
        from,
        audits: audits.length,
        complete: missing.length === 0 ? 'whole' : isNone ? 'none' : 'part',
        missing,
        evidence: [...new Set(audits.map(({ evidence }) => evidence))],
        numbers: audits.length === 0 ? null : { ...added(audits), daysToFix: days },
        notes: [
          ...repositories.flatMap(({ changed }) => audits.flatMap((audit) => changed.get(audit) ?? [])),
          ...audits.flatMap(({ complete, file }) => (complete ? [] : [`${file} is not complete, and may count too little`])),
        ],
      },
    ];
  });
}

function added(audits: readonly SeriesAudit[]): Omit<NonNullable<TrendRow['numbers']>, 'daysToFix'> {
  const each = audits.map((audit) => {
    const { accepted, owing, unclear, uncovered } = auditNumbers({
      ...audit,
      totals: { changes: audit.changes, states: audit.states, landings: 0, commits: 0 },
    });
    return { audit, accepted, owing, unclear, covered: owing - uncovered - unclear };
  });
  const sum = (of: (one: (typeof each)[number]) => number): number => each.reduce((total, one) => total + of(one), 0);
  return {
    changes: sum(({ audit }) => audit.changes),
    owing: sum(({ owing }) => owing),
    covered: sum(({ covered }) => covered),
    unknown: sum(({ unclear }) => unclear),
    emergencies: told(audits, 'emergencies', emergencyNotReviewed.name),
    leftOut: sum(({ audit }) => audit.states['excluded'] ?? 0),
    accepted: sum(({ accepted }) => accepted),
    overrides: told(audits, 'overrides', overridden.name),
  };
}

/** The number that the audits tell; null where one of them could not look everywhere, so that it may be larger. */
function told(audits: readonly SeriesAudit[], what: 'emergencies' | 'overrides', name: string): number | null {
  const isTold = audits.every((audit) => audit.rules.some(({ result, rule }) => rule === name && result !== 'not tested'));
  return audits.reduce<number | null>(
    (total, audit) => (total === null || audit[what] === null ? null : total + audit[what]),
    isTold ? 0 : null,
  );
}
