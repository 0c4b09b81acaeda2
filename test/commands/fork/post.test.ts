import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fault } from '../../support/fault-server.ts';
import { openStage, posted, posts, results, type Stage } from '../setup.ts';
import { artifactOf, claiming } from './folders.ts';
import { forkRun, head, post, postAny, pull } from './world.ts';

let stage: Stage;
let made = 0;
/** Each test has a flow of its own, and so a trail. */
let flow = '';
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());
beforeEach(() => {
  made += 1;
  flow = `flow-${made}`;
  stage.script = fault.pass;
});

const green = artifactOf('compliance-evidence-unit-tests', claiming(), results(3, 0));
const red = artifactOf('compliance-evidence-unit-tests', claiming({ testOutcome: 'failure' }), results(2, 1));
const go: typeof post = (on, options) => post(on, { ...options, raw: { flow, ...options.raw } });
const reasons = ({ result }: Awaited<ReturnType<typeof post>>): readonly string[] =>
  result.verdict.reasons.map(({ code, message }) => `${code}: ${message}`);

/** What was sent last, as one record each. */
async function sentBy<Value>(work: () => Promise<Value>): Promise<{ readonly sent: ReturnType<typeof posted>; readonly value: Value }> {
  const before = posted(stage.server).length;
  const value = await work();
  return { value, sent: posted(stage.server).slice(before) };
}

