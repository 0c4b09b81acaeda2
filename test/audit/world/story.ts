import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GitHubWorld, WorldEvent, WorldPull, WorldReview } from '../../support/github-api/world/model.ts';
import { between, deployment, pull, release, review, update, world } from '../../support/github-api/world/make.ts';
import { addressOf, openRepository, type Files, type Person, type Repository } from './repository.ts';
import { openService, token, type StoryService } from './service.ts';

export const alice: Person = { id: 1001, login: 'alice', kind: 'person' };
export const bob: Person = { id: 1002, login: 'bob', kind: 'person' };
export const carol: Person = { id: 1003, login: 'carol', kind: 'person' };
export const bot: Person = { id: 1004, login: 'release-bot', kind: 'bot' };

export interface Results {
  readonly flow?: string;
  readonly name?: string;
  readonly total?: number;
  readonly failed?: number;
  readonly skipped?: number;
  /** Of the trail; the SHA if left out. */
  readonly trail?: string;
  readonly userData?: object;
}

/** A pull request that is open. */
export interface OpenPull {
  readonly number: number;
  readonly branch: string;
  commit(by: Person, files: Files, message?: string, committer?: Person): string;
  head(): string;
  review(by: Person | null, state: WorldReview['state'], more?: Partial<WorldReview>): WorldReview;
  event(kind: 'labeled' | 'unlabeled', name: string, by: Person): void;
  /** Moves the branch to another commit by force. */
  force(to: string, by: Person): void;
  change(more: Partial<WorldPull>): void;
  merge(how: 'squash' | 'merge' | 'rebase' | 'queue', by: Person): string;
}

/** A repository, an organization and a service in which things happen, one after the other, a minute each. */
export interface Story {
  readonly repository: Repository;
  readonly github: GitHubWorld;
  readonly service: StoryService;
  /** ISO 8601. */
  now(): string;
  wait(minutes: number): void;
  open(
    by: Person,
    files: Files,
    more?: { readonly from?: string; readonly base?: string; readonly branch?: string; readonly pull?: Partial<WorldPull> },
  ): OpenPull;
  push(by: Person, files: Files, message?: string): string;
  /** Says that a branch was updated to where it is now. */
  landed(
    type: 'push' | 'force_push' | 'pr_merge' | 'merge_queue_merge' | 'branch_creation',
    by: Person | null,
    before: string | null,
    branch?: string,
  ): void;
  record(sha: string, results?: Results): Promise<void>;
  send(method: 'PUT' | 'POST', path: string, body: object, form?: { readonly name: string; readonly text: string }): Promise<void>;
  deploy(sha: string, environment?: string): void;
  release(tag: string, sha: string): void;
  close(): Promise<void>;
}

const seconds = (now: number): string => new Date(now * 1000).toISOString().replace('.000Z', 'Z');

