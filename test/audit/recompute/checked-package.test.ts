import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { BranchRules, CheckSuite, CommitChecks } from '../../../src/audit/facts/check.ts';
import type { Header, Line } from '../../../src/audit/facts/line.ts';
import { at, played, type Repository } from '../../cli/checked-repository.ts';
import { runWords } from '../../cli/run-lines.ts';
import { removeRepositories, temporaryDirectory } from '../../support/git.ts';
import { check, requiredChecks, ruleset, status, suite } from '../../support/github-api/world/make.ts';
import { openGitHubWorld, type OpenWorld } from '../../support/github-api/world/open.ts';
import { hex, madeAnew, opened, verified, withFacts, type Opened } from './packed-story.ts';

/*
 * The package of an audit by GitHub's checks. One change was red and is green since a later attempt, one stayed red; a suite has more
 * runs than come with it, and a status came after the landing.
 */

afterAll(removeRepositories);

function repository(): Repository {
  const one = played(
    [
      { name: 'tea', test: { 9: 'failure', 10: 'success' } },
      { name: 'red', test: { 10: 'failure' } },
      { name: 'cup', test: { 10: 'success' } },
    ],
    { more: { rulesets: [ruleset({ id: 5, rules: [requiredChecks('test')], bypass: null })] } },
  );
  const [first = '', , third = ''] = one.github.pulls.flatMap(({ commits }) => commits);
  const many = Array.from({ length: 60 }, (_, index) =>
    check({ name: `part ${index}`, conclusion: 'success', startedAt: at(3, 8), endedAt: at(3, 9) }),
  );
  one.github.suites.push(suite({ sha: first, at: at(3, 8), checks: many }));
  for (const [state, hour] of [['success', 10] as const, ['failure', 14] as const])
    one.github.statuses.push(status({ sha: third, context: 'seal', state, at: at(5, hour), by: 'linus' }));
  return one;
}

async function packaged(one: Repository, trouble?: (double: OpenWorld) => void, args: readonly string[] = []) {
  const clone = join(temporaryDirectory(), 'clone');
  execFileSync('git', ['clone', '--quiet', `file://${one.directory}`, clone]);
  const double = await openGitHubWorld(one.github);
  trouble?.(double);
  const ended = await runWords(
    ['audit', '--since', '2026-11-02', '--until', '2026-11-26', '--repository', 'acme/app', '--package', 'audit.tgz', ...args],
    { cwd: clone, env: { GITHUB_API_URL: double.url, EVIDENCE_GITHUB_TOKEN: 'ghs_token' } },
  );
  await double.close();
  return { ...ended, clone, bytes: () => gunzipSync(readFileSync(join(clone, 'audit.tgz'))) };
}

let made: Opened;
let bytes: Buffer;
beforeAll(async () => {
  bytes = (await packaged(repository())).bytes();
  made = await opened(bytes);
}, 60_000);

test('the facts and the reports of a package follow from the answers of GitHub in it, and nobody is asked', async () => {
  const { code, in_itself: inItself, recomputed } = await verified(bytes);
  expect(recomputed).toMatchObject({ agrees: true, problems: [], not_proved: [], facts: 0, records: 0 });
  expect(recomputed?.reports).toHaveLength(6);
  expect(recomputed?.github).toBeGreaterThan(15);
  expect(recomputed?.not_recomputed.join('\n')).toContain('No service was asked, so that no log, head or witness proves them');
  expect([code, inItself, made.manifest.log, made.manifest.audit.evidence]).toEqual([2, 'consistent', null, 'github']);
  const readme = made.contents.get('README.txt')?.toString() ?? '';
  expect(readme).toContain("No evidence service was asked: GitHub's checks are the evidence");
  expect(readme).not.toContain('--head');
});

test('a head proves nothing of a package that has no records', async () => {
  expect(await verified(bytes, 'a'.repeat(64))).toMatchObject({ code: 1, outcome: 'broken' });
});

test('what the token may not read is packed as a refusal, and agrees', async () => {
  for (const trouble of [
    (double: OpenWorld) => double.forbid('workflowRun'),
    (double: OpenWorld) => double.forbid('ChecksOfCommits'),
    (double: OpenWorld) => double.refuse('/rules/branches/main', { status: 403, message: 'Resource not accessible by integration' }),
  ]) {
    const one = await verified((await packaged(repository(), trouble)).bytes());
    expect(one.recomputed).toMatchObject({ agrees: true, problems: [], not_proved: [] });
  }
}, 60_000);

