import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../support/fake-clock.ts';
import { fault, type Fault, type RecordedRequest } from '../../support/fault-server.ts';
import type { Event } from '../../../src/commands/index.ts';
import { checkout, openStage, play, results, type Checkout, type Stage } from '../setup.ts';

let stage: Stage;
let at: Checkout;
beforeAll(async () => {
  stage = await openStage();
  await stage.flow('shop', ['unit']);
});
afterAll(() => stage.close());
beforeEach(() => {
  at = checkout();
  stage.script = fault.pass;
});

const isSearch = ({ method, url }: RecordedRequest): boolean => method === 'GET' && url.includes('commit_list=');
const isById = ({ method, url }: RecordedRequest): boolean => method === 'GET' && url.includes('attestation_id=');
const nothing = fault.status(200, {}, {});
const none = fault.status(200, {}, { data: [] });

const waitsTold = (events: readonly Event[]): readonly string[] =>
  events.flatMap((event) => (event.kind === 'info' && event.message.startsWith('Waiting') ? [event.message] : []));

const failed = (lacks: RegExp): object => ({
  fails: true,
  verdict: { name: 'unknown', reasons: [{ code: 'records-failed', attestation: 'unit', message: expect.stringMatching(lacks) }] },
});

describe('a search of records', () => {
  it('that lacks our own record gives no yes: it may lack a red one, too', async () => {
    stage.script = (request) => (isSearch(request) ? nothing : isById(request) ? none : fault.pass());
    const { result } = await play('attest-and-gate', stage, at, {});
    expect(result).toMatchObject(failed(/do not include [a-f0-9-]{8}\S+, which is one of them/));
    expect(result).toMatchObject({ evidence: { sending: { kind: 'accepted', evaluated: true } } });
  });

  it('that lacks the record on the trail, which by its id is of this commit, gives no yes', async () => {
    await play('attest', stage, at, {});
    stage.script = (request) => (isSearch(request) ? nothing : fault.pass());
    expect((await play('gate', stage, at, {})).result).toMatchObject(failed(/do not include/));
    expect(stage.server.requests.some(isById)).toBe(true);
  });

  it('that lacks a record which by its id is of another commit is whole', async () => {
    await play('attest', stage, at, {});
    const before = at.sha;
    at = checkout();
    const { result } = await play('gate', stage, at, { trail: before });
    expect(result.verdict.reasons.map(({ code }) => code)).not.toContain('records-failed');
  });

  it('is made for the commit of the record on the trail where the gate knows none', async () => {
    await play('attest', stage, at, { trail: 'legs', 'junit-paths': 'red.xml', matrix: '{"os":"windows"}' }, { github: {} });
    await play('attest', stage, at, { trail: 'legs', matrix: '{"os":"linux"}' }, { github: {} });
    const { result } = await play('gate', stage, { ...at, path: '/' }, { trail: 'legs' });
    expect(result).toMatchObject({
      fails: true,
      question: { trail: 'legs', commit: undefined },
      verdict: { name: 'non-compliant', reasons: [{ code: 'failing-elsewhere', attestation: 'unit' }] },
    });
  });
});

