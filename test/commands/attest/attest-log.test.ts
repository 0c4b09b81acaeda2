import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { attestTestResults, type Attested } from '../../../src/commands/attest/record.ts';
import { contextOf, type Event } from '../../../src/commands/run/context.ts';
import type { AttestSettings, ServiceSettings } from '../../../src/options/index.ts';
import type { Sent } from '../../../src/presentation/index.ts';
import { formsOf } from '../../../src/text/index.ts';
import { closeAll, failureOf, serve, sha } from '../../client/setup.ts';
import { fault, type Fault, type RecordedRequest } from '../../support/fault-server.ts';
import { classic } from '../../text/secrets.ts';
import { folder } from '../attach-files.ts';
import { attestSettings } from './settings.ts';

afterEach(closeAll);

const token = 'a-token-for-tests-only';
const head = 'ab'.repeat(32);
const accepted = fault.status(201, {}, { message: 'OK', attestation_id: 'made', head });
const suite = (inside: string): string => `<testsuite name="s">${inside}</testsuite>`;
const passed = '<testcase name="good"/>';
const failed = '<testcase name="bad"><failure/></testcase>';
const error = '<testcase name="worse"><error/></testcase>';
const skipped = '<testcase name="idle"><skipped/></testcase>';

interface Told {
  readonly attested: Attested;
  readonly told: readonly Event[];
  readonly requests: readonly RecordedRequest[];
  readonly sent: Sent;
  /** The temporary files that are left. */
  readonly leftovers: readonly string[];
}

/** Attests results of a workspace that is not a checkout, at a named commit. */
async function attesting(
  files: Readonly<Record<string, string>>,
  settings: Partial<AttestSettings> = {},
  service: Partial<ServiceSettings> = {},
  answer: Fault = accepted,
): Promise<Told> {
  const [workspace, temporary] = [folder(), folder()];
  for (const [name, content] of Object.entries(files)) writeFileSync(join(workspace, name), content);
  const told: Event[] = [];
  const { call, server } = await serve(() => answer);
  const made = contextOf({ RUNNER_TEMP: temporary }, workspace, new AbortController().signal, (event) => void told.push(event));
  const context = { ...made, secrets: formsOf([token, settings.githubToken]) };
  const to: ServiceSettings = {
    baseUrl: new URL(server.url),
    token,
    org: 'acme',
    flow: 'shop',
    trail: undefined,
    commit: sha,
    timeout: 20_000,
    dryRun: false,
    ...service,
  };
  const attested = await attestTestResults(call, to, attestSettings({ attach: 'never', ...settings }), context);
  return { attested, told, requests: server.requests, sent: context.sent.soFar(), leftovers: readdirSync(temporary) };
}

const words = ({ told }: Told, kind: Event['kind'] = 'info'): readonly string[] =>
  told.flatMap((event) => (event.kind === kind ? [event.message] : []));

describe('what was read is told with its commit', () => {
  const where = ', for commit c0ffee000000';

  it.each([
    [{ 'a.xml': suite(passed) }, 'Read 1 test from 1 file'],
    [{ 'a.xml': suite(passed + failed + error + skipped) }, 'Read 4 tests from 1 file (2 failed, 1 skipped)'],
    [{ 'a.xml': suite(passed + failed) }, 'Read 2 tests from 1 file (1 failed)'],
    [{ 'a.xml': suite(passed + skipped), 'b.xml': suite(passed) }, 'Read 3 tests from 2 files (1 skipped)'],
  ] as const)('%j', async (files, expected) => {
    expect(words(await attesting(files))).toContain(`${expected}${where}`);
  });

  it('and that it is unusable: the reasons of the verdict say why', async () => {
    const [first = ''] = words(await attesting({}));
    expect(first).toBe(`The evidence is unusable (1 cause)${where}`);
  });

  it('or with none, where none is known', async () => {
    const told = await attesting({ 'a.xml': suite(passed) }, {}, { commit: undefined, trail: 'release-1' });
    expect(words(told)[0]).toBe('The evidence is unusable (1 cause), for commit unknown');
    expect(told.attested.question).toEqual({ subject: 'trail', org: 'acme', flow: 'shop', trail: 'release-1', commit: undefined });
  });
});

