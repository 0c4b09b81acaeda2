import { expect, it } from 'vitest';
import { entryWords } from '../../src/presentation/index.ts';

const commit = 'ab'.repeat(20);
const pull = { number: 7 };

it.each([
  [
    { commit, pull, merged: 'bob', approved: ['carol', 'dan'] },
    'the entry was merged by bob with pull request 7, carol and dan approved it',
  ],
  [{ commit, pull, merged: 'bob', approved: [] }, 'the entry was merged by bob with pull request 7, nobody approved it'],
  [
    { commit, pull: null, merged: null, approved: [] },
    'the entry came with commit abababababab, which no pull request brought: nobody approved it',
  ],
  [
    { commit, pull: null, merged: null, approved: null },
    'the entry came with commit abababababab; who merged and approved it is not known',
  ],
  [undefined, 'who merged and approved the entry is not known'],
])('of %j it is said who merged and who approved the entry', (by, words) => {
  expect(entryWords(by)).toBe(words);
});
