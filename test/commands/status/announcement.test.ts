import { tmpdir } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { contextOf, type Judged, type Result, type Stopped } from '../../../src/commands/index.ts';
import { openAnnouncement, type Announcement } from '../../../src/commands/status/announcement.ts';
import type { Reason } from '../../../src/gate/index.ts';
import type { EventFacts } from '../../../src/git/index.ts';
import { markOf } from '../../../src/github/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { trailOption } from '../../../src/options/service.ts';
import { openGitHubApi, type GitHubApi, type GitHubApiOptions } from '../../support/github-api/open.ts';

const sha = 'a'.repeat(40);
const page = 'https://github.com/acme/shop/actions/runs/17';
const sent = { kind: 'nothing' } as const;
const shown = (): string => 'the page';

interface Open {
  readonly settings?: {
    readonly status?: boolean;
    readonly statusContext?: string;
    readonly comment?: boolean;
    readonly githubToken?: string | undefined;
  };
  readonly raw?: RawOptions;
  readonly event?: Partial<EventFacts>;
  readonly api?: GitHubApiOptions;
  readonly clean?: (text: string) => string;
  /** The result of judging once more. It is a yes if left out. */
  readonly again?: () => Promise<Judged>;
}

/** The reports of a run on a pull request, before a double of GitHub. */
async function open({
  again = () => Promise.resolve(judged()),
  api: options,
  clean = (text) => text,
  event,
  raw,
  settings,
}: Open = {}): Promise<{
  readonly api: GitHubApi;
  readonly reports: Announcement<Result>;
}> {
  const api = await openGitHubApi(options);
  onTestFinished(async () => {
    await api.close();
    expect(api.breaches).toEqual([]);
  });
  const context = contextOf({ GITHUB_API_URL: api.url }, tmpdir(), new AbortController().signal, () => {});
  const payload = { pull_request: { number: 7, head: { sha, repo: { full_name: 'acme/shop' } }, base: { ref: 'main' } } };
  const facts = { eventName: 'pull_request', repository: 'acme/shop', runId: '17', runAttempt: '1', workflow: 'CI', job: 'gate', payload };
  const all = {
    summary: 'off',
    status: true,
    comment: true,
    statusContext: undefined,
    githubToken: 'a-token-of-github',
    matrix: null,
    leg: undefined,
    chosenCommit: undefined,
    ...settings,
  } as const;
  const command = { name: 'gate', options: [{ use: trailOption }], read: () => ({}), judging: { again } };
  const given = { raw: { org: 'acme', flow: ' shop ', ...raw }, naming: (name: string) => name };
  return {
    api,
    reports: openAnnouncement<Result>(all, command, given, { ...context, event: { ...context.event, ...facts, ...event } }, clean),
  };
}

/** A link to a page, with a mark that is whole. */
const leadingTo = (address: string): unknown =>
  expect.toSatisfy((link: string) => link.startsWith(`${address}#`) && markOf(link) !== undefined, `leads to ${address}, with a mark`);

const judged = (more: Partial<Judged> = {}): Judged => ({
  kind: 'judged',
  command: 'gate',
  question: { subject: 'commit', org: 'acme', flow: 'shop', commit: sha },
  verdict: { name: 'compliant', reasons: [], notices: [], rows: [] },
  fails: false,
  letThrough: undefined,
  evidence: undefined,
  trailUrl: 'https://evidence.example/t',
  dryRun: false,
  sent,
  ...more,
});
const row = { attestation: 'unit', type: 'junit', state: 'overridden', requiredBy: [], groups: 1, since: 1, url: undefined } as const;
const overridden = judged({ verdict: { name: 'compliant', reasons: [], notices: [], rows: [row] } });
const no = (name: 'non-compliant' | 'unknown'): Pick<Judged, 'verdict' | 'fails'> => {
  const why = { message: 'unit has\n1 failed test', fix: 'Fix it' };
  const reason: Reason =
    name === 'unknown' ? { code: 'service-failed', verdict: name, ...why } : { code: 'failing', verdict: name, ...why };
  return { verdict: { name, reasons: [reason, { ...reason, message: 'another' }], notices: [], rows: [] }, fails: true };
};
const stopped: Stopped = {
  kind: 'stopped',
  code: 'internal',
  stack: undefined,
  ending: 'unknown',
  message: 'It broke',
  fix: undefined,
  complaints: [],
  sent,
};

