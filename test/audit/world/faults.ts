import { alice, bob, carol, land, landTested, type Story } from './story.ts';

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
