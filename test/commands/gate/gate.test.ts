import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RawOptions } from '../../../src/options/index.ts';
import { systemClock } from '../../../src/client/index.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { fault } from '../../support/fault-server.ts';
import { checkout, openStage, play, playAny, posts, type Checkout, type Stage } from '../setup.ts';

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', ['unit']);
  await stage.flow('two', ['unit', 'lint']);
  await stage.flow('free', []);
});
afterAll(() => stage.close());
beforeEach(() => {
  at = checkout();
  stage.script = fault.pass;
});

const codes = ({ verdict }: { readonly verdict: { readonly reasons: readonly { readonly code: string }[] } }): readonly string[] =>
  verdict.reasons.map(({ code }) => code);

describe('gate', () => {
  it('asks about the commit that is checked out, and decides', async () => {
    expect((await play('gate', stage, at, {})).result).toMatchObject({
      fails: true,
      question: { trail: at.sha },
      verdict: { name: 'incomplete' },
    });
    await play('attest', stage, at, {});
    expect((await play('gate', stage, at, {})).result).toMatchObject({ fails: false, verdict: { name: 'compliant' }, evidence: undefined });
  });

  it('says that a flow does not exist, and how one begins', async () => {
    const { result } = await play('gate', stage, at, { flow: 'shopp' });
    expect(result).toMatchObject({
      fails: true,
      verdict: { name: 'unknown', reasons: [{ code: 'unknown-flow', fix: expect.stringContaining('spelling') }] },
    });
  });

  it('takes no yes from a flow that was created on the spot', async () => {
    const { result } = await play('attest-and-gate', stage, at, { flow: `mistyped-${at.sha.slice(0, 6)}` });
    expect(result.verdict).toMatchObject({ name: 'incomplete', reasons: [{ code: 'flow-without-template' }] });
    expect(
      (await play('gate', stage, at, { flow: `mistyped-${at.sha.slice(0, 6)}`, 'required-attestations': 'unit' })).result.verdict,
    ).toMatchObject({ name: 'incomplete', reasons: [{ code: 'flow-without-template' }] });
    expect(
      (await play('gate', stage, at, { flow: `mistyped-${at.sha.slice(0, 6)}`, 'allow-empty-template': 'true' })).result.verdict.name,
    ).toBe('compliant');
  });

  it('lets a verdict through where fail-on does not name it, and says so', async () => {
    const { result } = await play('gate', stage, at, { 'fail-on': 'non-compliant,unknown' });
    expect(result).toMatchObject({ fails: false, letThrough: { by: 'fail-on' }, verdict: { name: 'incomplete' } });
    expect((await play('gate', stage, at, { 'fail-on': 'none' })).result).toMatchObject({
      fails: false,
      letThrough: { verdict: 'incomplete', by: 'fail-on' },
    });
  });

  it('writes nothing, on a dry run or not, and decides all the same', async () => {
    await play('attest', stage, at, {});
    const before = posts(stage.server.requests).length;
    expect((await play('gate', stage, at, { 'dry-run': 'true' })).result).toMatchObject({ dryRun: true, verdict: { name: 'compliant' } });
    expect((await play('attest-and-gate', stage, at, { 'dry-run': 'true' })).result).toMatchObject({
      verdict: { name: 'compliant' },
      evidence: { sending: { kind: 'dry-run' } },
    });
    expect(posts(stage.server.requests)).toHaveLength(before);
  });

  it('needs a trail or a commit', async () => {
    const nowhere: Checkout = { ...at, path: '/' };
    expect((await playAny('gate', stage, nowhere, {})).result).toMatchObject({
      kind: 'stopped',
      ending: 'usage',
      fix: expect.stringContaining('commit'),
    });
    expect((await play('gate', stage, nowhere, { trail: 'release-1' })).result).toMatchObject({
      question: { trail: 'release-1', commit: undefined },
    });
  });
});

