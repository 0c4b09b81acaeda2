import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { isObject } from '../../src/text/index.ts';
import { commit, git, removeRepositories, temporaryDirectory } from '../support/git.ts';
import { serveGit } from '../support/git-http.ts';
import { pull, requiredChecks, ruleset, update } from '../support/github-api/world/make.ts';
import { openGitHubWorld } from '../support/github-api/world/open.ts';
import { listenOnLoopback } from '../support/loopback.ts';
import { at, file, played, type Repository } from './checked-repository.ts';
import { runWords } from './run-lines.ts';

afterAll(removeRepositories);

const accepted = (reason: string): string =>
  `${file}accepted:\n  - key: pushed-directly:commit:${'6dcb09b5'.repeat(5)}\n    reason: ${reason}\n    owner: grace\n    since: 2026-11-03\n    until: 2026-12-01\n`;

/** A repository whose file of the audit and workflows change, with merges by hand and a squash of a branch that is gone. */
function story(): Repository {
  const repository = played(
    [
      { name: 'tea', test: { 10: 'success' } },
      { name: 'cup', test: { 10: 'success' }, kind: 'merge' },
      { name: 'pot', kind: 'push' },
    ],
    { more: { rulesets: [ruleset({ id: 5, rules: [requiredChecks('test')] })] } },
  );
  const { directory, github } = repository;
  const write = (files: Readonly<Record<string, string>>, message: string): string => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(directory, path)), { recursive: true });
      writeFileSync(join(directory, path), text);
    }
    git(directory, ['add', '--all']);
    return commit(directory, message);
  };
  let [day, number] = [9, 9];
  const landed = (work: () => string, type: 'push' | 'pr_merge' = 'push'): void => {
    git(directory, ['checkout', '--quiet', 'main']);
    const before = git(directory, ['rev-parse', 'HEAD']);
    github.activity.push(update({ at: at((day += 1), 12), type, by: 'grace', before, after: work() }));
  };
  const letters = (first: string, last: string): string => `${first}\n${'abcdefghijklmnop'.replaceAll(/./g, '$&\n')}${last}\n`;
  const merged = (branch: string, more: Readonly<Record<string, string>> = {}): string => {
    git(directory, ['merge', '--quiet', '--no-ff', '--no-commit', branch]);
    return write(more, `Merge ${branch}`);
  };
  /** Lands by a merge, and as one commit whose branch is gone. */
  const opened = (branch: string, how: 'merge' | 'squash', work: () => string, more: Readonly<Record<string, string>> = {}): void => {
    git(directory, ['checkout', '--quiet', '-b', branch]);
    const base = git(directory, ['merge-base', 'main', branch]);
    work();
    const head = git(directory, ['rev-parse', 'HEAD']);
    const commits = git(directory, ['rev-list', '--reverse', `${base}..${head}`]).split('\n');
    number += 1;
    landed(() => {
      if (how === 'merge') return merged(branch, more);
      git(directory, ['merge', '--quiet', '--squash', branch]);
      return commit(directory, `Squash ${branch} (#${number})`);
    }, 'pr_merge');
    const mergeCommit = git(directory, ['rev-parse', 'HEAD']);
    github.pulls.push(pull({ number, head, commits, mergeCommit, mergedAt: at(day, 12), openedBy: 'ada', mergedBy: 'grace' }));
    git(directory, ['update-ref', `refs/pull/${number}/head`, head]);
    git(directory, ['branch', '--quiet', '-D', branch]);
  };
  const workflow = '.github/workflows/ci.yml';
  landed(() => write({ 'letters.txt': letters('1', '1'), [workflow]: 'on: push\n', 'large.bin': 'x'.repeat(9999) }, 'Push letters'));
  landed(() => write({ '.github/compliance-audit.yml': accepted('A first one') }, 'Accept'));
  for (const [name, slipped] of [
    ['clean', {}],
    ['evil', { 'slipped.txt': 'in\n' }],
  ] as const)
    opened(
      name,
      'merge',
      () => {
        write({ 'letters.txt': letters(name, name) }, `Begin ${name}`);
        git(directory, ['checkout', '--quiet', 'main']);
        landed(() => write({ [`other-${name}.txt`]: name }, `Push next to ${name}`));
        git(directory, ['checkout', '--quiet', name]);
        return merged('main', slipped);
      },
      slipped,
    );
  opened('squashed', 'squash', () => {
    write({ 'letters.txt': letters('squashed', 'evil') }, 'Begin squashed');
    git(directory, ['checkout', '--quiet', 'main']);
    landed(() => write({ 'letters.txt': letters('evil', 'main') }, 'Push letters of another end'));
    git(directory, ['checkout', '--quiet', 'squashed']);
    return merged('main', { 'letters.txt': letters('squashed', 'by hand') });
  });
  landed(() => write({ '.github/compliance-audit.yml': accepted('A better one'), [workflow]: 'on: pull_request\n' }, 'Accept again'));
  return repository;
}

