import type { CheckedLog } from '../judge/check-log.ts';

/** The line that people keep, and give to a later audit. */
export function headWords({ chain }: CheckedLog, readAt: string): string {
  return `Witness: ${chain.link} (record ${chain.sequence}), as read at ${readAt}`;
}

/** The part of the log that a head proves which somebody kept. Nothing that was changed before it can lead to it. */
export function witnessWords({ at, sequence }: CheckedLog['witnesses'][number]): string {
  if (sequence === null) return 'nothing: it is nowhere in the log';
  const made = at === null ? 'at a time that is not known' : `at ${at} by the clock of the service`;
  return `records 1 to ${sequence}; the last of them was made ${made}`;
}
