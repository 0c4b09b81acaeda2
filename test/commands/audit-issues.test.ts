import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { auditIssuesCommand } from '../../src/commands/audit/command.ts';
import { contextOf, run, type Result } from '../../src/commands/index.ts';
import { openIssues, type IssuesDouble } from '../github/issues-double.ts';

interface Finding {
  readonly key: string;
  readonly severity?: string;
  readonly status?: string;
  readonly message?: string;
  readonly accepted?: object | null;
  readonly carried?: boolean;
}

const finding = ({
  accepted = null,
  carried = false,
  key,
  message = `${key} has no trail`,
  severity = 'high',
  status = 'new',
}: Finding): object => ({
  key,
  rule: 'change-without-trail',
  severity,
  control: 'SOC 2 CC8.1',
  subject: { kind: 'commit', id: 'ab'.repeat(20), url: `https://github.com/acme/app/commit/${'ab'.repeat(20)}` },
  status,
  firstSeen: '2026-11-20T00:00:00.000Z',
  message,
  fix: 'Record evidence',
  carried,
  accepted,
});

/** Runs the command on a report of these findings; the numbers for programs stand in the result too. */
async function keep(
  double: IssuesDouble,
  findings: readonly Finding[],
  options: Record<string, string> = {},
  complete = true,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'issues-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'audit.json'), JSON.stringify({ complete, findings: findings.map(finding), changes: [] }));
  const context = contextOf(
    { GITHUB_API_URL: double.url, GITHUB_REPOSITORY: 'acme/app' },
    folder,
    new AbortController().signal,
    () => undefined,
  );
  const raw = { 'json-file': 'audit.json', 'github-token': 'ghs_token', ...options };
  // GitHub wants a second between two issues; the double does not.
  const clock = { ...context.clock, wait: () => Promise.resolve() };
  const result = await run(auditIssuesCommand, { raw, naming: (name) => name }, { ...context, clock });
  return result.kind === 'viewed' ? { ...result, ...result.json } : result;
}

const each = { issues: 'each' };
const [a, b] = [{ key: 'a' }, { key: 'b' }];
const shown = ({ issues }: IssuesDouble): readonly string[] => issues.map(({ number, state }) => `${number} ${state}`);

test('an issue each is opened once, and a second run sends nothing', async () => {
  const double = await openIssues();
  expect(await keep(double, [a, b], each)).toMatchObject({ ending: 'recorded', opened: 2, unchanged: 0 });
  const writes = (): number => double.asked.filter((request) => !request.startsWith('GET')).length;
  expect(writes()).toBe(2);
  expect(await keep(double, [{ ...a, status: 'open' }, b], each)).toMatchObject({ opened: 0, updated: 0, closed: 0, unchanged: 2 });
  expect(writes()).toBe(2);
});

test('a dry run says what it would open, update and close, and sends nothing', async () => {
  const double = await openIssues();
  await keep(double, [a, { key: 'c' }], each);
  const before = structuredClone(double.issues);
  const sent = double.asked.length;
  const dry = await keep(double, [{ ...a, message: 'a has another message' }, b, { key: 'c', status: 'fixed' }], {
    ...each,
    'dry-run': 'true',
  });
  expect(dry).toMatchObject({ dry_run: true, opened: 1, updated: 1, closed: 1, unchanged: 0 });
  expect(double.asked.slice(sent).every((request) => request.startsWith('GET'))).toBe(true);
  expect(double.issues).toEqual(before);
  const [words, ...lines] = dry.kind === 'viewed' ? (dry.view.lines ?? []) : [];
  expect(words).toBe('Issues, and nothing was sent: 1 to open, 1 to update, 1 to close, 0 as they are');
  expect(new Set(lines.map((line) => line.split(':')[0]))).toEqual(new Set(['would close #2', 'would open', 'would update #1']));
  await keep(double, [{ ...a, message: 'a has another message' }, b, { key: 'c', status: 'fixed' }], each);
  expect(shown(double)).toEqual(['1 open', '2 closed', '3 open']);
});

test('an issue says that the last audit did not look at what it is about', async () => {
  const double = await openIssues();
  const said = 'open by an audit before: the last one did not look at it again';
  await keep(double, [a, { ...b, status: 'open', carried: true }], each);
  expect(double.issues.map(({ body }) => body.includes(said))).toEqual([false, true]);
  await keep(double, [a, { ...b, status: 'open', carried: true }], { issues: 'one' });
  const [line] =
    double.issues
      .at(-1)
      ?.body.split('\n')
      .filter((one) => one.includes(said)) ?? [];
  expect(line).toContain('b has no trail');
});

test('an issue is closed when its finding is fixed or accepted, and stays where nobody says what became of it', async () => {
  const double = await openIssues();
  await keep(double, [a, b, { key: 'c' }], each);
  const accepted = { reason: 'r', owner: 'o', until: '2027-01-01' };
  expect(
    await keep(
      double,
      [
        { ...a, status: 'fixed' },
        { ...b, accepted },
      ],
      each,
    ),
  ).toMatchObject({ closed: 2 });
  expect(double.issues.map(({ reason, state }) => `${state} ${reason}`)).toEqual(['closed completed', 'closed not_planned', 'open null']);
});