test('the kept facts give the same package, and none without the answers of GitHub', async () => {
  const { clone } = await packaged(repository(), undefined, ['--keep-collected', 'kept.ndjson']);
  const env = {};
  await runWords(['audit', '--collected', 'kept.ndjson', '--package', 'again.tgz'], { cwd: clone, env });
  expect(readFileSync(join(clone, 'again.tgz')).equals(readFileSync(join(clone, 'audit.tgz')))).toBe(true);
  const kept = readFileSync(join(clone, 'kept.ndjson'), 'utf8');
  onTestFinished(() => expect(kept).not.toContain('ghs_token'));
  execFileSync('sh', ['-c', `grep -v '"kind":"answer"' kept.ndjson > less.ndjson`], { cwd: clone });
  const { code, stderr } = await runWords(['audit', '--collected', 'less.ndjson', '--package', 'less.tgz'], { cwd: clone, env });
  expect([code, stderr]).toEqual([64, expect.stringContaining('The collected file has no answers of GitHub, which a package needs')]);
  const alone = await runWords(['audit', '--package', 'none.tgz'], { cwd: clone, env });
  expect([alone.code, alone.stderr]).toEqual([64, expect.stringContaining('without github-token nobody asks it')]);
}, 60_000);

test('the next audit and a series read the package, and it is not performed again', async () => {
  const one = repository();
  const { clone } = await packaged(one);
  const double = await openGitHubWorld(one.github);
  onTestFinished(() => double.close());
  const run = (...args: readonly string[]) =>
    runWords(['audit', ...args], { cwd: clone, env: { GITHUB_API_URL: double.url, EVIDENCE_GITHUB_TOKEN: 'ghs_token' } });
  writeFileSync(join(clone, 'more.yml'), 'version: 1\nchecks:\n  seal:\n');
  const next = ['--since', '2026-11-02', '--until', '2026-11-26', '--repository', 'acme/app', '--previous', 'audit.tgz'];
  const { stderr } = await run(...next, '--checks', 'more.yml', '--package', 'next.tgz', '--json-file', 'next.json');
  expect(stderr).not.toContain('error');
  const second = await opened(gunzipSync(readFileSync(join(clone, 'next.tgz'))));
  expect(second.manifest.previous?.report).toMatch(/^[0-9a-f]{64}$/);
  const findings: readonly { readonly rule: string; readonly status: string }[] = JSON.parse(
    readFileSync(join(clone, 'next.json'), 'utf8'),
  ).findings;
  expect(findings.filter(({ rule }) => rule === 'trail-non-compliant').map(({ status }) => status)).toEqual(['open']);
  expect(findings.map(({ rule }) => rule)).not.toContain('evidence-weakened');
  expect((await verified(gunzipSync(readFileSync(join(clone, 'next.tgz'))), undefined, {})).recomputed).toMatchObject({ agrees: true });
  const series = await run('--series', 'audit.tgz', '--series', 'next.tgz', '--json');
  const none = { kind: 'none', why: 'GitHub’s checks have no log' };
  expect(JSON.parse(series.stdout)).toMatchObject({
    broken: [],
    audits: [
      { changes: 3, witness: none },
      { changes: 3, witness: none },
    ],
  });
  for (const more of [[], ['--base-url', 'http://127.0.0.1:1', '--api-token', 'x', '--org', 'acme']]) {
    const again = await run('--reperform', 'audit.tgz', ...more);
    expect([again.code, again.stderr]).toEqual([
      64,
      expect.stringContaining('The package goes by GitHub’s checks, which GitHub keeps for a time only'),
    ]);
  }
}, 60_000);

const checksIn =
  (change: (checks: CommitChecks) => CommitChecks) =>
  (lines: readonly Line[]): readonly Line[] =>
    lines.map((line) => (line.kind === 'landing' && line.checks !== undefined ? { ...line, checks: line.checks.map(change) } : line));
const suitesIn = (change: (suite: CheckSuite) => CheckSuite | undefined) =>
  checksIn((checks) => ({ ...checks, suites: checks.suites.flatMap((one) => change(one) ?? []) }));
