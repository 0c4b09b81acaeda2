import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { askEitherWay, askMerges, type AskMerge } from '../../../src/commands/gate/gate.ts';
import { contextOf, type RunContext } from '../../../src/commands/index.ts';
import type { MergeAnswer } from '../../../src/gate/index.ts';
import { commit, git, makeRepository, merge, removeRepositories, temporaryDirectory } from '../../support/git.ts';
import { openGitHubApi, type GitHubApi, type GitHubApiOptions } from '../../support/github-api/open.ts';

afterAll(removeRepositories);

const head = 'a'.repeat(40);
const base = 'b'.repeat(40);
const merged = 'c'.repeat(40);

function contextIn(workspace: string, env: NodeJS.ProcessEnv = {}): RunContext {
  return contextOf(env, workspace, new AbortController().signal, () => {});
}

/** A repository with a base, the head of a pull request, and one merge of each kind. */
function repository(): { readonly directory: string; readonly sha: (name: string) => string } {
  const directory = makeRepository();
  const shas = new Map([['base', commit(directory, 'base')]]);
  git(directory, ['checkout', '--quiet', '--detach']);
  shas.set('head', commit(directory, 'head'));
  const from = (name: string, ...others: readonly string[]): string => {
    git(directory, ['reset', '--quiet', '--hard', shas.get(name) ?? '']);
    return merge(directory, ...others.map((other) => shas.get(other) ?? ''));
  };
  shas.set('test merge', from('base', 'head'));
  shas.set('merge the other way', from('head', 'base'));
  shas.set('other', commit(directory, 'other'));
  shas.set('merge of three', from('base', 'head', 'other'));
  shas.set('merge of three, head last', from('base', 'test merge', 'head'));
  shas.set('merge of one', from('head'));
  return { directory, sha: (name) => shas.get(name) ?? '' };
}

describe('git in the checkout', () => {
  const { directory, sha } = repository();

  test.each([
    ['test merge', 'of-this'],
    ['merge the other way', 'another'],
    ['merge of three', 'another'],
    ['merge of three, head last', 'another'],
    ['merge of one', 'another'],
    ['base', 'another'],
  ])('says of a %s: %s', async (name, kind) => {
    expect(await askMerges(undefined, contextIn(directory))(sha(name), sha('head'))).toEqual({ kind });
  });

  test('is not led astray by a commit that stands in for another', async () => {
    git(directory, ['replace', sha('merge of one'), sha('test merge')]);
    expect(await askMerges(undefined, contextIn(directory))(sha('merge of one'), sha('head'))).toEqual({ kind: 'another' });
  });
});

test.each(['pull_request', 'pull_request_review'])(
  'in a run of %s the commit of the run is of this one, without a question',
  async (name) => {
    const ask = askMerges(undefined, contextIn(temporaryDirectory(), { GITHUB_SHA: merged, GITHUB_EVENT_NAME: name }));
    expect(await ask(merged, head)).toEqual({ kind: 'of-this' });
    expect(await ask(base, head)).toEqual({ kind: 'unasked' });
  },
);

test('in a run of pull_request it is of the head of that one alone', async () => {
  const context = contextIn(temporaryDirectory(), { GITHUB_SHA: merged, GITHUB_EVENT_NAME: 'pull_request' });
  const payload = { pull_request: { number: 7, head: { sha: head }, base: { ref: 'main' } } };
  const ask = askMerges(undefined, { ...context, event: { ...context.event, payload } });
  expect([await ask(merged, head), await ask(merged, base)]).toEqual([{ kind: 'of-this' }, { kind: 'unasked' }]);
});

describe('of two commits where either may be made of the other', () => {
  const answers =
    (one: MergeAnswer, two: MergeAnswer): AskMerge =>
    (sha) =>
      Promise.resolve(sha === head ? one : two);
  const fault = { code: 'forbidden', message: 'no' };

  test.each<[MergeAnswer, MergeAnswer, MergeAnswer]>([
    [{ kind: 'of-this' }, { kind: 'another' }, { kind: 'of-this' }],
    [{ kind: 'another', fault }, { kind: 'of-this' }, { kind: 'of-this' }],
    [{ kind: 'another' }, { kind: 'unasked' }, { kind: 'unasked' }],
    [{ kind: 'another', fault }, { kind: 'another' }, { kind: 'another', fault }],
    [{ kind: 'another' }, { kind: 'another' }, { kind: 'another' }],
  ])('%j and %j are %j', async (one, two, both) => {
    expect(await askEitherWay(answers(one, two), head, base)).toEqual(both);
  });
});

test.each(['pull_request_target', 'workflow_run', 'issue_comment'])(
  'in a run of %s it is the tip of the default branch, and so another one',
  async (name) => {
    const ask = askMerges(undefined, contextIn(temporaryDirectory(), { GITHUB_SHA: base, GITHUB_EVENT_NAME: name }));
    expect(await ask(base, head)).toEqual({ kind: 'unasked' });
  },
);

describe('GitHub', () => {
  async function asked(
    parents: readonly string[] | undefined,
    { refuse, token = 'ghs_token' }: Pick<GitHubApiOptions, 'refuse'> & { readonly token?: string | undefined } = {},
  ): Promise<{ readonly api: GitHubApi; readonly answer: Awaited<ReturnType<ReturnType<typeof askMerges>>> }> {
    const api = await openGitHubApi({
      commit: (sha) =>
        parents === undefined ? undefined : { sha, parents: parents.map((parent) => ({ sha: parent, url: 'https://api.github.com/x' })) },
      ...(refuse === undefined ? {} : { refuse }),
    });
    onTestFinished(() => api.close());
    const ask = askMerges(token, contextIn(temporaryDirectory(), { GITHUB_REPOSITORY: 'acme/shop', GITHUB_API_URL: api.url }));
    const [answer] = await Promise.all([ask(merged, head), ask(merged, head)]);
    return { api, answer };
  }

  test('is asked once for a commit that no checkout has', async () => {
    const { answer, api } = await asked([base, head]);
    expect(answer).toEqual({ kind: 'of-this' });
    expect(api.asked).toEqual([`GET /repos/acme/shop/commits/${merged}?per_page=1`]);
  });

  test.each([[[head, base]], [[head]], [[base, head, base]], [[base, base, head]], [[]]])(
    'shows that parents %j are those of another',
    async (parents) => {
      expect((await asked(parents)).answer).toEqual({ kind: 'another' });
    },
  );

  test('that does not show the commit gives no yes, and says why', async () => {
    expect((await asked(undefined)).answer).toMatchObject({
      kind: 'another',
      fault: { message: expect.stringContaining('404'), fix: expect.stringContaining('contents: read') },
    });
    const refused = await asked([base, head], { refuse: () => ({ status: 403 }) });
    expect(refused.answer).toMatchObject({ kind: 'another', fault: { message: expect.stringContaining('403') } });
  });

  test('is not asked without a token', async () => {
    const api = await openGitHubApi({ commit: (sha) => ({ sha, parents: [] }) });
    onTestFinished(() => api.close());
    const ask = askMerges(undefined, contextIn(temporaryDirectory(), { GITHUB_REPOSITORY: 'acme/shop', GITHUB_API_URL: api.url }));
    expect(await ask(merged, head)).toEqual({ kind: 'unasked' });
    expect(api.asked).toEqual([]);
  });
});
