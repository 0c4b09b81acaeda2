import { deployment } from '../../support/github-api/world/make.ts';
import type { Fault } from './faults.ts';
import { good } from './mapped.ts';
import { alice, bob, carol, land, type OpenPull, type Story } from './story.ts';

/** A change that is covered by the landed commit too; gives its SHA. */
async function landFile(story: Story, name: string): Promise<string> {
  const sha = (await good(story, story.open(alice, { [`src/${name}.ts`]: '1' }))).merge('squash', bob);
  await story.record(sha);
  return sha;
}

function annotate(story: Story, tag: string, sha: string): string {
  story.repository.git(['tag', '--annotate', '--message', tag, tag, sha], alice);
  return story.repository.git(['rev-parse', tag]);
}

function publish(story: Story, tag: string): void {
  story.wait(1);
  story.github.releases.push({
    id: story.github.releases.length + 1,
    tag,
    by: 'alice',
    createdAt: story.now(),
    publishedAt: story.now(),
    prerelease: false,
  });
}

/** Deployments, releases and tags. */
export const shipped: Readonly<Record<string, Fault>> = {
  async 'a preview of a pull request'(story) {
    const pull = story.open(carol, { 'src/preview.ts': '1' });
    story.wait(1);
    const preview = { environment: 'preview/7', production: false, transient: true };
    story.github.deployments.push(deployment({ sha: pull.head(), at: story.now(), by: 'carol', ...preview }));
    return [];
  },
  async 'a deployment of what was never merged'(story) {
    const pull = await good(story, story.open(carol, { 'src/unmerged.ts': '1' }));
    story.deploy(pull.head());
    return [`deployed-outside-population ${pull.head()}`];
  },
  async 'a deployment before the merge of its head'(story) {
    const pull = await good(story, story.open(carol, { 'src/hasty.ts': '1' }));
    story.deploy(pull.head());
    pull.merge('squash', bob);
    return [`deployed-outside-population ${pull.head()}`];
  },
  async 'a rollback, and the same again'(story) {
    const older = await landFile(story, 'older');
    story.deploy(older);
    const newer = await landFile(story, 'newer');
    for (const sha of [newer, older, older, newer]) story.deploy(sha);
    return [];
  },
  async 'a deployment of what landed before the period'(story) {
    story.deploy(story.repository.git(['rev-list', '--max-parents=0', 'main']));
    return [];
  },
  async 'releases of what landed'(story) {
    const sha = await landFile(story, 'released');
    story.release('v1.1.0', sha);
    annotate(story, 'v1.2.0', sha);
    publish(story, 'v1.2.0');
    return [];
  },
  async 'a release of what was never merged, by an annotated tag'(story) {
    const pull = await good(story, story.open(carol, { 'src/unreleased.ts': '1' }));
    annotate(story, 'v1.3.0', pull.head());
    publish(story, 'v1.3.0');
    return ['release-outside-population v1.3.0'];
  },
  async 'a draft of a release'(story) {
    const pull = await good(story, story.open(carol, { 'src/draft.ts': '1' }));
    story.repository.git(['tag', 'v1.4.0-draft', pull.head()]);
    story.github.releases.push({ id: 900, tag: 'v1.4.0-draft', by: 'alice', createdAt: story.now(), publishedAt: null, prerelease: false });
    return [];
  },
  async 'a tag of a release that was moved'(story) {
    const [first, second] = [await landFile(story, 'tagged'), await landFile(story, 'tagged-later')];
    story.release('v1.5.0', first);
    story.wait(5);
    story.moveTag('v1.5.0', second);
    return ['tag-moved v1.5.0'];
  },
};

function approved(story: Story, name: string, from?: string): OpenPull {
  const pull = story.open(alice, { [`src/${name}.ts`]: '1' }, from === undefined ? {} : { pull: { from } });
  pull.review(bob, 'APPROVED');
  return pull;
}

const claim = { userData: { compliance_evidence: { claimed_by: 'carol/shop#1' } } };

