import { update } from '../../support/github-api/world/make.ts';
import type { Fault, Scene } from './faults.ts';
import { alice, bob, bot, carol, land, openStory, type OpenPull, type Story } from './story.ts';

/** The audit's file, with more at its end. */
export const auditFile = (more = ''): string => `version: 1
flows:
  unit: { paths: [src/**] }
  release: { paths: [release/**], approvals: [production] }
people:
  - { account: ${alice.id}, emails: [alice@home.example] }
bots:
  - { account: ${bot.id}, paths: [CHANGELOG.md] }
emergency: { label: emergency, days: 3 }
${more}`;

export const path = '.github/compliance-audit.yml';

/** A repository that has the audit's file, and two branches next to its default branch. */
export async function openMappedStory(): Promise<Story> {
  const story = await openStory({ files: { [path]: auditFile() }, flows: ['unit', 'release'] });
  story.branch('develop');
  story.branch('release/1');
  await story.send('PUT', '/environments/acme', { name: 'production', type: 'server', description: '' });
  story.wait(24 * 60);
  return story;
}

export const mappedBranches = ['main', 'develop', 'release/1'];

/** A change that is tested in a flow, and reviewed. */
export async function good(story: Story, pull: OpenPull, flow = 'unit'): Promise<OpenPull> {
  await story.record(pull.head(), { flow });
  pull.review(bob, 'APPROVED');
  return pull;
}

/** Scenes without any finding, where the audit's file maps flows. */
export const mappedSilent: Readonly<Record<string, Scene>> = {
  async 'two promotions, while the other branch stands'(story) {
    for (const text of ['1', '2']) {
      (await good(story, story.open(alice, { 'src/inner.ts': text }, { base: 'develop' }))).merge('squash', bob);
      story.promote('develop', 'main', alice).merge('merge', alice);
    }
  },
  async 'a change outside every flow'(story) {
    const pull = story.open(alice, { 'docs/page.md': '1' });
    land(pull);
  },
  async 'a release bot on its own paths'(story) {
    story.open(bot, { 'CHANGELOG.md': '1' }).merge('squash', bot);
  },
  async 'an author whom the file knows'(story) {
    const pull = story.open(alice, { 'src/home.ts': '1' });
    story.repository.git(['checkout', '--quiet', pull.branch]);
    story.repository.git(['commit', '--quiet', '--allow-empty', '--author', 'Alice <alice@home.example>', '--message', 'More'], alice);
    (await good(story, pull)).merge('squash', bob);
  },
  async 'a change that is back-ported'(story) {
    const pull = await good(story, story.open(alice, { 'src/fix.ts': '1' }));
    pull.merge('squash', bob);
    const back = await good(story, story.open(alice, { 'src/fix.ts': '1' }, { base: 'release/1' }));
    back.merge('squash', bob);
  },
  async 'an emergency that was reviewed afterwards'(story) {
    const pull = story.open(alice, { 'src/emergency.ts': '1' });
    pull.event('labeled', 'emergency', bob);
    await story.record(pull.head());
    pull.merge('squash', alice);
    story.wait(120);
    pull.review(bob, 'APPROVED');
  },
  async 'an artifact that was approved and then deployed'(story) {
    const sha = (await good(story, story.open(alice, { 'release/a.ts': '1' }), 'release')).merge('squash', bob);
    await story.record(sha, { flow: 'release' });
    await story.artifact('a', 'release', sha);
    await story.approve('a', 'release', 'bob');
    await story.runs('production', 'a');
  },
};

