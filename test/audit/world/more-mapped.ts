import { update } from '../../support/github-api/world/make.ts';
import type { Fault } from './faults.ts';
import { auditFile, good, path } from './mapped.ts';
import { alice, bob, bot, carol, land, type OpenPull, type Story } from './story.ts';

/** Branches of these scenes, next to those of the story. */
export const moreBranches = ['stable', 'release/2', 'release/3', 'release/4', 'release/5', 'release/6', 'release/7'];

/** Deletes a branch, and creates it again at the tip of main. */
function madeAgain(story: Story, branch: string): void {
  story.wait(1);
  const before = story.repository.tip(branch);
  story.github.activity.push(
    update({ ref: `refs/heads/${branch}`, type: 'branch_deletion', at: story.now(), by: 'alice', before, after: null }),
  );
  story.repository.reset(branch, story.repository.tip('main'));
  story.wait(1);
  story.landed('branch_creation', alice, null, branch);
}

/** A change of the files that decide, which owes every flow. */
async function control(story: Story, files: Readonly<Record<string, string | null>>): Promise<string> {
  const pull = story.open(alice, files);
  await story.record(pull.head(), { flow: 'release' });
  return (await good(story, pull)).merge('squash', bob);
}

async function urgent(story: Story, name: string): Promise<OpenPull> {
  const pull = story.open(alice, { [`src/${name}.ts`]: '1' });
  pull.event('labeled', 'emergency', bob);
  await story.record(pull.head());
  return pull;
}

