import { describe, expect, test } from 'vitest';
import { UsageError } from '../../src/errors/index.ts';
import { auditSampleOptions } from '../../src/options/audit.ts';
import { openReader, uses, type RawOptions } from '../../src/options/index.ts';
import { readAuditSample, type SampleSettings } from '../../src/options/audit-values.ts';

function read(raw: RawOptions): SampleSettings | undefined {
  const naming = (name: string): string => `--${name}`;
  return readAuditSample(openReader(uses(auditSampleOptions), { raw, naming }));
}

function complaints(raw: RawOptions): readonly string[] {
  try {
    read(raw);
  } catch (error) {
    if (error instanceof UsageError) return error.parts.length === 0 ? [error.message] : error.parts.map(({ message }) => message);
    throw error;
  }
  return expect.fail('it was taken');
}

describe('the sample of an audit', () => {
  test('is none if nothing is said', () => {
    expect(read({})).toBeUndefined();
    expect(read({ sample: '0' })).toBeUndefined();
  });

  test('is drawn with the seed of the auditor, or with one of our own', () => {
    const drawn = { kind: 'drawn', count: 25, strata: 'none', incomplete: false };
    expect(read({ sample: '25' })).toEqual({ ...drawn, seed: undefined });
    expect(read({ sample: '25', 'sample-seed': ' dice 4 2 6 ', 'sample-strata': 'branch', incomplete: 'true' })).toEqual({
      ...drawn,
      seed: 'dice 4 2 6',
      strata: 'branch',
      incomplete: true,
    });
  });

  test('is as large as is usual where that is asked for, of the whole population alone', () => {
    expect(read({ sample: 'auto' })).toEqual({ kind: 'drawn', count: 'auto', seed: undefined, strata: 'none', incomplete: false });
    expect(complaints({ sample: 'auto', 'sample-strata': 'branch' })).toEqual([
      '--sample-strata does not go with a sample of auto: that size is one of the whole population',
    ]);
    expect(complaints({ sample: 'some' })).toEqual(['--sample is not a whole number: "some"']);
    expect(() => read({ sample: 'some' })).toThrow(expect.objectContaining({ fix: 'Write 0 or a positive number, or auto' }));
  });

  test('is what the auditor has picked', () => {
    expect(read({ 'sample-file': 'picks.csv' })).toEqual({ kind: 'picked', path: 'picks.csv', incomplete: false });
  });

  test.each(['sample', 'sample-seed', 'sample-strata', 'sample-file', 'incomplete'])('is not guessed where %s is empty', (name) => {
    expect(complaints({ sample: '3', [name]: '' })).toEqual([`--${name} is empty`]);
  });

  test('is not of a number that is none', () => {
    for (const sample of ['-1', '2.5', 'all']) expect(complaints({ sample })).toEqual([expect.stringContaining('is not a whole number')]);
  });

  test.each(['a\nb', 'ä', 'a\tb', 'x'.repeat(201)])('has no seed that cannot be typed again everywhere: %j', (seed) => {
    expect(complaints({ sample: '3', 'sample-seed': seed })).toEqual(['--sample-seed cannot be typed again everywhere']);
  });

  test('is drawn or picked, and not both', () => {
    const all = { sample: '3', 'sample-seed': 'x', 'sample-strata': 'state', 'sample-file': 'picks.csv' };
    const why = 'does nothing with sample-file: its picks are the sample';
    expect(complaints(all)).toEqual([`--sample ${why}`, `--sample-seed ${why}`, `--sample-strata ${why}`]);
  });

  test('is asked for where something is said about it', () => {
    expect(complaints({ 'sample-seed': 'x', 'sample-strata': 'kind', incomplete: 'true' })).toEqual([
      '--sample-seed does nothing without sample',
      '--sample-strata does nothing without sample',
      '--incomplete does nothing without a sample',
    ]);
  });
});