describe('evidence of other jobs', () => {
  /** Another job records when the trail is asked for the n-th time. */
  function recordBefore(n: number, raw: RawOptions): void {
    let reads = 0;
    stage.script = async ({ method, url }) => {
      if (method === 'GET' && url.includes('/trails/')) reads += 1;
      if (reads === n) {
        reads += 1;
        await play('attest', stage, at, raw);
      }
      return fault.pass();
    };
  }

  it('is waited for, and said so once', async () => {
    await play('attest', stage, at, { flow: 'two' });
    recordBefore(3, { flow: 'two', 'attestation-name': 'lint' });
    const { result, events } = await play('gate', stage, at, { flow: 'two', 'wait-timeout': '15s' });
    expect(result.verdict.name).toBe('compliant');
    const told = events.flatMap((event) => (event.kind === 'info' && event.message.startsWith('Waiting') ? [event.message] : []));
    expect(told).toEqual([expect.stringMatching(/Waiting up to 1\d s for lint/)]);
  });

  it('that does not come leaves the trail incomplete when the wait is over', async () => {
    await play('attest', stage, at, { flow: 'two' });
    const clock = fakeClock();
    const { result } = await play('gate', stage, at, { flow: 'two', 'wait-timeout': '10m' }, { clock });
    expect(result.verdict).toMatchObject({ name: 'incomplete', reasons: [{ code: 'missing', attestation: 'lint' }] });
    // The whole time, not only until the next poll would be too late.
    expect(clock.now()).toBeCloseTo(600_000);
    expect(Math.max(...clock.waits)).toBeLessThanOrEqual(15_000);
  });

  it('is named again when something else of it is missing', async () => {
    recordBefore(3, { flow: 'two' });
    const { result, events } = await play('gate', stage, at, { flow: 'two', 'wait-timeout': '60s' });
    expect(result.verdict.reasons.map(({ attestation }) => attestation)).toEqual(['lint']);
    const told = events.flatMap((event) => (event.kind === 'info' && event.message.startsWith('Waiting') ? [event.message] : []));
    expect(told).toEqual(['Waiting up to 1 min 0 s for the trail to begin', expect.stringMatching(/^Waiting up to .* s for lint$/)]);
  });

  it.each([
    ['is unusable', { 'junit-paths': 'none.xml' }],
    ['is unusable, and nothing was recorded', { 'junit-paths': 'none.xml', 'on-unusable': 'post-nothing' }],
    ['was not accepted', {}],
    ['was not seen evaluated', { 'evaluation-timeout': '400ms' }],
  ])('is not waited for when the evidence of this run %s: no yes can come of it', async (what, raw) => {
    if (what === 'was not seen evaluated') {
      stage.script = async (request) => {
        const { status, body } = await stage.answerOf(request);
        const isTrail = request.method === 'GET' && request.url.includes('/trails/');
        return fault.status(status, {}, isTrail ? JSON.stringify(body).replaceAll('"attestation_id":"', '$&another-') : body);
      };
    }
    if (what === 'was not accepted') stage.script = ({ method }) => (method === 'POST' ? fault.status(403) : fault.pass());
    const clock = fakeClock();
    const { result } = await play('attest-and-gate', stage, at, { flow: 'two', 'wait-timeout': '1h', ...raw }, { clock });
    expect(result.fails).toBe(true);
    expect(clock.waits).toEqual([]);
  });

  it('is not waited for when the service gives no answer', async () => {
    stage.script = () => fault.status(403);
    const clock = fakeClock();
    const { result } = await play('gate', stage, at, { 'wait-timeout': '1h' }, { clock });
    expect(result.verdict.reasons.map(({ code }) => code)).toEqual(['service-failed']);
    expect(clock.waits).toEqual([]);
  });

  it('is not waited for when the trail already says no', async () => {
    await play('attest', stage, at, { flow: 'two', 'junit-paths': 'red.xml' });
    const { result, events } = await play('gate', stage, at, { flow: 'two', 'wait-timeout': '20s' });
    expect(result.verdict.name).toBe('non-compliant');
    expect(events.filter((event) => event.kind === 'info' && event.message.startsWith('Waiting'))).toEqual([]);
  });

  it('is waited for from the first: the trail may not have begun', async () => {
    recordBefore(2, {});
    expect((await play('gate', stage, at, { 'wait-timeout': '15s' })).result.verdict.name).toBe('compliant');
  });

  it('ends its wait when interrupted', async () => {
    const interrupt = new AbortController();
    const clock = fakeClock(() => interrupt.abort());
    const { result } = await playAny('gate', stage, at, { 'wait-timeout': '30s' }, { interrupt: interrupt.signal, clock });
    expect(clock.waits).toHaveLength(1);
    expect(result).toMatchObject({ kind: 'stopped', ending: 'interrupted', sent: { kind: 'nothing' } });
  });
});

