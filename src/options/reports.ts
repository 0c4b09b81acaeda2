import { allOrComplaints } from './all-or-complaints.ts';
import type { OptionReader } from './reader.ts';
import type { NamesOf, OptionSpec } from './spec.ts';

export const githubTokenOption = {
  name: 'github-token',
  kind: 'text',
  secret: true,
  actionDefault: '${{ github.token }}',
  placeholder: 'TOKEN',
  description:
    'For what is asked of GitHub: `contents: read` reads the commit where there is no checkout, and shows a gate whether another commit is a test merge of this one; `statuses: write` and `pull-requests: write` are for `report`. Empty: do not ask.',
} as const satisfies OptionSpec;

export const summaryOption = {
  name: 'summary',
  kind: 'choice',
  choices: ['full', 'failed', 'off'],
  default: 'full',
  description: 'The job summary: always, only where the verdict is no pass or a test failed, or never.',
} as const satisfies OptionSpec;

export const reportOption = {
  name: 'report',
  kind: 'choices',
  choices: ['status', 'comment', 'none'],
  default: 'none',
  placeholder: 'WHERE',
  description:
    'Where else the verdict is shown: `status` sets the commit status `compliance/<flow>`, `comment` keeps one comment of the pull request up to date. Both need `github-token`.',
} as const satisfies OptionSpec;

/** How the action shows its result on GitHub. */
export const reportsOptions = [summaryOption, reportOption, githubTokenOption] as const;

type ReportsOption = NamesOf<typeof reportsOptions>;

export interface ReportsSettings {
  readonly summary: 'full' | 'failed' | 'off';
  readonly status: boolean;
  readonly comment: boolean;
  readonly githubToken: string | undefined;
}

/** `judges`: whether the command comes to a verdict; one that does not has nothing to report. */
export function readReports(read: OptionReader<ReportsOption>, judges: boolean): ReportsSettings {
  return allOrComplaints<ReportsSettings>({
    summary: () => readSummary(read.choice('summary')),
    status: () => judges && reportsOf(read).includes('status'),
    comment: () => judges && reportsOf(read).includes('comment'),
    githubToken: () => (judges ? read.text('github-token') : undefined),
  });
}

function readSummary(text: string): ReportsSettings['summary'] {
  return text === 'off' || text === 'failed' ? text : 'full';
}

function reportsOf(read: OptionReader<ReportsOption>): readonly string[] {
  const reports = read.choices('report');
  if (reports.includes('none') && reports.length > 1)
    throw read.invalid('report', 'holds `none` next to others', 'Write `none` alone, or leave it out');
  if (!reports.includes('none') && read.text('github-token') === undefined)
    throw read.invalid('report', 'needs a token of GitHub', 'Pass `github-token: ${{ github.token }}`');
  return reports;
}
