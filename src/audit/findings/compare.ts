import type { Finding } from './finding.ts';

/** A finding next to what the run before found. */
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
 * The findings of this run, new or still open, and after them those of the run before that are gone. Only a run that looked
 * at the same thing again may say that it is fixed: the next audit begins where the last one ended, and what was wrong before
 * is still wrong then.
 *
 * @param isLookedAt whether this run judged what a finding of the run before is about
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