/** Branches, controls, emergencies and bots, where the audit's file maps flows. */
export const moreMapped: Readonly<Record<string, Fault>> = {
  async 'a promotion by a fast-forward push'(story) {
    story.branch('stable');
    const before = story.repository.tip('stable');
    (await good(story, story.open(alice, { 'src/promoted.ts': '1' }))).merge('squash', bob);
    (await good(story, story.open(carol, { 'src/promoted-2.ts': '1' }))).merge('merge', bob);
    story.wait(10);
    story.repository.reset('stable', story.repository.tip('main'));
    story.landed('push', alice, before, 'stable');
    return [];
  },
  async 'a promotion by a merge'(story) {
    (await good(story, story.open(alice, { 'src/inner-1.ts': '1' }, { base: 'develop' }))).merge('squash', bob);
    (await good(story, story.open(carol, { 'src/inner-2.ts': '1' }, { base: 'develop' }))).merge('rebase', bob);
    story.promote('develop', 'main', alice).merge('merge', alice);
    return [];
  },
  async 'a promotion by a squash'(story) {
    (await good(story, story.open(alice, { 'src/inner-3.ts': '1' }, { base: 'develop' }))).merge('squash', bob);
    story.promote('develop', 'main', alice).merge('squash', alice);
    return [];
  },
  async 'a promotion of a change that nobody tested'(story) {
    const pull = story.open(alice, { 'src/inner-4.ts': '1' }, { base: 'develop' });
    const sha = land(pull);
    story.promote('develop', 'main', alice).merge('merge', alice);
    return [`change-without-trail ${sha}`];
  },
  async 'a promotion whose merge was red in the queue'(story) {
    (await good(story, story.open(alice, { 'src/inner-6.ts': '1' }, { base: 'develop' }))).merge('squash', bob);
    const before = story.repository.tip('main');
    const sha = story.promote('develop', 'main', alice).merge('queue', alice);
    await story.record(sha, { failed: 1 });
    story.wait(1);
    story.landed('merge_queue_merge', { ...bot, login: 'github-merge-queue' }, before);
    return [`trail-non-compliant ${sha}`];
  },
  async 'a promotion of a branch that is red by now'(story) {
    const pull = await good(story, story.open(alice, { 'src/inner-5.ts': '1' }, { base: 'develop' }));
    const sha = pull.merge('squash', bob);
    await story.record(sha, { failed: 1 });
    story.promote('develop', 'main', alice).merge('squash', alice);
    // Nothing promotes it after this. Otherwise it would land once more.
    return [`trail-non-compliant ${sha}`];
  },
  async 'a back-port by a cherry-pick'(story) {
    const fix = await good(story, story.open(alice, { 'src/port.ts': '1' }));
    const sha = fix.merge('squash', bob);
    const port = story.open(bob, { 'src/port-note.ts': '1' }, { base: 'release/1' });
    story.repository.git(['cherry-pick', '-x', sha], bob);
    await story.record(port.head());
    port.review(carol, 'APPROVED');
    port.merge('squash', bob);
    return [];
  },
  async 'a release branch with nothing new'(story) {
    story.branch('release/2');
    return [];
  },
  async 'a release branch with commits of its own'(story) {
    const sha = story.repository.commit('release/3', alice, { 'src/own-line.ts': '1' }, 'Only here', { from: 'main' });
    story.wait(1);
    story.landed('branch_creation', alice, null, 'release/3');
    return [`pushed-directly ${sha}`, `change-without-trail ${sha}`];
  },
  async 'a release branch that was deleted and created again'(story) {
    story.branch('release/4');
    madeAgain(story, 'release/4');
    return [];
  },
  async 'a release branch that lost a change when it was deleted and created again'(story) {
    story.branch('release/5');
    (await good(story, story.open(alice, { 'src/lost.ts': '1' }, { base: 'release/5' }))).merge('squash', bob);
    madeAgain(story, 'release/5');
    return [`history-rewritten ${story.repository.tip('main')}`];
  },
  async 'a release branch whose change another branch has since'(story) {
    story.branch('release/6');
    (await good(story, story.open(alice, { 'src/kept.ts': '1' }, { base: 'release/6' }))).merge('squash', bob);
    story.branch('release/7', 'release/6');
    madeAgain(story, 'release/6');
    return [`history-rewritten ${story.repository.tip('main')}`];
  },
  async 'an empty commit that is pushed'(story) {
    return [`pushed-directly ${story.push(alice, {}, 'Nothing', 'develop')}`];
  },
  async 'files of owners in three places'(story) {
    const places = ['CODEOWNERS', '.github/CODEOWNERS', 'docs/CODEOWNERS'];
    const found: string[] = [];
    for (const place of places) found.push(`control-changed ${await control(story, { [place]: '* @acme/all\n' })}`);
    return found;
  },
  async 'a file of owners that one flow of two tested'(story) {
    const pull = await good(story, story.open(alice, { 'docs/CODEOWNERS': '* @acme/some\n' }));
    const sha = pull.merge('squash', bob);
    return [`control-changed ${sha}`, `change-without-trail ${sha}`];
  },
  async 'a workflow that comes and goes'(story) {
    const workflow = '.github/workflows/lint.yml';
    const text = 'on: push\njobs:\n  lint:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo fine\n';
    const here = await control(story, { [workflow]: text });
    const gone = await control(story, { [workflow]: null });
    return [`control-changed ${here}`, `control-changed ${gone}`];
  },
  async 'evidence of another flow'(story) {
    const pull = await good(story, story.open(alice, { 'src/wrong-flow.ts': '1' }), 'release');
    return [`change-without-trail ${pull.merge('squash', bob)}`];
  },
  async 'a label that was taken away before the merge'(story) {
    const pull = await urgent(story, 'calmed');
    pull.event('unlabeled', 'emergency', bob);
    story.wait(1);
    pull.merge('squash', alice);
    return [`merged-without-review ${pull.number}`];
  },
  async 'an emergency that was reviewed too late'(story) {
    const pull = await urgent(story, 'late-look');
    pull.merge('squash', alice);
    story.wait(4 * 24 * 60);
    pull.review(bob, 'APPROVED');
    return [`emergency-not-reviewed ${pull.number}`];
  },
  async 'an emergency that its author reviewed, and a bot'(story) {
    const pull = await urgent(story, 'own-look');
    pull.merge('squash', alice);
    pull.review(alice, 'APPROVED');
    pull.review(bot, 'APPROVED');
    story.wait(4 * 24 * 60);
    return [`emergency-not-reviewed ${pull.number}`];
  },
  async 'a person in the change of a release bot'(story) {
    const pull = story.open(bot, { 'CHANGELOG.md': 'more' });
    pull.commit(alice, { 'CHANGELOG.md': 'more, by hand' });
    pull.merge('squash', bot);
    return [`merged-without-review ${pull.number}`];
  },
  async 'a path that is excluded'(story) {
    const text = auditFile('exclusions:\n  - { paths: [src/vendored/**], reason: Not ours, owner: bob }\n');
    const sha = await control(story, { [path]: text });
    story.open(alice, { 'src/vendored/a.ts': '1' }).merge('squash', bob);
    const both = story.open(alice, { 'src/vendored/b.ts': '1', 'src/ours.ts': '1' });
    both.review(bob, 'APPROVED');
    return [`control-changed ${sha}`, `change-without-trail ${both.merge('squash', bob)}`];
  },
};
