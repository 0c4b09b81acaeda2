import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commit, git, makeRepository } from '../support/git.ts';
import type { PullRequest } from '../support/github-api/open.ts';
import { headCommit, mergeGroup, pullRequest, push, repository, workflowRun } from '../git/events.ts';

/** An event as GitHub would send it. */
export interface Sent {
  readonly name: string;
  readonly payload: object;
  /** The commit that the event is about. */
  readonly about: string;
  /** GITHUB_SHA: what actions/checkout takes unless it is told otherwise. */
  readonly sha: string;
  readonly ref: string;
  /** The event of the run that this one tells of. */
  readonly of?: Sent;
}

/** Number of every run, as GitHub gives it. */
export const runId = '1658821493';

/** The repository of a caller: tests that write JUnit XML, red where RED_TESTS names their project. */
export interface Shop {
  readonly folder: string;
  messageOf(sha: string): string;
  knows(sha: string): boolean;
  /** `changes`: the file that it changes, none unless given. `of`: the event whose commit was pushed, a new one unless given. */
  push(changes?: string, of?: Sent): Sent;
  /** Its merge commit is checked out, as on GitHub. `changes`: the file that it changes, the program unless said otherwise. */
  pullRequest(from?: 'acme/app' | 'mallory/app', changes?: string): Sent;
  /** `changes`: the file that the last commit of the group changes, none unless given. */
  mergeGroup(changes?: string): Sent;
  /** About a new commit, which changes the program, unless an event is given. */
  schedule(of?: Sent): Sent;
  /** A workflow that ran on the commit of another event is done; `main` has moved on since. */
  workflowRun(after: Sent, event: 'push' | 'pull_request', conclusion?: string): Sent;
  /**
   * The event by which GitHub tells the other workflow about the run of a fork's pull request. Only names in it come from the
   * fork.
   */
  forkRun(after: Sent, facts?: ForkRun): Sent;
  /** The pull requests that were opened, each with its head. */
  readonly pullRequests: readonly PullRequest[];
}

/** How the run of a fork stands. */
export interface ForkRun {
  readonly action?: 'requested' | 'completed';
  readonly conclusion?: string;
  readonly attempt?: number;
}

/** `files`: its content. It is that of the shop unless said otherwise. */
export function openShop(files: Readonly<Record<string, string>> = shopFiles): Shop {
  const folder = makeRepository({ origin: 'https://github.com/acme/app.git' });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  git(folder, ['add', '.']);
  commit(folder, 'Open the shop');
  let made = 0;
  const pullRequests: PullRequest[] = [];
  const next = (): string => commit(folder, `Sell tea, ${(made += 1)}`);
  const change = (file: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `export const tea = ${made};\n`);
    git(folder, ['add', '.']);
  };
  const messageOf = (sha: string): string => git(folder, ['show', '--no-patch', '--format=%B', sha]);
  const head = (sha: string): object => ({ head_commit: { ...headCommit(sha), message: messageOf(sha) } });
  return {
    folder,
    pullRequests,
    messageOf,
    knows: (sha) => git(folder, ['rev-list', '--all', '--reflog']).includes(sha),
    push(changes, of) {
      if (changes !== undefined) change(changes);
      const about = of?.about ?? next();
      return { name: 'push', payload: { ...push(about), ...head(about) }, about, sha: about, ref: 'refs/heads/main' };
    },
    pullRequest(from = 'acme/app', changes = 'app.mjs') {
      git(folder, ['checkout', '--quiet', '-B', 'fix-tax']);
      change(changes);
      const about = next();
      git(folder, ['checkout', '--quiet', 'main']);
      const base = next();
      git(folder, ['checkout', '--quiet', '-B', 'merged']);
      git(folder, ['merge', '--quiet', '--no-ff', '--message', 'A merge', about]);
      const sha = git(folder, ['rev-parse', 'HEAD']);
      git(folder, ['checkout', '--quiet', 'main']);
      pullRequests.push({ number: 7, sha: about, branch: 'fix-tax', repository: from });
      return { name: 'pull_request', payload: pullRequest(about, from, base), about, sha, ref: 'refs/pull/7/merge' };
    },
    mergeGroup(changes) {
      git(folder, ['checkout', '--quiet', '-B', 'gh-readonly-queue/main/pr-7-eeee']);
      if (changes !== undefined) change(changes);
      const about = next();
      git(folder, ['checkout', '--quiet', 'main']);
      const ref = 'refs/heads/gh-readonly-queue/main/pr-7-eeee';
      const { merge_group: group, ...payload }: { readonly merge_group?: object } = mergeGroup(about);
      return { name: 'merge_group', payload: { ...payload, merge_group: { ...group, ...head(about) } }, about, sha: about, ref };
    },
    schedule(of) {
      if (of === undefined) change('app.mjs');
      const about = of?.about ?? next();
      return { name: 'schedule', payload: { schedule: '17 3 * * *', repository }, about, sha: about, ref: 'refs/heads/main' };
    },
    forkRun(of, { action = 'completed', attempt = 1, conclusion = 'success' } = {}) {
      const { about } = of;
      const { workflow_run: run, ...payload }: { readonly workflow_run?: object } = workflowRun(about, 'mallory/app');
      const told = {
        ...run,
        ...head(about),
        id: Number(runId),
        run_attempt: attempt,
        name: 'Tests',
        conclusion: action === 'completed' ? conclusion : null,
      };
      return { name: 'workflow_run', payload: { ...payload, action, workflow_run: told }, about, sha: next(), ref: 'refs/heads/main', of };
    },
    workflowRun({ about }, event, conclusion = 'success') {
      const { workflow_run: run, ...rest }: { readonly workflow_run?: object } = workflowRun(about, 'acme/app', event);
      const payload = { ...rest, workflow_run: { ...run, conclusion } };
      return { name: 'workflow_run', payload, about, sha: next(), ref: 'refs/heads/main' };
    },
  };
}

