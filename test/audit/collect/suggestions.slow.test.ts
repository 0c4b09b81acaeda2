import { afterAll, expect, it } from 'vitest';
import { removeRepositories } from '../../support/git.ts';
import { review } from '../../support/github-api/world/make.ts';
import { of } from './collected.ts';
import { grace, openShop, webFlow, type Shop } from './github-world.ts';

afterAll(removeRepositories);

/** A pull request whose second commit says that it is a suggestion of Grace, who reviewed it. */
async function suggested(title = 'Update src/a.ts', [path, text]: readonly [string, string] = ['src/a.ts', 'a\nc\n']): Promise<Shop> {
  const shop = await openShop();
  shop.commit('topic-1', 'src/a.ts', 'a\nb\n');
  shop.commit('topic-1', path, text, { message: `${title}\n\nCo-authored-by: ${grace}`, committer: webFlow });
  shop.merge(1, 'squash', { reviews: [review({ state: 'COMMENTED', commit: null })] });
  return shop;
}

async function alone(shop: Shop): Promise<readonly boolean[] | undefined> {
  const lines = await shop.collect();
  expect([of(lines, 'hole'), shop.double.breaches]).toEqual([[], []]);
  return of(lines, 'landing')[0]?.pulls[0]?.commits.map(({ suggestionAlone }) => suggestionAlone);
}

it.each(['Update src/a.ts', 'Apply suggestions from code review', 'Apply suggestion from @grace'])(
  'tells a commit of GitHub that applied suggestions: %s',
  async (title) => {
    expect(await alone(await suggested(title))).toEqual([false, true]);
  },
);

it('takes no commit for one that GitHub did not sign', async () => {
  const shop = await suggested();
  shop.github.unsigned.push(shop.github.pulls[0]?.head ?? '');
  expect(await alone(shop)).toEqual([false, false]);
});

it('takes no commit for one that adds a file', async () => {
  expect(await alone(await suggested('Update src/b.ts', ['src/b.ts', 'b\n']))).toEqual([false, false]);
});

it('takes no commit for one whose co-author reviewed nothing', async () => {
  const shop = await suggested();
  const [only] = shop.github.pulls;
  if (only !== undefined) shop.github.pulls.splice(0, 1, { ...only, reviews: [] });
  expect(await alone(shop)).toEqual([false, false]);
});
