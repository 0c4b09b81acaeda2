import { attesting, commandNames, type OptionSpec } from './option.ts';

/** Which test results become evidence, and how they are read. */
export const resultsOptions = [
  {
    name: 'attestation-name',
    kind: 'text',
    commands: attesting,
    required: true,
    placeholder: 'NAME',
    description: 'Name of the attestation, as the template of the flow calls it: letters, digits, `-`, `_`, `,`.',
  },
  {
    name: 'junit-paths',
    kind: 'lines',
    commands: attesting,
    required: true,
    placeholder: 'GLOB',
    description:
      'JUnit XML files: paths or globs, one a line; `!` excludes. Symbolic links are not followed; `node_modules` and `.git` are left out.',
  },
  {
    name: 'test-outcome',
    kind: 'choice',
    commands: attesting,
    choices: ['success', 'failure', 'cancelled', 'skipped', 'none'],
    default: 'none',
    whenEmpty: 'error',
    placeholder: 'OUTCOME',
    description:
      'How the test step ended: `${{ steps.tests.outcome }}`. If it did not succeed and the files show no failing test, the evidence contradicts it and is unusable: a test file that failed to load leaves no trace in some frameworks. `none` checks nothing.',
  },
  {
    name: 'job-status',
    kind: 'choice',
    commands: attesting,
    choices: ['success', 'failure', 'cancelled'],
    actionDefault: '${{ job.status }}',
    placeholder: 'STATUS',
    description: 'How the job stands. Without `test-outcome`, a failed job whose files show no failing test is warned about.',
  },
  {
    name: 'min-tests',
    kind: 'count',
    commands: commandNames,
    default: '1',
    whenEmpty: 'error',
    placeholder: 'NUMBER',
    description:
      'Fewest tests that must have run, skipped ones not counted; with fewer the evidence is unusable. `gate` asks it of each junit attestation on the trail, `attest-and-gate` of its own, and of the others one; `0` asks nothing.',
  },
  {
    name: 'newer-than',
    kind: 'text',
    commands: attesting,
    default: 'none',
    whenEmpty: 'error',
    placeholder: 'TIME',
    description:
      'Refuse files written before this moment: a time such as `2026-11-21T10:00:00Z`, Unix seconds, or an age such as `30m`. With `none`, files older than the checkout are warned about.',
  },
  {
    name: 'merge-retries',
    kind: 'choice',
    commands: attesting,
    choices: ['none', 'last'],
    default: 'none',
    placeholder: 'HOW',
    description: 'Test cases that are attempts of one test: count each as it stands, or let the `last` one decide.',
  },
  {
    name: 'granularity',
    kind: 'choice',
    commands: attesting,
    choices: ['outermost', 'leaf'],
    default: 'outermost',
    placeholder: 'HOW',
    description: 'One row for each outermost test suite, or for each suite that has test cases of its own.',
  },
  {
    name: 'time-unit',
    kind: 'choice',
    commands: attesting,
    choices: ['s', 'ms'],
    default: 's',
    placeholder: 'UNIT',
    description: 'Unit of the times in the files: seconds, or milliseconds for frameworks that write those.',
  },
  {
    name: 'on-unusable',
    kind: 'choice',
    commands: attesting,
    choices: ['post-error', 'post-nothing'],
    default: 'post-error',
    placeholder: 'HOW',
    description:
      'When the files cannot become evidence: record a row with an error per cause, so that an earlier green record does not speak for this run, or record nothing. Either way the verdict is `unusable`.',
  },
] as const satisfies readonly OptionSpec[];
