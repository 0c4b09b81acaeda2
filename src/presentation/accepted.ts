import { list } from '../text/index.ts';

/** Who let an entry into the audit's file. Names are as they came. */
export interface EntryBy {
  readonly commit: string;
  readonly pull: { readonly number: number } | null;
  /** Null where it is not known. */
  readonly merged: string | null;
  readonly approved: readonly string[] | null;
}

/** Names who merged and who approved the entry that accepts a finding. */
export function entryWords(by: EntryBy | undefined): string {
  if (by === undefined) return 'who merged and approved the entry is not known';
  const { approved, commit, merged, pull } = by;
  const came = `the entry came with commit ${commit.slice(0, 12)}`;
  if (pull !== null) {
    const names = approved === null ? 'it is not known who' : approved.length === 0 ? 'nobody' : list(approved);
    return `the entry was merged by ${merged ?? 'somebody'} with pull request ${pull.number}, ${names} approved it`;
  }
  return approved === null
    ? `${came}; who merged and approved it is not known`
    : `${came}, which no pull request brought: nobody approved it`;
}
