import { expect, test } from 'vitest';
import { recordWithLostAnswers, wholeChain } from './lost-answers.ts';
import { world } from './support.ts';

test('50 clients on one trail, whose answers a proxy loses, leave 50 records in one chain', async () => {
  const it = await world();
  expect(await recordWithLostAnswers(it.dataDir, [it.service.url])).toMatchObject(wholeChain);
});
