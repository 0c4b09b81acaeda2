import { allOrComplaints } from './all-or-complaints.ts';
import type { auditSampleOptions } from './audit-sample.ts';
import { givenText, type ReaderOf } from './reader.ts';
import type { ChoicesOf } from './spec.ts';

/** A sample that was asked for. */
export type SampleSettings = {
  /** Take it also where the audit is not complete. */
  readonly incomplete: boolean;
} & (
  | {
      readonly kind: 'drawn';
      /** `auto`: as many as is usual for the population. */
      readonly count: number | 'auto';
      readonly seed: string | undefined;
      readonly strata: ChoicesOf<typeof auditSampleOptions>['sample-strata'];
    }
  /** `path` of the file with the picks, as it was given. */
  | { readonly kind: 'picked'; readonly path: string }
);

type Reader = ReaderOf<typeof auditSampleOptions>;

/** `undefined` where nobody asks for a sample. */
export function readAuditSample(read: Reader): SampleSettings | undefined {
  const { count, incomplete, path, seed, strata } = allOrComplaints({
    count: () => (read.text('sample') === 'auto' ? 'auto' : read.count('sample', 'auto')),
    seed: () => readSeed(read),
    strata: () => read.choice('sample-strata'),
    path: () => givenText(read, 'sample-file'),
    incomplete: () => read.flag('incomplete'),
  });
  const isDrawn = count === 'auto' || count > 0;
  const ofDraw = path === undefined ? 'does nothing without sample' : 'does nothing with sample-file: its picks are the sample';
  const fix = path === undefined ? 'Give `sample` too, or leave it out' : 'Leave one of the two out';
  allOrComplaints({
    sample: () => refuse(read, 'sample', isDrawn && path !== undefined, ofDraw, fix),
    seed: () => refuse(read, 'sample-seed', seed !== undefined && (!isDrawn || path !== undefined), ofDraw, fix),
    strata: () => refuse(read, 'sample-strata', strata !== 'none' && (!isDrawn || path !== undefined), ofDraw, fix),
    auto: () =>
      refuse(
        read,
        'sample-strata',
        strata !== 'none' && count === 'auto',
        'does not go with a sample of auto: that size is one of the whole population',
        'Leave it out, or give a number as `sample`',
      ),
    incomplete: () =>
      refuse(
        read,
        'incomplete',
        incomplete && !isDrawn && path === undefined,
        'does nothing without a sample',
        'Give `sample` or `sample-file` too, or leave it out',
      ),
  });
  if (path !== undefined) return { kind: 'picked', path, incomplete };
  return isDrawn ? { kind: 'drawn', count, seed, strata, incomplete } : undefined;
}

/** It is typed again by those who repeat the draw: so it must have the same bytes wherever it is typed. */
function readSeed(read: Reader): string | undefined {
  const seed = givenText(read, 'sample-seed');
  if (seed === undefined || /^[\x20-\x7e]{1,200}$/.test(seed)) return seed;
  throw read.invalid(
    'sample-seed',
    'cannot be typed again everywhere',
    'Write at most 200 letters without accents, digits, signs and spaces',
  );
}

function refuse(read: Reader, name: (typeof auditSampleOptions)[number]['name'], isWrong: boolean, what: string, fix: string): void {
  if (isWrong) throw read.invalid(name, what, fix);
}
