import type { Fault } from './faults.ts';
import { good } from './mapped.ts';
import { alice, bob, bot, carol, type OpenPull, type Story } from './story.ts';

export const webFlow = { id: 19_864_447, login: 'web-flow', kind: 'person' } as const;
const queue = { ...bot, login: 'github-merge-queue' };

/** Merges by somebody else, so that a branch is behind. */
async function moveMain(story: Story, name: string): Promise<void> {
  (await good(story, story.open(carol, { [`src/${name}.ts`]: '1' }))).merge('squash', bob);
  story.wait(1);
}

/** Three changes through the queue of merges. Gives the state of the branch after each. */
async function queued(story: Story, name: string): Promise<readonly string[]> {
  const before = story.repository.tip('main');
  const pulls = [alice, carol, alice].map((who, index) => story.open(who, { [`src/${name}-${index}.ts`]: '1' }));
  for (const pull of pulls) await good(story, pull);
  const tips = pulls.map((pull) => pull.merge('queue', bob));
  return [before, ...tips];
}

/** A merge of the base into a pull request, as "Update branch" makes it, with other changes put into it. */
function updateBranch(story: Story, pull: OpenPull, by: typeof alice, files: Readonly<Record<string, string>> = {}): void {
  story.repository.merge(pull.branch, 'main', by, "Merge branch 'main' into topic");
  const tip = pull.head();
  if (Object.keys(files).length === 0) return;
  pull.commit(by, files, 'Changed while merging');
  const { repository } = story;
  const tree = repository.git(['rev-parse', `${pull.branch}^{tree}`]);
  const evil = repository.git(['commit-tree', tree, '-p', `${tip}^1`, '-p', `${tip}^2`, '-m', "Merge branch 'main' into topic"], by);
  repository.reset(pull.branch, evil);
}

