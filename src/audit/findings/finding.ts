export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

export interface Subject {
  readonly kind: 'commit' | 'pull-request' | 'artifact' | 'trail' | 'tag' | 'branch' | 'deployment' | 'audit' | 'notification' | 'log';
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
  /** Numbers of the controls that the rule serves. */
  readonly controls: readonly string[];
  /** The change that it is about; null where it is about none. `authors` are digests of names; left out where nobody knows them. */
  readonly change: { readonly sha: string; readonly pull: number | null; readonly authors?: readonly string[] } | null;
  /** When it happened: of a change its landing. ISO 8601 in UTC; null where it is so now, or nobody knows. */
  readonly at: string | null;
}

/** The key of a finding: `rule:kind:id`, and what tells two findings of one rule about one subject apart. */
export function keyOf(rule: string, { kind, id }: Subject, detail?: string): string {
  return [rule, kind, id, ...(detail === undefined ? [] : [detail])]
    .map((part) => part.replaceAll(/[:%\s]/g, encodeURIComponent))
    .join(':');
}

/** The parts that a key is made of, as they were before: `detail` may be left out. */
export function partsOf(key: string): { readonly rule: string; readonly kind: string; readonly id: string } {
  const [rule = '', kind = '', id = ''] = key.split(':').map(decoded);
  return { rule, kind, id };
}

/** The commit that a key names; undefined where it names something else. */
export function commitIn(key: string): string | undefined {
  const { id, kind } = partsOf(key);
  return kind === 'commit' && /^[0-9a-f]{40}$/.test(id) ? id : undefined;
}

/** A person may have written the key: what was not encoded stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Whether a finding is as severe as that, or more. */
export function reaches({ severity }: Pick<Finding, 'severity'>, least: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(least);
}
