import type { Fault } from './faults.ts';
import { good } from './mapped.ts';
import { addressOf, type Person } from './repository.ts';
import { alice, bob, bot, carol, type OpenPull, type Story } from './story.ts';

const webFlow = { id: 19_864_447, login: 'web-flow', kind: 'person' } as const;
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

const copilot: Person = { id: 198_982_749, login: 'Copilot', kind: 'bot' };
const coAuthored = (title: string, name: string, address: string): string => `${title}\n\nCo-authored-by: ${name} <${address}>`;

/** A change of alice that is tested. */
async function tested(story: Story, name: string, by = alice): Promise<OpenPull> {
  const pull = story.open(by, { [`src/${name}.ts`]: 'a\nb\n' });
  await story.record(pull.head());
  return pull;
}

const alone = (pull: OpenPull): readonly string[] => [`merged-without-review ${pull.number}`];

/** Faults about who looked at which change, and when. */
export const reviews: Readonly<Record<string, Fault>> = {
  async 'an approval that was dismissed before the merge'(story) {
    const pull = await tested(story, 'dismissed');
    const approval = pull.review(bob, 'APPROVED');
    story.wait(2);
    pull.change({ reviews: [{ ...approval, dismissed: { at: story.now(), by: 'carol' } }] });
    pull.merge('squash', alice);
    return alone(pull);
  },
  async 'an approval that was dismissed after the merge'(story) {
    const pull = await tested(story, 'dismissed-late');
    const approval = pull.review(bob, 'APPROVED');
    pull.change({ reviews: [{ ...approval, dismissed: { at: '2030-01-30T00:00:00Z', by: 'carol' } }] });
    pull.merge('squash', alice);
    return [];
  },
  async 'a request for changes that was dismissed'(story) {
    const pull = await tested(story, 'against-dismissed');
    const against = pull.review(carol, 'CHANGES_REQUESTED');
    const approval = pull.review(bob, 'APPROVED');
    story.wait(2);
    pull.change({ reviews: [{ ...against, dismissed: { at: story.now(), by: 'bob' } }, approval] });
    pull.merge('squash', alice);
    return [];
  },
  async 'a request for changes, and then the approval of the same person'(story) {
    const pull = await tested(story, 'satisfied');
    pull.review(bob, 'CHANGES_REQUESTED');
    pull.commit(alice, { 'src/satisfied.ts': '2' });
    (await good(story, pull)).merge('squash', alice);
    return [];
  },
  async 'an approval, and then a request for changes of the same person'(story) {
    const pull = await tested(story, 'second-thought');
    pull.review(bob, 'APPROVED');
    pull.review(bob, 'CHANGES_REQUESTED');
    pull.merge('squash', alice);
    return alone(pull);
  },
  async 'an approval, and then a comment of the same person'(story) {
    const pull = await good(story, await tested(story, 'remark'));
    pull.review(bob, 'COMMENTED');
    pull.merge('squash', alice);
    return [];
  },
  async 'a comment alone'(story) {
    const pull = await tested(story, 'comment');
    pull.review(bob, 'COMMENTED');
    pull.merge('squash', bob);
    return alone(pull);
  },
  async 'an approval by an App'(story) {
    const pull = await tested(story, 'app');
    pull.review({ ...bot, login: 'github-actions' }, 'APPROVED');
    pull.merge('squash', alice);
    return alone(pull);
  },
  async 'an approval by a bot'(story) {
    const pull = await tested(story, 'by-bot');
    pull.review(bot, 'APPROVED');
    pull.merge('squash', bob);
    return alone(pull);
  },
  async 'an old approval, and a new one by somebody else'(story) {
    const pull = await tested(story, 'twice');
    pull.review(bob, 'APPROVED');
    pull.commit(alice, { 'src/twice.ts': '2' });
    await story.record(pull.head());
    pull.review(carol, 'APPROVED');
    pull.merge('merge', bob);
    return [];
  },
  async 'a force push to another commit and back'(story) {
    const pull = await good(story, await tested(story, 'back'));
    const head = pull.head();
    const other = story.repository.git(['commit-tree', `${head}^{tree}`, '-p', 'main', '-m', 'Other'], alice);
    story.wait(1);
    pull.force(other, alice);
    story.wait(1);
    pull.force(head, alice);
    pull.merge('squash', bob);
    return [`approval-carried-over ${pull.number}`];
  },
  async 'a committer who approves'(story) {
    const pull = await tested(story, 'committer');
    pull.commit(alice, { 'src/committer.ts': '2' }, 'Taken over', carol);
    await story.record(pull.head());
    pull.review(carol, 'APPROVED');
    pull.merge('squash', bob);
    return [`approved-by-author ${pull.number}`];
  },
  async 'a co-author who approves'(story) {
    const pull = await tested(story, 'pair');
    pull.commit(alice, { 'src/pair.ts': '2' }, coAuthored('Together', 'carol', addressOf(carol)));
    await story.record(pull.head());
    pull.review(carol, 'APPROVED');
    pull.merge('squash', bob);
    return [`approved-by-author ${pull.number}`];
  },
  async 'a co-author whom nobody knows'(story) {
    const pull = await tested(story, 'stranger');
    pull.commit(alice, { 'src/stranger.ts': '2' }, coAuthored('Together', 'Somebody', 'somebody@nowhere.example'));
    (await good(story, pull)).merge('squash', bob);
    return [`author-unidentified ${pull.number}`];
  },
  async 'a suggestion that the reviewer applied'(story) {
    const pull = await tested(story, 'suggested');
    pull.review(bob, 'COMMENTED');
    pull.commit(bob, { 'src/suggested.ts': 'a\nc\n' }, coAuthored('Apply suggestions from code review', 'bob', addressOf(bob)), webFlow);
    (await good(story, pull)).merge('squash', alice);
    return [];
  },
  async 'lines that the reviewer wrote in the web editor'(story) {
    const pull = await tested(story, 'edited');
    pull.review(bob, 'COMMENTED');
    pull.commit(bob, { 'src/edited.ts': 'a\nc\nd\n' }, 'Update edited.ts', webFlow);
    (await good(story, pull)).merge('squash', alice);
    return [`approved-by-author ${pull.number}`];
  },
  async 'a suggestion with a file next to it'(story) {
    const pull = await tested(story, 'more-than-suggested');
    pull.review(bob, 'COMMENTED');
    const files = { 'src/more-than-suggested.ts': 'a\nc\n', 'src/slipped-in.ts': '1' };
    pull.commit(alice, files, coAuthored('Update src/more-than-suggested.ts', 'bob', addressOf(bob)), webFlow);
    (await good(story, pull)).merge('squash', alice);
    return [`approved-by-author ${pull.number}`];
  },
  async 'a suggestion that GitHub did not sign'(story) {
    const pull = await tested(story, 'unsigned');
    pull.review(bob, 'COMMENTED');
    const title = coAuthored('Update src/unsigned.ts', 'bob', addressOf(bob));
    story.github.unsigned.push(pull.commit(alice, { 'src/unsigned.ts': 'a\nc\n' }, title, webFlow));
    (await good(story, pull)).merge('squash', alice);
    // Its committer claims to be GitHub, and nobody knows who that was.
    return [`approved-by-author ${pull.number}`, `author-unidentified ${pull.number}`];
  },
  async 'a reviewer whose account is gone, and another'(story) {
    const pull = await tested(story, 'ghost-reviewer');
    pull.review(null, 'APPROVED');
    (await good(story, pull)).merge('squash', alice);
    return [];
  },
  async 'whoever merged is gone'(story) {
    const pull = await good(story, await tested(story, 'ghost-merger'));
    pull.change({ mergedBy: null });
    pull.merge('squash', alice);
    return [];
  },
  async 'a change of a bot that a person approved'(story) {
    (await good(story, await tested(story, 'of-bot', bot))).merge('squash', bob);
    return [];
  },
  async 'a change of a bot that nobody approved'(story) {
    const pull = await tested(story, 'of-bot-alone', bot);
    pull.merge('squash', bot);
    return alone(pull);
  },
  async 'a change of an agent, approved by who asked for it'(story) {
    const pull = story.open(copilot, { 'src/agent.ts': '1' }, { pull: { openedBy: 'copilot-swe-agent', assignees: ['alice'] } });
    pull.commit(copilot, { 'src/agent.ts': '2' }, coAuthored('Do what was asked', 'alice', addressOf(alice)));
    await story.record(pull.head());
    pull.review(alice, 'APPROVED');
    pull.merge('squash', alice);
    return [`approved-by-author ${pull.number}`];
  },
  async 'a change of an agent, approved by somebody else'(story) {
    const pull = story.open(copilot, { 'src/agent-2.ts': '1' }, { pull: { openedBy: 'copilot-swe-agent', assignees: ['alice'] } });
    pull.commit(copilot, { 'src/agent-2.ts': '2' }, coAuthored('Do what was asked', 'alice', addressOf(alice)));
    (await good(story, pull)).merge('squash', alice);
    return [];
  },
  async "a merge of one's own change that nobody approved"(story) {
    const pull = await tested(story, 'merging');
    pull.merge('merge', bob);
    return alone(pull);
  },
};
