import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { serveGit } from '../support/git-http.ts';
import { removeRepositories, temporaryDirectory } from '../support/git.ts';
import { requiredChecks, ruleSuite, ruleset, status } from '../support/github-api/world/make.ts';
import { openGitHubWorld, type OpenWorld } from '../support/github-api/world/open.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { at, audited, played, type Scene } from './checked-repository.ts';
import { runWords } from './run-lines.ts';

afterAll(removeRepositories);

const green: Scene['test'] = { 10: 'success' };
const required = ruleset({ id: 5, rules: [{ ...requiredChecks('test') }] });

describe('an audit without any service', () => {
  it('says of each change what its checks said when it landed, and asks GitHub a few times', async () => {
    const scenes: readonly Scene[] = [
      { name: 'tea', test: green },
      { name: 'red', test: { 10: 'failure' } },
      { name: 'late', test: { 14: 'success' } },
      { name: 'again', test: { 9: 'failure', 10: 'success' } },
      { name: 'untested' },
    ];
    const { about, asked, code, json, states, stdout } = await audited(played(scenes, { more: { rulesets: [required] } }));
    expect(states).toEqual(['#1 covered', '#2 non-compliant', '#3 covered-later', '#4 covered', '#5 unknown']);
    expect(about).toEqual(['high trail-non-compliant trail', 'medium evidence-after-merge commit']);
    expect(code).toBe(1);
    expect(stdout).toContain('Evidence of: GitHub’s checks; no evidence service was asked');
    expect(stdout).toContain('GitHub shows no check test about it: it did not run, or GitHub no longer keeps it');
    expect([json.header.evidence, json.header.service]).toEqual(['github', null]);
    expect(asked.length).toBeLessThan(15);
  });

  it('finds nothing of a team that squashes and whose checks are required and green', async () => {
    const { about, code, json } = await audited(
      played(
        [
          { name: 'tea', test: green },
          { name: 'cup', test: green },
        ],
        { more: { rulesets: [required] } },
      ),
    );
    expect([code, about]).toEqual([0, []]);
    expect(json.rules.filter(({ lack }) => lack === 'answer')).toEqual([]);
  });

  it('goes by the rules of the branch where the file is missing', async () => {
    const one = played(
      [
        { name: 'tea', test: green },
        { name: 'red', test: { 10: 'failure' } },
      ],
      { text: null, more: { rulesets: [required] } },
    );
    expect((await audited(one)).states).toEqual(['#1 covered', '#2 non-compliant']);
    const changed = played([{ name: 'tea', test: green }], { text: null, more: { rulesets: [ruleset({ id: 5, changedAt: at(20, 0) })] } });
    expect((await audited(changed)).states).toEqual(['#1 unknown']);
  });

  it('finds a change that got past the rules by a bypass, and says which right is missing where that is not visible', async () => {
    const one = played([{ name: 'tea', test: green }], { more: { rulesets: [required] } });
    one.github.ruleSuites.push(ruleSuite({ after: one.github.pulls[0]?.mergeCommit ?? '', at: at(3, 12), by: 'grace' }));
    const { about, json, stdout } = await audited(one);
    expect(about).toEqual(['medium rule-bypassed commit']);
    expect(stdout).toContain(
      'got past the rules of main by a bypass of grace on 2026-11-03 at 12:00 UTC: it did not keep required_status_checks of main.',
    );
    expect(json.rules.filter(({ lack }) => lack === 'answer')).toEqual([]);
    const hidden = await audited(played([{ name: 'tea', test: green }], { more: { rulesets: [required], administration: 'none' } }));
    expect([hidden.code, hidden.about]).toEqual([0, []]);
    expect(hidden.json.rules.find(({ rule }) => rule === 'rule-bypassed')?.why).toContain('administration: read');
  });

  it('takes an administrator’s word for who may bypass where the token does not see it, and says whose', async () => {
    const team = { actor_id: 7, actor_type: 'Team', bypass_mode: 'always' };
    const told = { id: 5, name: 'main', source: 'acme/app', updated_at: required.changedAt, bypass_actors: [team] };
    const path = join(temporaryDirectory(), 'rulesets.json');
    const hidden = () => played([{ name: 'tea', test: green }], { more: { rulesets: [{ ...required, bypass: null }] } });
    writeFileSync(path, JSON.stringify([told]));
    const { about, json, stdout } = await audited(hidden(), ['--rulesets', path]);
    expect(about).toEqual(['medium gate-can-be-bypassed branch']);
    const sha256 = createHash('sha256')
      .update(JSON.stringify([told]))
      .digest('hex');
    expect(stdout).toContain(`can be bypassed by Team 7 always, as whoever exported rulesets.json says (SHA-256 ${sha256})`);
    expect(JSON.stringify(json)).toContain(`the export rulesets.json of rulesets, SHA-256 ${sha256}`);
    writeFileSync(path, JSON.stringify({ ...told, bypass_actors: undefined }));
    const { directory } = hidden();
    const refused = await runWords(['audit', '--repository', 'acme/app', '--rulesets', path], { cwd: directory });
    expect([refused.code, refused.stderr]).toEqual([
      64,
      expect.stringContaining('The file of rulesets is no export of rulesets: it has no bypass_actors'),
    ]);
  });

  it('finds that the rules demand less than at the audit before', async () => {
    const path = join(temporaryDirectory(), 'before.json');
    const both = { ...required, rules: [requiredChecks('test', 'lint')] };
    const first = await audited(played([{ name: 'tea', test: green }], { more: { rulesets: [both] } }));
    writeFileSync(path, JSON.stringify(first.json));
    const again = await audited(played([{ name: 'tea', test: green }], { more: { rulesets: [both] } }), ['--previous', path]);
    expect([again.about, again.json.rules.find(({ rule }) => rule === 'rules-changed')?.why]).toEqual([[], null]);
    const less = await audited(played([{ name: 'tea', test: green }], { more: { rulesets: [required] } }), ['--previous', path]);
    expect(less.about).toEqual(['medium rules-changed branch']);
    expect(less.stdout).toContain(
      'the check lint is not required. Before: required_status_checks (test and lint); bypass nobody. Now: required_status_checks (test); bypass nobody.',
    );
  });

  it('proposes the checks that ran where nothing says what a change owes, and is no yes', async () => {
    const { about, code, states, stderr } = await audited(played([{ name: 'tea', test: green }], { text: null }));
    expect([code, states, about]).toEqual([3, ['#1 unknown'], ['medium gate-not-required branch']]);
    expect(stderr).toContain('checks:\n  "test": # 1 of 1 change, .github/workflows/ci.yml');
  });

  it('goes by a file of checks that is handed in, and begins nothing with one that cannot be used', async () => {
    const one = played([{ name: 'tea', test: green }], { text: null, more: { rulesets: [required] } });
    const demand = join(temporaryDirectory(), 'checks.yml');
    writeFileSync(demand, 'checks:\n  test:\n    app: github-actions\n');
    const { json, states } = await audited(one, ['--checks', demand]);
    expect([states, json.checks?.byToday]).toEqual([['#1 covered'], 1]);
    writeFileSync(demand, 'checks:\n  test:\nflows:\n  unit:\n');
    const { code, stderr } = await runWords(['audit', '--checks', demand], { cwd: one.directory });
    expect([code, stderr]).toEqual([64, expect.stringContaining('The file of checks cannot be used. line 3:')]);
  });

  it('takes a status of a machine, and all of them where a later one hides what counted', async () => {
    const one = played([{ name: 'tea' }], { text: 'version: 1\nchecks:\n  seal:\n' });
    const [head = ''] = one.github.pulls.flatMap(({ commits }) => commits);
    const set = (state: 'success' | 'failure', hour: number) => status({ sha: head, context: 'seal', state, at: at(3, hour), by: 'linus' });
    one.github.statuses.push(set('failure', 10), set('success', 14));
    const { asked, states } = await audited(one);
    expect(states).toEqual(['#1 non-compliant']);
    expect(asked.filter((line) => line.includes('/statuses'))).toHaveLength(1);
  });

  it.each<readonly [string, (double: OpenWorld) => void, string]>([
    ['checks', (double) => double.forbid('ChecksOfCommits'), 'checks: read'],
    [
      'rules of a branch',
      (double) => double.refuse('/rules/branches/main', { status: 403, message: 'Resource not accessible by integration' }),
      'rules of main',
    ],
  ])('is no yes where GitHub does not tell the %s', async (what, trouble, words) => {
    const { code, states, stdout, json } = await audited(played([{ name: 'tea', test: green }]), [], undefined, trouble);
    expect(states).toEqual([what === 'checks' ? '#1 unknown' : '#1 covered']);
    expect(code).toBe(what === 'checks' ? 3 : 0);
    expect(`${stdout}${JSON.stringify(json.rules)}`).toContain(words);
  });

  it('knows by git alone what landed, and nothing of its tests', async () => {
    const { code, json, states } = await audited(played([{ name: 'tea', test: green }]), ['--since', '2025-12-01'], '');
    expect([code, states]).toEqual([3, ['# outside-every-flow', '# unknown', '# unknown']]);
    expect(new Set(json.rules.flatMap(({ lack, why }) => (lack === 'answer' ? [why] : [])))).toEqual(
      new Set([
        'GitHub was not asked: there is no token',
        'GitHub was not asked: there is no token. Only an evidence service knows it, and GitHub’s checks were asked in its place',
      ]),
    );
  });
});