describe('a record on the trail that is of another commit', () => {
  it('gives no yes where its lookup answers with a refusal, a page or an empty object', async () => {
    await play('attest', stage, at, { trail: 'release-1' });
    at = checkout();
    expect((await play('gate', stage, at, { trail: 'release-1' }, { github: {} })).result.verdict.name).toBe('incomplete');
    for (const [what, answer] of [
      ['500', fault.status(500, {}, { message: 'oh' })],
      ['429', fault.status(429, {}, { message: 'slowly' })],
      ['401', fault.status(401, {}, { message: 'who' })],
      ['a page', fault.wrongContentType()],
      ['an empty object', nothing],
    ] as const) {
      stage.script = (request) => (isById(request) ? answer : fault.pass());
      const { result } = await play('gate', stage, at, { trail: 'release-1' }, { github: {} });
      const verdict = { name: 'unknown', reasons: [{ code: 'records-failed', attestation: 'unit' }] };
      expect([what, result]).toMatchObject([what, { fails: true, verdict }]);
    }
  });

  it('gives no yes where its lookup is not answered', async () => {
    await play('attest', stage, at, { trail: 'release-1' });
    at = checkout();
    const clock = fakeClock();
    stage.script = (request) => {
      if (!isById(request)) return fault.pass();
      clock.pass(24 * 3_600_000);
      return fault.hang();
    };
    const { result } = await play('gate', stage, at, { trail: 'release-1' }, { clock, github: {} });
    expect(result).toMatchObject({ fails: true, verdict: { name: 'unknown', reasons: [{ code: 'records-failed', attestation: 'unit' }] } });
  });

  it('is unknown where the service has no such lookup, and asked for until the time is over', async () => {
    await play('attest', stage, at, { trail: 'release-2' });
    at = checkout();
    stage.script = (request) => (isById(request) ? fault.status(405) : fault.pass());
    const { result } = await play('gate', stage, at, { trail: 'release-2' }, { github: {} });
    expect(result.verdict).toMatchObject({ name: 'unknown', reasons: [{ code: 'record-unseen' }] });
    expect(stage.server.requests.filter(isById).length).toBeGreaterThan(2);
  });
});

describe('a search that lags', () => {
  it('is asked again until it shows the record', async () => {
    await play('attest', stage, at, {});
    let searches = 0;
    stage.script = (request) => {
      if (isById(request)) return none;
      if (!isSearch(request)) return fault.pass();
      searches += 1;
      return searches < 3 ? nothing : fault.pass();
    };
    const { result, events } = await play('gate', stage, at, {});
    expect(result.verdict.name).toBe('compliant');
    expect(searches).toBe(3);
    // Two waits are over in a moment.
    expect(waitsTold(events)).toEqual([]);
  });

  it('is asked again until the time is over, which is said once', async () => {
    await play('attest', stage, at, {});
    stage.script = (request) => (isById(request) ? none : isSearch(request) ? nothing : fault.pass());
    const clock = fakeClock();
    const { result, events } = await play('gate', stage, at, { 'evaluation-timeout': '40s' }, { clock });
    expect(result.verdict).toMatchObject({ name: 'unknown', reasons: [{ code: 'record-unseen' }] });
    expect(waitsTold(events)).toEqual([
      expect.stringMatching(/^Waiting up to (?:39|40) s more until the service shows the records of unit$/),
    ]);
    // The last half second is left for the last answer.
    expect(clock.now()).toBeCloseTo(39_500);
    expect(Math.max(...clock.waits)).toBeLessThanOrEqual(3_000);
  });

  it('is not waited for when something says no already', async () => {
    await play('attest', stage, at, { 'junit-paths': 'red.xml', 'attestation-name': 'lint' });
    await play('attest', stage, at, {});
    stage.script = (request) => (isById(request) ? none : isSearch(request) ? nothing : fault.pass());
    const clock = fakeClock();
    const { result } = await play('gate', stage, at, {}, { clock });
    expect(result.verdict.name).toBe('non-compliant');
    expect(clock.waits).toEqual([]);
  });

  it('does not hide a red leg where the gate knows no commit', async () => {
    await play('attest', stage, at, { trail: 'legs', 'junit-paths': 'red.xml', matrix: '{"os":"windows"}' }, { github: {} });
    await play('attest', stage, at, { trail: 'legs', matrix: '{"os":"linux"}' }, { github: {} });
    stage.script = (request) => (isById(request) ? fault.status(500) : fault.pass());
    const { result } = await play('gate', stage, { ...at, path: '/' }, { trail: 'legs' });
    expect(result.verdict.name).toBe('unknown');
  });
});

