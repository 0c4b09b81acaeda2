import { describe, expect, it } from 'vitest';
import { readJobs } from '../../src/options/gate.ts';
import type { RawOptions } from '../../src/options/index.ts';
import { reading } from '../support/commands.ts';

const jobs = (raw: RawOptions): ReturnType<typeof readJobs> => readJobs(reading(raw));

describe('the jobs before the gate', () => {
  it('are read as GitHub writes them, without their outputs', () => {
    const needs = { unit: { result: 'success', outputs: { token: 'x' } }, docs: { result: 'skipped', outputs: {} } };
    expect(jobs({ jobs: JSON.stringify(needs, null, 2), 'allowed-skips': 'docs' })).toEqual({
      ends: [
        { name: 'unit', result: 'success' },
        { name: 'docs', result: 'skipped' },
      ],
      allowedSkips: ['docs'],
    });
  });

  it('are none where nothing is given', () => {
    expect(jobs({})).toBeUndefined();
  });

  it.each([
    [{ jobs: '' }, /is empty/],
    [{ jobs: '{}' }, /names no job/],
    [{ jobs: 'success' }, /is not the JSON of the jobs/],
    [{ jobs: '[]' }, /is not the JSON of the jobs/],
    [{ jobs: 'null' }, /is not the JSON of the jobs/],
    [{ jobs: '{"unit":"success"}' }, /is not the JSON of the jobs/],
    [{ jobs: '{"unit":{"result":1}}' }, /is not the JSON of the jobs/],
    [{ jobs: '{"unit":{}}' }, /is not the JSON of the jobs/],
    [{ jobs: '{"unit":{"result":"failure"},"unit":{"result":"success"}}' }, /is not the JSON of the jobs.*: unit is there twice/],
    [{ jobs: '{"unit":{"result":"failure","\\u0072esult":"success"}}' }, /unit\.result is there twice/],
    [{ 'allowed-skips': 'docs' }, /no jobs are given/],
    [{ jobs: '{"unit":{"result":"success"}}', 'allowed-skips': 'unti' }, /names unti, which the gate does not need/],
    [{ jobs: '{"unit":{"result":"success"}}', 'allowed-skips': '' }, /is empty/],
  ])('of %j are refused', (raw, message) => {
    expect(() => jobs(raw)).toThrow(message);
  });
});
