import type { JunitOptions } from '../junit/index.ts';
import { allOrComplaints } from './all-or-complaints.ts';
import type { OptionName } from './table.ts';
import type { OptionReader } from './reader.ts';

/** The options on how test files are read; the command `junit` knows them too. */
export const junitOptionNames = [
  'min-tests',
  'newer-than',
  'merge-retries',
  'granularity',
  'time-unit',
] as const satisfies readonly OptionName[];

export function junitSettings(read: OptionReader, now = Date.now()): JunitOptions {
  const { newerThan, ...settings } = allOrComplaints<Omit<JunitOptions, 'newerThan'> & { newerThan: number | undefined }>({
    minTests: () => read.count('min-tests'),
    mergeRetries: () => (read.choice('merge-retries') === 'last' ? 'last' : 'none'),
    granularity: () => (read.choice('granularity') === 'leaf' ? 'leaf' : 'outermost'),
    timeUnit: () => (read.choice('time-unit') === 'ms' ? 'ms' : 's'),
    newerThan: () => momentOf(read, now),
  });
  return { ...settings, ...(newerThan === undefined ? {} : { newerThan }) };
}

/** `newer-than` in milliseconds since 1970: a time, Unix seconds, or an age counted back from now. */
function momentOf(read: OptionReader, now: number): number | undefined {
  const text = read.required('newer-than');
  if (text === 'none') return undefined;
  if (/^\d{9,11}(?:\.\d+)?$/.test(text)) return Number(text) * 1000;
  if (/^\d{1,6}(?:s|m|h)$/.test(text)) return now - read.duration('newer-than');
  const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(moment)) {
    throw read.invalid(
      'newer-than',
      `is not a moment: ${JSON.stringify(text)}`,
      'Write a time (2026-11-21T10:00:00Z), Unix seconds, or an age (30m)',
    );
  }
  return moment;
}
