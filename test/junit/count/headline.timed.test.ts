import { expect, test } from 'vitest';
import { headlineOf } from '../../../src/junit/count/failing.ts';

test('a very long body is read in a moment', () => {
  const hostile = [`${'a.'.repeat(8000)}!`, `${'a'.repeat(16_000)}!`, `${'- '.repeat(8000)}x`, `(${'from '.repeat(3000)}`];
  const start = performance.now();
  for (const text of hostile) headlineOf(text, text, 'name');
  expect(performance.now() - start).toBeLessThan(1000);
});
