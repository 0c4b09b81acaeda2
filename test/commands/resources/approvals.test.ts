import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resultJson, showResult } from '../../../src/cli/show-result.ts';
import { openTerminal } from '../../../src/cli/terminal.ts';
import type { Result } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { startFaultServer, fault } from '../../support/fault-server.ts';
import { cloneShallow, commit } from '../../support/git.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, type Checkout, type Stage } from '../setup.ts';

const fingerprint = 'ab'.repeat(32);

let stage: Stage;
let at: Checkout;
let shas: readonly [string, string, string];
beforeAll(async () => {
  stage = await openStage();
  at = checkout();
  shas = [at.sha, commit(at.path, 'second'), commit(at.path, 'third')];
  for (const flow of ['shop', 'till']) await put(`/artifacts/acme/${flow}`, flow === 'till' ? 'cd'.repeat(32) : fingerprint);
});
afterAll(() => stage.close());

/** Reports an artifact of the first commit over the interface. */
async function put(path: string, of: string): Promise<void> {
  const artifact = { fingerprint: of, filename: 'shop.tgz', build_url: '', commit_url: '', git_commit: shas[0], trail_name: 't' };
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${stage.url}/api/v2${path}`, { method: 'POST', headers, body: JSON.stringify(artifact) });
  if (!answer.ok) throw new Error(await answer.text());
}

async function run(name: string, options: RawOptions, workspace = at.path): Promise<Result> {
  const raw = { 'base-url': stage.url, 'api-token': stage.token, org: 'acme', flow: 'shop', ...options };
  return (await playNamed(name, raw, { workspace })).result;
}

const json = (result: Result): unknown => (result.kind === 'stopped' ? result : resultJson(result));
const latest = (number = '-1'): Promise<Result> => run('approval get', { 'approval-number': number });

function shown(result: Result): string {
  const lines: string[] = [];
  const terminal = {
    ...openTerminal(),
    style: (_: unknown, text: string) => text,
    out: (text: string) => void lines.push(text),
    err: (text: string) => void lines.push(text),
  };
  if (result.kind !== 'stopped') showResult(result, terminal);
  return lines.join('\n');
}

const said = { 'approved-by': 'Bob', comment: 'Tried it', 'approval-url': 'https://chat.example/1' };

describe('an approval over the command line', () => {
  it('is requested, then reported, and both are listed, the latest first', async () => {
    const requested = await run('approval request', { fingerprint, environment: 'production' });
    expect(json(requested)).toMatchObject({ resource: 'approval', id: '1', change: 'requested', fingerprint, verdict: 'recorded' });
    expect(shown(requested)).toContain(`approval 1 is requested for artifact ${fingerprint} of flow shop`);
    expect(json(await run('approval report', { fingerprint, ...said }))).toMatchObject({ id: '2', change: 'reported' });
    const all = await run('approval list', {});
    expect(json(all)).toMatchObject({
      approvals: [
        { release_number: 2, state: 'APPROVED' },
        { release_number: 1, state: 'PENDING' },
      ],
    });
    expect(shown(all)).toMatch(/2 +APPROVED +any +Bob \(APPROVED\) +ada .*\n1 +PENDING +production +ada /);
    expect(json(await run('approval list', { fingerprint }))).toEqual(json(all));
    expect(json(await run('approval list', { fingerprint, limit: '1' }))).toMatchObject({ approvals: [{ release_number: 2 }] });
    expect(json(await run('approval list', { flow: 'till' }))).toEqual({ approvals: [], more: 0 });
  });

  it('carries all that the caller said', async () => {
    const more = { decision: 'UNAPPROVED', environment: 'staging', description: 'Release 7', 'user-data': '{"ticket":7}' };
    await run('approval report', { fingerprint, ...said, ...more });
    const one = await latest();
    expect(json(one)).toMatchObject({
      state: 'UNAPPROVED',
      environment: 'staging',
      description: 'Release 7',
      user_data: { ticket: 7 },
      target_artifact: fingerprint,
      approvals: [{ state: 'UNAPPROVED', comment: 'Tried it', approved_by: 'Bob', approval_url: 'https://chat.example/1' }],
      reported_by: 'ada',
    });
    expect(shown(one)).toMatch(/State +UNAPPROVED\n[^]*Environment +staging[^]*Reported by +ada\n[^]*Bob +UNAPPROVED +Tried it +https/);
  });

  it('covers the commits since the one that it comes after; without that one, the newest alone', async () => {
    const [first, second, third] = shas;
    const commits = async () => {
      const { approvals } = Object(json(await run('approval list', { limit: '1' })));
      return approvals[0].src_commit_list;
    };
    await run('approval report', { fingerprint, ...said, 'oldest-commit': first });
    expect(await commits()).toEqual([third, second]);
    await run('approval report', { fingerprint, ...said, 'oldest-commit': first.toUpperCase(), commit: second });
    expect(await commits()).toEqual([second]);
    await run('approval report', { fingerprint, ...said });
    expect(await commits()).toEqual([third]);
    await run('approval report', { fingerprint, ...said, 'oldest-commit': third });
    expect(await commits()).toEqual([third]);
  });

  it('covers the commits since what runs in its environment, where the service knows it', async () => {
    const [first, second, third] = shas;
    const server = await startFaultServer({
      script: ({ url }, n) => (n === 1 ? fault.status(200, {}, { commit_sha: first }) : fault.status(201, {}, { url, release_number: 9 })),
    });
    try {
      const options = { 'base-url': server.url, fingerprint, ...said, environment: 'production' };
      expect(json(await run('approval report', options))).toMatchObject({ id: '9', change: 'reported' });
      const [asked, sent] = server.requests;
      expect(asked?.url).toBe('/api/v2/approvals/acme/shop/artifact-commit/production');
      expect(JSON.parse(sent?.body.toString() ?? '')).toMatchObject({ oldest_commit: first, src_commit_list: [third, second] });
    } finally {
      await server.close();
    }
  });

  it.each([
    ['a text that only says that all is well', 201, '"OK"', { resource: 'approval', id: null, change: 'requested' }],
    ['what was sent, without a number', 201, {}, { resource: 'approval', id: null, change: 'requested' }],
    ['a number that is none', 201, { release_number: '7' }, { kind: 'stopped', ending: 'unknown' }],
  ])('is recorded by a service that answers %s', async (_, status, body, expected) => {
    const server = await startFaultServer({ script: () => fault.status(status, {}, body) });
    const result = await run('approval request', { 'base-url': server.url, fingerprint });
    await server.close();
    expect(json(result)).toMatchObject(expected);
  });

  it.each([
    ['a commit that the newest does not come after', { 'oldest-commit': 'd'.repeat(40) }, 'unusable', /not all in the checkout/],
    ['an artifact that is not there', { fingerprint: 'ee'.repeat(32) }, 'unknown', /eeee/],
    ['a flow that is not there', { flow: 'shopp' }, 'unknown', /shopp/],
    ['nobody who approves', { 'approved-by': ' ' }, 'usage', /--approved-by is missing or empty/],
    ['an empty fingerprint', { fingerprint: '' }, 'usage', /--fingerprint is empty/],
    ['no artifact', { fingerprint: 'none' }, 'usage', /--artifact-path is missing, and so is the fingerprint/],
    ['half a fingerprint', { fingerprint: 'ab' }, 'usage', /--fingerprint is not a SHA-256/],
    ['half a commit', { 'oldest-commit': 'abc' }, 'usage', /--oldest-commit is not a full commit SHA/],
    ['a link that runs', { 'approval-url': 'javascript:alert(1)' }, 'usage', /--approval-url is not a web address/],
    ['a decision that is none', { decision: 'MAYBE' }, 'usage', /--decision does not know "MAYBE"/],
    ['an empty decision', { decision: '' }, 'usage', /--decision is empty/],
  ])('of %s is not recorded', async (_, options, ending, message) => {
    const before = json(await latest());
    const result = await run('approval report', { fingerprint, ...said, ...options });
    expect(result).toMatchObject({ kind: 'stopped', ending, message: expect.stringMatching(message), fix: expect.stringMatching(/\S/) });
    expect(json(await latest())).toEqual(before);
  });

  it('of commits that a shallow clone does not have is not recorded: how to fetch them is said', async () => {
    const shallow = cloneShallow(at.path);
    const result = await run('approval report', { fingerprint, ...said, 'oldest-commit': shas[0] }, shallow);
    expect(result).toMatchObject({ kind: 'stopped', fix: expect.stringContaining('fetch-depth: 0') });
  });
});

it('an artifact is approved by its file as well, and a dry run only shows what would be sent', async () => {
  const before = json(await latest());
  at.write('shop.bin', 'shop');
  const ofFile = createHash('sha256').update('shop').digest('hex');
  const dry = await run('approval report', { 'artifact-path': 'shop.bin', ...said, 'dry-run': 'true' });
  expect(json(dry)).toMatchObject({ fingerprint: ofFile, verdict: 'would-record', dry_run: true, data: { artifact_fingerprint: ofFile } });
  expect(json(await latest())).toEqual(before);
});

it('a secret in what somebody said is hidden', async () => {
  await run('approval report', { fingerprint, ...said, comment: `used ${stage.token} for it` });
  const one = JSON.stringify(json(await latest()));
  expect(one).not.toContain(stage.token);
  expect(one).toContain('used ');
});

describe('one approval', () => {
  it.each(['0', '9999', '-9999'])('with the number %s is not there, and that is said', async (number) => {
    expect(await latest(number)).toMatchObject({ kind: 'stopped', message: expect.stringContaining(`approval ${number} `) });
  });

  it('has a whole number', async () => {
    expect(await latest('1.5')).toMatchObject({ ending: 'usage', message: expect.stringContaining('"1.5"') });
  });

  it('is refused where another came in its place', async () => {
    const server = await startFaultServer({ script: () => fault.status(200, {}, { release_number: 2, state: 'APPROVED' }) });
    const result = await run('approval get', { 'base-url': server.url, 'approval-number': '1' });
    await server.close();
    expect(result).toMatchObject({ kind: 'stopped', message: expect.stringContaining('$.release_number is "2"') });
  });
});
