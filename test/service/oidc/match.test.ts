import { describe, expect, test } from 'vitest';
import { removeOidcRule, type NewOidcRule } from '../../../src/service/index.ts';
import type { Claims } from '../../support/issuer.ts';
import { door, words, type Door } from './setup.ts';

type Case = readonly [what: string, rule: Partial<NewOidcRule>, claims: Claims, refusal: RegExp | 'let in'];

const pullRequest = {
  event_name: 'pull_request',
  ref: 'refs/pull/7/merge',
  ref_protected: 'false',
  sub: 'repo:acme/shop:pull_request',
  job_workflow_ref: 'acme/shop/.github/workflows/tests.yml@refs/pull/7/merge',
};
const shared = 'acme/ci/.github/workflows/gate.yml@refs/heads/main';
const theirs = 'mallory/ci/.github/workflows/gate.yml@refs/heads/main';

/** The words of the answer to a job, where this is the only rule. */
async function answerTo({ exchange, it, rule }: Door, more: Partial<NewOidcRule>, claims: Claims): Promise<string> {
  const id = await rule(more);
  const answer = words(await exchange(claims));
  await removeOidcRule(it.dataDir, id);
  return answer;
}

const cases: readonly Case[] = [
  ['a push, without asking for more', {}, {}, 'let in'],
  ['the ref that it names', { ref: 'refs/heads/main' }, {}, 'let in'],
  ['another ref', { ref: 'refs/heads/main' }, { ref: 'refs/heads/topic' }, /lets in the ref 'refs\/heads\/topic'\./],
  ['a ref that begins like it', { ref: 'refs/heads/main' }, { ref: 'refs/heads/main-2' }, /lets in the ref/],
  ['a tag with the name of the branch', { ref: 'refs/heads/main' }, { ref: 'refs/tags/main' }, /lets in the ref/],
  ['a ref below the folder that it names', { ref: 'refs/heads/release/*' }, { ref: 'refs/heads/release/1.2' }, 'let in'],
  ['one in a folder of that folder', { ref: 'refs/heads/release/*' }, { ref: 'refs/heads/release/1/2' }, 'let in'],
  ['the folder itself', { ref: 'refs/heads/release/*' }, { ref: 'refs/heads/release/' }, /lets in the ref/],
  ['a folder with a longer name', { ref: 'refs/heads/release/*' }, { ref: 'refs/heads/release-x/1' }, /lets in the ref/],
  ['another audience', {}, { aud: 'https://other.example' }, /lets in the audience 'https:\/\/other\.example'\./],
  ['the environment that it names', { environment: 'production' }, { environment: 'production' }, 'let in'],
  ['another environment', { environment: 'production' }, { environment: 'staging' }, /lets in the environment 'staging'/],
  ['a job without an environment', { environment: 'production' }, {}, /lets in a job without an environment/],
  ['a pull request of the same repository, without naming its event', {}, pullRequest, /lets in the event 'pull_request'\./],
  [
    'a pull request that asks for the role of main',
    { ref: 'refs/heads/main' },
    pullRequest,
    /lets in the event 'pull_request', and the ref 'refs\/pull\/7\/merge'/,
  ],
  ['a pull request, for its event', { events: ['pull_request'] }, pullRequest, 'let in'],
  ['a push, for the event of pull requests', { events: ['pull_request'] }, {}, /lets in the event 'push'/],
  [
    'the code of main for the pull request of a fork',
    { ref: 'refs/heads/main' },
    { event_name: 'pull_request_target' },
    /lets in the event 'pull_request_target'/,
  ],
  ['the same, for its event', { ref: 'refs/heads/main', events: ['pull_request_target'] }, { event_name: 'pull_request_target' }, 'let in'],
  ['a comment of anybody', { ref: 'refs/heads/main' }, { event_name: 'issue_comment' }, /lets in the event 'issue_comment'/],
  ['the run after that of a fork', { ref: 'refs/heads/main' }, { event_name: 'workflow_run' }, /lets in the event 'workflow_run'/],
  ['a merge queue', {}, { event_name: 'merge_group', ref: 'refs/heads/gh-readonly-queue/main/pr-7-c0ffee' }, 'let in'],
  ['the reusable workflow that it names', { workflow: shared }, { job_workflow_ref: shared }, 'let in'],
  ['the reusable workflow of somebody else', { workflow: shared }, { job_workflow_ref: theirs }, /lets in the workflow 'mallory\/ci/],
  ['its own workflow in place of the named one', { workflow: shared }, {}, /lets in the workflow 'acme\/shop/],
  [
    'a workflow that calls one whose name cannot be read',
    { workflow: 'acme/shop/.github/workflows/tests.yml@refs/heads/main' },
    { job_workflow_ref: `${shared}${'x'.repeat(1024)}` },
    /lets in a job without job_workflow_ref/,
  ],
  [
    'a job of a server that names only its workflow',
    { workflow: 'acme/shop/.github/workflows/tests.yml@refs/heads/main' },
    { job_workflow_ref: undefined },
    'let in',
  ],
  [
    'the named workflow, with the name of its owner in capitals',
    { workflow: shared },
    { job_workflow_ref: shared.replace('acme', 'Acme') },
    /lets in the workflow 'Acme/,
  ],
  [
    'the named workflow at another ref',
    { workflow: shared },
    { job_workflow_ref: shared.replace('main', 'topic') },
    /lets in the workflow/,
  ],
  [
    'the named workflow at a tag',
    { workflow: shared.replace('heads/main', 'tags/*') },
    { job_workflow_ref: shared.replace('heads/main', 'tags/v1') },
    'let in',
  ],
  ['an administrator at a protected ref', { role: 'admin', ref: 'refs/heads/main' }, {}, 'let in'],
  [
    'an administrator at a ref that nothing protects',
    { role: 'admin', ref: 'refs/heads/main' },
    { ref_protected: 'false' },
    /lets in the ref 'refs\/heads\/main' as an administrator, because nothing protects it/,
  ],
  [
    'an administrator where GitHub does not say',
    { role: 'admin', ref: 'refs/heads/main' },
    { ref_protected: undefined },
    /because nothing protects it/,
  ],
  ['an administrator in the environment', { role: 'admin', environment: 'ops' }, { environment: 'ops', ref_protected: 'false' }, 'let in'],
  [
    'a fork, which is another repository',
    {},
    { repository: 'eve/shop', repository_id: '666' },
    /^403 No rule of the organization 'acme' is for the repository 'eve\/shop' with the id '666'/,
  ],
  [
    'a repository that was made anew under the same name',
    {},
    { repository_id: '4712' },
    /^403 No rule .* is for the repository 'acme\/shop' with the id '4712'/,
  ],
  ['the number of the repository with a zero before it', {}, { repository_id: '04711' }, /^403 No rule .* with the id '04711'/],
  ['a repository that was renamed', {}, { repository: 'acme/store' }, 'let in'],
];

describe('a rule', () => {
  // One service for all of them: to start one takes longer than to ask it.
  test('lets in what it says, and nothing else', async () => {
    const it = await door();
    for (const [what, rule, claims, refusal] of cases) {
      const answer = await answerTo(it, rule, claims);
      expect.soft(answer, what).toMatch(refusal === 'let in' ? /^201 / : refusal);
    }
  });

  test('of another organization lets nobody in, and whether there is such an organization stays unsaid', async () => {
    const it = await door();
    await it.rule();
    const [other, none] = [words(await it.exchange({}, 'globex')), words(await it.exchange({}, 'nowhere'))];
    expect(other).toMatch(/^403 No rule of the organization 'globex' is for/);
    expect(none).toBe(other.replaceAll('globex', 'nowhere'));
  });

  test('of another issuer lets nobody in, and an issuer of no rule is not asked', async () => {
    const it = await door();
    await it.rule({ issuer: 'https://ghes.example/_services/token' });
    expect(words(await it.exchange())).toMatch(/^403 No rule of this service is for ID tokens of the issuer 'http:\/\/127/);
    expect(it.issuer.asked).toEqual([]);
  });

  test('is not shown to whom it does not let in, and the fix can be pasted', async () => {
    const it = await door();
    const answer = await answerTo(it, { ref: 'refs/heads/secret-project' }, { ref: "refs/heads/x';rm -rf ~" });
    expect(answer).not.toContain('secret-project');
    expect(answer).toContain(
      String.raw`oidc-rule add --org acme --role ROLE --audience https://evidence.example --repository acme/shop --repository-id 4711 --issuer ${it.issuer.url} --ref 'refs/heads/x'\'';rm -rf ~'`,
    );
  });

  test.each(['pull_request', 'pull_request_review'])(
    'the fix for a job of %s is a rule that is taken, and lets it in',
    async (event_name) => {
      const it = await door();
      const claims = { event_name, ref: 'refs/pull/7/merge' };
      const answer = await answerTo(it, { ref: 'refs/heads/main' }, claims);
      expect(answer).toContain(` --event ${event_name}`);
      expect(answer).not.toContain('--ref');
      await it.rule({ events: [event_name] });
      expect(words(await it.exchange(claims))).toMatch(/^201 /);
    },
  );
});
