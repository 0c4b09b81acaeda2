import type { Header } from '../facts/line.ts';

/** Which facts are of which moment, where the audit is about a past one. */
export function asOfWords({ asOf }: Pick<Header, 'asOf'>): string | undefined {
  if (asOf === undefined) return undefined;
  const { at, readAt, sequence } = asOf;
  return `Service: as recorded up to ${at} (record ${sequence}); all else: as read at ${readAt}`;
}

/** When the sources were read. */
export function readAtOf({ asOf, at }: Pick<Header, 'asOf' | 'at'>): string {
  return asOf?.readAt ?? at;
}
