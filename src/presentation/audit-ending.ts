import { count, grouped } from '../text/index.ts';

/** What an audit's last line is made from. */
export interface AuditFacts {
  readonly ending: 'audited' | 'non-compliant' | 'unknown' | 'not-applicable';
  readonly period: { readonly since: string | null; readonly until: string };
  readonly totals: { readonly changes: number; readonly landings: number; readonly commits: number };
  readonly counts: { readonly open: number; readonly accepted: number; readonly fresh: number; readonly fixed: number };
  readonly rules: readonly { readonly rule: string; readonly result: string; readonly why: string | null }[];
  readonly holes: readonly unknown[];
}

interface AuditMark {
  readonly icon: string;
  readonly mark: string;
  readonly colour: 'green' | 'red' | 'yellow' | 'gray';
  readonly word: string;
}

/** None is green but an audit that found nothing of weight; one where nothing landed is grey. */
const marks: Readonly<Record<AuditFacts['ending'], AuditMark>> = {
  audited: { icon: '✅', mark: '✔', colour: 'green', word: 'No finding of weight' },
  'non-compliant': { icon: '❌', mark: '✖', colour: 'red', word: 'Findings' },
  unknown: { icon: '❓', mark: '?', colour: 'yellow', word: 'Unknown' },
  'not-applicable': { icon: '⚪', mark: '-', colour: 'gray', word: 'Nothing landed' },
};

/** How an audit ended, with its mark. */
export function auditMark({ ending }: Pick<AuditFacts, 'ending'>): AuditMark {
  return marks[ending];
}

/** The numbers of an audit in a sentence: what was looked at, what was found, and what nobody looked at. */
export function endingWords(facts: AuditFacts): string {
  const { counts, holes, rules, totals } = facts;
  const untested = rules.filter(({ result }) => result === 'not tested').length;
  const looked =
    totals.changes === 0
      ? `no change between ${ends(facts)}`
      : `${count(totals.changes, 'change')} in ${count(totals.landings, 'landing')} between ${ends(facts)}`;
  const found =
    counts.open === 0
      ? 'no open finding'
      : `${count(counts.open, 'open finding')} (${grouped(counts.fresh)} new, ${grouped(counts.accepted)} accepted)`;
  return [
    looked,
    found,
    ...(counts.fixed === 0 ? [] : [`${grouped(counts.fixed)} fixed`]),
    ...(untested === 0 ? [] : [`${count(untested, 'rule')} not tested`]),
    ...(holes.length === 0 ? [] : [`${count(holes.length, 'thing')} missing from the population`]),
  ].join('; ');
}

/** Rules that were not tested, or not everywhere, each with the reason. */
export function untestedLines(rules: AuditFacts['rules']): readonly string[] {
  return rules
    .filter(({ result, why }) => result === 'not tested' || (result === 'tested' && why !== null))
    .map(({ rule, why }) => (why === null ? rule : `${rule}: ${why}`));
}

function ends({ period: { since, until } }: Pick<AuditFacts, 'period'>): string {
  return `${since ?? 'a commit that was named'} and ${until}`;
}

/** What became of the issues about findings. */
export function issuesWords({
  closed,
  opened,
  unchanged,
  updated,
}: {
  readonly opened: number;
  readonly updated: number;
  readonly closed: number;
  readonly unchanged: number;
}): string {
  return `Issues: ${grouped(opened)} opened, ${grouped(updated)} updated, ${grouped(closed)} closed, ${grouped(unchanged)} as they were`;
}
