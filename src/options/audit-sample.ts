import type { OptionSpec } from './spec.ts';

/** The options about a sample of the audited changes. */
export const auditSampleOptions = [
  {
    name: 'sample',
    kind: 'text',
    default: '0',
    whenEmpty: 'error',
    placeholder: 'NUMBER',
    description:
      'Draw so many changes for tests of single changes, or all where there are no more: with `package` each has a test sheet in it, and the log shows which they are. `auto`: as many as auditors commonly test of such a population, by a table that the log shows. `0`: none.',
  },
  {
    name: 'sample-seed',
    kind: 'text',
    default: 'none',
    whenEmpty: 'error',
    placeholder: 'TEXT',
    description:
      'The auditor’s own seed of the sample, which nobody else knows before. With `none` it is made from the population and the period, and says so: the team can influence it.',
  },
  {
    name: 'sample-strata',
    kind: 'choice',
    choices: ['none', 'branch', 'state', 'kind'],
    default: 'none',
    whenEmpty: 'error',
    placeholder: 'HOW',
    description: 'Draw `sample` changes of each branch, of each state, or of each kind of landing. `none`: of all together.',
  },
  {
    name: 'sample-file',
    kind: 'text',
    default: 'none',
    whenEmpty: 'error',
    placeholder: 'FILE',
    description: 'CSV file with the auditor’s own picks in place of a draw: a SHA or the number of a pull request a line.',
  },
  {
    name: 'incomplete',
    kind: 'boolean',
    default: 'false',
    whenEmpty: 'error',
    description: 'Take the sample also of an audit that is not complete. Otherwise the command fails after its reports are written.',
  },
] as const satisfies readonly OptionSpec[];
