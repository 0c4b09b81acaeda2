import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { showResult } from '../../../src/cli/show-result.ts';
import { openTerminal } from '../../../src/cli/terminal.ts';
import type { Judged } from '../../../src/commands/index.ts';
import type { RawOptions } from '../../../src/options/index.ts';
import { playNamed } from '../play-named.ts';
import { checkout, openStage, play, playAny, type Checkout, type Stage } from '../setup.ts';

// The subjects of the gate on the real service, with evidence that the real commands recorded.

const fingerprint = 'ab'.repeat(32);

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  for (const flow of ['shop', 'till']) await stage.flow(flow, ['unit']);
  at = checkout();
});
afterAll(() => stage.close());

const gate = async (at: Checkout, raw: RawOptions): Promise<Judged> => (await play('gate', stage, at, raw)).result;
const attest = (at: Checkout, raw: RawOptions = {}) => play('attest', stage, at, raw);

async function report(of: string, trail: string | null, sha = at.sha, flow = 'shop'): Promise<void> {
  const body = JSON.stringify({ fingerprint: of, filename: 'shop.tgz', build_url: '', commit_url: '', git_commit: sha, trail_name: trail });
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${stage.url}/api/v2/artifacts/acme/${flow}`, { method: 'POST', headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}

async function approve(name: 'approval report' | 'approval request', more: RawOptions = {}): Promise<void> {
  const connection = { 'base-url': stage.url, 'api-token': stage.token, org: 'acme', flow: 'shop', fingerprint, commit: at.sha };
  const { result } = await playNamed(name, { ...connection, ...(name === 'approval report' ? { 'approved-by': 'bob' } : {}), ...more });
  if (result.kind === 'stopped') throw new Error(result.message);
}

const verdictOf = ({ verdict }: Judged) => [verdict.name, verdict.reasons.map(({ code }) => code)];

describe('an artifact on the real service', () => {
  const artifact = { subject: 'artifact', fingerprint };

  it('passes once it is reported, and its trail is green', async () => {
    expect(verdictOf(await gate(at, artifact))).toEqual(['incomplete', ['artifact-missing']]);
    await report(fingerprint, at.sha);
    expect(verdictOf(await gate(at, artifact))).toEqual(['incomplete', ['missing']]);
    await attest(at);
    const result = await gate(at, artifact);
    expect(verdictOf(result)).toEqual(['compliant', []]);
    expect(result).toMatchObject({
      fails: false,
      question: { subject: 'artifact', flow: 'shop', fingerprint },
      trailUrl: expect.stringContaining(at.sha),
      verdict: { rows: [{ attestation: 'unit', trail: at.sha, flow: 'shop', state: 'compliant' }] },
    });
  });

  it('must be approved where that is required, by the latest word of everybody', async () => {
    const approved = { ...artifact, 'require-approval': 'true' };
    expect(verdictOf(await gate(at, approved))).toEqual(['incomplete', ['approval-missing']]);
    await approve('approval request');
    expect(verdictOf(await gate(at, approved))).toEqual(['incomplete', ['approval-pending']]);
    await approve('approval report');
    expect(verdictOf(await gate(at, approved))).toEqual(['compliant', []]);
    const inProduction = { ...approved, environment: 'production' };
    expect(verdictOf(await gate(at, inProduction))).toEqual(['compliant', []]);
    await approve('approval report', { environment: 'production', decision: 'UNAPPROVED', 'approved-by': 'eve' });
    expect(verdictOf(await gate(at, inProduction))).toEqual(['non-compliant', ['approval-refused']]);
    expect(verdictOf(await gate(at, approved))).toEqual(['compliant', []]);
    const { verdict } = await gate(at, inProduction);
    expect(verdict.reasons[0]?.message).toBe(
      `Approval 3 of artifact ${fingerprint.slice(0, 12)} of flow shop for production is UNAPPROVED: eve says UNAPPROVED (reported by ada)`,
    );
  });

  it('does not pass while it is red on another trail, or on none', async () => {
    const other = checkout();
    await attest(other, { 'junit-paths': 'red.xml' });
    await report(fingerprint, other.sha, other.sha);
    const red = await gate(at, artifact);
    expect(verdictOf(red)).toEqual(['non-compliant', ['failing']]);
    expect(red.verdict.reasons[0]).toMatchObject({
      trail: other.sha,
      flow: 'shop',
      message: expect.stringContaining(`Trail ${other.sha}`),
    });
    expect(red.trailUrl).toBeUndefined();
    await attest(other);
    expect(verdictOf(await gate(at, artifact))).toEqual(['compliant', []]);
    await report(fingerprint, null);
    expect(verdictOf(await gate(at, artifact))).toEqual(['unknown', ['trail-untold']]);
  });

  it('is found among more than are read at once', async () => {
    const one = 'ef'.repeat(32);
    await attest(at);
    await report(one, at.sha);
    await Promise.all(Array.from({ length: 110 }, (_, n) => report(n.toString(16).padStart(64, '0'), at.sha)));
    expect(verdictOf(await gate(at, { ...artifact, fingerprint: one }))).toEqual(['compliant', []]);
  });

  it('is known by its file or directory as well', async () => {
    at.write('shop.bin', 'shop');
    await attest(at);
    await report(createHash('sha256').update('shop').digest('hex'), at.sha);
    const byFile = { subject: 'artifact', 'artifact-path': 'shop.bin' };
    expect(verdictOf(await gate(at, byFile))).toEqual(['compliant', []]);
    at.write('shop.bin', 'another');
    expect(verdictOf(await gate(at, byFile))).toEqual(['incomplete', ['artifact-missing']]);
    const gone = await playAny('gate', stage, at, { ...byFile, 'artifact-path': 'none.bin' });
    expect(gone.result).toMatchObject({ kind: 'stopped', ending: 'usage', message: expect.stringContaining('none.bin') });
  });

  it('of a flow that is not there is not known', async () => {
    expect(verdictOf(await gate(at, { ...artifact, flow: 'shopp' }))).toEqual(['unknown', ['service-failed']]);
  });
});

describe('a commit on the real service', () => {
  it('passes on every trail of every flow, or of the flow that is named', async () => {
    const here = checkout();
    const asked = { subject: 'commit', commit: here.sha, flow: '' };
    expect(verdictOf(await gate(here, asked))).toEqual(['incomplete', ['commit-missing']]);
    await attest(here);
    expect(verdictOf(await gate(here, asked))).toEqual(['compliant', []]);
    await attest(here, { flow: 'till', 'junit-paths': 'red.xml', trail: 'release-1' });
    const both = await gate(here, asked);
    expect(verdictOf(both)).toEqual(['non-compliant', ['failing']]);
    expect(both.verdict.rows.map(({ flow, state, trail }) => [flow, trail, state])).toEqual(
      expect.arrayContaining([
        ['shop', here.sha, 'compliant'],
        ['till', 'release-1', 'non-compliant'],
      ]),
    );
    expect(verdictOf(await gate(here, { ...asked, flow: 'shop' }))).toEqual(['compliant', []]);
    expect(verdictOf(await gate(here, { ...asked, flow: 'till' }))).toEqual(['non-compliant', ['failing']]);
  });

  it('is no other thing because the fingerprint of an artifact begins with its SHA', async () => {
    const [here, other] = [checkout(), checkout()];
    await attest(here);
    await attest(other, { 'junit-paths': 'red.xml' });
    await report('ae'.repeat(32), here.sha, here.sha);
    await report(here.sha + '0'.repeat(24), other.sha, other.sha);
    expect(verdictOf(await gate(here, { subject: 'commit', commit: here.sha, flow: '' }))).toEqual(['compliant', []]);
    const bare = checkout();
    await report(bare.sha + '0'.repeat(24), other.sha, other.sha);
    expect(verdictOf(await gate(bare, { subject: 'commit', commit: bare.sha, flow: '' }))).toEqual(['incomplete', ['commit-missing']]);
    await attest(bare);
    expect(verdictOf(await gate(bare, { subject: 'commit', commit: bare.sha, flow: '' }))).toEqual(['compliant', []]);
  });

  it('counts the trails that only an artifact of it tells of', async () => {
    const here = checkout();
    await attest(here);
    await report('be'.repeat(32), 'release-2', here.sha, 'till');
    expect(verdictOf(await gate(here, { subject: 'commit', commit: here.sha, flow: '' }))).toEqual(['incomplete', ['missing']]);
  });
});

describe('a flow that was renamed', () => {
  const artifact = 'ad'.repeat(32);

  async function renamed(from: string, junit = 'green.xml', hasArtifact = true): Promise<Checkout> {
    const here = checkout();
    await stage.flow(from, ['unit']);
    await attest(here, { flow: from, 'junit-paths': junit });
    if (hasArtifact) await report(artifact, here.sha, here.sha, from);
    const connection = { 'base-url': stage.url, 'api-token': stage.token, org: 'acme' };
    const made = await playNamed('flow rename', { ...connection, name: from, 'new-name': `${from}-new` });
    expect(made.result).toMatchObject({ kind: 'shown', json: { change: 'renamed' } });
    return here;
  }
  it('is judged by its old name, whatever is asked about', async () => {
    const here = await renamed('renamed');
    const asked = { flow: 'renamed', commit: here.sha };
    const byArtifact = { flow: 'renamed', subject: 'artifact', fingerprint: artifact };
    for (const raw of [asked, { ...asked, subject: 'commit' }, byArtifact]) {
      const result = await gate(here, raw);
      expect(verdictOf(result)).toEqual(['compliant', []]);
      expect(result.trailUrl).toContain('/flows/renamed-new/');
    }
    expect(verdictOf((await play('attest-and-gate', stage, here, { flow: 'renamed' })).result)).toEqual(['compliant', []]);
    await approve('approval report', { flow: 'renamed', fingerprint: artifact, commit: here.sha });
    expect(verdictOf(await gate(here, { ...byArtifact, 'require-approval': 'true' }))).toEqual(['compliant', []]);
  });

  it('is judged by its old name where a commit has records alone, and its new name is said once', async () => {
    const red = ['non-compliant', ['failing']];
    for (const [from, junit, expected] of [['bare', 'green.xml', ['compliant', []]] as const, ['bare-red', 'red.xml', red] as const]) {
      const here = await renamed(from, junit, false);
      const asked = { flow: from, commit: here.sha, subject: 'commit', 'wait-timeout': '60s' };
      expect(verdictOf(await gate(here, asked))).toEqual(expected);
      const { events } = await play('gate', stage, here, { ...asked, 'required-attestations': 'none-such' });
      expect(JSON.stringify(events).match(/ is called /g)).toHaveLength(1);
    }
  });

  it('is red by its old name where it is red', async () => {
    const here = await renamed('renamed-red', 'red.xml');
    const asked = { flow: 'renamed-red', commit: here.sha };
    for (const raw of [asked, { ...asked, subject: 'commit' }])
      expect(verdictOf(await gate(here, raw))).toEqual(['non-compliant', ['failing']]);
  });

  it('is no longer meant by its old name once another flow has it', async () => {
    const here = await renamed('taken');
    await stage.flow('taken', ['unit']);
    const asked = { flow: 'taken', commit: here.sha };
    expect(verdictOf(await gate(here, asked))).toEqual(['incomplete', ['trail-missing']]);
    expect(verdictOf(await gate(here, { ...asked, subject: 'commit' }))).toEqual(['incomplete', ['commit-missing']]);
    const byArtifact = { flow: 'taken', subject: 'artifact', fingerprint: artifact };
    expect(verdictOf(await gate(here, byArtifact))).toEqual(['incomplete', ['artifact-missing']]);
  });
});

it('a gate by hand on another trail says nothing of HEAD', async () => {
  const [here, other] = [checkout(), checkout()];
  await attest(other);
  await attest(other, { trail: 'release-9' });
  for (const trail of [other.sha, 'release-9']) {
    const { verdict } = await gate(here, { trail });
    expect([verdict.name, verdict.reasons, verdict.notices]).toEqual(['compliant', [], []]);
  }
});

it('a gate of another job names the tests that failed, and the run that recorded them', async () => {
  const here = checkout();
  const github = { GITHUB_WORKFLOW: 'ci.yml', GITHUB_JOB: 'unit' };
  await play('attest', stage, here, { 'junit-paths': 'red.xml' }, { github });
  const [reason] = (await gate(here, { commit: here.sha })).verdict.reasons;
  expect(reason).toMatchObject({
    message: 'unit is not compliant: 1 test failed',
    failed: { count: 1, by: 'test', names: ['suite › bad 0'] },
    run: { label: 'push › ci.yml › unit', url: 'https://github.com/acme/shop/actions/runs/42' },
  });
});

it('people see what was judged, and each trail behind it', async () => {
  const lines: string[] = [];
  const out = (text: string) => void lines.push(text);
  const terminal = { ...openTerminal(), style: (_: unknown, text: string) => text, out, err: out };
  const here = checkout();
  await attest(here);
  showResult(await gate(here, { subject: 'commit', commit: here.sha, flow: '' }), terminal);
  const shown = lines.join('\n');
  expect(shown).toContain(`commit ${here.sha} of all flows`);
  expect(shown).toMatch(new RegExp(`FLOW +TRAIL +ATTESTATION[^]*shop +${here.sha} +unit +compliant`));
});
