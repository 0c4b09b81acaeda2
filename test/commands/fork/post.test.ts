import { describe, expect, it } from 'vitest';
import { results } from '../setup.ts';
import { artifactOf, claiming } from './folders.ts';
import { green, reasons, red, usePosts } from './use-posts.ts';
import { forkRun, head, pull } from './world.ts';

const posts = usePosts();
const { go, sentBy } = posts;

describe('fork post', () => {
  it('records what was claimed on the trail of the head, as GitHub tells the run, and marks it as claimed by a fork', async () => {
    const { sent, value } = await sentBy(() => go({ files: green }));
    expect(value.result).toMatchObject({
      kind: 'judged',
      command: 'fork post',
      verdict: { name: 'compliant', reasons: [] },
      question: { trail: head, commit: head, pullRequest: '7' },
      fails: false,
      claimed: {
        by: 'fork',
        evidence: [{ artifact: 'compliance-evidence-unit-tests', job: 'collect', evidence: { sending: { kind: 'accepted' } } }],
      },
    });
    expect(sent).toMatchObject([
      {
        attestation_name: 'unit-tests',
        origin_url: 'https://github.com/acme/app/actions/runs/1234',
        git_commit_info: { sha1: head, branch: 'fix-tax', message: 'Fix the tax of refunds\n\nIt was rounded twice.' },
        junit_results: [{ total: 3, failures: 0 }],
        user_data: {
          compliance_evidence: {
            event: 'pull_request',
            workflow: 'Tests',
            run_id: '1234',
            run_attempt: '2',
            pull_request: 7,
            job: 'collect',
            claimed_by: 'fork',
            head_repository: 'mallory/app',
            artifact: 'compliance-evidence-unit-tests',
          },
        },
      },
    ]);
    expect(value.result.verdict.notices.join('\n')).toContain('unit-tests is what the run of a fork says of itself');
  });

  it('is no yes where the run knew that something of its results is missing', async () => {
    const missing = ['No file matches build/e2e/*.xml'];
    const done = await go({ files: artifactOf('compliance-evidence-unit-tests', claiming({ missing }), results(3, 0)) });
    expect(done.result).toMatchObject({ fails: true, verdict: { name: 'unusable' } });
    expect(reasons(done)).toEqual([
      'evidence-unusable: compliance-evidence-unit-tests: fork-collect could not set everything aside: No file matches build/e2e/*.xml',
    ]);
  });

  it('says no where a test failed, and names it and the run', async () => {
    const done = await go({ files: red });
    expect(done.result).toMatchObject({ fails: true, verdict: { name: 'non-compliant' } });
    expect(done.result.verdict.reasons).toMatchObject([
      {
        code: 'failing',
        failed: { names: ['suite › bad 0'] },
        run: { label: 'pull_request › Tests › collect › #7 (claimed by a fork)', url: 'https://github.com/acme/app/actions/runs/1234' },
      },
    ]);
  });

  it('tells the tests of several claims apart, by their leg or else by their artifact', async () => {
    const one = (artifact: string, more: object): Readonly<Record<string, string>> => artifactOf(artifact, claiming(more), results(3, 1));
    const of = async (files: Readonly<Record<string, string>>): Promise<unknown> =>
      (await go({ files })).result.claimed?.evidence.map(({ evidence }) => evidence.of);
    expect(await of({ ...one('a', { matrix: { shard: 1 } }), ...one('b', { leg: 'nightly' }), ...one('c', {}) })).toEqual([
      'shard 1',
      'nightly',
      'c',
    ]);
    expect(await of(one('a', {}))).toEqual(['']);
  });

  it('keeps the legs of a matrix apart: a later green one hides no red one', async () => {
    const leg = (shard: number, failed: number): Readonly<Record<string, string>> =>
      artifactOf(`leg-${shard}`, claiming({ matrix: { shard }, testOutcome: failed > 0 ? 'failure' : 'success' }), results(1, failed));
    const done = await go({ files: { ...leg(1, 1), ...leg(2, 0) } });
    expect(done.result.verdict.name).toBe('non-compliant');
    expect(reasons(done)).toMatchObject([expect.stringMatching(/^failing-elsewhere: unit-tests .* shard 1 /)]);
    const again = await go({ files: { ...leg(1, 0), ...leg(2, 0) }, payload: forkRun({ run_attempt: 3 }) });
    expect(again.result.verdict.name).toBe('compliant');
  });

  it('lets the run of another pull request of the same commit count for its own alone', async () => {
    await go({ files: red });
    const other = { ...pull, number: 8, branch: 'copy', repository: 'eve/app' };
    const payload = forkRun({ id: 77, head_branch: 'copy', head_repository: { full_name: 'eve/app' } });
    const done = await go({ files: green, payload, github: { pullRequests: [pull, other] } });
    expect(done.result).toMatchObject({ question: { pullRequest: '8' }, verdict: { name: 'compliant' } });
  });

  it('guesses no pull request where two have the head: both are named, and neither run replaces the other', async () => {
    const github = { pullRequests: [pull, { ...pull, number: 9 }] };
    const { sent, value } = await sentBy(() => go({ files: red, github }));
    expect(value.result.question).toMatchObject({ pullRequest: undefined });
    expect(value.result.verdict.notices.join('\n')).toContain('The pull requests #7 and #9 have one head');
    expect(sent).toMatchObject([{ user_data: { compliance_evidence: { pull_request: null, pull_requests: [7, 9] } } }]);
    const other = await go({ files: green, github, payload: forkRun({ id: 4321 }) });
    expect(other.result.verdict.name).toBe('non-compliant');
  });

  it('says where the pull request is not open any more', async () => {
    for (const pullRequests of [[], [{ ...pull, state: 'closed' }], [{ ...pull, sha: 'a'.repeat(40) }]] as const) {
      const done = await go({ files: green, github: { pullRequests } });
      expect(done.result.verdict.notices.join('\n')).toContain('No open pull request has c0ffee000000 as its head now');
      expect(done.result.verdict.name).toBe('compliant');
    }
  });

  it('records the runs of own branches too: they are claims of a pull request, and of no fork', async () => {
    const payload = forkRun({ head_repository: { full_name: 'acme/app' } });
    const { sent, value } = await sentBy(() =>
      go({ files: green, payload, github: { pullRequests: [{ ...pull, repository: 'acme/app' }] } }),
    );
    expect(value.result).toMatchObject({ verdict: { name: 'compliant' }, claimed: { by: 'pull request' } });
    expect(sent).toMatchObject([{ user_data: { compliance_evidence: { claimed_by: 'pull request', pull_request: 7 } } }]);
  });
});

