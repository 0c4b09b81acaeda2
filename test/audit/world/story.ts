import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { between, deployment, pull, release, review, update, world } from '../../support/github-api/world/make.ts';
import type { GitHubWorld, WorldEvent, WorldPull, WorldReview } from '../../support/github-api/world/model.ts';
import { addressOf, openRepository, type Files, type Person, type Repository } from './repository.ts';
import { openService, token, type StoryRole, type StoryService } from './service.ts';

export interface Results {
  readonly flow?: string;
  readonly name?: string;
  readonly total?: number;
  readonly failed?: number;
  readonly skipped?: number;
  /** The name of the trail. It is the SHA if left out. */
  readonly trail?: string;
  readonly userData?: object;
}

/** Tells the real service of evidence and of what runs. */
interface Evidence {
  record(sha: string, results?: Results): Promise<void>;
  send(method: 'PUT' | 'POST', path: string, body: object, form?: { readonly name: string; readonly text: string }): Promise<void>;
  /** Reports that the artifacts of these letters run in an environment. */
  runs(environment: string, letters: string): Promise<void>;
  /** Reports an artifact of that letter on the trail of a commit. */
  artifact(letter: string, flow: string, sha: string): Promise<string>;
  approve(letter: string, flow: string, who: string | null): Promise<void>;
}

const print = (letter: string): string => letter.repeat(64);

/** @param tick lets a minute of the story go by */
export function openEvidence(service: StoryService, tick: () => void): Evidence {
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

  return {
    send,
    async record(sha, { failed = 0, flow = 'unit', name = 'tests', skipped = 0, total = 3, trail = sha, userData = {} } = {}) {
      tick();
      await send('POST', `/attestations/acme/${flow}/trail/${trail}/junit`, {
        attestation_name: name,
        git_commit_info: { sha1: sha },
        junit_results: [{ name: 'suite', failures: failed, errors: 0, skipped, total, duration: 0.5 }],
        user_data: userData,
      });
    },
    async runs(environment, letters) {
      tick();
      const artifacts = letters.split('').map((letter) => ({ digests: { [letter]: print(letter) }, creationTimestamp: 1000 }));
      await send('PUT', `/environments/acme/${environment}/report/server`, { artifacts });
    },
    async artifact(letter, flow, sha) {
      tick();
      const said = { fingerprint: print(letter), filename: `${letter}.tgz`, build_url: '', commit_url: '', git_commit: sha };
      await send('POST', `/artifacts/acme/${flow}`, { ...said, trail_name: sha });
      return print(letter);
    },
    async approve(letter, flow, who) {
      tick();
      const approvals = who === null ? [] : [{ state: 'APPROVED', comment: 'Fine', approved_by: who, approval_url: '' }];
      const asked = { artifact_fingerprint: print(letter), environment: 'production', description: 'Ready', src_commit_list: [] };
      await send('POST', `/approvals/acme/${flow}`, { ...asked, ...(who === null ? {} : { approvals }) });
    },
  };
}

export const alice: Person = { id: 1001, login: 'alice', kind: 'person' };
export const bob: Person = { id: 1002, login: 'bob', kind: 'person' };
export const carol: Person = { id: 1003, login: 'carol', kind: 'person' };
export const bot: Person = { id: 1004, login: 'release-bot', kind: 'bot' };

/** A pull request that is open. */
export interface OpenPull {
  readonly number: number;
  readonly branch: string;
  commit(by: Person, files: Files, message?: string, committer?: Person): string;
  head(): string;
  /** Adds a review, also after the merge. */
  review(by: Person | null, state: WorldReview['state'], more?: Partial<WorldReview>): WorldReview;
  event(kind: 'labeled' | 'unlabeled', name: string, by: Person): void;
  /** Moves the branch to another commit by force. */
  force(to: string, by: Person): void;
  change(more: Partial<WorldPull>): void;
  /** With `rebase by hand` the person who merges is the committer. */
  merge(how: Way, by: Person): string;
}

type Way = 'squash' | 'merge' | 'rebase' | 'rebase by hand' | 'queue';

/** Bob approves a pull request and merges it. */
export function land(pull: OpenPull, how: Way = 'squash'): string {
  pull.review(bob, 'APPROVED');
  return pull.merge(how, bob);
}

/** Records green tests of the head of a pull request first. */
export async function landTested(story: Story, pull: OpenPull, how?: Way): Promise<string> {
  await story.record(pull.head());
  return land(pull, how);
}