test('the status is pending until the end, with the page of the run', async () => {
  const { api, reports } = await open();
  await reports.begin();
  expect(api.statuses).toMatchObject([
    { sha, state: 'pending', context: 'compliance/shop', description: 'Flow shop is being checked', target_url: leadingTo(page) },
  ]);
  expect(api.comments).toEqual([]);
});

test.each<[string, Result, object]>([
  ['a yes', judged(), { state: 'success', description: 'Compliant', target_url: leadingTo('https://evidence.example/t') }],
  ['a yes that stands because of an override', overridden, { state: 'success', description: 'Compliant (overridden)' }],
  ['a verdict without a page', judged({ trailUrl: undefined }), { state: 'success', target_url: leadingTo(page) }],
  [
    'a no',
    judged(no('non-compliant')),
    { state: 'failure', description: 'Not compliant: unit has ⏎ 1 failed test (pull_request #7 › CI › gate: push, or run this job again)' },
  ],
  [
    'a verdict that is not known',
    judged(no('unknown')),
    { state: 'error', description: 'Unknown: unit has ⏎ 1 failed test (pull_request #7 › CI › gate: push, or run this job again)' },
  ],
  ['a no that does not fail the job', judged({ ...no('non-compliant'), fails: false }), { state: 'success' }],
  [
    'a no that is let through',
    judged({ ...no('non-compliant'), fails: false, letThrough: { by: 'fail-on', verdict: 'non-compliant' } }),
    { state: 'success', description: expect.stringContaining('fail-on lets it through') },
  ],
  [
    'a run that was stopped',
    stopped,
    { state: 'error', description: 'It broke (pull_request #7 › CI › gate: push, or run this job again)', target_url: leadingTo(page) },
  ],
])('of %s the status says what the job says, and the comment is the page', async (_, result, status) => {
  const { api, reports } = await open();
  await reports.end(result, shown);
  expect(api.statuses).toMatchObject([{ sha, context: 'compliance/shop', ...status }]);
  expect(api.comments).toMatchObject([{ body: expect.stringContaining('the page') }]);
});

test('what has no verdict is not reported', async () => {
  const { api, reports } = await open();
  await reports.end({ kind: 'shown', parts: ['x'], json: {} }, shown);
  expect(api.asked).toEqual([]);
});

test.each<[string, Open, readonly [number, number]]>([
  ['a status alone', { settings: { comment: false } }, [2, 0]],
  ['a comment alone', { settings: { status: false } }, [0, 1]],
  ['a status where there is no pull request', { event: { eventName: 'push', sha, payload: {} } }, [2, 0]],
  ['nothing in a dry run', { raw: { 'dry-run': ' TRUE ' } }, [0, 0]],
  ['both where the dry run is none', { raw: { 'dry-run': 'false' } }, [2, 1]],
  ['nothing where no organization was named', { raw: { org: '' } }, [0, 0]],
  ['a status of its own name, without a flow', { raw: { flow: ' ' }, settings: { statusContext: 'compliance' } }, [2, 0]],
])('%s is reported where that was asked for', async (_, more, counts) => {
  const { api, reports } = await open(more);
  await reports.begin();
  await reports.end(judged(), shown);
  expect([api.statuses.length, api.comments.length]).toEqual(counts);
});

test('a commit that is named is meant, in lower case', async () => {
  const { api, reports } = await open({ raw: { commit: ` ${'B'.repeat(40)} ` } });
  await reports.begin();
  expect(api.statuses).toMatchObject([{ sha: 'b'.repeat(40) }]);
});