describe('fork post', () => {
  it('records what was claimed on the trail of the head, as GitHub tells the run, and marks it as claimed by a fork', async () => {
    const { sent, value } = await sentBy(() => go(stage, { files: green }));
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

  it('says no where a test failed, and names it and the run', async () => {
    const done = await go(stage, { files: red });
    expect(done.result).toMatchObject({ fails: true, verdict: { name: 'non-compliant' } });
    expect(done.result.verdict.reasons).toMatchObject([
      {
        code: 'failing',
        failed: { names: ['suite › bad 0'] },
        run: { label: 'pull_request › Tests › collect › #7 (claimed by a fork)', url: 'https://github.com/acme/app/actions/runs/1234' },
      },
    ]);
  });

  it('keeps the legs of a matrix apart: a later green one hides no red one', async () => {
    const leg = (shard: number, failed: number): Readonly<Record<string, string>> =>
      artifactOf(`leg-${shard}`, claiming({ matrix: { shard }, testOutcome: failed > 0 ? 'failure' : 'success' }), results(1, failed));
    const done = await go(stage, { files: { ...leg(1, 1), ...leg(2, 0) } });
    expect(done.result.verdict.name).toBe('non-compliant');
    expect(reasons(done)).toMatchObject([expect.stringMatching(/^failing-elsewhere: unit-tests .*\{"shard":1\}/)]);
    const again = await go(stage, { files: { ...leg(1, 0), ...leg(2, 0) }, payload: forkRun({ run_attempt: 3 }) });
    expect(again.result.verdict.name).toBe('compliant');
  });

  it('lets the run of another pull request of the same commit count for its own alone', async () => {
    await go(stage, { files: red });
    const other = { ...pull, number: 8, branch: 'copy', repository: 'eve/app' };
    const payload = forkRun({ id: 77, head_branch: 'copy', head_repository: { full_name: 'eve/app' } });
    const done = await go(stage, { files: green, payload, github: { pullRequests: [pull, other] } });
    expect(done.result).toMatchObject({ question: { pullRequest: '8' }, verdict: { name: 'compliant' } });
  });

  it('guesses no pull request where two have the head: both are named, and neither run replaces the other', async () => {
    const github = { pullRequests: [pull, { ...pull, number: 9 }] };
    const { sent, value } = await sentBy(() => go(stage, { files: red, github }));
    expect(value.result.question).toMatchObject({ pullRequest: undefined });
    expect(value.result.verdict.notices.join('\n')).toContain('The pull requests #7 and #9 have one head');
    expect(sent).toMatchObject([{ user_data: { compliance_evidence: { pull_request: null, pull_requests: [7, 9] } } }]);
    const other = await go(stage, { files: green, github, payload: forkRun({ id: 4321 }) });
    expect(other.result.verdict.name).toBe('non-compliant');
  });

  it('says where the pull request is not open any more', async () => {
    for (const pullRequests of [[], [{ ...pull, state: 'closed' }], [{ ...pull, sha: 'a'.repeat(40) }]] as const) {
      const done = await go(stage, { files: green, github: { pullRequests } });
      expect(done.result.verdict.notices.join('\n')).toContain('No open pull request has c0ffee000000 as its head now');
      expect(done.result.verdict.name).toBe('compliant');
    }
  });

  it('records the runs of own branches too: they are claims of a pull request, and of no fork', async () => {
    const payload = forkRun({ head_repository: { full_name: 'acme/app' } });
    const { sent, value } = await sentBy(() =>
      go(stage, { files: green, payload, github: { pullRequests: [{ ...pull, repository: 'acme/app' }] } }),
    );
    expect(value.result).toMatchObject({ verdict: { name: 'compliant' }, claimed: { by: 'pull request' } });
    expect(sent).toMatchObject([{ user_data: { compliance_evidence: { claimed_by: 'pull request', pull_request: 7 } } }]);
  });
});

describe('what is refused makes the verdict unusable, and the rest is recorded', () => {
  it('a name that a run may not claim', async () => {
    const files = { ...green, ...artifactOf('forged', claiming({ attestationName: 'code-review' }), results(1, 0)) };
    const { sent, value } = await sentBy(() => go(stage, { files }));
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
    const { sent, value } = await sentBy(() => go(stage, { files }));
    expect(sent).toHaveLength(1);
    expect(reasons(value)).toEqual([
      'claim-refused: What the artifact "two" claims is refused: it is about unit-tests of the same job and leg as "one"',
    ]);
  });

  it('malformed claims, one reason an artifact', async () => {
    const done = await go(stage, { files: { ...green, 'a/claims.json': '{', 'b/claims.json': '[]' } });
    expect(done.result.verdict.name).toBe('unusable');
    expect(reasons(done)).toEqual([
      'claim-refused: What the artifact "a" claims is refused: its claims.json is not JSON',
      'claim-refused: What the artifact "b" claims is refused: its claims.json is no JSON object',
    ]);
  });

  it('when all is refused nothing is sent', async () => {
    const { sent, value } = await sentBy(() => go(stage, { files: { 'a/claims.json': '{' } }));
    expect(sent).toEqual([]);
    expect(value.result).toMatchObject({ verdict: { name: 'unusable' }, fails: true });
    expect(reasons(value)).toHaveLength(1);
  });
});

describe('evidence that is none', () => {
  it('is said where nothing was collected', async () => {
    const done = await go(stage, { files: {} });
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
    const { sent, value } = await sentBy(() => go(stage, { files }));
    expect(value.result.verdict.name).toBe('unusable');
    expect(reasons(value)).toEqual([
      expect.stringMatching(/^evidence-unusable: broken: results\/unit\.xml/),
      'evidence-unusable: empty: there are no test results in it',
    ]);
    expect(sent.map((record) => record['junit_results'])).toMatchObject([[{ errors: 1 }], [{ errors: 1 }]]);
  });

  it('is contradicted by an outcome that is no success', async () => {
    const files = artifactOf('one', claiming({ testOutcome: 'failure' }), results(3, 0));
    const done = await go(stage, { files });
    expect(done.result.verdict.name).toBe('unusable');
    expect(reasons(done).join()).toContain('The test step failed, but its files show 3 tests and none that failed');
  });

  it.each(['failure', 'cancelled', 'timed_out', 'skipped', null])('may be missing where the run ended in %s', async (conclusion) => {
    const done = await go(stage, { files: green, payload: forkRun({ conclusion }) });
    expect(done.result.verdict.name).toBe('incomplete');
    expect(done.result.verdict.reasons).toMatchObject([{ code: 'job-ended' }]);
  });

  it('that says no is reason enough for a run that failed', async () => {
    const done = await go(stage, { files: red, payload: forkRun({ conclusion: 'failure' }) });
    expect(done.result.verdict.reasons.map(({ code }) => code)).toEqual(['failing']);
  });

  it('is never a file of another format that a pattern of the fork named', async () => {
    const files = { ...green, 'compliance-evidence-unit-tests/results/page.xml': '<html/>' };
    const done = await go(stage, { files });
    expect(done.result.verdict.name).toBe('unusable');
  });
});

describe('nothing of an artifact is believed that GitHub tells', () => {
  it('neither run nor commit nor pull request come from it', async () => {
    const { sent } = await sentBy(() => go(stage, { files: green, env: { GITHUB_RUN_ATTEMPT: '9' } }));
    const text = JSON.stringify(sent);
    expect(text).not.toContain('9999');
    expect(text).not.toContain('b'.repeat(40));
  });

  it('no git runs in it, and nothing of it is run', async () => {
    const mark = join(import.meta.dirname, `ran-${process.pid}`);
    const prepare = (folder: string): void => {
      const repository = join(folder, 'compliance-evidence-unit-tests', 'results');
      execFileSync('git', ['init', '--quiet', repository]);
      execFileSync('git', ['-C', repository, 'config', 'core.fsmonitor', `touch ${mark}`]);
    };
    const done = await go(stage, { files: green, prepare });
    expect(reasons(done).join()).toContain('a name that is not plain: \\"results/.git\\"'.replaceAll('\\', ''));
    // Above all artifacts: what is there was put there by whoever downloads, and is not looked at either.
    await go(stage, { files: green, prepare: (folder) => mkdirSync(join(folder, '.git')) });
    expect(existsSync(mark)).toBe(false);
  });

  it('a link in it shows no file of the runner', async () => {
    const files = artifactOf('leak', claiming(), undefined);
    const prepare = (folder: string): void => {
      mkdirSync(join(folder, 'leak', 'results'));
      writeFileSync(join(folder, '..', 'secret.xml'), results(1, 0));
      symlinkSync('../../../secret.xml', join(folder, 'leak', 'results', 'unit.xml'));
    };
    const { sent } = await sentBy(() => go(stage, { files, prepare }));
    expect(sent).toEqual([]);
  });

  it('failing tests of a fork get no place in the code of this repository', async () => {
    const xml = '<testsuite name="s"><testcase name="t" file="src/index.ts" line="1"><failure message="no"/></testcase></testsuite>';
    const { result } = await go(stage, { files: artifactOf('one', claiming({ testOutcome: 'failure' }), xml) });
    expect(result.claimed?.evidence[0]?.evidence.junit.failing).toMatchObject([{ name: 't' }]);
    expect(JSON.stringify(result.claimed?.evidence[0]?.evidence.junit.failing)).not.toContain('src/index.ts');
  });
});

describe('a run that fork post is not for', () => {
  const stopped = async (payload: object, env = {}): Promise<{ readonly message: string; readonly fix: string | undefined }> => {
    const { result } = await postAny(stage, { files: green, payload, env, raw: { flow } });
    if (result.kind !== 'stopped') throw new Error('it was judged');
    expect(result).toMatchObject({ code: 'invalid-input', ending: 'usage' });
    return { message: result.message, fix: result.fix };
  };

  it.each(['push', 'merge_group', 'pull_request_target', 'workflow_dispatch', undefined])('for %s', async (event) => {
    expect(await stopped(forkRun({ event }))).toMatchObject({
      message: expect.stringContaining('fork-post is for runs of pull requests'),
      fix: expect.stringContaining("if: ${{ github.event.workflow_run.event == 'pull_request' }}"),
    });
  });

  it('that has not come to its end, or waits for an approval', async () => {
    for (const payload of [
      { ...forkRun(), action: 'requested' },
      { ...forkRun(), action: 'in_progress' },
      forkRun({ conclusion: 'action_required' }),
    ])
      expect((await stopped(payload)).message).toContain('has not come to its end');
  });

  it('in another event, or without the payload', async () => {
    expect((await stopped(forkRun(), { GITHUB_EVENT_NAME: 'pull_request_target' })).message).toContain(
      'for workflow_run events, and this one is pull_request_target',
    );
    expect((await stopped({})).message).toContain('for workflow_run events');
    expect((await stopped(forkRun({ head_sha: 'main' }))).message).toContain('does not say which run of which commit');
    expect((await stopped(forkRun({ id: '../1' }))).message).toContain('does not say which run of which commit');
  });
});

describe('what fails on the way', () => {
  it('names the permission that GitHub asks for', async () => {
    const { result } = await postAny(stage, { files: green, raw: { flow }, github: { refuse: () => ({ status: 403 }) } });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'unknown', fix: expect.stringContaining('pull-requests: read') });
    expect(posts(stage.server.requests).filter(({ url }) => url.includes(flow))).toEqual([]);
  });

  it('is never a yes where one of several records was not taken', async () => {
    const files = { ...green, ...artifactOf('other', claiming({ leg: 'two' }), results(1, 0)) };
    let sent = 0;
    stage.script = (request) => {
      if (request.method !== 'POST') return fault.pass();
      sent += 1;
      return sent === 2 ? fault.status(400, { message: 'no' }) : fault.pass();
    };
    const done = await go(stage, { files });
    expect(done.result.verdict.name).toBe('unknown');
    expect(done.result.verdict.reasons).toMatchObject([{ code: 'not-recorded' }]);
  });

  it('sends nothing in a dry run, and says what would be sent', async () => {
    const { sent, value } = await sentBy(() => go(stage, { files: red, raw: { 'dry-run': 'true' } }));
    expect(sent).toEqual([]);
    expect(value.result).toMatchObject({ dryRun: true, verdict: { name: 'non-compliant' } });
    expect(value.result.verdict.reasons.map(({ code }) => code)).toContain('sent-failing');
  });

  it('all that is missing is named at once', async () => {
    const { result } = await postAny(stage, { files: green, raw: { 'attestation-names': '', collected: '', 'github-token': '' } });
    expect(result).toMatchObject({ kind: 'stopped', message: expect.stringMatching(/collected.*attestation-names.*github-token/s) });
  });
});
