import { expect, onTestFinished, test } from 'vitest';
import { pageOf, textOf } from '../reports/html/page.ts';
import { foundIn, play, type Played } from './play.ts';
import { alice, bob, openStory, type Story } from './story.ts';

async function story(files: Readonly<Record<string, string>> = {}): Promise<Story> {
  const one = await openStory({ files });
  onTestFinished(() => one.close());
  return one;
}

/** Merges a pull request whose head is tested, by the button of GitHub. Gives what landed. */
async function merged(it: Story, name: string, how: 'merge' | 'squash', isBehind = false): Promise<string> {
  const pull = it.open(alice, { [`src/${name}.ts`]: '1' });
  await it.record(pull.head());
  if (isBehind) await it.record(it.push(bob, { [`src/${name}-base.ts`]: '1' }));
  return pull.merge(how, bob);
}

async function statesOf({ audit }: Played): Promise<ReadonlyMap<string, string>> {
  const states = new Map<string, string>();
  for await (const { sha, state } of audit.changes()) states.set(sha, state);
  return states;
}

test('by git alone a merge commit is covered by what it merged; a squash is not, and no report says that evidence was there then', async () => {
  const it = await story();
  const [same, behind, squashed] = [
    await merged(it, 'same', 'merge'),
    await merged(it, 'behind', 'merge', true),
    await merged(it, 'squash', 'squash'),
  ];
  const played = await play(it, { withoutGitHub: true });
  const states = await statesOf(played);
  expect([same, behind, squashed].map((sha) => states.get(sha))).toEqual(['covered-now', 'tested-on-head-only', 'uncovered']);
  expect([...states.values()]).not.toContain('covered');
  expect(foundIn(played.audit)).toEqual([`change-without-trail ${squashed}`, `tested-on-head-only ${behind}`].toSorted());
  const page = textOf(await pageOf(played.audit));
  expect(page).toContain('Whether they were there when the changes landed is not known.');
  expect(page).not.toContain('existed when it landed');
});

test('a moved base is quiet where the file of the audit says that the head is enough', async () => {
  const it = await story({ '.github/compliance-audit.yml': 'flows:\n  unit:\n    head-is-enough: true\n' });
  const sha = await merged(it, 'behind', 'merge', true);
  const played = await play(it, { withoutGitHub: true });
  expect([(await statesOf(played)).get(sha), foundIn(played.audit)]).toEqual(['covered-now', []]);
});
