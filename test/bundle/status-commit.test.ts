import { expect, onTestFinished, test } from 'vitest';
import { ended, other, statusOn } from './status-on.ts';
import { told } from './scenarios/scenario.ts';
import { usePlays } from './use-plays.ts';

// A status belongs to one commit: the trail of another one says nothing of it, whoever recorded there.

const openPlay = usePlays();

test('the trail of another commit is wrong usage, and no status is set', async () => {
  const status = await statusOn(openPlay({ onTestFinished }), { trail: other, of: other });
  expect(ended(status)).toEqual([64, 'usage', undefined]);
  expect(told(status.done)).toContain(`commit: ${other}`);
});
