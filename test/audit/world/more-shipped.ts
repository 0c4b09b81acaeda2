import { deployment } from '../../support/github-api/world/make.ts';
import type { Fault } from './faults.ts';
import { good } from './mapped.ts';
import { alice, bob, carol, type Story } from './story.ts';

/** A change that is covered by the landed commit too; gives its SHA. */
async function land(story: Story, name: string): Promise<string> {
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
    const older = await land(story, 'older');
    story.deploy(older);
    const newer = await land(story, 'newer');
    for (const sha of [newer, older, older, newer]) story.deploy(sha);
    return [];
  },
  async 'a deployment of what landed before the period'(story) {
    story.deploy(story.repository.git(['rev-list', '--max-parents=0', 'main']));
    return [];
  },
  async 'releases of what landed'(story) {
    const sha = await land(story, 'released');
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
    const [first, second] = [await land(story, 'tagged'), await land(story, 'tagged-later')];
    story.release('v1.5.0', first);
    story.wait(5);
    story.moveTag('v1.5.0', second);
    return ['tag-moved v1.5.0'];
  },
};