it('an audit that clones without contents collects the same facts as of a whole clone, by few requests', async () => {
  const { directory, github } = story();
  const folder = temporaryDirectory();
  const hosted = join(folder, 'acme', 'app');
  execFileSync('git', ['clone', '--quiet', '--mirror', directory, hosted]);
  let asked = 0;
  const server = await listenOnLoopback(
    createServer((request, response) => {
      asked += request.url?.includes('/info/refs') === true ? 1 : 0;
      serveGit(folder, request, response);
    }),
  );
  const double = await openGitHubWorld(github);
  onTestFinished(() => Promise.all([double.close(), server.close()]).then(() => undefined));
  const kept = join(temporaryDirectory(), 'facts.ndjson');
  const audit = async (cwd: string) => {
    asked = 0;
    const temporary = temporaryDirectory();
    const env = { GITHUB_API_URL: double.url, GITHUB_SERVER_URL: server.url, EVIDENCE_GITHUB_TOKEN: 'ghs_token', RUNNER_TEMP: temporary };
    const period = ['--since', '2026-11-02', '--until', '2026-11-26'];
    const { code, stderr } = await runWords(['audit', '--repository', 'acme/app', ...period, '--keep-collected', kept], { cwd, env });
    expect([code, readdirSync(temporary)]).toEqual([1, []]);
    const facts = readFileSync(kept, 'utf8').trimEnd().split('\n').map(withoutNow);
    return { facts, asked, cloned: stderr.includes('Cloning acme/app') };
  };
  git(hosted, ['config', 'uploadpack.allowFilter', 'true']);
  const blobless = await audit(temporaryDirectory());
  git(hosted, ['config', 'uploadpack.allowFilter', 'false']);
  const whole = await audit(temporaryDirectory());
  const clone = join(temporaryDirectory(), 'clone');
  execFileSync('git', ['clone', '--quiet', `file://${hosted}`, clone]);
  const inClone = await audit(clone);
  expect([blobless.cloned, whole.cloned, inClone.cloned]).toEqual([true, true, false]);
  expect(blobless.facts).toEqual(whole.facts);
  expect(blobless.facts).toEqual(inClone.facts);
  expect(blobless.facts.filter((line) => line.startsWith('{"kind":"hole"'))).toEqual([]);
  const text = blobless.facts.join('\n');
  expect([text.match(/"mergeAlone":(?:true|null)/g), text.includes('A better one'), text.includes('on: pull_request')]).toEqual([
    expect.not.arrayContaining(['"mergeAlone":null']),
    true,
    true,
  ]);
  // Both: the clone, and heads of pull requests that no branch has. Then contents: the audit's file at the tip, what merges need, the
  // audit's file at the landings, and workflows.
  expect([blobless.asked, whole.asked, inClone.asked]).toEqual([6, 2, 1]);
});

/** A line of facts, without the moments of its run: GitHub tells of bypasses for some days before it. */
function withoutNow(line: string): string {
  const fact: unknown = JSON.parse(line);
  if (!isObject(fact)) return line;
  if (isObject(fact['bypasses'])) return JSON.stringify({ ...fact, bypasses: { ...fact['bypasses'], since: '' } });
  return fact['kind'] === 'audit' || fact['kind'] === 'end' ? JSON.stringify({ ...fact, at: '', ended: '' }) : line;
}
