import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fault } from '../../support/fault-server.ts';
import { posts as postsTo, results } from '../setup.ts';
import { artifactOf, claiming } from './folders.ts';
import { green, reasons, red, usePosts } from './use-posts.ts';
import { forkRun } from './world.ts';

const posts = usePosts();
const { go, goAny, sentBy } = posts;

describe('nothing of an artifact is believed that GitHub tells', () => {
  it('neither run nor commit nor pull request come from it', async () => {
    const { sent } = await sentBy(() => go({ files: green, env: { GITHUB_RUN_ATTEMPT: '9' } }));
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
    const done = await go({ files: green, prepare });
    expect(reasons(done).join()).toContain('a name that is not plain: \\"results/.git\\"'.replaceAll('\\', ''));
    // A `.git` above all artifacts was put there by the job that downloads, and is not looked at either.
    await go({ files: green, prepare: (folder) => mkdirSync(join(folder, '.git')) });
    expect(existsSync(mark)).toBe(false);
  });

  it('a link in it shows no file of the runner', async () => {
    const files = artifactOf('leak', claiming(), undefined);
    const prepare = (folder: string): void => {
      mkdirSync(join(folder, 'leak', 'results'));
      writeFileSync(join(folder, '..', 'secret.xml'), results(1, 0));
      symlinkSync('../../../secret.xml', join(folder, 'leak', 'results', 'unit.xml'));
    };
    const { sent } = await sentBy(() => go({ files, prepare }));
    expect(sent).toEqual([]);
  });

  it('failing tests of a fork get no place in the code of this repository', async () => {
    const xml = '<testsuite name="s"><testcase name="t" file="src/index.ts" line="1"><failure message="no"/></testcase></testsuite>';
    const { result } = await go({ files: artifactOf('one', claiming({ testOutcome: 'failure' }), xml) });
    expect(result.claimed?.evidence[0]?.evidence.results.failing).toMatchObject([{ name: 't' }]);
    expect(JSON.stringify(result.claimed?.evidence[0]?.evidence.results.failing)).not.toContain('src/index.ts');
  });
});

describe('a run that fork post is not for', () => {
  const stopped = async (payload: object, env = {}): Promise<{ readonly message: string; readonly fix: string | undefined }> => {
    const { result } = await goAny({ files: green, payload, env });
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
    const { result } = await goAny({ files: green, github: { refuse: () => ({ status: 403 }) } });
    expect(result).toMatchObject({ kind: 'stopped', ending: 'unknown', fix: expect.stringContaining('pull-requests: read') });
    expect(postsTo(posts.stage().server.requests).filter(({ url }) => url.includes(posts.flow()))).toEqual([]);
  });

  it('is never a yes where one of several records was not taken', async () => {
    const files = { ...green, ...artifactOf('other', claiming({ leg: 'two' }), results(1, 0)) };
    let sent = 0;
    posts.stage().script = (request) => {
      if (request.method !== 'POST') return fault.pass();
      sent += 1;
      return sent === 2 ? fault.status(400, { message: 'no' }) : fault.pass();
    };
    const done = await go({ files });
    expect(done.result.verdict.name).toBe('unknown');
    // The trail's answer is not used when the record is missing from it.
    expect(done.result.verdict).toMatchObject({ rows: [], reasons: [{ code: 'not-recorded' }] });
  });

  it('sends nothing in a dry run, and says what would be sent', async () => {
    const { sent, value } = await sentBy(() => go({ files: red, raw: { 'dry-run': 'true' } }));
    expect(sent).toEqual([]);
    expect(value.result).toMatchObject({ dryRun: true, verdict: { name: 'non-compliant' } });
    expect(value.result.verdict.reasons.map(({ code }) => code)).toContain('sent-failing');
  });

  it('all that is missing is named at once', async () => {
    const { result } = await goAny({ files: green, raw: { 'attestation-names': '', collected: '', 'github-token': '' } });
    expect(result).toMatchObject({ kind: 'stopped', message: expect.stringMatching(/collected.*attestation-names.*github-token/s) });
  });
});
