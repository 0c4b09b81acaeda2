import { count, grouped, list } from '../../text/index.ts';

/** How findings go on since the audit before, and the words for it. */
export const sinceWords = {
  new: 'New',
  fixed: 'Fixed',
  again: 'Still open, looked at again',
  carried: 'Open, and not looked at again',
} as const;

export type SinceBefore = keyof typeof sinceWords;

export const allSince: readonly SinceBefore[] = ['new', 'fixed', 'again', 'carried'];

export type SinceCounts = Readonly<Record<SinceBefore, number>>;

/** @param carried is true, or the words that say why, where this audit did not look at it again */
export function sinceOf({ carried, status }: { readonly status: string; readonly carried: boolean | string | null }): SinceBefore {
  if (carried === true || typeof carried === 'string') return 'carried';
  return status === 'new' || status === 'fixed' ? status : 'again';
}

/** `1 new; 2 fixed`; a number that is 0 is left out. */
export function sinceInShort(counts: SinceCounts): string {
  const some = allSince.filter((kind) => counts[kind] > 0);
  return some.map((kind) => `${grouped(counts[kind])} ${sinceWords[kind].toLowerCase()}`).join('; ');
}

/** @param whose the repositories without an audit before; left out: the one that is audited */
export function noneBefore(whose?: readonly string[]): string {
  const of = whose === undefined ? '' : ` for ${count(whose.length, 'repository', 'repositories')} (${list(whose)})`;
  return `No audit before this one was handed in${of}: each finding is new ${whose === undefined ? 'here' : 'there'}, and none can be fixed.`;
}
