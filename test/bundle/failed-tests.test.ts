import { expect, test } from 'vitest';
import { openReported } from './reported.ts';
import { usePlays } from './use-plays.ts';
import { red, leg, onTheTest } from './failing-test.ts';

const openPlay = usePlays();

test('one file of one job is told as it is', async (context) => {
  const { done } = await onTheTest(await openReported(openPlay(context)), { files: { 'build/unit.xml': red }, inputs: { report: 'none' } });
  expect(done.annotations.map(({ title }) => title)).toContain(leg);
});
