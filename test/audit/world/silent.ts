import { alice, bob, bot, carol, land, landTested, type Story } from './story.ts';
import { addressOf } from './repository.ts';

/** Something that happened as it should: an audit must say nothing about it. */
export type Scene = (story: Story) => Promise<void>;

const withCoAuthor = (title: string, who: typeof alice): string => `${title}\n\nCo-authored-by: ${who.login} <${addressOf(who)}>`;
const webFlow = { id: 19_864_447, login: 'web-flow', kind: 'person' } as const;

/** Green twins of the faults, by name. */
export const silent: Readonly<Record<string, Scene>> = {
  async 'a squash'(story) {
    const pull = story.open(alice, { 'src/squash.ts': '1' });
    pull.commit(alice, { 'src/squash.ts': '2' });
    await landTested(story, pull);
  },
  async 'a merge commit'(story) {
    const pull = story.open(alice, { 'src/merge.ts': '1' });
    await story.record(pull.head());
    pull.review(bob, 'APPROVED');
    pull.merge('merge', alice);
  },
  async 'a rebase of 300 commits'(story) {
    const pull = story.open(alice, { 'src/rebase.ts': '0' });
    story.repository.series(pull.branch, alice, 'src/rebase.ts', 299);
    await landTested(story, pull, 'rebase');
  },
  async 'a merge queue in which all is tested'(story) {
    const [one, two] = [story.open(alice, { 'src/queue-1.ts': '1' }), story.open(carol, { 'src/queue-2.ts': '1' })];
    one.review(bob, 'APPROVED');
    two.review(bob, 'APPROVED');
    const before = story.repository.tip('main');
    await story.record(one.merge('queue', bob));
    await story.record(two.merge('queue', bob));
    story.wait(1);
    story.landed('merge_queue_merge', { ...bot, login: 'github-merge-queue' }, before);
  },
  async 'a merge queue of which the head alone is tested'(story) {
    const [one, two] = [story.open(alice, { 'src/queue-3.ts': '1' }), story.open(carol, { 'src/queue-4.ts': '1' })];
    one.review(bob, 'APPROVED');
    two.review(bob, 'APPROVED');
    const before = story.repository.tip('main');
    one.merge('queue', bob);
    await story.record(two.merge('queue', bob));
    story.wait(1);
    story.landed('merge_queue_merge', { ...bot, login: 'github-merge-queue' }, before);
  },
  async 'a revert, and a revert of it'(story) {
    const change = async (text: string | null): Promise<void> => {
      const pull = story.open(alice, { 'src/revert.ts': text });
      await landTested(story, pull);
    };
    await change('1');
    await change(null);
    await change('1');
  },
  async '"Update branch" after the approval'(story) {
    const pull = story.open(alice, { 'src/update.ts': '1' });
    pull.review(bob, 'APPROVED');
    const other = story.open(carol, { 'src/other.ts': '1' });
    await landTested(story, other);
    story.wait(1);
    story.repository.merge(pull.branch, 'main', alice, "Merge branch 'main' into topic");
    await story.record(pull.head());
    pull.merge('squash', bob);
  },
  async 'a suggestion of the reviewer'(story) {
    const pull = story.open(alice, { 'src/suggestion.ts': 'a\nb\n' });
    pull.review(bob, 'COMMENTED');
    pull.commit(alice, { 'src/suggestion.ts': 'a\nc\n' }, withCoAuthor('Update src/suggestion.ts', bob), webFlow);
    await landTested(story, pull);
  },
  async 'co-authors, and a third who approves'(story) {
    const pull = story.open(alice, { 'src/pair.ts': '1' });
    pull.commit(alice, { 'src/pair.ts': '2' }, withCoAuthor('Work in a pair', carol));
    await landTested(story, pull);
  },
  async 'a pull request that was closed and opened again'(story) {
    const pull = story.open(alice, { 'src/reopened.ts': '1' });
    const events = [
      { kind: 'closed', at: story.now(), by: 'alice' },
      { kind: 'reopened', at: story.now(), by: 'alice' },
    ] as const;
    pull.change({ events });
    await landTested(story, pull);
  },
  async 'a fork that is gone'(story) {
    const pull = story.open(carol, { 'src/fork.ts': '1' }, { pull: { from: null } });
    await landTested(story, pull, 'merge');
  },
  async 'an opener whose account is gone'(story) {
    const pull = story.open(alice, { 'src/ghost.ts': '1' }, { pull: { openedBy: null } });
    await landTested(story, pull);
  },
  async 'stacked pull requests'(story) {
    const below = story.open(alice, { 'src/below.ts': '1' });
    const above = story.open(carol, { 'src/above.ts': '1' }, { base: below.branch });
    land(above, 'merge');
    await landTested(story, below, 'merge');
  },
  async 'a commit without a change'(story) {
    const pull = story.open(alice, {});
    await landTested(story, pull, 'merge');
  },
  async 'a deployment of what is covered'(story) {
    const pull = story.open(alice, { 'src/deployed.ts': '1' });
    const sha = await landTested(story, pull);
    await story.record(sha);
    story.deploy(sha);
    story.release('v1.0.0', sha);
  },
};
