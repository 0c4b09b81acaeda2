/** The facts of an audit that show why it did not look at something. */
export interface LookedAt {
  /** Nothing of the population is missing. */
  readonly complete: boolean;
  /** Start of its period, ISO 8601 in UTC; null where a commit is the start. */
  readonly since: string | null;
}

/** Why a finding of the audit before is open without another look, and how to look at it again. */
export function carriedWords(
  { at, change }: { readonly at: string | null; readonly change: object | null },
  { complete, since }: LookedAt,
): string {
  const words = 'not looked at again';
  if (!complete) return `${words}: this audit is not complete`;
  const isWithin = at === null ? change === null : since !== null && Date.parse(at) >= Date.parse(since);
  if (isWithin) return `${words}: its rule was not tested on it`;
  return `${words}: audit its time with since${at === null ? '' : ` ${at.slice(0, 10)}`}`;
}