const rulesIn =
  (change: (rules: BranchRules) => readonly Line[]) =>
  (lines: readonly Line[]): readonly Line[] =>
    lines.flatMap((line) => (line.kind === 'branch-rules' ? change(line) : [line]));
const headerIn =
  (change: Partial<Header>) =>
  (lines: readonly Line[]): readonly Line[] =>
    lines.map((line) => (line.kind === 'audit' ? { ...line, ...change } : line));
const withoutEvidence = (lines: readonly Line[]): readonly Line[] =>
  lines.map((line) => {
    if (line.kind !== 'audit') return line;
    const { evidence: _evidence, ...header } = line;
    return header;
  });
const withoutChecks = (lines: readonly Line[]): readonly Line[] =>
  lines.map((line) => {
    if (line.kind !== 'landing') return line;
    const { checks: _checks, ...fact } = line;
    return fact;
  });

/** Changes of the facts, with reports and a manifest that fit. */
const lies: readonly (readonly [name: string, tell: (lines: readonly Line[]) => readonly Line[], words: RegExp])[] = [
  [
    'a red check that is green',
    suitesIn((one) => ({ ...one, runs: one.runs.map((run) => ({ ...run, conclusion: 'success' })) })),
    /^The checks of commit \w{12}: suites\[0\]\.runs\[0\]\.conclusion is "success" in collected\.ndjson, and by the answers of GitHub it is "failure"$/,
  ],
  [
    'an attempt that is gone',
    suitesIn((one) => ({ ...one, runs: one.runs.filter(({ conclusion }) => conclusion === 'success') })),
    /^The checks of commit \w{12}: suites\[0\]\.runs\[0\]\./,
  ],
  [
    'a run of the second page that is gone',
    suitesIn((one) => ({ ...one, runs: one.runs.filter(({ name }) => name !== 'part 59') })),
    /^The checks of commit \w{12}: suites\[1\]\.runs\[59\] is nothing/,
  ],
  ['a suite that is gone', suitesIn(() => undefined), /suites\[0\] is nothing/],
  [
    'the workflow of another file',
    suitesIn((one) => ({ ...one, workflow: one.workflow && { ...one.workflow, path: '.github/workflows/all.yml' } })),
    /suites\[0\]\.workflow\.path is "\.github\/workflows\/all\.yml"/,
  ],
  ['a status that is gone', checksIn((checks) => ({ ...checks, statuses: [] })), /^The checks of commit \w{12}: statuses\[0\] is nothing/],
  ['a list that is said to be cut off', checksIn((checks) => ({ ...checks, cut: 'x' })), /^The checks of commit \w{12}: cut is "x"/],
  ['checks that are gone', withoutChecks, /^The checks of commit \w{12} is left out/],
  [
    'a rule that demands nothing',
    rulesIn((one) => [{ ...one, rules: [] }]),
    /^The rules of main: rules\[0\] is nothing in collected\.ndjson/,
  ],
  [
    'a ruleset of another time',
    rulesIn((one) => [{ ...one, rulesets: one.rulesets.map((set) => ({ ...set, changedAt: at(1, 1) })) }]),
    /^The rules of main: rulesets\[0\]\.changedAt is /,
  ],
  [
    'nobody who may bypass',
    rulesIn((one) => [{ ...one, rulesets: one.rulesets.map((set) => ({ ...set, bypass: [] })) }]),
    /rulesets\[0\]\.bypass is \[\]/,
  ],
  ['rules that are gone', rulesIn(() => []), /^The rules of main is left out/],
  ['a header without the kind of evidence', withoutEvidence, /^collected\.ndjson has GitHub’s checks of landings, and does not say/],
  [
    'a header without the kind of evidence, and no checks',
    (lines) => withoutChecks(withoutEvidence(lines)),
    /^GitHub was asked for checks, and collected\.ndjson does not say that they are the evidence$/,
  ],
  [
    'a header with a service',
    headerIn({ service: { url: 'https://evidence.example', org: 'acme' } }),
    /^GitHub’s checks are the evidence, .* yet the package has service$/,
  ],
];

