import { readPatternLine } from '../text/index.ts';
import { allOrComplaints } from './all-or-complaints.ts';
import { readName } from './names.ts';
import type { OptionReader, ReaderOf } from './reader.ts';
import type { DecidingSpec } from './spec.ts';

/** Options about which files hold the test results. */
export const resultPathsOption = {
  name: 'junit-paths',
  kind: 'lines',
  example: 'build/test-results/**/*.xml',
  decides: 'nothing',
  placeholder: 'GLOB',
  description:
    'JUnit XML files: paths or globs, one a line; `!` excludes. Symbolic links are not followed; `node_modules` and `.git` are left out.',
} as const satisfies DecidingSpec;

export const workingDirectoryOption = {
  name: 'working-directory',
  kind: 'text',
  decides: 'nothing',
  placeholder: 'FOLDER',
  description:
    'Folder that `junit-paths` and `attachments` are relative to, as that of the step that runs the tests. Default: the workspace, out of which it must not lead. git finds the repository above it.',
} as const satisfies DecidingSpec;

export const attestationNameOption = {
  name: 'attestation-name',
  kind: 'text',
  example: 'unit-tests',
  decides: 'nothing',
  placeholder: 'NAME',
  description: 'Name of the attestation, as the template of the flow calls it: letters, digits, `-`, `_`, `,`.',
} as const satisfies DecidingSpec;

export const testOutcomeOption = {
  name: 'test-outcome',
  kind: 'choice',
  decides: 'recorded',
  choices: ['success', 'failure', 'cancelled', 'skipped', 'none'],
  default: 'none',
  whenEmpty: 'error',
  placeholder: 'OUTCOME',
  description:
    'How the test step ended: `${{ steps.tests.outcome }}`. If it did not succeed and the files show no failing test, the evidence contradicts it and is unusable: a test file that failed to load leaves no trace in some frameworks. `none` checks nothing.',
} as const satisfies DecidingSpec;

export const onUnusableOption = {
  name: 'on-unusable',
  kind: 'choice',
  decides: 'nothing',
  choices: ['post-error', 'post-nothing'],
  default: 'post-error',
  placeholder: 'HOW',
  description:
    'When the files cannot become evidence: record a row with an error per cause, so that an earlier green record does not speak for this run, or record nothing. Either way the verdict is `unusable`.',
} as const satisfies DecidingSpec;

export const trackedResultsOption = {
  name: 'tracked-results',
  kind: 'choice',
  decides: 'recorded',
  choices: ['refuse', 'allow'],
  default: 'refuse',
  placeholder: 'HOW',
  description:
    'Results files that git tracks with the content that they have, so that this run did not write them: `refuse` them as unusable, or `allow` them and ask no git, as where results are committed on purpose.',
} as const satisfies DecidingSpec;

/** Which test results become evidence, and under which name. */
export const resultsOptions = [
  attestationNameOption,
  resultPathsOption,
  workingDirectoryOption,
  trackedResultsOption,
  testOutcomeOption,
  {
    name: 'job-status',
    kind: 'choice',
    decides: 'nothing',
    choices: ['success', 'failure', 'cancelled'],
    actionDefault: '${{ job.status }}',
    placeholder: 'STATUS',
    description: 'How the job stands. Without `test-outcome`, a failed job whose files show no failing test is warned about.',
  },
  onUnusableOption,
] as const satisfies readonly DecidingSpec[];

export type ResultsSettings = ReturnType<typeof readResults>;

/** `matrix`: the leg, as JSON, for the words about a name. */
export function readResults(read: ReaderOf<typeof resultsOptions>, matrix?: string) {
  return allOrComplaints({
    name: () => readName(read, 'attestation-name', 'templateName', matrix),
    resultPaths: () => readResultPaths(read),
    /** Relative to the workspace; the workspace itself where it is not given. */
    workingDirectory: () => read.text('working-directory'),
    trackedResults: () => read.choice('tracked-results'),
    testOutcome: () => readTestOutcome(read),
    jobStatus: (): string | undefined => (read.text('job-status') === undefined ? undefined : read.choice('job-status')),
    onUnusable: () => read.choice('on-unusable'),
  });
}

/** How the test step ended, as far as the caller says. */
export function readTestOutcome(read: ReaderOf<readonly [typeof testOutcomeOption]>): string | undefined {
  const outcome = read.choice('test-outcome');
  return outcome === 'none' ? undefined : outcome;
}

export function readResultPaths(read: OptionReader<'junit-paths'>): readonly string[] {
  read.required('junit-paths');
  const lines = read.lines('junit-paths');
  if (lines.every((line) => readPatternLine(line).isExclude || line.startsWith('#')))
    throw read.invalid('junit-paths', 'only excludes files', 'Add a line that includes some, for example build/test-results/**/*.xml');
  return lines;
}
