import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOrganizationApi, type HostedRepository, type OrganizationApi } from '../../support/github-api/organization/open.ts';
import { pull, review, update, world } from '../../support/github-api/world/make.ts';
import type { GitHubWorld } from '../../support/github-api/world/model.ts';
import { git } from '../../support/git.ts';
import { addressOf, openRepository } from '../world/repository.ts';
import { openService, token, type StoryRole, type StoryService } from '../world/service.ts';
import { alice, bob, carol, openEvidence } from '../world/story.ts';

/** A repository of the organization: so many changes with evidence, and so many pushes without. */
export interface Repository {
  readonly name: string;
  readonly covered?: number;
  readonly pushed?: number;
  /** Nothing was ever pushed to it. */
  readonly isEmpty?: boolean;
  readonly more?: Partial<HostedRepository>;
}

/** An organization of GitHub with real repositories of git, and the service that holds the evidence of all of them. */
export interface Organization {
  readonly api: OrganizationApi;
  readonly service: { readonly url: string; readonly token: string };
  readonly moments: { readonly begin: string; readonly end: string };
  /** Removes the repository from the server, so that nobody can clone it. */
  lose(name: string): Promise<void>;
  close(): Promise<void>;
}

export interface OrganizationOptions {
  /** The App that is installed on it. */
  readonly app?: { readonly id: string; readonly publicKey: string };
  /** When the repositories begin; what is audited begins a day later. */
  readonly begins?: string;
  /** False: no service of its own, by the clock of the story, and no evidence. */
  readonly hasService?: boolean;
  /** Roles that there are tokens of, next to that of the administrator. */
  readonly roles?: readonly StoryRole[];
}

/** It lies in the future: the service's own first record is of today, and its clock never goes back. */
export async function openOrganization(
  repositories: readonly Repository[],
  { app, begins = '2030-01-07T08:00:00Z', hasService = true, roles = [] }: OrganizationOptions = {},
): Promise<Organization> {
  let now = Math.floor(Date.parse(begins) / 1000);
  const moment = (): string => new Date(now * 1000).toISOString().replace('.000Z', 'Z');
  const tick = (): string => {
    now += 60;
    return moment();
  };
  const folder = await mkdtemp(join(tmpdir(), 'organization-'));
  const service = hasService ? await openService(folder, () => now, roles) : nobody;
  const evidence = openEvidence(service, tick);
  const template = 'trail:\n  attestations:\n    - name: tests\n      type: junit\n';
  const flow = { name: 'unit', description: '', visibility: 'private' };
  if (hasService) await evidence.send('PUT', '/flows/acme/template_file', flow, { name: 'template_file', text: template });
  await mkdir(join(folder, 'acme'));
  const origins: HostedRepository[] = [];
  const made = repositories.map(({ name }) => ({ name, git: openRepository(() => now) }));
  const worlds: GitHubWorld[] = [];
  for (const [index, { isEmpty = false, more = {}, name }] of repositories.entries()) {
    const one = made[index];
    if (one === undefined) throw new Error('Each repository is made');
    const github = world({ gitDirectory: one.git.directory, repository: `acme/${name}`, now: '2030-02-01T00:00:00Z' });
    for (const { kind: _, ...who } of [alice, bob, carol])
      github.accounts.push({ ...who, emails: [addressOf({ kind: 'person', ...who })] });
    worlds.push(github);
    if (!isEmpty) {
      one.git.commit('main', alice, { 'README.md': `${name}\n` }, 'Begin');
      github.activity.push(update({ type: 'branch_creation', at: moment(), by: alice.login, before: null, after: one.git.tip('main') }));
    }
    origins.push({
      id: 1_000 + index * 7,
      name,
      world: github,
      createdAt: '2024-01-01T00:00:00Z',
      pushedAt: moment(),
      size: isEmpty ? 0 : 100 + index,
      ...more,
    });
  }
  now += 24 * 3600;
  const begin = moment();
  for (const [index, { covered = 0, pushed = 0 }] of repositories.entries()) {
    const [one, github] = [made[index], worlds[index]];
    if (one === undefined || github === undefined) throw new Error('Each repository is made');
    for (let number = 1; number <= covered; number += 1) {
      const branch = `topic-${number}`;
      const openedAt = tick();
      const head = one.git.commit(branch, alice, { [`src/${number}.ts`]: '1' }, `Change ${number}`);
      const reviews = [review({ by: bob.login, commit: head, at: tick() })];
      if (hasService) await evidence.record(head);
      const before = one.git.tip('main');
      const at = tick();
      const after = one.git.squash('main', branch, alice, `Change ${number} (#${number})`);
      const merged = { mergedAt: at, mergedBy: bob.login, mergeCommit: after, openedBy: alice.login, openedAt };
      github.pulls.push(pull({ number, head, headBranch: branch, from: `acme/${one.name}`, ...merged, reviews }));
      one.git.git(['update-ref', `refs/pull/${number}/head`, head]);
      github.activity.push(update({ type: 'pr_merge', at, by: bob.login, before, after }));
    }
    for (let number = 1; number <= pushed; number += 1) {
      const before = one.git.tip('main');
      tick();
      const after = one.git.commit('main', carol, { [`src/pushed-${number}.ts`]: '1' }, `Push ${number}`);
      github.activity.push(update({ type: 'push', at: tick(), by: carol.login, before, after }));
    }
    if (!(repositories[index]?.isEmpty ?? false)) one.git.git(['checkout', '--quiet', 'main']);
    const origin = join(folder, 'acme', one.name);
    git(one.git.directory, ['clone', '--quiet', '--mirror', '.', origin]);
    git(origin, ['config', 'uploadpack.allowAnySHA1InWant', 'true']);
  }
  now += 600;
  const api = await openOrganizationApi({ login: 'acme', folder, repositories: origins, ...(app === undefined ? {} : { app }) });
  return {
    api,
    service: { url: service.url, token },
    moments: { begin, end: moment() },
    lose: (name) => rm(join(folder, 'acme', name), { recursive: true }),
    async close() {
      await api.close();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The environment of a command about the organization: it reads it by the installation of the App. */
export function environmentOf({ api, service }: Organization): Readonly<Record<string, string>> {
  return {
    EVIDENCE_BASE_URL: service.url,
    EVIDENCE_API_TOKEN: service.token,
    EVIDENCE_ORG: 'acme',
    EVIDENCE_GITHUB_TOKEN: 'ghs_of_the_installation',
    GITHUB_API_URL: api.url,
    GITHUB_SERVER_URL: api.url,
    NO_COLOR: '1',
  };
}

const nobody: StoryService = { url: '', database: '', close: () => Promise.resolve() };