/** Faults where the audit's file maps flows. */
export const mappedFaults: Readonly<Record<string, Fault>> = {
  async 'a flow of two that is owed'(story) {
    const pull = story.open(alice, { 'src/both.ts': '1', 'release/both.ts': '1' });
    const sha = (await good(story, pull)).merge('squash', bob);
    return [`change-without-trail ${sha}`];
  },
  async 'a file that was moved out of its flow'(story) {
    (await good(story, story.open(alice, { 'src/away.ts': '1' }))).merge('squash', bob);
    const pull = story.open(alice, { 'src/away.ts': null, 'docs/away.ts': '1' });
    return [`change-without-trail ${land(pull)}`];
  },
  async 'a release bot on other paths'(story) {
    const pull = story.open(bot, { 'CHANGELOG.md': '2', 'src/bot.ts': '1' });
    await story.record(pull.head());
    pull.merge('squash', bot);
    return [`merged-without-review ${pull.number}`];
  },
  async 'an emergency that nobody reviewed'(story) {
    const pull = story.open(alice, { 'src/urgent.ts': '1' });
    pull.event('labeled', 'emergency', bob);
    await story.record(pull.head());
    pull.merge('squash', alice);
    story.wait(4 * 24 * 60);
    return [`emergency-not-reviewed ${pull.number}`];
  },
  async 'a label that came after the merge'(story) {
    const pull = story.open(alice, { 'src/labeled.ts': '1' });
    await story.record(pull.head());
    pull.merge('squash', alice);
    story.wait(10);
    pull.event('labeled', 'emergency', alice);
    return [`merged-without-review ${pull.number}`];
  },
  async 'a push below a promotion'(story) {
    const sha = story.push(alice, { 'src/below-promotion.ts': '1' }, 'Push', 'develop');
    await story.record(sha);
    story.promote('develop', 'main', alice).merge('merge', alice);
    return [`pushed-directly ${sha}`, `evidence-after-merge ${sha}`];
  },
  async 'a back-port that nobody tested'(story) {
    const pull = story.open(alice, { 'src/untested.ts': '1' }, { base: 'release/1' });
    return [`change-without-trail ${land(pull)}`];
  },
  async 'a file of the audit that excuses what came before'(story) {
    const guilty = story.open(alice, { 'src/legacy/a.ts': '1' });
    const sha = land(guilty);
    const text = auditFile('exclusions:\n  - { paths: [src/legacy/**], reason: Old, owner: alice }\n');
    const pull = story.open(alice, { [path]: text });
    for (const flow of ['unit', 'release']) await story.record(pull.head(), { flow });
    const change = land(pull);
    return [`change-without-trail ${sha}`, `control-weakened ${sha}`, `control-changed ${change}`];
  },
  async 'a template that takes away'(story) {
    const pull = story.open(alice, { 'src/own-template.ts': '1' });
    const [text, name] = ['trail:\n  attestations: []\n', pull.head()];
    await story.send('PUT', '/trails/acme/unit', { name, description: '' }, { name: 'template_file', text });
    await good(story, pull);
    pull.merge('squash', bob);
    return [`trail-with-own-template ${name}`];
  },
  async 'an artifact without an approval'(story) {
    const sha = (await good(story, story.open(alice, { 'release/b.ts': '1' }), 'release')).merge('squash', bob);
    await story.record(sha, { flow: 'release' });
    const print = await story.artifact('b', 'release', sha);
    await story.runs('production', 'ab');
    return [`approval-missing ${print}`];
  },
  async 'an approval that nobody gave, and one by the author'(story) {
    const sha = (await good(story, story.open(alice, { 'release/c.ts': '1' }), 'release')).merge('squash', bob);
    await story.record(sha, { flow: 'release' });
    const [pending, own] = [await story.artifact('c', 'release', sha), await story.artifact('d', 'release', sha)];
    await story.approve('c', 'release', null);
    await story.approve('d', 'release', 'alice');
    await story.runs('production', 'abcd');
    return [`approval-pending ${pending}`, `approval-by-author ${own}`];
  },
  async 'an approval after the deployment'(story) {
    const sha = (await good(story, story.open(alice, { 'release/e.ts': '1' }), 'release')).merge('squash', bob);
    await story.record(sha, { flow: 'release' });
    await story.artifact('e', 'release', sha);
    await story.runs('production', 'abcde');
    await story.approve('e', 'release', 'bob');
    return [`deployed-before-approval ${sha}`];
  },
  async 'artifacts that are red, or of nobody'(story) {
    const pull = story.open(alice, { 'release/f.ts': '1' });
    await story.record(pull.head(), { flow: 'release' });
    const sha = land(pull);
    await story.record(sha, { flow: 'release', failed: 1 });
    await story.artifact('f', 'release', sha);
    await story.runs('production', 'abcde9');
    return [`artifact-non-compliant ${'f'.repeat(64)}`, `artifact-without-provenance ${'9'.repeat(64)}`];
  },
  async 'a tag that was moved'(story) {
    const [older, newer] = [story.repository.tip('main~1'), story.repository.tip('main')];
    story.release('v2.0.0', older);
    story.moveTag('v2.0.0', newer);
    return ['tag-moved v2.0.0'];
  },
  async 'evidence before its commit was there'(story) {
    const pull = await good(story, story.open(carol, { 'src/before.ts': '1' }));
    story.wait(10);
    story.github.checkedAt.set(pull.head(), story.now());
    pull.merge('squash', bob);
    return [`evidence-before-push ${story.repository.tip('main')}`];
  },
  async 'evidence that a run without secrets claimed'(story) {
    const pull = story.open(carol, { 'src/claimed.ts': '1' }, { pull: { from: 'carol/shop' } });
    await story.record(pull.head(), { userData: { compliance_evidence: { claimed_by: 'carol/shop#1' } } });
    return [`evidence-by-fork-claim ${land(pull)}`];
  },
};

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