/** The story lies in the future: the service's own first record is of today, and its clock never goes back. */
export async function openStory(begin = '2030-01-07T08:00:00Z'): Promise<Story> {
  let now = Date.parse(begin) / 1000;
  const tick = (): string => {
    now += 60;
    return seconds(now);
  };
  const folder = await mkdtemp(join(tmpdir(), 'story-'));
  const service = await openService(folder, () => now);
  const repository = openRepository(() => now);
  const github = world({ gitDirectory: repository.directory, repository: 'acme/shop', now: '2030-02-01T00:00:00Z' });
  for (const { kind, ...who } of [alice, bob, carol, bot])
    github.accounts.push({ ...who, ...(kind === 'bot' ? { kind } : {}), emails: [addressOf({ kind, ...who })] });
  let number = 0;

  async function send(
    method: 'PUT' | 'POST',
    path: string,
    body: object,
    form?: { readonly name: string; readonly text: string },
  ): Promise<void> {
    const data = new FormData();
    data.set('data_json', JSON.stringify(body));
    if (form !== undefined) data.set(form.name, new Blob([form.text]), `${form.name}.yml`);
    const json = { 'content-type': 'application/json' };
    const isForm = form !== undefined || (path.includes('/trail/') && !path.endsWith('/override'));
    const answer = await fetch(`${service.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(isForm ? {} : json) },
      body: isForm ? data : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  }

  const story: Story = {
    repository,
    github,
    service,
    now: () => seconds(now),
    wait(minutes) {
      now += minutes * 60;
    },
    landed(type, by, before, branch = 'main') {
      const after = repository.tip(branch);
      github.activity.push(update({ ref: `refs/heads/${branch}`, type, at: seconds(now), by: by?.login ?? null, before, after }));
    },
    push(by, files, message = 'Push') {
      tick();
      const before = repository.tip('main');
      const sha = repository.commit('main', by, files, message);
      tick();
      story.landed('push', by, before);
      return sha;
    },
    open(by, files, { base = 'main', from = base, branch, pull: more = {} } = {}) {
      number += 1;
      const own = number;
      const name = branch ?? `topic-${own}`;
      const openedAt = tick();
      repository.commit(name, by, files, `Change ${own}`, { from });
      const reviews: WorldReview[] = [];
      const events: WorldEvent[] = [];
      let changed: Partial<WorldPull> = {};
      const forkPoint = (): string => repository.git(['merge-base', base, name]);
      return {
        number: own,
        branch: name,
        head: () => repository.tip(name),
        commit(who, more_, message = 'More', committer = who) {
          tick();
          return repository.commit(name, who, more_, message, { committer });
        },
        review(who, state, given = {}) {
          const one = review({ by: who?.login ?? null, state, commit: repository.tip(name), at: tick(), ...given });
          reviews.push(one);
          return one;
        },
        event(kind, label, who) {
          events.push({ kind, name: label, by: who.login, at: tick() });
        },
        force(to, who) {
          const before = repository.tip(name);
          repository.reset(name, to);
          events.push({ kind: 'force-pushed', at: tick(), by: who.login, before, after: to });
        },
        change(given) {
          changed = { ...changed, ...given };
        },
        merge(how, who) {
          const at = tick();
          const before = repository.tip(base);
          const head = repository.tip(name);
          const commits = between(repository.directory, forkPoint(), head);
          const title = `Change ${own} (#${own})`;
          if (how === 'merge' || how === 'queue') repository.merge(base, name, who, `Merge pull request #${own}`);
          else if (how === 'squash') repository.squash(base, name, by, title);
          else repository.rebase(base, name);
          const after = repository.tip(base);
          const landed = how === 'rebase' ? between(repository.directory, before, after) : [];
          const merged = { mergedAt: at, mergedBy: who.login, mergeCommit: after };
          github.pulls.push(
            pull({
              number: own,
              head,
              headBranch: name,
              base,
              title,
              openedBy: by.login,
              openedAt,
              ...merged,
              commits,
              landed,
              reviews,
              events,
              ...more,
              ...changed,
            }),
          );
          repository.git(['update-ref', `refs/pull/${own}/head`, head]);
          if (how !== 'queue') story.landed('pr_merge', who, before, base);
          return after;
        },
      };
    },
    async record(sha, { failed = 0, flow = 'unit', name = 'tests', skipped = 0, total = 3, trail = sha, userData = {} } = {}) {
      tick();
      await send('POST', `/attestations/acme/${flow}/trail/${trail}/junit`, {
        attestation_name: name,
        git_commit_info: { sha1: sha },
        junit_results: [{ name: 'suite', failures: failed, errors: 0, skipped, total, duration: 0.5 }],
        user_data: userData,
      });
    },
    send,
    deploy(sha, environment = 'production') {
      github.deployments.push(deployment({ sha, at: tick(), environment, by: alice.login }));
      now += 300;
    },
    release(tag, sha) {
      repository.git(['tag', tag, sha]);
      github.releases.push(release({ tag, publishedAt: tick(), by: alice.login }));
    },
    async close() {
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  // The branch was there before anything that is audited.
  repository.commit('main', alice, { 'README.md': 'Shop\n' }, 'Begin');
  story.landed('branch_creation', alice, null);
  await send(
    'PUT',
    '/flows/acme/template_file',
    { name: 'unit', description: '', visibility: 'private' },
    {
      name: 'template_file',
      text: 'trail:\n  attestations:\n    - name: tests\n      type: junit\n',
    },
  );
  story.wait(24 * 60);
  return story;
}