test('checks that GitHub refused to tell are found, and so is another kind of evidence in the manifest', async () => {
  const refused = await opened((await packaged(repository(), (double) => double.forbid('ChecksOfCommits'))).bytes());
  const lying = await withFacts(refused, (lines) =>
    lines.flatMap((line): readonly Line[] => {
      if (line.kind === 'untold') return [];
      return line.kind === 'landing'
        ? [{ ...line, checks: line.landing.commits.map(({ sha }) => ({ sha, suites: [], statuses: [] })) }]
        : [line];
    }),
  );
  const { recomputed } = await verified(lying);
  expect(recomputed?.problems).toContainEqual(expect.stringMatching(/^The checks of commit \w{12} was added/));
  expect(recomputed?.problems).toContainEqual(expect.stringMatching(/^GitHub refused checks, and collected\.ndjson does not say so/));
  const { evidence: _evidence, ...audit } = made.manifest.audit;
  expect((await verified(await madeAnew(made, { audit }))).recomputed?.problems).toContain(
    'manifest.json and collected.ndjson disagree on the evidence: a service and GitHub’s checks',
  );
}, 60_000);

describe('a package whose facts are not those of its answers does not hold:', () => {
  test.for(lies)('%s', async ([, tell, words]) => {
    const { code, recomputed } = await verified(await withFacts(made, tell));
    expect(recomputed?.problems).toContainEqual(expect.stringMatching(words));
    expect(code).toBe(1);
  });
});

/** Changes of the answers, each with the hash that fits. */
const answered: readonly (readonly [name: string, asks: string, change: (body: string) => string, words: RegExp])[] = [
  ['a conclusion', 'ChecksOfCommits', (body) => body.replaceAll('"FAILURE"', '"SUCCESS"'), /conclusion is "failure" in collected/],
  ['a name', 'RestOfCheckRuns', (body) => body.replaceAll('part 59', 'part 60'), /suites\[1\]\.runs\[59\]\.name is "part 59"/],
  ['a list that is shorter', 'RestOfCheckRuns', (body) => body.replace(/\{[^{}]*part 59[^{}]*\},?/, ''), /suites\[1\]\.runs\[50\] is \{/],
  ['a state', '/statuses', (body) => body.replaceAll('"success"', '"failure"'), /statuses\[0\]\.state is "success"/],
  [
    'a time of a ruleset',
    '/rulesets/5',
    (body) => body.replace(/"updated_at":"[^"]*"/, '"updated_at":"2026-01-01T00:00:00Z"'),
    /changedAt/,
  ],
  ['a rule', '/rules/branches/', (body) => body.replaceAll('"test"', '"none"'), /rules\[0\]\.checks\[0\]\.name is "test"/],
];

function withAnswers(from: Opened, change: (text: string) => string): Promise<Buffer> {
  const contents = new Map(from.contents);
  contents.set('github.ndjson', Buffer.from(change(contents.get('github.ndjson')?.toString() ?? '')));
  return madeAnew({ ...from, contents });
}

describe('a package whose answers are not those of its facts does not hold:', () => {
  test.for(answered)('%s of %s', async ([, asks, change, words]) => {
    let isChanged = false;
    const lying = await withAnswers(made, (text) =>
      text
        .split('\n')
        .map((line) => {
          if (!line.includes(asks)) return line;
          const answer = JSON.parse(line);
          const body = change(answer.body);
          isChanged ||= body !== answer.body;
          return JSON.stringify({ ...answer, body, sha256: hex(body) });
        })
        .join('\n'),
    );
    expect(isChanged).toBe(true);
    const { code, recomputed } = await verified(lying);
    expect(recomputed?.problems).toContainEqual(expect.stringMatching(words));
    expect(code).toBe(1);
  });

  test.each(['ChecksOfCommits', 'RestOfCheckRuns', '/statuses', '/rulesets/5', '/rules/branches/', 'ProtectionOfBranch'])(
    'nothing is proved without the answer to %s',
    async (asks) => {
      const less = await withAnswers(made, (text) => text.replaceAll(new RegExp(`^.*${asks}.*\\n`, 'gm'), ''));
      const { recomputed } = await verified(less);
      expect(recomputed?.not_proved.join('\n')).toContain('github.ndjson does not have every answer that it was read from');
      expect(recomputed?.agrees).not.toBe(true);
    },
  );
});
