import { readPatternLine, redact } from '../text/index.ts';
import { deepest, readJson } from './given-files.ts';
import { timeMeant } from './reader.ts';
import type { DecidingSpec, OptionReader, OptionSpec, SettingsOf } from './spec.ts';
import { readName } from './values.ts';

/** A gate also applies it to the records of others. */
export const minTestsOption = {
  name: 'min-tests',
  kind: 'count',
  decides: 'asked',
  default: '1',
  whenEmpty: 'error',
  description:
    'Fewest tests that must have run, skipped ones not counted; with fewer the evidence is unusable. `gate` asks it of each junit attestation on the trail, `attest-and-gate` of its own, and of the others one; `0` asks nothing.',
} as const satisfies DecidingSpec;

export const readingOptions = [
  minTestsOption,
  {
    name: 'newer-than',
    kind: 'text',
    read: readNewerThan,
    decides: 'recorded',
    default: 'none',
    whenEmpty: 'error',
    placeholder: 'TIME',
    description:
      'Refuse files written before this moment: a time such as `2026-11-21T10:00:00Z`, Unix seconds, or an age such as `30m`. With `none`, files older than the checkout are warned about.',
  },
  {
    name: 'merge-retries',
    kind: 'choice',
    decides: 'nothing',
    choices: ['none', 'last'],
    default: 'none',
    description: 'Test cases that are attempts of one test: count each as it stands, or let the `last` one decide.',
  },
  {
    name: 'granularity',
    kind: 'choice',
    decides: 'nothing',
    choices: ['outermost', 'leaf'],
    default: 'outermost',
    description: 'One row for each outermost test suite, or for each suite that has test cases of its own.',
  },
  {
    name: 'time-unit',
    kind: 'choice',
    decides: 'nothing',
    choices: ['s', 'ms'],
    default: 's',
    placeholder: 'UNIT',
    description: 'Unit of the times in the files: seconds, or milliseconds for frameworks that write those.',
  },
] as const satisfies readonly DecidingSpec[];

