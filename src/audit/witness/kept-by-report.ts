import type { ReportedHead } from '../facts/previous.ts';
import type { KeptHead } from './read-heads.ts';

/** The head that the report of the audit before keeps. The log of another organization is another chain. */
export function keptByReport(before: ReportedHead | null, org: string): readonly KeptHead[] {
  if (before === null || before.org !== org) return [];
  return [{ link: before.link, keeper: `the previous audit's report of ${before.readAt.slice(0, 10)}`, keptIn: 'report' }];
}
