import type { Audit, JudgedFinding } from '../judge/audit.ts';

/** A finding that one of two audits has and the other not, or in another way. */
export interface FindingDifference {
  readonly what: 'opened' | 'gone' | 'changed';
  readonly key: string;
  readonly rule: string;
  /** As the package's facts give it, and as the new ones do; null where there is none. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The findings of two audits of the same period, both judged by this program: only their facts and the moment differ. */
export function compareFindings(before: Pick<Audit, 'findings'>, after: Pick<Audit, 'findings'>): readonly FindingDifference[] {
  const [old, now] = [byKey(before), byKey(after)];
  return [
    ...[...old].flatMap(([key, finding]): readonly FindingDifference[] => {
      const found = now.get(key);
      const [one, other] = [wordsOf(finding), found === undefined ? null : wordsOf(found)];
      if (one === other) return [];
      return [{ what: other === null ? 'gone' : 'changed', key, rule: finding.rule, before: one, after: other }];
    }),
    ...[...now].flatMap(([key, finding]): readonly FindingDifference[] =>
      old.has(key) ? [] : [{ what: 'opened', key, rule: finding.rule, before: null, after: wordsOf(finding) }],
    ),
  ];
}

function byKey({ findings }: Pick<Audit, 'findings'>): ReadonlyMap<string, JudgedFinding> {
  return new Map(findings.map((finding) => [finding.key, finding]));
}

function wordsOf({ accepted, message, severity }: JudgedFinding): string {
  return `${severity}${accepted === null ? '' : ', accepted'}: ${message}`;
}