it('an audit of a repository that is named clones it where the folder is in none, and leaves nothing', async () => {
  const { directory, github } = played([{ name: 'tea', test: green }], { more: { rulesets: [required] } });
  const [folder, empty] = [temporaryDirectory(), temporaryDirectory()];
  execFileSync('git', ['clone', '--quiet', '--bare', directory, join(folder, 'acme', 'app')]);
  const said: (string | undefined)[] = [];
  const server = await listenOnLoopback(
    createServer((request, response) => (said.push(request.headers.authorization), serveGit(folder, request, response))),
  );
  const double = await openGitHubWorld(github);
  onTestFinished(() => Promise.all([double.close(), server.close()]).then(() => undefined));
  const env = { GITHUB_API_URL: double.url, GITHUB_SERVER_URL: server.url, EVIDENCE_GITHUB_TOKEN: 'ghs_token', RUNNER_TEMP: empty };
  const args = ['audit', '--repository', 'acme/app', '--since', '2026-11-02', '--until', '2026-11-26', '--csv', 'audit.csv'];
  const { code, stderr, stdout } = await runWords(args, { cwd: empty, env });
  expect([code, stderr]).toEqual([0, expect.stringContaining('Cloning acme/app, because this folder is in no clone of it')]);
  expect(stdout).toContain('No open findings');
  expect(readdirSync(empty)).toEqual(['audit.csv']);
  expect(new Set(said)).toEqual(new Set([`basic ${Buffer.from('x-access-token:ghs_token').toString('base64')}`]));
  const gone = await runWords(['audit', '--repository', 'acme/gone'], { cwd: empty, env });
  expect([gone.code, gone.stderr]).toEqual([3, expect.stringContaining('acme/gone could not be cloned')]);
});

describe('an audit that is pointed to a service', () => {
  it('never steps down to GitHub’s checks', async () => {
    const { directory } = played([]);
    const one = (...args: readonly string[]) => runWords(['audit', '--since', '2026-11-02', ...args], { cwd: directory });
    const ended = await Promise.resolve([await one('--org', 'acme'), await one('--evidence', 'service'), await one('--witness', 'a')]);
    for (const { code, stderr } of ended) {
      expect(code).toBe(64);
      expect(stderr).toContain('--base-url is missing');
    }
    const { code, stderr } = await one('--evidence', 'github', '--flow', 'shop', '--publish');
    expect(code).toBe(64);
    expect(stderr).toContain('--flow does nothing with evidence: github, which asks no service');
    expect(stderr).toContain('--publish does nothing with evidence: github');
  });
});