/** Scenes about the evidence of a change, and since when it exists. */
export const evidence: Readonly<Record<string, Fault>> = {
  async 'tests that failed, and passed before the merge'(story) {
    const pull = approved(story, 'flaky');
    await story.record(pull.head(), { failed: 1 });
    await story.record(pull.head());
    pull.merge('squash', bob);
    return [];
  },
  async 'tests that passed, and failed before the merge'(story) {
    const pull = approved(story, 'turned');
    await story.record(pull.head());
    await story.record(pull.head(), { failed: 1 });
    pull.merge('squash', bob);
    return [`trail-non-compliant ${pull.head()}`];
  },
  async 'a red head, and green evidence of what landed before it was deployed'(story) {
    const pull = approved(story, 'saved');
    await story.record(pull.head(), { failed: 1 });
    const sha = pull.merge('squash', bob);
    await story.record(sha);
    story.deploy(sha);
    return [`trail-non-compliant ${pull.head()}`];
  },
  async 'a head of a merge commit that is green, and red evidence of what landed in time'(story) {
    const pull = approved(story, 'group');
    await story.record(pull.head());
    const before = story.repository.tip('main');
    const sha = pull.merge('queue', bob);
    await story.record(sha, { failed: 1 });
    await story.record(pull.head());
    story.wait(1);
    story.landed('merge_queue_merge', null, before);
    return [`trail-non-compliant ${sha}`];
  },
  async 'the same tree of another pull request'(story) {
    const other = story.open(carol, { 'src/same.ts': '1' });
    await story.record(other.head());
    const pull = approved(story, 'same');
    return [`change-without-trail ${pull.merge('squash', bob)}`];
  },
  async 'the same tree of an earlier head of the same pull request'(story) {
    const pull = story.open(alice, { 'src/amended.ts': '1' });
    await story.record(pull.head());
    const { repository } = story;
    const head = repository.git(['commit-tree', `${pull.head()}^{tree}`, '-p', repository.tip('main'), '-m', 'Said better'], alice);
    pull.force(head, alice);
    land(pull);
    return [];
  },
  async 'a base that moved, and evidence of what landed before its deployment'(story) {
    const pull = approved(story, 'behind');
    await story.record(pull.head());
    (await good(story, story.open(carol, { 'src/ahead.ts': '1' }))).merge('squash', bob);
    const sha = pull.merge('squash', bob);
    await story.record(sha);
    story.deploy(sha);
    return [];
  },
  async 'evidence after the merge and before the deployment'(story) {
    const sha = approved(story, 'between').merge('squash', bob);
    await story.record(sha);
    story.deploy(sha);
    return [`evidence-after-merge ${sha}`];
  },
  async 'evidence after the deployment'(story) {
    const sha = approved(story, 'after-deployment').merge('squash', bob);
    story.deploy(sha);
    await story.record(sha);
    return [`evidence-after-merge ${sha}`, `evidence-after-deployment ${sha}`];
  },
  async 'a deployment without evidence'(story) {
    const sha = approved(story, 'never').merge('squash', bob);
    story.deploy(sha);
    return [`change-without-trail ${sha}`];
  },
  async 'evidence in another flow, where none is named'(story) {
    const pull = approved(story, 'other-flow');
    await story.record(pull.head(), { flow: 'other' });
    pull.merge('squash', bob);
    return [];
  },
  async 'a claim of a fork, and evidence of what landed'(story) {
    const pull = approved(story, 'fork-claim', 'carol/shop');
    await story.record(pull.head(), claim);
    await story.record(pull.merge('squash', bob));
    return [];
  },
  async 'a claim of a fork, and nothing else'(story) {
    const pull = approved(story, 'fork-alone', 'carol/shop');
    await story.record(pull.head(), claim);
    return [`evidence-by-fork-claim ${pull.merge('squash', bob)}`];
  },
  async 'some tests that were skipped'(story) {
    const pull = approved(story, 'some-skipped');
    await story.record(pull.head(), { skipped: 2 });
    pull.merge('squash', bob);
    return [];
  },
  async 'results without a test, and then with some'(story) {
    const pull = approved(story, 'filled');
    await story.record(pull.head(), { total: 0 });
    await story.record(pull.head());
    pull.merge('squash', bob);
    return [];
  },
  async 'evidence of the commit before the head'(story) {
    const pull = story.open(alice, { 'src/one-behind.ts': '1' });
    await story.record(pull.head());
    pull.commit(alice, { 'src/one-behind.ts': '2' });
    return [`change-without-trail ${land(pull)}`];
  },
  async 'a push that is tested'(story) {
    const sha = story.repository.commit('main', alice, { 'src/pushed.ts': '1' }, 'Push');
    await story.record(sha);
    story.wait(1);
    story.landed('push', alice, story.repository.git(['rev-parse', 'main~1']));
    return [`pushed-directly ${sha}`];
  },
};
