import { describe, expect, it } from 'vitest';
import { groupsOf } from '../../../src/gate/groups.ts';
import { rowsOf, type RecordsAnswer } from '../../../src/gate/index.ts';
import { question, record, row, run, trail } from '../build.ts';

const fault = { code: 'timeout', message: 'No answer in time' };

/** The labels of the groups behind `unit`: of all groups, and of those that count. */
function labels(answer: RecordsAnswer | undefined, asking?: string, name = question.trail): readonly (readonly string[])[] {
  const [first] = rowsOf(trail([row('unit')]));
  if (first === undefined) throw new Error('No row');
  const { all, groups } = groupsOf(first, answer, { ...question, trail: name, pullRequest: asking });
  return [all, groups].map((some) => some.map(({ label }) => label));
}

describe('the groups of runs behind a row', () => {
  const of = (number?: number): ReturnType<typeof record> => record('unit', true, { user_data: run({ pull_request: number }) });
  const answer: RecordsAnswer = { kind: 'records', records: [of(), of(7), of(8), record('unit', true)] };
  const none = 'push › ci › test';
  const seven = `${none} › #7`;
  const eight = `${none} › #8`;
  const all = [none, seven, eight, ''];

  it.each<readonly [string | undefined, readonly string[]]>([
    [undefined, all],
    ['7', [none, seven, '']],
    ['8', [none, eight, '']],
    ['9', [none, '']],
  ])('that count for a gate of pull request %s are its own and those of none', (asking, counting) => {
    expect(labels(answer, asking)).toEqual([all, counting]);
  });

  it('are none where all runs were for another pull request', () => {
    expect(labels({ kind: 'records', records: [of(8)] }, '7')).toEqual([[eight], []]);
  });

  it.each<readonly [string, RecordsAnswer | undefined]>([
    ['nobody asked', undefined],
    ['the question failed', { kind: 'failed', fault }],
    ['the search lags', { kind: 'lagging', fault }],
    ['the search shows no record', { kind: 'records', records: [] }],
    ['a record was read by its id alone', { kind: 'records', records: [], byId: [of()] }],
  ])('are none where %s', (_, nothing) => {
    expect(labels(nothing)).toEqual([[], []]);
  });

  it('are of the trail that is asked about, and of the row', () => {
    const released = record('unit', true, { trail_name: 'release-7', user_data: run({ job: 'release' }) });
    const ofImage = record('unit', true, { target_artifacts: ['image'], user_data: run({ job: 'image' }) });
    const mixed: RecordsAnswer = { kind: 'records', records: [of(), released, ofImage] };
    expect(labels(mixed)).toEqual([[none], [none]]);
    expect(labels(mixed, undefined, 'release-7')).toEqual([['push › ci › release'], ['push › ci › release']]);
  });
});