/** A tool that writes no JUnit: its exit code says what it found. */
const tool = (name: string): string => `import { mkdirSync, writeFileSync } from 'node:fs';
mkdirSync('build', { recursive: true });
writeFileSync('build/${name}.json', '{}');
process.exitCode = (process.env.RED_TESTS ?? '').split(',').includes('${name}') ? 1 : 0;
`;

const manifest = { name: 'app', version: '1.0.0', private: true };

const shopFiles: Readonly<Record<string, string>> = {
  '.gitignore': 'build/\n',
  'package.json': JSON.stringify({ ...manifest, scripts: { test: 'node test.mjs', build: 'node build.mjs', deploy: 'node deploy.mjs' } }),
  'package-lock.json': JSON.stringify({ ...manifest, lockfileVersion: 3, requires: true, packages: { '': manifest } }),
  'flow.yml':
    'name: checkout-service\ntemplate:\n  version: 1\n  trail:\n    attestations:\n      - name: unit-tests\n        type: junit\n',
  'deploy.mjs': `import { execFileSync } from 'node:child_process';
console.log('deployed', execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8' }).trim());
`,
  'lint.mjs': tool('lint'),
  'licences.mjs': tool('licences'),
  'scan.mjs': tool('scan'),
  'image.mjs': `import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync } from 'node:fs';
const digest = createHash('sha256').update(execFileSync('git', ['rev-parse', 'HEAD'])).digest('hex');
appendFileSync(process.env.GITHUB_OUTPUT, \`digest=sha256:\${digest}\\n\`);
`,
  'build.mjs': `import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
writeFileSync('build/app.tgz', execFileSync('git', ['rev-parse', 'HEAD']));
`,
  'test.mjs': `import { mkdirSync, writeFileSync } from 'node:fs';
const option = (name) => process.argv.find((argument) => argument.startsWith(\`--\${name}=\`))?.split('=')[1];
const name = [option('project') ?? 'unit', option('shard')].filter(Boolean).join(' ');
const red = (process.env.RED_TESTS ?? '').split(',').includes(name);
if (process.env.RED_TESTS === 'crash' || process.env.RED_TESTS === \`crash \${name}\`) throw new Error('no test could be loaded');
mkdirSync('build/test-results', { recursive: true });
writeFileSync('build/test-results/tests.xml', \`<?xml version="1.0" encoding="UTF-8"?>
<testsuites><testsuite name="\${name}" tests="2" failures="\${red ? 1 : 0}" errors="0" skipped="0" time="0.3">
  <testcase classname="basket" name="adds" time="0.1"/>
  <testcase classname="basket" name="removes" time="0.2">\${red ? '<failure message="2 is not 1"/>' : ''}</testcase>
</testsuite></testsuites>
\`);
console.log(\`\${name}: \${red ? '1 of 2 tests failed' : '2 tests passed'}\`);
process.exitCode = red ? 1 : 0;
`,
};
