import { execFileSync } from 'node:child_process';
import { makeRepository, git } from './git.ts';
import { check, pull, requiredChecks, review, ruleset, status, suite, update, world } from './github-api/world/make.ts';
import type { GitHubWorld, WorldSuite } from './github-api/world/model.ts';

/** When a change landed: five minutes after the one before. */
const landedAt = (number: number): number => Date.UTC(2026, 10, 3) + number * 300_000;
const moment = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('.000', '');

/** The suites of a head, of which each check ended before it landed. */
export type SuitesOf = (sha: string, before: (minutes: number) => string) => readonly WorldSuite[];

/** Ten checks in one suite; of every tenth head one of them was red first. */
export const tenChecks: SuitesOf = (sha, before) => {
  const done = { startedAt: before(20), endedAt: before(10) };
  const checks = Array.from({ length: 10 }, (_, index) => check({ name: `test ${index}`, ...done }));
  const red = check({ name: 'test 0', conclusion: 'failure', startedAt: before(40), endedAt: before(30) });
  const workflow = {
    id: Number.parseInt(sha.slice(0, 8), 16),
    path: '.github/workflows/ci.yml',
    event: 'pull_request',
    at: before(45),
    changedAt: before(10),
  };
  return [suite({ sha, at: before(45), checks: sha < '2' ? [red, ...checks] : checks, workflow })];
};

/** A repository with so many pull requests, each squashed, reviewed and tested at its head. */
export function manyChecked(count: number, suitesOf: SuitesOf = tenChecks): { readonly directory: string; readonly github: GitHubWorld } {
  const directory = makeRepository();
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const one = (ref: string, mark: number, from: number, number: number): string => {
    const who = `Ada <ada@example.com> ${landedAt(number) / 1000} +0000`;
    return `commit ${ref}\nmark :${mark}\nauthor ${who}\ncommitter ${who}\ndata <<END\n${ref === 'refs/heads/main' ? 'Change' : 'Work'} ${number} (#${number})\nEND\nfrom :${from}\nM 100644 inline src/${number % 50}.txt\ndata <<END\n${number}\nEND\n`;
  };
  const file = 'version: 1\nchecks:\n  test 0:\n    app: github-actions\n';
  const who = `Ada <ada@example.com> ${landedAt(0) / 1000} +0000`;
  const first = `commit refs/heads/main\nmark :1\nauthor ${who}\ncommitter ${who}\ndata <<END\nBegin\nEND\nM 100644 inline .github/compliance-audit.yml\ndata ${file.length}\n${file}\n`;
  const landed = numbers.map(
    (number) =>
      `${one(`refs/heads/pull-${number}`, 2 * number, Math.max(1, 2 * number - 1), number)}\n${one('refs/heads/main', 2 * number + 1, Math.max(1, 2 * number - 1), number)}`,
  );
  execFileSync('git', ['-C', directory, 'fast-import', '--quiet', '--force'], { input: [first, ...landed].join('\n') });
  const line = git(directory, ['rev-list', '--reverse', 'main']).split('\n');
  const heads = new Map(
    git(directory, ['for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads/pull-*'])
      .split('\n')
      .map((text) => {
        const [name = '', sha = ''] = text.split(' ');
        return [name, sha] as const;
      }),
  );
  const github = world({
    gitDirectory: directory,
    now: moment(landedAt(count) + 86_400_000),
    rulesets: [ruleset({ rules: [requiredChecks('test 0')] })],
  });
  github.activity.push(update({ at: moment(landedAt(0)), type: 'branch_creation', before: null, after: line[0] ?? '' }));
  for (const number of numbers) {
    const [head = '', at] = [heads.get(`pull-${number}`), landedAt(number)];
    const before = (minutes: number): string => moment(at - minutes * 60_000);
    const [from = '', to = ''] = [line[number - 1], line[number]];
    github.pulls.push(
      pull({
        number,
        head,
        mergeCommit: to,
        openedAt: before(60),
        mergedAt: moment(at),
        openedBy: 'ada',
        mergedBy: 'grace',
        reviews: [review({ by: 'grace', commit: head, at: before(5) })],
      }),
    );
    github.activity.push(update({ at: moment(at), type: 'pr_merge', by: 'grace', before: from, after: to }));
    github.suites.push(...suitesOf(head, before));
    github.statuses.push(status({ sha: head, context: 'seal', state: 'success', at: before(15), by: 'linus' }));
  }
  return { directory, github };
}
