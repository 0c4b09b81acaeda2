import { mkdtempSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { git } from '../../support/git.ts';
import { openGitHubWorld, type OpenWorld } from '../../support/github-api/world/open.ts';
import { token } from './service.ts';
import { alice, carol, land, landTested, openStory, type Story } from './story.ts';

/** The repository of a story as users have it: clones of a bare origin, next to the service and GitHub. */
export interface Origin {
  readonly service: { readonly url: string; readonly token: string };
  /** The address that stands in for `https://github.com`. */
  readonly serverUrl: string;
  readonly double: OpenWorld;
  /** GitHub again, with nothing that went wrong. */
  another(): Promise<OpenWorld>;
  clone(...options: readonly string[]): string;
  close(): Promise<void>;
}

/** Such a repository, and all that is needed to audit it. */
export interface Shop extends Origin {
  /** The SHAs of three changes: one that is covered, one without evidence, and a push. */
  readonly shas: { readonly covered: string; readonly uncovered: string; readonly pushed: string };
  /** The moments when the covered change had landed, and when all had. */
  readonly moments: { readonly begin: string; readonly covered: string; readonly end: string };
}

export async function openShop(options: Parameters<typeof openStory>[0] = {}): Promise<Shop> {
  const story = await openStory(options);
  const begin = story.now();
  const green = story.open(alice, { 'src/green.ts': '1' });
  const covered = await landTested(story, green);
  story.wait(1);
  const after = story.now();
  const none = story.open(alice, { 'src/none.ts': '1' });
  const uncovered = land(none);
  const pushed = story.push(carol, { 'src/direct.ts': '1' }, 'Push past the pull requests');
  story.wait(10);
  const origin = await openOrigin(story);
  return {
    ...origin,
    shas: { covered, uncovered, pushed },
    moments: { begin, covered: after, end: story.now() },
    async close() {
      await origin.close();
      await story.close();
    },
  };
}

/** Brings the repository to its origin as it is now. */
export async function openOrigin(story: Story): Promise<Origin> {
  const folder = await mkdtemp(join(tmpdir(), 'audited-'));
  story.repository.git(['checkout', '--quiet', 'main']);
  const origin = join(folder, 'acme', 'shop');
  await mkdir(join(folder, 'acme'));
  git(folder, ['clone', '--quiet', '--mirror', story.repository.directory, origin]);
  git(origin, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
  const double = await openGitHubWorld(story.github);
  const worlds = [double];
  return {
    service: { url: story.service.url, token },
    serverUrl: pathToFileURL(folder).href,
    double,
    async another() {
      const world = await openGitHubWorld(story.github);
      worlds.push(world);
      return world;
    },
    clone(...options) {
      const directory = mkdtempSync(join(folder, 'clone-'));
      git(folder, ['clone', '--quiet', ...options, pathToFileURL(origin).href, directory]);
      return directory;
    },
    async close() {
      await Promise.all(worlds.map((world) => world.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
