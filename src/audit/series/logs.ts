import type { SeriesAudit, SeriesPackage } from './series-audit.ts';
import type { SeriesFinding, WitnessState } from './series.ts';

/** A head of the log that somebody kept. */
export interface KeptLink {
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

/** Holds the logs of the packages against each other, and against the heads that somebody kept. */
export function judgeLogs(audits: readonly SeriesAudit[], kept: readonly KeptLink[]): readonly SeriesFinding[] {
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
export function witnessOf({ packed }: SeriesAudit, audits: readonly SeriesAudit[]): WitnessState {
  if (packed === null) return { kind: 'none', why: 'report without a package' };
  const { heads, log } = packed;
  if (log === null) return { kind: 'none', why: 'the service has no chain' };
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
