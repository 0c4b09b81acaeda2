import type { Finding } from './finding.ts';

/** A finding next to what the run before found. */
export interface Compared extends Finding {
  readonly status: 'new' | 'open' | 'fixed';
  /** When the first run found it, ISO 8601 in UTC. */
  readonly firstSeen: string;
}

export interface PreviousFinding extends Finding {
  readonly firstSeen: string;
}

/**
 * The findings of this run, new or still open, and after them those of the run before that are gone. Only a complete run may
 * say that something is fixed: what it did not look at is still open, by the run before.
 *
 * @param now when this run was fixed, ISO 8601 in UTC
 */
export function compareFindings(
  found: readonly Finding[],
  previous: readonly PreviousFinding[],
  { complete, now }: { readonly complete: boolean; readonly now: string },
): readonly Compared[] {
  const before = new Map(previous.map((finding) => [finding.key, finding]));
  const keys = new Set(found.map(({ key }) => key));
  return [
    ...found.map((finding): Compared => {
      const known = before.get(finding.key);
      return { ...finding, status: known === undefined ? 'new' : 'open', firstSeen: known?.firstSeen ?? now };
    }),
    ...previous.filter(({ key }) => !keys.has(key)).map((finding): Compared => ({ ...finding, status: complete ? 'fixed' : 'open' })),
  ];
}