describe('a matrix', () => {
  const leg = (os: string, attempt = '1'): { readonly matrix: string; readonly github: Readonly<Record<string, string>> } => ({
    matrix: JSON.stringify({ os }),
    github: { GITHUB_RUN_ATTEMPT: attempt },
  });
  async function record(os: string, file: string, attempt?: string): Promise<void> {
    const { matrix, github } = leg(os, attempt);
    await play('attest', stage, at, { 'junit-paths': file, matrix }, { github });
  }

  it('is red when one leg is, though a green leg came later; a re-run of that leg fixes it', async () => {
    await record('windows', 'red.xml');
    await record('linux', 'green.xml');
    const { result } = await play('gate', stage, at, {});
    expect(result.verdict).toMatchObject({ name: 'non-compliant', reasons: [{ code: 'failing-elsewhere', attestation: 'unit' }] });
    expect(result.verdict.reasons[0]?.fix).toContain('attestation-name: unit-${{ matrix.os }}');
    await record('linux', 'green.xml', '2');
    expect(codes((await play('gate', stage, at, {})).result)).toEqual(['failing-elsewhere']);
    await record('windows', 'green.xml', '2');
    const rerun = await play('gate', stage, at, {});
    expect(rerun.result.verdict).toMatchObject({ name: 'compliant', notices: [expect.stringContaining('stand behind unit (2)')] });
  });

  it('is red for the green leg itself that comes last', async () => {
    await record('windows', 'red.xml');
    const { matrix, github } = leg('linux');
    expect((await play('attest-and-gate', stage, at, { matrix }, { github })).result.verdict.name).toBe('non-compliant');
  });

  it('gives no yes where the records cannot be read', async () => {
    await record('linux', 'green.xml');
    stage.script = ({ method, url }) =>
      method === 'GET' && url.includes('/attestations/') ? fault.status(403, {}, { message: 'no' }) : fault.pass();
    expect((await play('gate', stage, at, {})).result.verdict).toMatchObject({ name: 'unknown', reasons: [{ code: 'records-failed' }] });
  });
});

describe('a fault of the service', () => {
  it.each([
    ['no answer that can be read', fault.wrongContentType(), 'not-json'],
    ['an answer that is not in the contract', fault.status(200, {}, { name: 'x' }), 'wrong-shape'],
    ['a no', fault.status(401, {}, { message: 'who are you' }), 'who are you'],
    ['a redirect to elsewhere', fault.redirect('https://elsewhere.example/login', 302), 'elsewhere.example'],
  ])('leaves the verdict unknown: %s', async (_, answer, said) => {
    await play('attest', stage, at, {});
    stage.script = () => answer;
    const { result } = await play('gate', stage, at, {});
    expect(result).toMatchObject({
      fails: true,
      verdict: { name: 'unknown', reasons: [{ code: 'service-failed', fix: expect.stringMatching(/\S/) }] },
    });
    expect(result.verdict.reasons[0]?.message).toMatch(said.includes('-') && !said.includes('.') ? /contract|JSON/ : said);
  });

  it('leaves the verdict unknown when time is over', async () => {
    stage.script = () => fault.hang();
    const { result } = await play('gate', stage, at, { timeout: '300ms', 'evaluation-timeout': '0' }, { clock: systemClock });
    expect(result.verdict).toMatchObject({
      name: 'unknown',
      reasons: [{ code: 'service-failed', message: expect.stringContaining('Out of time') }],
    });
  });
});
