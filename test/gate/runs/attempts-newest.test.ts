import { describe, expect, it } from 'vitest';
import type { AttestationRecord } from '../../../src/contract/index.ts';
import { groupRecords } from '../../../src/gate/index.ts';
import { record, run } from '../build.ts';

const made = (facts: object): AttestationRecord => record('unit', true, { user_data: run({ ...facts }) });

describe('the newest of several attempts', () => {
  const later = (one: AttestationRecord, seconds: number): AttestationRecord => ({ ...one, created_at: 1_900_000_000 + seconds });

  it('is none of those whose run is no number', () => {
    const odd = made({ run_id: 'abc' });
    const [group] = groupRecords([odd]);
    expect(group).toMatchObject({ deciding: undefined, newest: [odd], unordered: [{ run: 'abc', records: [odd] }] });
  });

  it('passes over only what an older run recorded after it', () => {
    const passedOver = (...records: readonly AttestationRecord[]): readonly unknown[] | undefined => groupRecords(records)[0]?.passedOver;
    const newest = later(made({ run_id: '2', run_attempt: '2' }), 5);
    const older = made({ run_id: '1' });
    expect(passedOver(newest, later(older, 6))).toMatchObject([{ run: '1' }]);
    expect(passedOver(newest, later(older, 5))).toEqual([]);
    expect(passedOver(newest, later(made({ run_id: '2' }), 6))).toEqual([]);
  });

  it('of records without a run replaces those before it, and not those of its second', () => {
    const away = { run_id: null, run_attempt: null };
    const [first, second, third] = [1, 2, 2].map((seconds) => later(made(away), seconds));
    expect(groupRecords([first, second, third].filter((one) => one !== undefined))[0]).toMatchObject({
      newest: [second, third],
      replacedByTime: [first],
    });
  });
});
