import { afterAll, describe, expect, it } from 'vitest';
import { ciFacts } from '../../src/cli/run-command.ts';
import { commands, contextOf, run, type Command } from '../../src/commands/index.ts';
import type { RawOptions } from '../../src/options/index.ts';
import { commit, makeRepository, removeRepositories } from '../support/git.ts';

afterAll(removeRepositories);

function named(name: string): Command {
  const found = commands.find((command) => command.name === name);
  if (found === undefined) throw new Error(`no command ${name}`);
  return found;
}

const sha = 'c0ffee0'.padEnd(40, '0');
const facts = (env: NodeJS.ProcessEnv, command = 'attest') => ciFacts(named(command), env, '/');

const gitlab = {
  GITLAB_CI: 'true',
  CI: 'true',
  CI_COMMIT_SHA: sha,
  CI_COMMIT_REF_NAME: 'main',
  CI_PIPELINE_ID: '7',
  CI_PROJECT_URL: 'https://code.example/acme/shop',
};

describe('on a CI system', () => {
  it.each<readonly [string, NodeJS.ProcessEnv, object]>([
    ['GitLab', gitlab, { commit: sha, branch: 'main', buildUrl: 'https://code.example/acme/shop/pipelines/7', provider: 'gitlab' }],
    [
      'a merge request of GitLab',
      { ...gitlab, CI_MERGE_REQUEST_ID: '3', CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main', CI_MERGE_REQUEST_SOURCE_BRANCH_NAME: 'fix' },
      { commit: sha, branch: 'fix', buildUrl: expect.any(String), provider: 'gitlab' },
    ],
    [
      'a tag on GitLab',
      { ...gitlab, CI_COMMIT_TAG: 'v1', CI_COMMIT_REF_NAME: 'v1' },
      { commit: sha, buildUrl: expect.any(String), provider: 'gitlab' },
    ],
    [
      'CircleCI',
      { CIRCLECI: 'true', CIRCLE_SHA1: sha, CIRCLE_BRANCH: 'main', CIRCLE_BUILD_URL: 'https://circleci.com/gh/acme/shop/7' },
      { commit: sha, branch: 'main', buildUrl: 'https://circleci.com/gh/acme/shop/7' },
    ],
    [
      'Azure Pipelines',
      { BUILD_BUILDURI: 'vstfs:///Build/Build/7', BUILD_SOURCEVERSION: sha, BUILD_SOURCEBRANCH: 'refs/heads/main' },
      { commit: sha, branch: 'main', provider: 'azure-devops' },
    ],
    ['one that says nothing useful', { GITLAB_CI: 'true', CI_COMMIT_SHA: 'HEAD', CI_COMMIT_REF_NAME: '' }, { provider: 'gitlab' }],
  ])('%s: the variables say what is built', async (_, env, expected) => {
    expect(await facts(env)).toEqual(expected);
  });

  it('nothing is taken from them on GitHub, on a laptop, or for a command without a commit', async () => {
    expect(await facts({ ...gitlab, GITHUB_ACTIONS: 'true' })).toEqual({});
    expect(await facts({})).toEqual({});
    expect(await facts(gitlab, 'flow list')).toEqual({});
    expect(await facts(gitlab, 'attestation find')).toEqual({});
  });
});

describe('what is recorded there', () => {
  async function begun(raw: RawOptions, env: NodeJS.ProcessEnv, repository: string): Promise<unknown> {
    const command = named('trail begin');
    const ci = await ciFacts(command, env, repository);
    const context = contextOf(env, repository, new AbortController().signal, () => undefined, ci);
    const given = {
      'base-url': 'http://127.0.0.1:9',
      'api-token': 'a-token-for-tests',
      org: 'acme',
      flow: 'shop',
      'dry-run': 'true',
      ...raw,
    };
    const result = await run(command, { raw: given, naming: (name) => `--${name}` }, context);
    return result.kind === 'reported' ? result.data : result;
  }

  it('says the build, the branch and the kind of the code host, also of a host of one’s own', async () => {
    const repository = makeRepository({ origin: 'git@code.example:acme/shop.git' });
    const head = commit(repository);
    const env = { ...gitlab, CI_COMMIT_SHA: head, CI_COMMIT_REF_NAME: 'fix/it' };
    expect(await begun({}, env, repository)).toMatchObject({
      name: head,
      origin_url: 'https://code.example/acme/shop/pipelines/7',
      git_commit_info: { sha1: head, branch: 'fix/it' },
      repo_info: { name: 'acme/shop', url: 'https://code.example/acme/shop', provider: 'gitlab' },
    });
    expect(await begun({ 'origin-url': 'https://other.example/' }, env, repository)).toMatchObject({
      origin_url: 'https://other.example/',
    });
  });

  it('is nothing of another commit than the one that is checked out', async () => {
    const repository = makeRepository();
    commit(repository);
    expect(await begun({}, gitlab, repository)).toMatchObject({ kind: 'stopped', ending: 'unusable' });
  });
});