test('an empty commit is that of the event', async () => {
  const { api, reports } = await open({ raw: { commit: ' ' } });
  await reports.begin();
  expect(api.statuses).toMatchObject([{ sha }]);
});

test('the trail of another commit gives no status, and nothing is set', async () => {
  const { api, reports } = await open({
    raw: { trail: 'b'.repeat(40) },
    api: { commit: (asked) => ({ sha: asked, files: [], parents: [] }) },
  });
  await expect(reports.begin()).rejects.toMatchObject({ code: 'invalid-input', fix: expect.stringContaining('b'.repeat(40)) });
  expect(api.statuses).toEqual([]);
});

test.each(['main', 'a'.repeat(41), `x${'a'.repeat(40)}`])('without a commit, or with %s, no status can be set', async (commit) => {
  const said = {
    code: 'missing-input',
    message: 'The status cannot be set: the commit of this event is not known',
    fix: 'Give `commit`, 40 hexadecimal digits',
  };
  const named = await open({ raw: { commit } });
  await expect(named.reports.begin()).rejects.toMatchObject(said);
  const none = await open({ event: { eventName: 'push', sha: undefined, payload: {} } });
  await expect(none.reports.begin()).rejects.toMatchObject(said);
  expect([...named.api.asked, ...none.api.asked]).toEqual([]);
});

test.each<[string, Open]>([
  ['a token', { settings: { githubToken: undefined } }],
  ['a repository', { event: { repository: undefined } }],
])('without %s nothing is reported, and the fault says so', async (_, more) => {
  const { api, reports } = await open(more);
  await expect(reports.begin()).rejects.toMatchObject({
    code: 'missing-input',
    message: 'The verdict cannot be reported: the repository of this run is not known',
    fix: 'Let `report` to runs of GitHub Actions',
  });
  expect(api.asked).toEqual([]);
});

test('the comment is kept though the status is refused, and the refusal is the fault', async () => {
  const { api, reports } = await open({ api: { refuse: (line) => (line.includes('/statuses/') ? { status: 403 } : undefined) } });
  await expect(reports.end(judged(), shown)).rejects.toMatchObject({ status: 403 });
  expect(api.comments).toHaveLength(1);
});

test('secrets are taken out of what a status says, after its lines were made one', async () => {
  const { api, reports } = await open({ clean: (text) => text.replace('has ⏎ 1', '***') });
  await reports.end(judged(no('non-compliant')), shown);
  expect(api.statuses).toMatchObject([
    { description: 'Not compliant: unit *** failed test (pull_request #7 › CI › gate: push, or run this job again)' },
  ]);
});

test('the second look may take a yes away, and gives none', async () => {
  const worse = await open({ settings: { comment: false }, again: () => Promise.resolve(judged(no('non-compliant'))) });
  expect(await worse.reports.end(judged(), shown)).toMatchObject({ fails: true, verdict: { name: 'non-compliant' } });
  expect(worse.api.statuses.map(({ state }) => state)).toEqual(['success', 'failure']);

  const soft = { ...no('non-compliant'), fails: false, letThrough: { by: 'fail-on', verdict: 'non-compliant' } } as const;
  const better = await open({ settings: { comment: false } });
  expect(await better.reports.end(judged(soft), shown)).toMatchObject({ verdict: { name: 'non-compliant' }, letThrough: soft.letThrough });

  const enforced = await open({ settings: { comment: false }, again: () => Promise.resolve(judged(no('non-compliant'))) });
  expect(await enforced.reports.end(judged(soft), shown)).toMatchObject({ fails: true, letThrough: undefined });

  const since = await open({ settings: { comment: false }, again: () => Promise.resolve(judged(soft)) });
  expect(await since.reports.end(judged(), shown)).toMatchObject({ fails: false, verdict: { name: 'non-compliant' } });

  const notice = { name: 'compliant', reasons: [], notices: ['Of this run'], rows: [] } as const;
  const same = await open({ settings: { comment: false } });
  expect(await same.reports.end(judged({ verdict: notice }), shown)).toMatchObject({ verdict: notice });
});
