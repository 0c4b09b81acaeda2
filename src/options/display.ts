import { oneLine } from '../text/index.ts';
import { allOrComplaints, readOptions } from './reader.ts';
import { legOptions, type LegSettings } from './results.ts';
import type { OptionSpec, ReaderOf } from './spec.ts';

export const githubTokenOption = {
  name: 'github-token',
  kind: 'text',
  secret: true,
  actionDefault: '${{ github.token }}',
  placeholder: 'TOKEN',
  description:
    'For what is asked of GitHub: `contents: read` reads the commit where there is no checkout, and shows a gate whether another commit is a test merge of this one; `statuses: write` and `pull-requests: write` are for `report`, and `issues: write` is for `audit-issues`. Empty: do not ask.',
} as const satisfies OptionSpec;

export const summaryOption = {
  name: 'summary',
  kind: 'choice',
  placeholder: 'VALUE',
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

export const statusContextOption = {
  name: 'status-context',
  kind: 'text',
  placeholder: 'NAME',
  description:
    'Name of the commit status of `report: status`, if not `compliance/<flow>`. GitHub does not tell names apart by case: flows whose names differ by case alone, or that two organizations have, need one each.',
} as const satisfies OptionSpec;

/** `matrix` and `leg` tell the statuses of the legs of one job apart. */
export const displayOptions = [summaryOption, reportOption, statusContextOption, githubTokenOption, ...legOptions] as const;

export type DisplaySettings = Readonly<ReturnType<typeof readDisplay>>;

/** A command without a verdict shows none. */
export function readDisplay(read: ReaderOf<typeof displayOptions>, hasVerdict: boolean) {
  const { leg, ...settings } = allOrComplaints({
    summary: () => read.choice('summary'),
    status: () => hasVerdict && reportsOf(read).includes('status'),
    comment: () => hasVerdict && reportsOf(read).includes('comment'),
    /** Name of the status; `undefined` for that of the flow. */
    statusContext: () => (hasVerdict ? readStatusContext(read) : undefined),
    githubToken: () => (hasVerdict ? read.text('github-token') : undefined),
    leg: (): LegSettings => (hasVerdict ? readOptions(read, legOptions) : { matrix: null, leg: undefined }),
  });
  return { ...settings, ...leg };
}

/** GitHub shows the name in one line, and documents no limit for it. */
function readStatusContext(read: ReaderOf<typeof displayOptions>): string | undefined {
  const name = read.text('status-context');
  if (name === undefined) return undefined;
  if (name.length > 255 || name !== oneLine(name, 255))
    throw read.invalid('status-context', 'is no name of a status', 'Write one line of at most 255 characters');
  if (!read.choices('report').includes('status'))
    throw read.invalid('status-context', 'does nothing without `report: status`', 'Write `report: status`, or leave it out');
  return name;
}

function reportsOf(read: ReaderOf<typeof displayOptions>): readonly ('status' | 'comment' | 'none')[] {
  const reports = read.choices('report');
  if (reports.includes('none') && reports.length > 1)
    throw read.invalid('report', 'holds `none` next to others', 'Write `none` alone, or leave it out');
  if (!reports.includes('none') && read.text('github-token') === undefined)
    throw read.invalid('report', 'needs a token of GitHub', 'Pass `github-token: ${{ github.token }}`');
  return reports;
}
