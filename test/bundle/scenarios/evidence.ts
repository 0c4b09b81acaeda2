import { randomBytes } from 'node:crypto';
import { readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fault } from '../../support/fault-server.ts';
import { git } from '../../support/git.ts';
import type { ActionRun } from '../../support/runner/index.ts';
import type { Play } from '../play.ts';
import { green, red } from '../workspace.ts';
import { afterGreen, told, usual, type Scenarios } from './scenario.ts';

const second = { contexts: { github: { run_attempt: '2' } } };
const linux = { contexts: { matrix: { os: 'linux' } } };
const mac = { contexts: { matrix: { os: 'mac' } } };

/** The messages in the log, next to the verdict. */
const messages = (run: ActionRun): string => run.annotations.map(({ message }) => message).join('\n');

/** A run at a commit that holds its results. */
async function committed({ workspaces }: Play): Promise<Parameters<Play['run']>[0] & object> {
  const sha = await workspaces.commit({ 'build/unit.xml': green });
  return { at: sha, contexts: { github: { sha } }, event: { name: 'push', payload: { ref: 'refs/heads/main', after: sha } } };
}

/** Faults of the evidence itself. */
export const evidenceScenarios: Scenarios = {
  'Nothing: all tests pass': (play) => usual(play),

  'A test fails': async (play, expect) => {
    const run = await usual(play, { files: { 'build/unit.xml': red } });
    expect(told(run)).toContain('1 test failed');
    return run;
  },

  'The first attempt was green, the second crashed before it wrote its results': async (play, expect) => {
    await afterGreen(play, expect);
    const run = await play.run({ ...second, files: {} });
    expect(told(run)).toContain('build/*.xml');
    // The earlier green no longer speaks for the trail: a gate in another job sees it too.
    const gate = await play.run({ inputs: { command: 'gate' } });
    expect(gate.outputs['verdict']).toBe('non-compliant');
    return run;
  },

  'A results file is empty': async (play, expect) => {
    const run = await usual(play, { files: { 'build/unit.xml': green, 'build/empty.xml': '' } });
    expect(told(run)).toContain('build/empty.xml');
    return run;
  },

  'A results file is cut off': async (play, expect) => {
    const run = await usual(play, { files: { 'build/unit.xml': green.slice(0, green.lastIndexOf('</testsuite>')) } });
    expect(told(run)).toContain('build/unit.xml');
    return run;
  },

  'Several results files are broken': async (play, expect) => {
    const run = await usual(play, { files: { 'build/a.xml': '<testsuite', 'build/b.xml': '', 'build/c.xml': green } });
    expect(told(run)).toContain('build/a.xml');
    expect(told(run)).toContain('build/b.xml');
    const [record] = await play.recordsOf(run);
    // Each cause has one row, and the whole file has none: half of the tests would look like all of them.
    expect(Reflect.get(record ?? {}, 'junit_results')).toHaveLength(2);
    return run;
  },

  'The attributes of a results file tell a failure that no test case shows': async (play, expect) => {
    const run = await usual(play, { files: { 'build/unit.xml': green.replace('<testsuites>', '<testsuites failures="1">') } });
    expect(told(run)).toContain('1 test failed');
    return run;
  },

  'Tests failed and passed when they ran again, with `merge-retries: last`': async (play) => {
    const file = await readFile(new URL('../../fixtures/junit/reruns/gotestsum-rerun-fails.xml', import.meta.url), 'utf8');
    return usual(play, { files: { 'build/unit.xml': file }, inputs: { 'merge-retries': 'last' } });
  },

  'A results file refers to an entity of its DOCTYPE that may stand for a failing test': async (play, expect) => {
    const doctype = '<!DOCTYPE testsuite [<!ENTITY result "<failure/>">]>';
    const file = `${doctype}<testsuite name="unit"><testcase name="a">&result;</testcase></testsuite>`;
    const run = await usual(play, { files: { 'build/unit.xml': file } });
    expect(told(run)).toContain('&result;');
    return run;
  },

  'The results files hold no tests': (play) => usual(play, { files: { 'build/unit.xml': '<testsuites tests="0"/>' } }),

  'No file matches `junit-paths`': (play) => usual(play, { files: { 'target/unit.xml': green } }),

  'The same, with `on-unusable: post-nothing`': async (play, expect) => {
    await afterGreen(play, expect);
    return play.run({ files: {}, inputs: { 'on-unusable': 'post-nothing' } });
  },

  'The test step failed, and its files show no failing test': async (play, expect) => {
    await afterGreen(play, expect);
    const run = await play.run({ ...second, inputs: { 'test-outcome': 'failure' } });
    expect(told(run)).toContain('none that failed');
    return run;
  },

  'An earlier step of the job failed, and `test-outcome` is not given': async (play, expect) => {
    const run = await usual(play, { contexts: { job: { status: 'failure' } } });
    expect(run.annotations.map(({ message }) => message).join('\n')).toContain('test-outcome');
    return run;
  },

  'Fewer tests ran than `min-tests`': (play) => usual(play, { inputs: { 'min-tests': '3' } }),

  'A results file is older than `newer-than`': async (play, expect) => {
    const workspace = await play.workspaces.make({ 'unit.xml': green }, { checkout: false });
    const hourAgo = Date.now() / 1000 - 3600;
    await utimes(join(workspace, 'unit.xml'), hourAgo, hourAgo);
    const run = await usual(play, { inputs: { 'junit-paths': join(workspace, 'unit.xml'), 'newer-than': '30m' } });
    expect(told(run)).toContain('unit.xml');
    return run;
  },

  'A results file was committed': async (play, expect) => {
    const run = await usual(play, await committed(play));
    expect(told(run)).toContain('git rm --cached build/unit.xml');
    expect(run.summary).toContain('!build/unit.xml');
    expect(run.summary.split('\n')[0]).toBe('## 🚫 Unusable evidence: results were committed');
    return run;
  },

  'The same, with `tracked-results: allow`': async (play) =>
    usual(play, { ...(await committed(play)), inputs: { 'tracked-results': 'allow' } }),

  'No git repository is around the results': async (play, expect) => {
    const workspace = await play.workspaces.make({ 'unit.xml': green }, { checkout: false });
    const run = await usual(play, { inputs: { 'junit-paths': join(workspace, 'unit.xml') } });
    expect(run.summary).toContain('there is no git repository around');
    return run;
  },

  'A green leg of a matrix follows a red leg of the same name': async (play, expect) => {
    const first = await usual(play, { ...linux, files: { 'build/unit.xml': red } });
    expect(first.outputs['verdict']).toBe('non-compliant');
    const run = await play.run(mac);
    expect(told(run)).toContain('linux');
    return run;
  },

  'The red leg is run again and turns green': async (play) => {
    await usual(play, { ...linux, files: { 'build/unit.xml': red } });
    await play.run(mac);
    return play.run({ contexts: { ...linux.contexts, ...second.contexts } });
  },

  'The checkout is at another commit than the event': async (play, expect) => {
    const run = await usual(play, { at: play.workspaces.parent });
    expect(told(run)).toContain(play.workspaces.parent);
    expect(told(run)).toContain(play.sha);
    expect(told(run)).toContain('ref: ${{ github.sha }}');
    // It can be copied from the summary as it stands.
    expect(run.summary).toContain('\n  - uses: actions/checkout@v7\n    with:\n      ref: ${{ github.sha }}\n  ```');
    return run;
  },

  'Results come from two checkouts, and the second is at another commit': async (play, expect) => {
    const { parent } = play.workspaces;
    const second = await play.workspaces.make({ 'build/unit.xml': green.replace('basket', 'second') }, { at: parent });
    const run = await usual(play, { inputs: { 'junit-paths': `build/*.xml\n${second}/build/*.xml` } });
    expect(told(run)).toContain(`The checkout in ${second} is of another commit: it is at ${parent}`);
    return run;
  },

  'Results come from a checkout of another repository as well': async (play, expect) => {
    const { parent } = play.workspaces;
    const tools = await play.workspaces.make({ 'build/unit.xml': green.replace('basket', 'tools') }, { at: parent });
    git(tools, ['remote', 'set-url', 'origin', 'https://github.com/acme/tools.git']);
    const run = await usual(play, { inputs: { 'junit-paths': `build/*.xml\n${tools}/build/*.xml` } });
    expect(messages(run)).toContain('another repository, https://github.com/acme/tools');
    return run;
  },

  'A results file is written again after it was counted': async (play, expect) => {
    const workspace = await play.workspaces.make({ 'unit.xml': green }, { checkout: false });
    const file = join(workspace, 'unit.xml');
    // Without a checkout GitHub is asked for the commit, and takes its time; the file has long been counted by then.
    const github = await play.faulty(async () => {
      await delay(1_500);
      await writeFile(file, red);
      return fault.status(404, {}, {});
    });
    const contexts = { github: { api_url: github.url } };
    const run = await usual(play, { checkout: false, contexts, inputs: { 'junit-paths': file, attach: 'full' } });
    expect(told(run)).toContain('unit.xml: the file cannot be trusted');
    const [record] = await play.recordsOf(run);
    expect(Reflect.get(record ?? {}, 'has_audit_package')).toBe(false);
    return run;
  },

  'A test prints a secret': async (play, expect) => {
    const secret = `ghp_${'aB3dE6gH1j'.repeat(4).slice(0, 36)}`;
    const run = await usual(play, { files: { 'build/unit.xml': green.replaceAll('"basket"', `"basket ${secret}"`) } });
    expect(messages(run)).toContain('build/unit.xml: a secret was found');
    const records = JSON.stringify(await play.recordsOf(run));
    expect(records).toContain('basket ***');
    expect(`${records}${run.summary}${run.log}${JSON.stringify(run.outputs)}`).not.toContain(secret);
    return run;
  },

  'No commit is known: neither the event nor a checkout names one': async (play, expect) => {
    const run = await usual(play, { checkout: false, event: { name: 'pull_request', payload: {} } });
    expect(told(run)).toContain('does not say which commit');
    expect(told(run)).toContain('GITHUB_EVENT_PATH');
    return run;
  },

  'The attachments are larger than 10 MiB': async (play, expect) => {
    await play.stage.putFlow(play.flow, ['unit']);
    const workspace = await play.workspaces.make({ 'report.html': '' });
    const report = join(workspace, 'report.html');
    // It goes as an archive next to the results file, so it must not get smaller in an archive.
    await writeFile(report, randomBytes(11 * 1024 * 1024));
    const run = await play.run({ inputs: { attachments: report } });
    expect(run.annotations.map(({ message }) => message).join('\n')).toContain('10 MiB');
    const [record] = await play.recordsOf(run);
    expect(Reflect.get(record ?? {}, 'has_audit_package')).toBe(false);
    return run;
  },

  '`dry-run` of `command: attest`': async (play, expect) => {
    const run = await usual(play, { inputs: { command: 'attest', 'dry-run': 'true' } });
    expect(run.log).toContain('"attestation_name": "unit"');
    return run;
  },

  '`command: attest` records a failing test': async (play, expect) => {
    const run = await usual(play, { inputs: { command: 'attest' }, files: { 'build/unit.xml': red } });
    expect(run.summary).toContain('## ⚠️ unit recorded');
    expect(run.summary).toContain('unit says no: 1 of 3 tests failed');
    expect(run.log).toMatch(
      /^##\[warning\]unit says no: 1 of 3 tests failed\. Nothing is decided here; a gate will not let this trail pass$/m,
    );
    return run;
  },
};