describe('what is refused makes the verdict unusable, and the rest is recorded', () => {
  it('a name that a run may not claim', async () => {
    const files = { ...green, ...artifactOf('forged', claiming({ attestationName: 'code-review' }), results(1, 0)) };
    const { sent, value } = await sentBy(() => go({ files }));
    expect(sent.map(({ attestation_name: name }) => name)).toEqual(['unit-tests']);
    expect(value.result).toMatchObject({ fails: true, verdict: { name: 'unusable' } });
    expect(reasons(value)).toEqual([
      'claim-refused: What the artifact "forged" claims is refused: it is about the attestation code-review, which the run of a pull request may not claim',
    ]);
    expect(value.result.verdict.reasons[0]?.fix).toContain('add it to attestation-names');
  });

  it('a second claim of one job and leg, however its matrix is written', async () => {
    const files = {
      ...artifactOf('one', claiming({ matrix: { os: 'linux', node: [1, { a: 1, b: 2 }] } }), results(1, 0)),
      ...artifactOf('two', claiming({ matrix: { node: [1, { b: 2, a: 1 }], os: 'linux' } }), results(9, 0)),
    };
    const { sent, value } = await sentBy(() => go({ files }));
    expect(sent).toHaveLength(1);
    expect(reasons(value)).toEqual([
      'claim-refused: What the artifact "two" claims is refused: it is about unit-tests of the same job and leg as "one"',
    ]);
  });

  it('malformed claims, one reason an artifact', async () => {
    const done = await go({ files: { ...green, 'a/claims.json': '{', 'b/claims.json': '[]' } });
    expect(done.result.verdict.name).toBe('unusable');
    expect(reasons(done)).toEqual([
      'claim-refused: What the artifact "a" claims is refused: its claims.json is not JSON',
      'claim-refused: What the artifact "b" claims is refused: its claims.json is no JSON object',
    ]);
  });

  it('when all is refused nothing is sent', async () => {
    const { sent, value } = await sentBy(() => go({ files: { 'a/claims.json': '{' } }));
    expect(sent).toEqual([]);
    expect(value.result).toMatchObject({ verdict: { name: 'unusable' }, fails: true });
    expect(reasons(value)).toHaveLength(1);
  });
});

describe('evidence that is none', () => {
  it('is said where nothing was collected', async () => {
    const done = await go({ files: {} });
    expect(done.result.verdict.name).toBe('unusable');
    expect(reasons(done)).toEqual([
      'evidence-unusable: No evidence was collected: the run ended in "success", and left no artifact of fork-collect',
    ]);
  });

  it('is recorded with an error where an artifact has no test results, or broken ones', async () => {
    const files = {
      ...artifactOf('empty', claiming({ leg: 'a' }), undefined),
      ...artifactOf('broken', claiming({ leg: 'b' }), '<testsuite>'),
    };
    const { sent, value } = await sentBy(() => go({ files }));
    expect(value.result.verdict.name).toBe('unusable');
    expect(reasons(value)).toEqual([
      expect.stringMatching(/^evidence-unusable: broken: results\/unit\.xml/),
      'evidence-unusable: empty: there are no test results in it',
    ]);
    expect(sent.map((record) => record['junit_results'])).toMatchObject([[{ errors: 1 }], [{ errors: 1 }]]);
  });

  it('is contradicted by an outcome that is no success', async () => {
    const files = artifactOf('one', claiming({ testOutcome: 'failure' }), results(3, 0));
    const done = await go({ files });
    expect(done.result.verdict.name).toBe('unusable');
    expect(reasons(done).join()).toContain('The test step failed, but its files show 3 tests and none that failed');
  });

  it.each(['failure', 'cancelled', 'timed_out', 'skipped', null])('may be missing where the run ended in %s', async (conclusion) => {
    const done = await go({ files: green, payload: forkRun({ conclusion }) });
    expect(done.result.verdict.name).toBe('incomplete');
    expect(done.result.verdict.reasons).toMatchObject([{ code: 'job-ended' }]);
  });

  it('that says no is reason enough for a run that failed', async () => {
    const done = await go({ files: red, payload: forkRun({ conclusion: 'failure' }) });
    expect(done.result.verdict.reasons.map(({ code }) => code)).toEqual(['failing']);
  });

  it('is never a file of another format that a pattern of the fork named', async () => {
    const files = { ...green, 'compliance-evidence-unit-tests/results/page.xml': '<html/>' };
    const done = await go({ files });
    expect(done.result.verdict.name).toBe('unusable');
  });
});
