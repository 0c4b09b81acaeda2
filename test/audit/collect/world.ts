import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readAuditFile } from '../../../src/audit/file/read-audit-file.ts';
import type { GitHubPort, Listed, RefUpdate } from '../../../src/audit/collect/port.ts';
import type { CollectSettings, CollectSources } from '../../../src/audit/collect/settings.ts';
import type { Commit, LandingKind, PullRequest } from '../../../src/audit/facts/landing.ts';
import { commit as bareCommit, git, makeRepository, temporaryDirectory } from '../../support/git.ts';
import { alice, bob, signed } from '../reviews/pull.ts';

export const day = '2026-11-02';
export const now = '2026-11-09T00:00:00Z';

/** A repository on a small GitHub, which writes down what happens to its branches as GitHub does. */
export interface World {
  readonly directory: string;
  readonly updates: RefUpdate[];
  readonly pulls: Map<number, PullRequest>;
  /** The questions about pull requests that the port was asked: the commits of each. */
  readonly questions: string[][];
  /** Commits a file on top of the checkout. Gives the SHA. */
  write(path: string, text?: string): string;
  /** Says that a branch went from one commit to another. */
  moved(kind: LandingKind, branch: string, before: string | null, after: string | null): RefUpdate;
  /** A pull request of the branch `pull-N` with files, merged into a branch. Gives the landed commit. */
  merged(number: number, how: 'squash' | 'rebase' | 'merge', paths: readonly string[], base?: string, kind?: LandingKind): string;
  /** A clone of it in its present state. */
  clone(): string;
  port(more?: Partial<GitHubPort>): GitHubPort;
}

export function makeWorld(): World {
  const directory = makeRepository();
  const updates: RefUpdate[] = [];
  const pulls = new Map<number, PullRequest>();
  const owners = new Map<string, number[]>();
  const questions: string[][] = [];
  let minute = 0;
  const head = (name = 'HEAD'): string => git(directory, ['rev-parse', name]);
  const owned = (sha: string, number: number): unknown => owners.set(sha, [...new Set([...(owners.get(sha) ?? []), number])]);
  const world: World = {
    directory,
    updates,
    pulls,
    questions,
    write: (path, text = path) => {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
      git(directory, ['add', '--all']);
      return bareCommit(directory, `Write ${path} ${text.length}`);
    },
    moved: (kind, branch, before, after) => {
      minute += 1;
      const at = new Date(Date.parse(`${day}T12:00:00Z`) + minute * 60_000).toISOString();
      const update = { id: String(100 + minute), name: branch, kind, at, actor: alice, before, after };
      updates.unshift(update);
      return update;
    },
    merged: (number, how, paths, base = 'main', kind = 'pull-request') => {
      git(directory, ['checkout', '--quiet', base]);
      const before = head();
      git(directory, ['checkout', '--quiet', '-b', `pull-${number}`]);
      const shas = paths.map((path) => world.write(path));
      return land(number, how, shas, base, before, kind);
    },
    clone: () => {
      const clone = temporaryDirectory();
      git(clone, ['clone', '--quiet', directory, '.']);
      return clone;
    },
    port: (more) => ({ ...portOf(world, owners), ...more }),
  };

  function land(number: number, how: string, shas: readonly string[], base: string, before: string, kind: LandingKind): string {
    const top = head();
    git(directory, ['update-ref', `refs/pull/${number}/head`, top]);
    git(directory, ['checkout', '--quiet', base]);
    if (how === 'merge') git(directory, ['merge', '--quiet', '--no-ff', '-m', `Merge pull request #${number}`, top]);
    else if (how === 'squash') {
      git(directory, ['merge', '--quiet', '--squash', top]);
      git(directory, ['commit', '--quiet', '--allow-empty', '-m', `Squash (#${number})`]);
    } else for (const sha of shas) rebase(sha, number);
    const after = head();
    const { at } = world.moved(kind, base, before, after);
    for (const sha of [...shas, after, ...git(directory, ['rev-list', after, `^${before}`]).split('\n')]) owned(sha, number);
    git(directory, ['branch', '--quiet', '-D', `pull-${number}`]);
    pulls.set(
      number,
      pullOf(
        number,
        base,
        at,
        after,
        top,
        shas.map((sha) => commitFact(directory, sha)),
      ),
    );
    return after;
  }

  /** GitHub makes each commit again, with another committer. */
  function rebase(sha: string, number: number): void {
    const tree = git(directory, ['rev-parse', `${sha}^{tree}`]);
    const title = git(directory, ['log', '-1', '--format=%s', sha]);
    const made = git(directory, ['commit-tree', tree, '-p', head(), '-m', `${title} (rebased, #${number})`]);
    git(directory, ['reset', '--quiet', '--hard', made]);
  }
  return world;
}