describe('a listing without test counts', () => {
  const without = (record: unknown): object => {
    return Object.fromEntries(Object.entries(Object(record)).filter(([key]) => key !== 'junit_results'));
  };
  const searched = async (request: RecordedRequest): Promise<Fault> => {
    const { status, body } = await stage.answerOf(request);
    const told = Object.entries(Object(body)).map(([sha, list]) => [sha, Array.isArray(list) ? list.map(without) : list]);
    return fault.status(status, {}, Object.fromEntries(told));
  };

  it('has them read by the id of each record', async () => {
    await play('attest', stage, at, {});
    stage.script = (request) => (isSearch(request) ? searched(request) : fault.pass());
    expect((await play('gate', stage, at, {})).result.verdict.name).toBe('compliant');
  });

  it('is unknown where they cannot be had at all, unless none are asked for', async () => {
    await play('attest', stage, at, {});
    stage.script = (request) => (isSearch(request) ? searched(request) : isById(request) ? fault.status(501) : fault.pass());
    expect((await play('gate', stage, at, {})).result.verdict).toMatchObject({ name: 'unknown', reasons: [{ code: 'tests-untold' }] });
    expect((await play('gate', stage, at, { 'min-tests': '0' })).result.verdict.name).toBe('compliant');
  });
});

it('min-tests of a run that attests is about its own tests: those of other jobs may be fewer', async () => {
  at.write('one.xml', results(1, 0));
  await play('attest', stage, at, { 'attestation-name': 'lint', 'junit-paths': 'one.xml' });
  expect((await play('attest-and-gate', stage, at, { 'min-tests': '3' })).result.verdict.name).toBe('compliant');
  expect((await play('gate', stage, at, { 'min-tests': '3' })).result.verdict).toMatchObject({
    name: 'non-compliant',
    reasons: [{ code: 'too-few-tests', attestation: 'lint' }],
  });
});

describe('a later record of the name', () => {
  const image = { artifact_fingerprint: 'ab'.repeat(32) };
  const chart = { artifact_fingerprint: 'cd'.repeat(32) };

  /** Another job records the same name right after ours. The search answers this about the two. */
  function overtaken(ours: object, later: object): (request: RecordedRequest) => Promise<Fault> {
    let id: unknown;
    return async (request) => {
      const { status, body } = await stage.answerOf(request);
      if (request.method === 'POST') {
        id = Reflect.get(Object(body), 'attestation_id');
        await stage.answerOf({ ...request, headers: { ...request.headers, 'idempotency-key': `another-${at.sha}` } });
      }
      if (!isSearch(request)) return fault.status(status, {}, body);
      const found: unknown = Reflect.get(Object(body), at.sha);
      const records: readonly unknown[] = Array.isArray(found) ? found : [];
      const told = records.map((record) => Object.assign({}, record, Reflect.get(Object(record), 'attestation_id') === id ? ours : later));
      return fault.status(status, {}, { [at.sha]: told });
    };
  }

  it.each([
    ['of the trail', {}, {}],
    ['of the trail, with an empty fingerprint', {}, { artifact_fingerprint: '' }],
    ['of the same artifact', image, image],
    ['of the same artifacts of the template', { target_artifacts: ['a', 'b'] }, { target_artifacts: ['b', 'a'] }],
  ])('%s shows that ours was evaluated', async (_, ours, later) => {
    stage.script = overtaken(ours, later);
    const { result } = await play('attest-and-gate', stage, at, {});
    expect(result).toMatchObject({ evidence: { sending: { kind: 'accepted', evaluated: true } } });
  });

  it.each([
    ['of another artifact', image, chart],
    ['of the trail, where ours is of an artifact', image, {}],
    ['of an artifact of the template, where ours is of the trail', {}, { target_artifacts: ['image'] }],
  ])('%s says nothing of ours', async (_, ours, later) => {
    stage.script = overtaken(ours, later);
    const { result } = await play('attest-and-gate', stage, at, {});
    expect(result).toMatchObject({
      fails: true,
      verdict: { name: 'unknown', reasons: [{ code: 'not-evaluated' }] },
      evidence: { sending: { kind: 'accepted', evaluated: false } },
    });
  });
});
