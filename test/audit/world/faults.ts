import { addressOf } from './repository.ts';
import { alice, bob, bot, carol, land, landTested, type Story } from './story.ts';

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

/** Plays a fault. Gives the findings that an audit must report about it, each as `rule subject`. */
export type Fault = (story: Story) => Promise<readonly string[]>;

/** Faults of changes, by name. */
export const faults: Readonly<Record<string, Fault>> = {
  async 'no evidence'(story) {
    const pull = story.open(alice, { 'src/none.ts': '1' });
    return [`change-without-trail ${land(pull)}`];
  },
  async 'a test that failed'(story) {
    const pull = story.open(alice, { 'src/red.ts': '1' });
    await story.record(pull.head(), { failed: 1 });
    land(pull);
    return [`trail-non-compliant ${pull.head()}`];
  },
  async 'a test that failed, and passed after the merge'(story) {
    const pull = story.open(alice, { 'src/red-then-green.ts': '1' });
    await story.record(pull.head(), { failed: 1 });
    land(pull);
    await story.record(pull.head());
    return [`trail-non-compliant ${pull.head()}`];
  },
  async 'evidence that is not what the flow asks for'(story) {
    const pull = story.open(alice, { 'src/incomplete.ts': '1' });
    await story.record(pull.head(), { name: 'lint' });
    land(pull);
    return [`trail-incomplete ${pull.head()}`];
  },
  async 'evidence after the merge'(story) {
    const pull = story.open(alice, { 'src/late.ts': '1' });
    const sha = land(pull);
    await story.record(sha);
    return [`evidence-after-merge ${sha}`];
  },
  async 'a base that moved'(story) {
    const pull = story.open(alice, { 'src/moved.ts': '1' });
    await story.record(pull.head());
    pull.review(bob, 'APPROVED');
    const other = story.open(carol, { 'src/mover.ts': '1' });
    await landTested(story, other);
    return [`tested-on-head-only ${pull.merge('squash', bob)}`];
  },
  async 'a revert without evidence of its own'(story) {
    const first = story.open(alice, { 'src/undo.ts': '1' });
    await landTested(story, first);
    const pull = story.open(alice, { 'src/undo.ts': null });
    return [`change-without-trail ${land(pull)}`];
  },
  async 'results without a test'(story) {
    const pull = story.open(alice, { 'src/empty.ts': '1' });
    await story.record(pull.head(), { total: 0 });
    const sha = land(pull);
    // The trail says no for it, and this says why.
    return [`evidence-empty ${sha}`, `trail-non-compliant ${pull.head()}`];
  },
  async 'tests that were all skipped'(story) {
    const pull = story.open(alice, { 'src/skipped.ts': '1' });
    await story.record(pull.head(), { total: 3, skipped: 3 });
    const sha = land(pull);
    // The trail says no for it, and this says why.
    return [`evidence-all-skipped ${sha}`, `trail-non-compliant ${pull.head()}`];
  },
  async 'a red group of a merge queue'(story) {
    const pull = story.open(alice, { 'src/red-group.ts': '1' });
    await story.record(pull.head());
    pull.review(bob, 'APPROVED');
    const before = story.repository.tip('main');
    const sha = pull.merge('queue', bob);
    await story.record(sha, { failed: 1 });
    story.wait(1);
    story.landed('merge_queue_merge', null, before);
    return [`trail-non-compliant ${sha}`];
  },
  async 'a push past the pull requests'(story) {
    const sha = story.push(alice, { 'src/direct.ts': '1' });
    return [`pushed-directly ${sha}`, `change-without-trail ${sha}`];
  },
  async 'history that was rewritten'(story) {
    const taken = story.open(carol, { 'src/taken.ts': '1' });
    const before = await landTested(story, taken);
    story.repository.reset('main', 'main~1');
    const sha = story.repository.commit('main', alice, { 'src/rewritten.ts': '1' }, 'Rewrite');
    story.wait(1);
    story.landed('force_push', alice, before);
    return [`history-rewritten ${sha}`, `pushed-directly ${sha}`, `change-without-trail ${sha}`];
  },
  async 'nobody who looked'(story) {
    const pull = story.open(alice, { 'src/alone.ts': '1' });
    await story.record(pull.head());
    pull.merge('squash', alice);
    return [`merged-without-review ${pull.number}`];
  },
  async 'a request for changes that stands'(story) {
    const pull = story.open(alice, { 'src/against.ts': '1' });
    await story.record(pull.head());
    pull.review(carol, 'CHANGES_REQUESTED');
    pull.review(bob, 'APPROVED');
    pull.merge('squash', alice);
    return [`merged-without-review ${pull.number}`];
  },
  async 'a commit after the approval'(story) {
    const pull = story.open(alice, { 'src/after.ts': '1' });
    pull.review(bob, 'APPROVED');
    pull.commit(alice, { 'src/after.ts': '2' });
    await story.record(pull.head());
    pull.merge('squash', alice);
    return [`changed-after-review ${pull.number}`];
  },
  async 'an approval by one who wrote some of it'(story) {
    const pull = story.open(alice, { 'src/own.ts': '1' });
    pull.commit(bob, { 'src/own.ts': '2' });
    await landTested(story, pull);
    return [`approved-by-author ${pull.number}`];
  },
  async 'an approval after the merge'(story) {
    const pull = story.open(alice, { 'src/too-late.ts': '1' });
    await story.record(pull.head());
    const reviews = [{ id: 77, by: 'bob', state: 'APPROVED', commit: pull.head(), at: '2030-01-30T00:00:00Z' }] as const;
    pull.change({ reviews });
    pull.merge('squash', alice);
    return [`approved-after-merge ${pull.number}`];
  },
  async 'an approval that GitHub carried to a new head'(story) {
    const pull = story.open(alice, { 'src/carried.ts': '1' });
    const approval = pull.review(bob, 'APPROVED');
    const [old, base] = [pull.head(), story.repository.git(['merge-base', 'main', pull.branch])];
    story.wait(1);
    story.repository.git(['checkout', '--quiet', pull.branch]);
    const tree = story.repository.git(['rev-parse', `${old}^{tree}`]);
    const head = story.repository.git(['commit-tree', tree, '-p', base, '-m', 'The same, said better'], alice);
    pull.force(head, alice);
    pull.change({ reviews: [{ ...approval, commit: head }] });
    await story.record(head);
    pull.merge('squash', alice);
    return [`approval-carried-over ${pull.number}`];
  },
  async 'an author whom nobody knows'(story) {
    const pull = story.open(alice, { 'src/unknown.ts': '1' });
    story.repository.git(['checkout', '--quiet', pull.branch]);
    story.repository.git(
      ['commit', '--quiet', '--allow-empty', '--author', 'Somebody <somebody@nowhere.example>', '--message', 'More'],
      alice,
    );
    await landTested(story, pull);
    return [`author-unidentified ${pull.number}`];
  },
  async 'a deployment of what no branch has'(story) {
    const pull = story.open(alice, { 'src/aside.ts': '1' });
    story.deploy(pull.head(), 'staging');
    return [`deployed-outside-population ${pull.head()}`];
  },
  async 'a release of what no branch has'(story) {
    const pull = story.open(alice, { 'src/aside-too.ts': '1' });
    story.release('v0.9.0', pull.head());
    return ['release-outside-population v0.9.0'];
  },
  async 'an override'(story) {
    const pull = story.open(alice, { 'src/override.ts': '1' });
    await story.record(pull.head(), { failed: 1 });
    story.wait(1);
    await story.send('POST', `/attestations/acme/unit/trail/${pull.head()}/override`, {
      attestation_name: 'tests',
      reason: 'The machine was broken',
      new_compliance_status: true,
      original_attestation_type: 'junit',
    });
    land(pull);
    return [`overridden ${pull.head()}`];
  },
  async 'a workflow that lets through'(story) {
    const text =
      'on: push\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: acme/compliance-evidence@v1\n        with:\n          command: gate\n          fail-on: unusable\n';
    const pull = story.open(alice, { '.github/workflows/test.yml': text });
    const sha = await landTested(story, pull);
    return [`gate-let-through ${sha}`, `control-changed ${sha}`];
  },
};
