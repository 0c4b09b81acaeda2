import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readTestEvidence, type TestEvidence } from '../../../src/commands/attest/test-evidence.ts';
import { contextOf } from '../../../src/commands/run/context.ts';
import type { Event } from '../../../src/commands/index.ts';
import type { AttestSettings } from '../../../src/options/index.ts';
import { fault, startFaultServer, type Fault, type FaultServer } from '../../support/fault-server.ts';
import { commit, git, makeRepository, removeRepositories, temporaryDirectory } from '../../support/git.ts';
import { attestSettings } from './settings.ts';

let github: FaultServer | undefined;
afterEach(async () => {
  await github?.close();
  github = undefined;
  removeRepositories();
});

const sha = 'c0ffee0000000000000000000000000000000001';
const answer = {
  sha,
  commit: { message: 'A change', author: { name: 'Ada', email: 'ada@example.com', date: '2026-01-02T03:04:05Z' } },
  html_url: `https://github.com/acme/shop/commit/${sha}`,
  parents: [{ sha: 'b'.repeat(40) }],
};
const push = { GITHUB_EVENT_NAME: 'push', GITHUB_SHA: sha, GITHUB_REF: 'refs/heads/main', GITHUB_REPOSITORY: 'acme/shop' };

const green = `<testsuite name="s">${'<testcase name="good"/>'.repeat(3)}</testsuite>`;

/** A folder with results that is not a checkout. */
function bare(): string {
  const path = temporaryDirectory();
  writeFileSync(join(path, 'green.xml'), green);
  return path;
}

/** A checkout with a commit, and results in it. */
function checkout(): { readonly path: string; readonly sha: string } {
  const path = makeRepository({ origin: 'https://github.com/acme/shop.git' });
  const head = commit(path);
  writeFileSync(join(path, 'green.xml'), green);
  return { path, sha: head };
}

interface Told {
  readonly collected: TestEvidence;
  readonly events: readonly Event[];
}

/** Collects in a workspace, with the variables of a runner's environment. */
async function collectIn(
  workspace: string,
  env: Readonly<Record<string, string>>,
  settings: Partial<AttestSettings> = {},
  commit?: string,
): Promise<Told> {
  const events: Event[] = [];
  const context = contextOf(env, workspace, new AbortController().signal, (event) => void events.push(event));
  return { collected: await readTestEvidence(attestSettings({ resultPaths: ['green.xml'], ...settings }), commit, context), events };
}

/** Collects without a checkout, while GitHub answers this. */
async function withGithub(script: () => Fault, env: Readonly<Record<string, string>>, settings: Partial<AttestSettings>): Promise<Told> {
  github = await startFaultServer({ script });
  return await collectIn(bare(), { GITHUB_API_URL: `${github.url.replace('/api/v2', '')}/`, ...env }, settings);
}

describe('what neither the event nor a clone knows of the commit', () => {
  it('is asked of GitHub', async () => {
    const { collected, events } = await withGithub(() => fault.status(200, {}, answer), push, {
      githubToken: 'a-token',
      trackedResults: 'allow',
    });
    expect(collected.git).toMatchObject({
      commit: { sha1: sha, message: 'A change', author: 'Ada <ada@example.com>', parents: ['b'.repeat(40)] },
      missing: [],
    });
    expect(collected.problems).toEqual([]);
    expect(events).toEqual([{ kind: 'notice', message: expect.stringMatching(/^There is no git checkout/) }]);
    expect(github?.requests.map(({ headers, method, url }) => [method, url, headers.authorization])).toEqual([
      ['GET', `/repos/acme/shop/commits/${sha}?per_page=1`, 'token a-token'],
    ]);
  });

  it.each([
    ['without a token', push, {}],
    ['where the repository is not known', { GITHUB_EVENT_NAME: 'push', GITHUB_SHA: sha }, { githubToken: 'a-token' }],
  ])('is left out %s, and nobody is asked', async (_, env, settings) => {
    const { collected, events } = await withGithub(() => fault.status(200, {}, answer), env, settings);
    expect(collected.git?.commit).not.toHaveProperty('message');
    expect(events).toContainEqual({ kind: 'notice', message: expect.stringMatching(/^Not known of commit c0ffee000000, and left out: ./) });
    expect(github?.requests).toEqual([]);
  });

  it('is left out where GitHub does not say it, with the reason', async () => {
    const { collected, events } = await withGithub(() => fault.status(404, {}, { message: 'Not Found' }), push, { githubToken: 'a-token' });
    expect(collected.git?.commit).not.toHaveProperty('message');
    expect(collected.problems).toEqual([]);
    expect(events).toContainEqual({ kind: 'notice', message: expect.stringMatching(/^GitHub did not give the commit: .*404/) });
  });
});

describe('a checkout', () => {
  it('knows all of its commit, so that GitHub is not asked', async () => {
    const at = checkout();
    github = await startFaultServer({ script: () => fault.status(500) });
    const env = { ...push, GITHUB_SHA: at.sha, GITHUB_API_URL: github.url };
    const { collected, events } = await collectIn(at.path, env, { githubToken: 'a-token' });
    expect(collected).toMatchObject({ git: { commit: { sha1: at.sha, message: expect.stringMatching(/./) }, missing: [] }, problems: [] });
    expect(collected.results.totals).toMatchObject({ total: 3, passed: 3 });
    expect(events).toEqual([]);
    expect(github.requests).toEqual([]);
  });

  it('of another commit makes the evidence unusable, and it is about the commit of the event all the same', async () => {
    const { collected } = await collectIn(checkout().path, push);
    expect(collected.git).toMatchObject({ commit: { sha1: sha }, notices: [] });
    expect(collected.problems).toMatchObject([{ code: 'wrong-commit' }]);
  });

  it('is not needed where the commit is named', async () => {
    const at = checkout();
    expect((await collectIn(at.path, {}, {}, at.sha)).collected).toMatchObject({ git: { commit: { sha1: at.sha } }, problems: [] });
  });
});

it('without a commit the evidence is unusable, and there is nothing of git in it', async () => {
  const { collected } = await collectIn(bare(), {});
  expect(collected.git).toBeUndefined();
  expect(collected.problems).toMatchObject([{ code: 'unknown-commit' }]);
});

it('the problems of all that is read come together, and what is odd about files and steps is told', async () => {
  const at = checkout();
  const broken = await collectIn(at.path, push, { resultPaths: ['green.xml', 'none.xml'], testOutcome: 'failure' });
  expect(broken.collected.problems.map(({ code }) => code)).toEqual(['wrong-commit', expect.stringMatching(/./)]);
  const contradicting = await collectIn(at.path, {}, { testOutcome: 'failure' });
  expect(contradicting.collected.problems.map(({ code }) => code)).toEqual(['contradiction']);
  const odd = await collectIn(at.path, {}, { jobStatus: 'failure' });
  expect([odd.collected.problems, odd.events]).toEqual([
    [],
    [{ kind: 'warning', message: expect.stringMatching(/^The job has failed already/) }],
  ]);
});

it('failing tests are placed in the checkout', async () => {
  const at = checkout();
  writeFileSync(join(at.path, 'a.js'), 'x');
  git(at.path, ['add', '--all']);
  commit(at.path);
  writeFileSync(join(at.path, 'red.xml'), '<testsuite name="s"><testcase name="t" file="a.js" line="1"><failure/></testcase></testsuite>');
  const { collected } = await collectIn(at.path, {}, { resultPaths: ['red.xml'] });
  expect(collected.results.failing).toMatchObject([{ name: 't', file: 'a.js', line: 1 }]);
});
