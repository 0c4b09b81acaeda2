import { expect, it } from 'vitest';
import { letThroughWords } from '../../src/presentation/index.ts';

it('says which setting lets a verdict through, and from when on it fails the job', () => {
  expect(letThroughWords({ verdict: 'incomplete', by: 'fail-on' })).toBe(
    'The verdict is incomplete, and fail-on lets it through: the job does not fail, but this is not a yes.',
  );
  expect(letThroughWords({ verdict: 'non-compliant', by: 'enforce-from', from: '2027-01-31T08:00:00.000Z' })).toBe(
    'The verdict is non-compliant, and would have failed the job: that begins with enforce-from, 2027-01-31T08:00:00Z.',
  );
});