/** In milliseconds since 1970: a time, Unix seconds, or an age counted back from now. */
function readNewerThan(read: OptionReader): number | undefined {
  const text = read.required('newer-than');
  if (text === 'none') return undefined;
  if (/^\d{9,11}(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (/^\d{1,6}(?:s|m|h)$/.test(text)) return Date.now() - read.duration('newer-than');
  const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) {
    throw read.invalid(
      'newer-than',
      `is not a moment: ${JSON.stringify(text)}`,
      `${timeMeant(text)}Write a time (2026-11-21T10:00:00Z), Unix seconds, or an age (30m)`,
    );
  }
  return moment;
}

export const legOptions = [
  {
    name: 'matrix',
    kind: 'text',
    read: readMatrix,
    actionDefault: '${{ toJSON(matrix) }}',
    placeholder: 'JSON',
    description: 'Which leg of a matrix this is, as JSON; keeps legs apart that share an attestation name.',
  },
  {
    name: 'leg',
    kind: 'text',
    read: readLabel,
    placeholder: 'LABEL',
    description:
      'A label of your own that keeps runs of one job apart, such as the calls of a reusable workflow: each leg must be green, and a re-run replaces its own leg alone.',
  },
] as const satisfies readonly OptionSpec[];

export type LegSettings = SettingsOf<typeof legOptions>;

/** `null` where there is none, which some engines write as `{}`. */
function readMatrix(read: OptionReader): unknown {
  const text = read.text('matrix');
  if (text === undefined || text === 'null') return null;
  if (text.length > 16_384) throw read.invalid('matrix', 'is longer than 16 KiB', 'Write a short label for this leg');
  const value = readJson(text);
  switch (value.kind) {
    case 'json':
      return JSON.stringify(value.value) === '{}' ? null : withoutSecrets(read, 'matrix', value.value);
    case 'too-deep':
      throw read.invalid('matrix', `is nested more than ${deepest} deep`, 'Write a short label for this leg');
    case 'unclear':
      throw read.invalid('matrix', `is not clear: ${value.why}`, 'Write `matrix: ${{ toJSON(matrix) }}`');
    case 'no-json':
      throw read.invalid('matrix', `is not JSON (${value.why})`, 'Write `matrix: ${{ toJSON(matrix) }}`; a label of your own is `leg`');
  }
}

function readLabel(read: OptionReader): string | undefined {
  const leg = read.text('leg');
  if (leg !== undefined && (leg.length > 255 || /[\r\n]/.test(leg)))
    throw read.invalid('leg', 'is not a short label', 'Write one line of at most 255 characters');
  return withoutSecrets(read, 'leg', leg);
}

/** @throws where a value holds a token. The value is recorded as it is, because two legs with masked values would become one. */
function withoutSecrets<Value>(read: OptionReader, option: 'matrix' | 'leg', value: Value): Value {
  const found = pathOfSecret(value, option, read.secrets);
  if (found === undefined) return value;
  throw read.invalid(
    option,
    `holds a token, in ${found}: it would be recorded for everybody to read`,
    `Take it out of ${option}, and revoke it if it was ever recorded. A job gets its secrets by env`,
  );
}

/** Such as `matrix.env.token`. */
function pathOfSecret(value: unknown, path: string, secrets: readonly string[]): string | undefined {
  const holds = (text: string): boolean => redact(text.toWellFormed(), secrets) !== text.toWellFormed();
  if (typeof value === 'string' || typeof value === 'number') return holds(String(value)) ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (holds(key)) return `the name of a key of ${path}`;
    const found = pathOfSecret(inner, `${path}.${key}`, secrets);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const statementFolderOption = {
  name: 'statement-folder',
  kind: 'folder',
  decides: 'nothing',
  description:
    'Folder for the in-toto statements of the run. Default: on a runner a new one in its temporary folder; by hand none is written.',
} as const satisfies DecidingSpec;

export const resultPathsOption = {
  name: 'junit-paths',
  setting: 'resultPaths',
  kind: 'lines',
  read: readResultPaths,
  example: 'build/test-results/**/*.xml',
  decides: 'nothing',
  placeholder: 'GLOB',
  description:
    'JUnit XML files: paths or globs, one a line; `!` excludes. Symbolic links are not followed; `node_modules` and `.git` are left out.',
} as const satisfies DecidingSpec;

export const workingDirectoryOption = {
  name: 'working-directory',
  kind: 'folder',
  decides: 'nothing',
  description:
    'Folder that `junit-paths` and `attachments` are relative to, as that of the step that runs the tests. Default: the workspace, out of which it must not lead. git finds the repository above it.',
} as const satisfies DecidingSpec;

export const attestationNameOption = {
  name: 'attestation-name',
  setting: 'name',
  kind: 'text',
  // The matrix is for the words about a name.
  read: (read: OptionReader): string => readName(read, 'attestation-name', 'templateName', read.text('matrix')),
  example: 'unit-tests',
  decides: 'nothing',
  placeholder: 'NAME',
  description: 'Name of the attestation, as the template of the flow calls it: letters, digits, `-`, `_`, `,`.',
} as const satisfies DecidingSpec;

export const testOutcomeOption = {
  name: 'test-outcome',
  kind: 'choice',
  read: readTestOutcome,
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
  description:
    'When the files cannot become evidence: record a row with an error per cause, so that an earlier green record does not speak for this run, or record nothing. Either way the verdict is `unusable`.',
} as const satisfies DecidingSpec;

export const trackedResultsOption = {
  name: 'tracked-results',
  kind: 'choice',
  decides: 'recorded',
  choices: ['refuse', 'allow'],
  default: 'refuse',
  description:
    'Results files that git tracks with the content that they have, so that this run did not write them: `refuse` them as unusable, or `allow` them and ask no git, as where results are committed on purpose.',
} as const satisfies DecidingSpec;

/** The files with results, and how the step that made them ended. */
export const resultFilesOptions = [
  attestationNameOption,
  resultPathsOption,
  workingDirectoryOption,
  trackedResultsOption,
  testOutcomeOption,
] as const;

export const resultsOptions = [
  ...resultFilesOptions,
  {
    name: 'job-status',
    kind: 'choice',
    read: (read: OptionReader): string | undefined => (read.text('job-status') === undefined ? undefined : read.choice('job-status')),
    decides: 'nothing',
    choices: ['success', 'failure', 'cancelled'],
    actionDefault: '${{ job.status }}',
    placeholder: 'STATUS',
    description: 'How the job stands. Without `test-outcome`, a failed job whose files show no failing test is warned about.',
  },
  onUnusableOption,
  {
    name: 'test-names',
    kind: 'choice',
    decides: 'nothing',
    choices: ['none', 'failed', 'all'],
    default: 'failed',
    description: 'Names of tests in the statement of test results: `none`, those that `failed`, or `all` that ran.',
  },
] as const satisfies readonly DecidingSpec[];

function readTestOutcome(read: OptionReader): string | undefined {
  const outcome = read.choice('test-outcome');
  return outcome === 'none' ? undefined : outcome;
}

function readResultPaths(read: OptionReader): readonly string[] {
  read.required('junit-paths');
  const lines = read.lines('junit-paths');
  if (lines.every((line) => readPatternLine(line).isExclude || line.startsWith('#')))
    throw read.invalid('junit-paths', 'only excludes files', 'Add a line that includes some, for example build/test-results/**/*.xml');
  return lines;
}
