import { orNothing } from '../../text/index.ts';

export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];
export const worstFirst: readonly Severity[] = severities.toReversed();

export const subjectKinds = [
  'artifact',
  'audit',
  'branch',
  'commit',
  'deployment',
  'log',
  'notification',
  'pull-request',
  'tag',
  'trail',
] as const;

export interface Subject {
  readonly kind: (typeof subjectKinds)[number];
  /** The full SHA, the number of the pull request, the fingerprint, or the name; of a log its organization, or the witness. */
  readonly id: string;
  readonly url: string | null;
}

export interface Finding {
  /** The same for the same thing in every run. */
  readonly key: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly subject: Subject;
  /** One sentence that says what happened, to what. */
  readonly message: string;
  readonly fix: string;
  readonly controls: readonly string[];
  /** Null where it is about no change. `authors` are digests of names; left out where they are unknown. */
  readonly change: { readonly sha: string; readonly pull: number | null; readonly authors?: readonly string[] } | null;
  /** When it happened: of a change its landing. ISO 8601 in UTC; null where it is so now, or unknown. */
  readonly at: string | null;
}

/** `rule:kind:id`, and a detail that tells apart two findings of one rule about one subject. */
export function keyOf(rule: string, { kind, id }: Subject, detail?: string): string {
  return [rule, kind, id, ...(detail === undefined ? [] : [detail])]
    .map((part) => part.replaceAll(/[:%\s]/g, encodeURIComponent))
    .join(':');
}

/** The decoded parts of a key. `detail` may be left out. */
export function partsOf(key: string): { readonly rule: string; readonly kind: string; readonly id: string } {
  // A person may have written the key: text that is not encoded stays as it is.
  const [rule = '', kind = '', id = ''] = key.split(':').map((part) => orNothing(() => decodeURIComponent(part)) ?? part);
  return { rule, kind, id };
}

/** Undefined where the key names something else. */
export function commitIn(key: string): string | undefined {
  const { id, kind } = partsOf(key);
  return kind === 'commit' && /^[0-9a-f]{40}$/.test(id) ? id : undefined;
}

export function reaches({ severity }: Pick<Finding, 'severity'>, least: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(least);
}

export interface Compared extends Finding {
  readonly status: 'new' | 'open' | 'fixed';
  /** When the first run found it, ISO 8601 in UTC. */
  readonly firstSeen: string;
  /** Open by the run before alone: this run did not look at its subject again. */
  readonly carried: boolean;
}

export interface PreviousFinding extends Finding {
  readonly firstSeen: string;
}

/**
 * The findings of this run, new or still open, and after them those of the run before that are gone. Only a run that
 * looked at the same thing again may say that it is fixed: the next audit begins where the last one ended, and what was
 * wrong before is still wrong then.
 * @param isLookedAt whether this run judged the subject of a finding of the run before
 * @param now when this run was fixed, ISO 8601 in UTC
 */
export function compareFindings(
  found: readonly Finding[],
  previous: readonly PreviousFinding[],
  { isLookedAt, now }: { readonly isLookedAt: (finding: PreviousFinding) => boolean; readonly now: string },
): readonly Compared[] {
  const before = new Map(previous.map((finding) => [finding.key, finding]));
  const keys = new Set(found.map(({ key }) => key));
  return [
    ...found.map((finding): Compared => {
      const known = before.get(finding.key);
      return { ...finding, status: known === undefined ? 'new' : 'open', firstSeen: known?.firstSeen ?? now, carried: false };
    }),
    ...previous
      .filter(({ key }) => !keys.has(key))
      .map((finding): Compared => {
        const isFixed = isLookedAt(finding);
        return { ...finding, status: isFixed ? 'fixed' : 'open', carried: !isFixed };
      }),
  ];
}