describe('a record that is accepted', () => {
  it('is told with its trail, and with a witness where the service gives one', async () => {
    const told = await attesting({ 'a.xml': suite(passed) });
    expect(words(told).slice(1)).toEqual([`Recorded unit on trail ${sha} of flow shop`, `Witness: ${head}`]);
    expect(told.sent).toEqual({ kind: 'recorded', name: 'unit', id: 'made' });
    const bare = await attesting({ 'a.xml': suite(passed) }, {}, {}, fault.status(201, {}, { attestation_id: 'made' }));
    expect(words(bare).slice(1)).toEqual([`Recorded unit on trail ${sha} of flow shop`]);
  });

  it('is what the decision and people are told of', async () => {
    const { attested } = await attesting({ 'a.xml': suite(passed + failed + error) });
    const sending = { kind: 'accepted', id: 'made', evaluated: false, head };
    expect(attested).toMatchObject({
      question: { org: 'acme', flow: 'shop', trail: sha, commit: sha },
      own: { name: 'unit', failed: 2, problems: [], sending },
      evidence: {
        name: 'unit',
        sending,
        problems: [],
        attachment: undefined,
        git: { commit: { sha1: sha } },
        results: { totals: { total: 3 } },
        data: { attestation_name: 'unit', user_data: { compliance_evidence: { nonce: attested.nonce } } },
      },
    });
    expect(attested.nonce).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it('a record that is refused is not said to be recorded', async () => {
  const told = await attesting({ 'a.xml': suite(passed) }, {}, {}, fault.status(403, {}, { message: 'no' }));
  expect(words(told)).toHaveLength(1);
  expect(told.attested.own.sending).toMatchObject({ kind: 'failed', fault: { code: 'forbidden' } });
  expect(told.sent).toEqual({ kind: 'nothing' });
});

describe('an attachment', () => {
  const files = { 'a.xml': suite(passed), 'notes.txt': 'words' };

  it('is told, sent, and cleared away', async () => {
    const told = await attesting(files, { attachments: ['notes.txt'] });
    expect(words(told)[1]).toBe('Attaching notes.txt (5 B): 1 attachment');
    expect(told.attested.evidence.attachment).toEqual({ name: 'notes.txt', bytes: 5 });
    expect(String(told.requests[0]?.body)).toContain('words');
    expect(told.leftovers).toEqual([]);
  });

  it('is cleared away where the record is refused, too', async () => {
    expect((await attesting(files, { attachments: ['notes.txt'] }, {}, fault.status(403))).leftovers).toEqual([]);
  });

  it('would go along on a dry run, which sends nothing', async () => {
    const told = await attesting(files, { attachments: ['notes.txt'] }, { dryRun: true });
    expect(words(told).slice(1)).toEqual(['Would attach notes.txt (5 B): 1 attachment']);
    expect(told).toMatchObject({
      attested: { own: { sending: { kind: 'dry-run' } } },
      requests: [],
      sent: { kind: 'nothing' },
      leftovers: [],
    });
  });
});

describe('unusable evidence', () => {
  it('is recorded as that', async () => {
    const { attested, requests } = await attesting({});
    expect(attested.own.problems).toHaveLength(1);
    expect(attested.evidence.data?.junit_results).toMatchObject([
      { name: 'unusable evidence: *.xml: the pattern matches no file', errors: 1 },
    ]);
    expect([attested.own.failed, requests.length]).toEqual([1, 1]);
  });

  it('is withheld where the caller wants that: nothing is sent, packed or said to be read', async () => {
    const told = await attesting({ 'notes.txt': 'words' }, { onUnusable: 'post-nothing', attachments: ['notes.txt'] });
    expect(told).toMatchObject({
      attested: { own: { sending: { kind: 'withheld' }, problems: [{}] }, evidence: { attachment: undefined } },
      requests: [],
      sent: { kind: 'nothing' },
      leftovers: [],
    });
    expect(words(told)).toEqual([]);
  });

  it('withheld is nothing that is well', async () => {
    expect((await attesting({ 'a.xml': suite(passed) }, { onUnusable: 'post-nothing' })).requests).toHaveLength(1);
  });
});

describe('a secret', () => {
  it('in a field of the record is hidden, and told once with the field', async () => {
    const told = await attesting({ 'a.xml': suite(passed) }, { description: `with ${classic} and ${token}`, trackedResults: 'allow' });
    expect(words(told, 'warning')).toEqual(['A secret was found and hidden in description of the record; revoke it']);
    expect(String(told.requests[0]?.body)).not.toMatch(new RegExp(`${classic}|${token}`));
    expect(told.attested.evidence.data?.description).toBe('with *** and ***');
  });

  it('that is the token for GitHub is one, too', async () => {
    const { attested } = await attesting(
      { 'a.xml': suite(passed) },
      { description: 'with a-token-of-github', githubToken: 'a-token-of-github' },
    );
    expect(attested.evidence.data?.description).toBe('with ***');
  });

  it('in the name of a test is hidden where it was read', async () => {
    const { attested } = await attesting({ 'a.xml': suite(`<testcase name="of ${token}"><failure/></testcase>`) });
    expect(JSON.stringify(attested.evidence)).not.toContain(token);
  });
});

it('without a commit and a trail there is nothing to record on', async () => {
  expect(await failureOf(attesting({ 'a.xml': suite(passed) }, {}, { commit: undefined }))).toMatchObject({
    name: 'EvidenceError',
    code: 'unknown-commit',
    message: expect.stringMatching(/So there is no trail to record on$/),
    fix: expect.stringMatching(/commit/),
    problems: [{ code: 'unknown-commit' }],
  });
});