/** A repository, an organization and a service in which things happen, one after the other, a minute each. */
export interface Story extends Evidence {
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
  /** A pull request of one branch into another. */
  promote(from: string, to: string, by: Person): OpenPull;
  push(by: Person, files: Files, message?: string, branch?: string): string;
  /** Begins a branch at the tip of another. */
  branch(name: string, from?: string): void;
  /** Says that a branch was updated to its present commit. */
  landed(
    type: 'push' | 'force_push' | 'pr_merge' | 'merge_queue_merge' | 'branch_creation',
    by: Person | null,
    before: string | null,
    branch?: string,
  ): void;
  deploy(sha: string, environment?: string): void;
  /** Makes a tag stand for another commit. */
  moveTag(tag: string, sha: string): void;
  release(tag: string, sha: string): void;
  close(): Promise<void>;
}

interface StoryOptions {
  readonly files?: Files;
  readonly flows?: readonly string[];
  readonly mostCommits?: number;
  /** Roles that there are tokens of, next to that of the administrator. */
  readonly roles?: readonly StoryRole[];
}

const seconds = (now: number): string => new Date(now * 1000).toISOString().replace('.000Z', 'Z');

/** The story lies in the future: the service's own first record is of today, and its clock never goes back. */
export async function openStory({ files = {}, flows = ['unit'], mostCommits = 10_000, roles = [] }: StoryOptions = {}): Promise<Story> {
  let now = Date.parse('2030-01-07T08:00:00Z') / 1000;
  const tick = (): string => {
    now += 60;
    return seconds(now);
  };
  const folder = await mkdtemp(join(tmpdir(), 'story-'));
  const service = await openService(folder, () => now, roles);
  const repository = openRepository(() => now);
  const github = world({ gitDirectory: repository.directory, repository: 'acme/shop', now: '2030-02-01T00:00:00Z', mostCommits });
  for (const { kind, ...who } of [alice, bob, carol, bot])
    github.accounts.push({ ...who, ...(kind === 'bot' ? { kind } : {}), emails: [addressOf({ kind, ...who })] });
  const evidence = openEvidence(service, tick);
  let number = 0;

  function opened(by: Person, name: string, base: string, more: Partial<WorldPull>): OpenPull {
    number += 1;
    const own = number;
    const openedAt = tick();
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
        else repository.rebase(base, name, how === 'rebase' ? undefined : who);
        const after = repository.tip(base);
        const landed = how.startsWith('rebase') ? between(repository.directory, before, after) : [];
        const merged = { mergedAt: at, mergedBy: who.login, mergeCommit: after };
        github.pulls.push(
          pull({
            number: own,
            head,
            headBranch: name,
            from: 'acme/shop',
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
    push(by, files, message = 'Push', branch = 'main') {
      tick();
      const before = repository.tip(branch);
      const sha = repository.commit(branch, by, files, message);
      tick();
      story.landed('push', by, before, branch);
      return sha;
    },
    branch(name, from = 'main') {
      tick();
      repository.git(['branch', name, from]);
      story.landed('branch_creation', alice, null, name);
    },
    promote: (from, to, by) => opened(by, from, to, {}),
    open(by, files, { base = 'main', from = base, branch, pull: more = {} } = {}) {
      const name = branch ?? `topic-${number + 1}`;
      repository.commit(name, by, files, `Change ${number + 1}`, { from });
      return opened(by, name, base, more);
    },
    ...evidence,
    deploy(sha, environment = 'production') {
      github.deployments.push(deployment({ sha, at: tick(), environment, by: alice.login }));
      now += 300;
    },
    moveTag(tag, sha) {
      const before = repository.git(['rev-parse', `${tag}^{commit}`]);
      repository.git(['tag', '--force', tag, sha]);
      github.activity.push(update({ ref: `refs/tags/${tag}`, type: 'push', at: tick(), by: alice.login, before, after: sha }));
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
  // The branch existed before anything that is audited.
  repository.commit('main', alice, { 'README.md': 'Shop\n', ...files }, 'Begin');
  story.landed('branch_creation', alice, null);
  const text = 'trail:\n  attestations:\n    - name: tests\n      type: junit\n';
  for (const name of flows)
    await evidence.send(
      'PUT',
      '/flows/acme/template_file',
      { name, description: '', visibility: 'private' },
      { name: 'template_file', text },
    );
  story.wait(24 * 60);
  return story;
}
