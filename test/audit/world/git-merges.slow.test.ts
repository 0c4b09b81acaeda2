import { expect, onTestFinished, test } from 'vitest';
import { textOf, pageOf } from '../reports/html/page.ts';
import { foundIn, play } from './play.ts';
import { alice, bob, openStory, type Story } from './story.ts';

/** A branch with one commit, which nobody merged yet. */
function topic(it: Story, name: string, from = 'main'): string {
  it.repository.commit(name, alice, { [`src/${name}.ts`]: '1' }, `Begin ${name}`, { from });
  return it.repository.tip(name);
}

/** Puts a commit of these parents, with the tree of a revision, at the tip of the main branch. */
function mergedAs(it: Story, tree: string, ...parents: readonly string[]): string {
  it.wait(1);
  const { repository } = it;
  const sha = repository.git(
    ['commit-tree', `${tree}^{tree}`, ...['main', ...parents].flatMap((one) => ['-p', repository.git(['rev-parse', one])]), '-m', 'Merge'],
    bob,
  );
  repository.reset('main', sha);
  return sha;
}

test('a merge by git alone is covered by exactly the second of two parents, as that says now', async () => {
  const it = await openStory();
  onTestFinished(() => it.close());
  const expected = new Map<string, string>();
  const tested = async (name: string): Promise<string> => {
    const head = topic(it, name);
    await it.record(head);
    return head;
  };
  expected.set(mergedAs(it, 'same', await tested('same')), 'covered-now');
  const red = topic(it, 'red');
  await it.record(red, { failed: 1 });
  expected.set(mergedAs(it, red, red), 'non-compliant');
  const superseded = await tested('superseded');
  const late = topic(it, 'late');
  expected.set(mergedAs(it, superseded, superseded), 'non-compliant');
  await it.record(superseded, { failed: 1 });
  expected.set(mergedAs(it, late, late), 'covered-now');
  const [one, other] = [await tested('one'), await tested('other')];
  expected.set(mergedAs(it, other, one, other), 'uncovered');
  const inner = await tested('inner');
  topic(it, 'outer');
  it.repository.merge('outer', inner, alice, 'Merge inner into outer');
  await it.record(it.repository.tip('outer'));
  expected.set(mergedAs(it, 'outer', 'outer'), 'covered-now');
  // The landing did not bring the second parent: it was tested for another change.
  expected.set(mergedAs(it, one, one), 'uncovered');
  const byHand = await tested('by-hand');
  it.repository.commit('changed', bob, { 'src/by-hand.ts': '2' }, 'Not tested', { from: byHand });
  expected.set(mergedAs(it, 'changed', byHand), 'tested-on-head-only');
  expected.set(it.push(bob, { 'src/plain.ts': '1' }, 'A commit as it is'), 'uncovered');
  it.wait(5);
  const until = it.now();
  it.wait(60);
  await it.record(late);
  const { audit } = await play(it, { withoutGitHub: true, until });
  const states = new Map<string, string>();
  for await (const { sha, state } of audit.changes()) states.set(sha, state);
  const named = (all: ReadonlyMap<string, string>) => [...expected.keys()].map((sha) => all.get(sha));
  expect(named(states)).toEqual(named(expected));
  expect(foundIn(audit).map((each) => each.split(' ')[0])).toEqual(
    expect.arrayContaining(['change-without-trail', 'tested-on-head-only', 'trail-non-compliant']),
  );
  const page = textOf(await pageOf(audit));
  expect(page).toContain('Of those with a yes, recorded after the period had ended: 1.');
});
