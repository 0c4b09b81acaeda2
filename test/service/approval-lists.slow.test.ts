import { expect, test } from 'vitest';
import { approve, numbers, ofArtifact, withArtifact } from './approving.ts';

test('the approvals of one artifact are all there when they are more than are read at once', async () => {
  const it = await withArtifact();
  for (let index = 0; index < 6; index += 1) await Promise.all(Array.from({ length: 100 }, () => approve(it)));
  expect(numbers(await ofArtifact(it))).toEqual(Array.from({ length: 600 }, (_, index) => index + 1));
});
