import { expect, it } from 'vitest';
import { groupRecords, rowsOf, type Reason } from '../../../src/gate/index.ts';
import { otherPullRequest } from '../../../src/gate/other-commit.ts';
import { question, record, row, run, trail } from '../build.ts';

/** The reason for a gate on a pull request, with runs for these behind the row. */
function reasonOf(asking: string | undefined, ...numbers: readonly (number | undefined)[]): Reason {
  const [first] = rowsOf(trail([row('unit')]));
  if (first === undefined) throw new Error('No row');
  const groups = groupRecords(
    numbers.map((number, index) => record('unit', true, { user_data: run({ job: `job-${index}`, pull_request: number }) })),
  );
  return otherPullRequest(first, groups, { ...question, pullRequest: asking }, { attestation: 'unit' });
}

it('says for which pull request there is a record, for which there is none, and who is to record again', () => {
  expect(reasonOf('7', 8)).toStrictEqual({
    attestation: 'unit',
    code: 'other-pull-request',
    verdict: 'incomplete',
    message: 'unit is compliant on the trail for pull request #8, and has no record for pull request #7',
    fix: 'Let the job that records unit in flow shop run for pull request #7 too, before this one (needs: …), or set wait-timeout',
  });
});

it.each<readonly [readonly (number | undefined)[], string]>([
  [[8, 9], '#8, #9'],
  [[9, 8], '#9, #8'],
  [[8, 9, 8], '#8, #9'],
  [[undefined], '#'],
  [[], ''],
])('names each of the others once, as they come: %j', (numbers, others) => {
  expect(reasonOf('7', ...numbers).message).toBe(
    `unit is compliant on the trail for pull request ${others}, and has no record for pull request #7`,
  );
});

it('has a number sign alone where no pull request asks', () => {
  const { fix, message } = reasonOf(undefined, 8);
  expect(message).toBe('unit is compliant on the trail for pull request #8, and has no record for pull request #');
  expect(fix).toContain(' run for pull request # too,');
});

it('has what every reason of the row says, and the name of the artifact', () => {
  const image = { status: 'COMPLIANT', attestations_statuses: [row('scan')] };
  const [ofImage] = rowsOf(trail([], 'COMPLIANT', { artifacts_statuses: { image } }));
  if (ofImage === undefined) throw new Error('No row');
  const about = { attestation: 'image.scan', since: 5, url: 'https://evidence.example/record' };
  expect(otherPullRequest(ofImage, [], { ...question, flow: 'store', pullRequest: '7' }, about)).toStrictEqual({
    ...about,
    code: 'other-pull-request',
    verdict: 'incomplete',
    message: 'image.scan is compliant on the trail for pull request , and has no record for pull request #7',
    fix: 'Let the job that records image.scan in flow store run for pull request #7 too, before this one (needs: …), or set wait-timeout',
  });
});
