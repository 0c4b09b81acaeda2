import { expect, onTestFinished, test } from 'vitest';
import { openReported } from './reported.ts';
import { openSpeakers } from './speakers.ts';
import { usePlays } from './use-plays.ts';

const openPlay = usePlays();

// The slow tests have pull requests, re-runs and other workflows.
test('a green run replaces no red one of another job', async () => {
  const { green, red, shown } = await openSpeakers(await openReported(openPlay({ onTestFinished })));
  await red({ run: 100, job: 'e2e' });
  await green({ run: 100 });
  expect(shown()).toBe('failure');
});