test('an issue that somebody closed by hand is opened again, for the finding is still there', async () => {
  const double = await openIssues();
  await keep(double, [a], each);
  const [issue] = double.issues;
  if (issue !== undefined) issue.state = 'closed';
  expect(await keep(double, [a], each)).toMatchObject({ opened: 0, updated: 1 });
  expect(shown(double)).toEqual(['1 open']);
});

test('no more than so many are open: the worst have one, those that have one keep it, and one more counts the rest', async () => {
  const double = await openIssues();
  const options = { ...each, 'most-issues': '2' };
  const many = ['a', 'b', 'c', 'd'].map((key) => ({ key }));
  await keep(double, many, options);
  expect(double.issues.map(({ title }) => title)).toEqual([
    'Audit: high change-without-trail: commit abababababab',
    'Audit: high change-without-trail: commit abababababab',
    'Audit: more open findings (2 high)',
  ]);
  expect(await keep(double, [{ key: 'new', severity: 'critical' }, ...many], options)).toMatchObject({
    opened: 0,
    updated: 1,
    unchanged: 2,
  });
  expect(double.issues[2]?.title).toBe('Audit: more open findings (1 critical, 2 high)');
  expect(await keep(double, many.slice(0, 2), options)).toMatchObject({ closed: 1, unchanged: 2 });
});

test('one issue is about all, and is closed only by an audit that saw everything', async () => {
  const double = await openIssues();
  await keep(double, [a, b]);
  expect(double.issues.map(({ title }) => title)).toEqual(['Audit: open findings (2 high)']);
  expect(await keep(double, [], {}, false)).toMatchObject({ closed: 0 });
  expect(await keep(double, [], {})).toMatchObject({ closed: 1 });
  expect(shown(double)).toEqual(['1 closed']);
});

test('from one to each and back, the others are closed', async () => {
  const double = await openIssues();
  await keep(double, [a]);
  await keep(double, [a], each);
  expect(shown(double)).toEqual(['1 closed', '2 open']);
  await keep(double, [a]);
  expect(shown(double)).toEqual(['1 open', '2 closed']);
});

test('issues of others are left alone, whatever marker they hold', async () => {
  const double = await openIssues();
  await keep(double, [a], each);
  const [own] = double.issues;
  double.issues.splice(0, 1, { ...own, number: 1, author: 'mallory', title: 't', body: own?.body ?? '', state: 'open', reason: null });
  expect(await keep(double, [a], each)).toMatchObject({ opened: 1 });
  expect(double.issues[0]).toMatchObject({ author: 'mallory', title: 't', state: 'open' });
});

test('no text of others mentions, links or names anybody', async () => {
  const double = await openIssues();
  const message = 'Ada <ada@example.com> and @octocat pushed #12 <img src=x> [x](https://evil.example) --> ';
  await keep(double, [{ key: 'a --> @octocat', message }], each);
  const [issue] = double.issues;
  const body = issue?.body ?? '';
  expect(`${issue?.title}\n${body}`).not.toMatch(/ada@|&#64;example|@octocat|<img|\]\(https:\/\/evil|#12/);
  expect(body).toContain('Ada &#40;address&#41; and');
  expect(body.split('\n')[0]).toMatch(/^<!-- compliance-evidence-audit: [0-9a-f]{64} -->$/);
});

test('a list on later pages is read to its end', async () => {
  const double = await openIssues();
  await keep(double, [a], each);
  for (let number = 2; number <= 250; number += 1)
    double.issues.push({ number, author: 'github-actions[bot]', title: 'x', body: 'x', state: 'open', reason: null });
  expect(await keep(double, [a], each)).toMatchObject({ opened: 0, unchanged: 1 });
});

test.each([
  ['no JSON', '{'],
  ['a list', '[]'],
  ['a finding without a key', '{"complete":true,"findings":[{"rule":"x"}]}'],
  ['a state that nobody knows', JSON.stringify({ complete: true, findings: [finding({ key: 'a', status: 'gone' })] })],
])('a file that is no report is refused before anybody is asked: %s', async (_, text) => {
  const double = await openIssues();
  const folder = mkdtempSync(join(tmpdir(), 'issues-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'x.json'), text);
  const context = contextOf(
    { GITHUB_API_URL: double.url, GITHUB_REPOSITORY: 'acme/app' },
    folder,
    new AbortController().signal,
    () => undefined,
  );
  const raw = { 'json-file': 'x.json', 'github-token': 'ghs_token' };
  expect(await run(auditIssuesCommand, { raw, naming: (name) => name }, context)).toMatchObject({
    kind: 'stopped',
    ending: 'usage',
    message: expect.stringContaining('no report of an audit'),
  });
  expect(double.asked).toEqual([]);
});

test('a repository without issues, and a permission that is missing, are told with the fix', async () => {
  const off = await openIssues((request) => (request.endsWith('/issues') ? 410 : undefined));
  expect(await keep(off, [a])).toMatchObject({ kind: 'stopped', message: expect.stringContaining('switched off') });
  const refused = await openIssues((request) => (request.endsWith('/issues') ? 403 : undefined));
  expect(await keep(refused, [a])).toMatchObject({ kind: 'stopped', fix: expect.stringContaining('issues: write') });
});

test('with none nobody is asked', async () => {
  const double = await openIssues();
  expect(await keep(double, [a], { issues: 'none' })).toMatchObject({ ending: 'recorded', opened: 0 });
  expect(double.asked).toEqual([]);
});