/** Ways in which changes land. */
export const merges: Readonly<Record<string, Fault>> = {
  async 'a rebase of more commits than are listed'(story) {
    const pull = story.open(alice, { 'src/many.ts': '0' });
    story.repository.series(pull.branch, alice, 'src/many.ts', 255);
    (await good(story, pull)).merge('rebase', bob);
    return [];
  },
  async 'a rebase that names who merged as committer'(story) {
    const pull = await good(story, story.open(alice, { 'src/committed.ts': '1' }));
    pull.merge('rebase by hand', bob);
    return [];
  },
  async 'a queue of three that are all tested'(story) {
    const [before = '', ...tips] = await queued(story, 'all');
    for (const tip of tips) await story.record(tip);
    story.wait(1);
    story.landed('merge_queue_merge', queue, before);
    return [];
  },
  async 'a queue of three of which the last alone is tested'(story) {
    const [before = '', , , last = ''] = await queued(story, 'last');
    await story.record(last);
    story.wait(1);
    story.landed('merge_queue_merge', queue, before);
    return [];
  },
  async 'a red group behind green heads'(story) {
    const [before = '', , , last = ''] = await queued(story, 'red');
    await story.record(last, { failed: 1 });
    story.wait(1);
    story.landed('merge_queue_merge', queue, before);
    return [`trail-non-compliant ${last}`];
  },
  async 'a red group that was built again without the change that broke it'(story) {
    const before = story.repository.tip('main');
    const broken = await good(story, story.open(carol, { 'src/breaks.ts': '1' }));
    const fine = await good(story, story.open(alice, { 'src/fine.ts': '1' }));
    story.repository.git(['branch', 'queue-1', 'main']);
    await story.record(story.repository.merge('queue-1', broken.branch, bob, 'Group'), { failed: 1 });
    await story.record(story.repository.merge('queue-1', fine.branch, bob, 'Group'), { failed: 1 });
    const tip = fine.merge('queue', bob);
    await story.record(tip);
    story.wait(1);
    story.landed('merge_queue_merge', queue, before);
    return [];
  },
  async 'a revert by the button, and one of that'(story) {
    const land = async (text: string | null, branch: string | undefined, who: typeof alice): Promise<void> => {
      const pull = story.open(who, { 'src/button.ts': text }, branch === undefined ? {} : { branch });
      (await good(story, pull)).merge('squash', bob);
    };
    await land('1', undefined, alice);
    await land(null, 'revert-1-topic-1', carol);
    await land('1', 'revert-2-revert-1-topic-1', alice);
    return [];
  },
  async 'a revert of a revert that nobody tested'(story) {
    const open = (text: string | null): OpenPull => story.open(alice, { 'src/again.ts': text });
    (await good(story, open('1'))).merge('squash', bob);
    (await good(story, open(null))).merge('squash', bob);
    const pull = open('1');
    pull.review(bob, 'APPROVED');
    return [`change-without-trail ${pull.merge('squash', bob)}`];
  },
  async '"Update branch" before the approval'(story) {
    const pull = story.open(alice, { 'src/early.ts': '1' });
    await moveMain(story, 'early-other');
    updateBranch(story, pull, alice);
    (await good(story, pull)).merge('merge', bob);
    return [];
  },
  async '"Update branch" by the reviewer'(story) {
    const pull = story.open(alice, { 'src/by-reviewer.ts': '1' });
    await moveMain(story, 'by-reviewer-other');
    updateBranch(story, pull, bob);
    (await good(story, pull)).merge('squash', bob);
    return [];
  },
  async '"Update branch" by the reviewer after the approval'(story) {
    const pull = story.open(alice, { 'src/by-approver.ts': '1' });
    pull.review(bob, 'APPROVED');
    await moveMain(story, 'by-approver-other');
    updateBranch(story, pull, bob);
    await story.record(pull.head());
    pull.merge('merge', bob);
    return [];
  },
  async 'more than a merge in "Update branch", before the approval'(story) {
    const pull = story.open(alice, { 'src/evil-early.ts': '1' });
    await moveMain(story, 'evil-early-other');
    updateBranch(story, pull, alice, { 'src/evil-early.ts': '2' });
    (await good(story, pull)).merge('squash', bob);
    return [];
  },
  async 'more than a merge in "Update branch", after the approval'(story) {
    const pull = story.open(alice, { 'src/evil.ts': '1' });
    pull.review(bob, 'APPROVED');
    await moveMain(story, 'evil-other');
    updateBranch(story, pull, alice, { 'src/evil.ts': '2' });
    await story.record(pull.head());
    pull.merge('squash', bob);
    return [`changed-after-review ${pull.number}`];
  },
  async 'a stack whose lower part is merged, and its branch deleted'(story) {
    const below = story.open(alice, { 'src/lower.ts': '1' });
    const above = story.open(carol, { 'src/upper.ts': '1' }, { from: below.branch });
    (await good(story, below)).merge('merge', bob);
    above.change({ events: [{ kind: 'retargeted', at: story.now(), by: 'carol', from: below.branch, to: 'main' }] });
    story.repository.git(['branch', '--delete', '--force', below.branch]);
    (await good(story, above)).merge('merge', bob);
    return [];
  },
  async 'a stack whose lower part is squashed'(story) {
    const below = story.open(alice, { 'src/lower-2.ts': '1' });
    const above = story.open(carol, { 'src/upper-2.ts': '1' }, { from: below.branch });
    (await good(story, below)).merge('squash', bob);
    above.change({ events: [{ kind: 'retargeted', at: story.now(), by: 'carol', from: below.branch, to: 'main' }] });
    (await good(story, above)).merge('merge', bob);
    return [];
  },
  async 'an empty commit that starts the checks again'(story) {
    const pull = story.open(alice, { 'src/start.ts': '1' });
    pull.review(bob, 'APPROVED');
    pull.commit(alice, {}, 'Start the checks again');
    await story.record(pull.head());
    pull.merge('squash', bob);
    return [];
  },
  async 'a rewind, and the same commits again'(story) {
    (await good(story, story.open(alice, { 'src/rewind.ts': '1' }))).merge('squash', bob);
    const tip = story.repository.tip('main');
    const older = story.repository.git(['rev-parse', 'main~1']);
    story.wait(1);
    story.repository.reset('main', older);
    story.landed('force_push', alice, tip);
    story.wait(1);
    story.repository.reset('main', tip);
    story.landed('push', alice, older);
    return [`history-rewritten ${older}`];
  },
};
