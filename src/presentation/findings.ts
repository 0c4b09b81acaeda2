import { grouped, list, localMinute, oneLine } from '../text/index.ts';

/** Who let an entry into the audit's file. Names are as they came. */
interface EntryBy {
  readonly commit: string;
  /** Left out where nobody told. */
  readonly author?: string;
  readonly pull: { readonly number: number } | null;
  /** Null where it is not known. */
  readonly merged: string | null;
  readonly approved: readonly string[] | null;
  /** Who changed its reason since; left out where nobody did. */
  readonly reworded?: { readonly commit: string; readonly author: string };
}

/** Names who wrote, merged and approved the entry that accepts a finding, and who changed its reason. */
export function entryWords(by: EntryBy | undefined): string {
  if (by === undefined) return 'who merged and approved the entry is not known';
  const { reworded } = by;
  return reworded === undefined
    ? letInWords(by)
    : `${letInWords(by)}; ${reworded.author} changed its reason with commit ${reworded.commit.slice(0, 12)}`;
}

function letInWords({ approved, author, commit, merged, pull }: EntryBy): string {
  const came = `the entry came with commit ${commit.slice(0, 12)}${author === undefined ? '' : ` of ${author}`}`;
  if (pull !== null) {
    const names = approved === null ? 'it is not known who' : approved.length === 0 ? 'nobody' : list(approved);
    const wrote = author === undefined ? 'was' : `was written by ${author} and`;
    return `the entry ${wrote} merged by ${merged ?? 'somebody'} with pull request ${pull.number}, ${names} approved it`;
  }
  return approved === null
    ? `${came}; who merged and approved it is not known`
    : `${came}, which no pull request brought: nobody approved it`;
}

/** The facts of an audit that show why it did not look at something. */
export interface LookedAt {
  /** Nothing of the population is missing. */
  readonly complete: boolean;
  /** Start of its period, ISO 8601 in UTC; null where a commit is the start. */
  readonly since: string | null;
  /** The zone of the audit's days; left out: UTC. */
  readonly timeZone?: string | undefined;
}

/** Why a finding of the audit before is open without another look, and how to look at it again. */
export function carriedWords(
  { at, change }: { readonly at: string | null; readonly change: object | null },
  { complete, since, timeZone = 'UTC' }: LookedAt,
): string {
  const words = 'not looked at again';
  if (!complete) return `${words}: this audit is not complete`;
  const isWithin = at === null ? change === null : since !== null && Date.parse(at) >= Date.parse(since);
  if (isWithin) return `${words}: its rule was not tested on it`;
  return `${words}: audit its time with since${at === null ? '' : ` ${localMinute(new Date(at), timeZone).slice(0, 10)}`}`;
}

interface IssuesKept extends Readonly<Record<'opened' | 'updated' | 'closed' | 'unchanged', number>> {
  readonly dryRun: boolean;
  readonly changes: readonly {
    readonly what: 'open' | 'update' | 'close';
    readonly number: number | null;
    readonly title: string;
  }[];
}

/** The numbers in a line, and in a dry run a line for each change that was not made. */
export function issuesLines(kept: IssuesKept): readonly string[] {
  const changes = kept.changes.map(
    ({ number, title, what }) => `would ${what}${number === null ? '' : ` #${number}`}: ${oneLine(title, 256)}`,
  );
  return [issuesWords(kept), ...(kept.dryRun ? changes : [])];
}

export function issuesWords({ closed, dryRun, opened, unchanged, updated }: IssuesKept): string {
  if (dryRun)
    return `Issues, and nothing was sent: ${grouped(opened)} to open, ${grouped(updated)} to update, ${grouped(closed)} to close, ${grouped(unchanged)} as they are`;
  return `Issues: ${grouped(opened)} opened, ${grouped(updated)} updated, ${grouped(closed)} closed, ${grouped(unchanged)} as they were`;
}