export function pullOf(
  number: number,
  base: string,
  at: string,
  mergeCommit: string,
  top: string,
  commits: readonly Commit[],
): PullRequest {
  const people = { openedBy: alice, askedBy: null, mergedBy: bob, labels: [], reviews: [], forcePushes: [] };
  const url = `https://github.com/acme/shop/pull/${number}`;
  const rest = { title: `Pull request ${number}`, from: 'acme/shop', headBranch: `pull-${number}`, commitsCut: false, pushedAt: null };
  return { number, url, base, ...people, ...rest, mergedAt: at, mergeCommit, head: top, commits };
}

/** A commit as GitHub tells it. */
export function commitFact(directory: string, sha: string): Commit {
  const [tree = '', parents = '', title = ''] = git(directory, ['log', '-1', '--format=%T%n%P%n%s', sha]).split('\n');
  const people = { author: signed(alice), committer: signed(alice), coAuthors: [] };
  return { sha, tree, parents: parents.split(' ').filter(Boolean), title, ...people, mergeAlone: null, suggestionAlone: false };
}

function portOf({ pulls, questions, updates }: World, owners: ReadonlyMap<string, readonly number[]>): GitHubPort {
  const whole = <Item>(items: readonly Item[]): Listed<Item> => ({ kind: 'whole', items });
  return {
    defaultBranch: async () => 'main',
    repositoryId: async () => 1,
    branchUpdates: async (branch, since, until) => {
      const own = updates.filter(({ at, name }) => name === branch && at < until);
      const older = own.findIndex(({ at }) => at < since);
      return whole(older < 0 ? own : own.slice(0, older + 1));
    },
    firstUpdates: async () => whole(updates.toReversed().map((update) => ({ ...update, name: `refs/heads/${update.name}` }))),
    tagUpdates: async () => whole([{ updates: [], told: false }]),
    pullRequestsOf: async (shas) => {
      questions.push([...shas]);
      const of = new Map(shas.map((sha) => [sha, owners.get(sha) ?? []] as const));
      const numbers = [...new Set([...of.values()].flat())];
      return whole([{ pulls: numbers.flatMap((number) => pulls.get(number) ?? []), of, cut: new Map() }]);
    },
    textsOf: async () => whole([]),
    deployments: async () => whole([]),
    releases: async () => whole([]),
    tags: async () => whole([]),
    mergedCount: async (branch, since, until) =>
      [...pulls.values()].filter(({ base, mergedAt }) => base === branch && mergedAt >= since && mergedAt < until).length,
    rulesOf: async () => whole([]),
    accountsOf: async (shas) => whole(shas.map((sha) => ({ sha, author: alice, committer: bob }))),
    checksOf: async () => whole([]),
    queries: () => [],
  };
}

export function settingsOf(more: Partial<CollectSettings> = {}): CollectSettings {
  return {
    branches: [],
    since: '2026-11-02T00:00:00Z',
    until: null,
    sinceSha: null,
    untilSha: null,
    flows: [],
    repository: 'acme/shop',
    serverUrl: 'https://github.com',
    service: null,
    inputs: {},
    workflow: null,
    run: null,
    now,
    tool: { name: 'compliance-evidence', version: '1.0.0', digest: null },
    ...more,
  };
}

export function sourcesOf(directory: string, github: GitHubPort | null, more: Partial<CollectSources> = {}): CollectSources {
  return {
    git: directory,
    github,
    service: null,
    log: null,
    answers: null,
    fetchFrom: null,
    readAuditFile: () => readAuditFile('{}'),
    report: () => {},
    ended: () => ({ at: now, service: null }),
    ...more,
  };
}
