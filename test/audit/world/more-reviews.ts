import type { Fault } from './faults.ts';
import { good } from './mapped.ts';
import { webFlow } from './more-merges.ts';
import { addressOf, type Person } from './repository.ts';
import { alice, bob, bot, carol, type OpenPull, type Story } from './story.ts';

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
