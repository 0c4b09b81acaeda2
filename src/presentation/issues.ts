import { grouped } from '../text/index.ts';

/** The result of keeping the issues about findings. */
export function issuesWords({
  closed,
  opened,
  unchanged,
  updated,
}: {
  readonly opened: number;
  readonly updated: number;
  readonly closed: number;
  readonly unchanged: number;
}): string {
  return `Issues: ${grouped(opened)} opened, ${grouped(updated)} updated, ${grouped(closed)} closed, ${grouped(unchanged)} as they were`;
}
