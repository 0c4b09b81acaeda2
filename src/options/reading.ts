import type { ReadingOptions } from '../results/index.ts';
import { allOrComplaints } from './all-or-complaints.ts';
import { timeMeant, type ReaderOf } from './reader.ts';
import type { DecidingSpec } from './spec.ts';
import { given } from '../text/index.ts';

/** A gate also applies it to the records of others. */
export const minTestsOption = {
  name: 'min-tests',
  kind: 'count',
  decides: 'asked',
  default: '1',
  whenEmpty: 'error',
  placeholder: 'NUMBER',
  description:
    'Fewest tests that must have run, skipped ones not counted; with fewer the evidence is unusable. `gate` asks it of each junit attestation on the trail, `attest-and-gate` of its own, and of the others one; `0` asks nothing.',
} as const satisfies DecidingSpec;

/** Options about how test files are read. */
export const readingOptions = [
  minTestsOption,
  {
    name: 'newer-than',
    kind: 'text',
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
    placeholder: 'HOW',
    description: 'Test cases that are attempts of one test: count each as it stands, or let the `last` one decide.',
  },
  {
    name: 'granularity',
    kind: 'choice',
    decides: 'nothing',
    choices: ['outermost', 'leaf'],
    default: 'outermost',
    placeholder: 'HOW',
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

/** `now`: milliseconds since 1970, from which an age is counted back. */
export function readReading(read: ReaderOf<typeof readingOptions>, now = Date.now()): ReadingOptions {
  const { newerThan, ...settings } = allOrComplaints<Omit<ReadingOptions, 'newerThan'> & { newerThan: number | undefined }>({
    minTests: () => read.count('min-tests'),
    mergeRetries: () => read.choice('merge-retries'),
    granularity: () => read.choice('granularity'),
    timeUnit: () => read.choice('time-unit'),
    newerThan: () => readMoment(read, now),
  });
  return { ...settings, ...given({ newerThan }) };
}

/** `newer-than` in milliseconds since 1970: a time, Unix seconds, or an age counted back from now. */
function readMoment(read: ReaderOf<typeof readingOptions>, now: number): number | undefined {
  const text = read.required('newer-than');
  if (text === 'none') return undefined;
  if (/^\d{9,11}(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (/^\d{1,6}(?:s|m|h)$/.test(text)) return now - read.duration('newer-than');
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
