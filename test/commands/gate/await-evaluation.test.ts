import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakeClock } from '../../support/fake-clock.ts';
import { fault, type Fault, type RecordedRequest } from '../../support/fault-server.ts';
import type { Event } from '../../../src/commands/index.ts';
import { checkout, openStage, play, posts, type Checkout, type Stage } from '../setup.ts';

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

const isTrail = ({ method, url }: RecordedRequest): boolean => method === 'GET' && /\/trails\/acme\/shop\/[a-f0-9]{40}$/.test(url);
const isRecords = ({ method, url }: RecordedRequest): boolean => method === 'GET' && url.includes('/attestations/');
const waitsTold = (events: readonly Event[]): readonly string[] =>
  events.flatMap((event) => (event.kind === 'info' && event.message.startsWith('Waiting') ? [event.message] : []));
const text = (status: number, body: string): Fault => fault.status(status, { 'content-type': 'application/json' }, body);

/** The vendor's service: no id in the answer to a post. */
async function withoutId(request: RecordedRequest): Promise<Fault> {
  if (request.method !== 'POST') return fault.pass();
  const { status } = await stage.answerOf(request);
  return text(status, '"OK"');
}

/** A trail in its state before this run, `n` times, then in its present state. */
function late(times: number, before: unknown): (request: RecordedRequest) => Fault {
  let left = times;
  return (request) => {
    if (!isTrail(request) || left === 0) return fault.pass();
    left -= 1;
    return before === undefined ? fault.status(404, {}, { message: `Trail ${at.sha} was not found` }) : fault.status(200, {}, before);
  };
}

const trailOf = async (): Promise<unknown> => {
  const answer = await fetch(`${stage.url}/api/v2/trails/acme/shop/${at.sha}`, { headers: { authorization: `Bearer ${stage.token}` } });
  return answer.json();
};

describe('our own record', () => {
  it('is known by the id that the service returns', async () => {
    const { result } = await play('attest-and-gate', stage, at, {});
    expect(result).toMatchObject({
      fails: false,
      verdict: { name: 'compliant' },
      evidence: { sending: { kind: 'accepted', evaluated: true, id: expect.any(String) } },
    });
    expect(result.trailUrl).toMatch(/^http/);
  });

  it('makes the trail non-compliant when its tests failed', async () => {
    const { result } = await play('attest-and-gate', stage, at, { 'junit-paths': 'red.xml' });
    expect(result).toMatchObject({ fails: true, verdict: { name: 'non-compliant', reasons: [{ code: 'failing', attestation: 'unit' }] } });
  });

  it('is found by its nonce where the service answers "OK"', async () => {
    stage.script = withoutId;
    const { result } = await play('attest-and-gate', stage, at, {});
    expect(result).toMatchObject({
      verdict: { name: 'compliant' },
      evidence: { sending: { evaluated: true, id: expect.stringMatching(/^[a-f0-9-]{8}/) } },
    });
    expect(stage.server.requests.some(isRecords)).toBe(true);
  });

  it('is not taken for that of an earlier run, where the service answers "OK"', async () => {
    await play('attest-and-gate', stage, at, {});
    const before = await trailOf();
    const old = await (
      await fetch(`${stage.url}/api/v2/attestations/acme?commit_list=${at.sha}`, { headers: { authorization: `Bearer ${stage.token}` } })
    ).json();
    stage.script = async (request) => {
      if (request.method === 'POST') return withoutId(request);
      return isTrail(request) ? fault.status(200, {}, before) : fault.status(200, {}, old);
    };
    const { result } = await play('attest-and-gate', stage, at, { 'junit-paths': 'red.xml', 'evaluation-timeout': '700ms' });
    expect(result).toMatchObject({
      fails: true,
      verdict: { name: 'unknown', reasons: [{ code: 'not-evaluated' }] },
      evidence: { sending: { id: undefined, evaluated: false } },
    });
  });

  it('is waited for until the trail shows it', async () => {
    stage.script = late(2, undefined);
    const before = stage.server.requests.length;
    const { result, events } = await play('attest-and-gate', stage, at, {});
    expect(result.verdict.name).toBe('compliant');
    expect(stage.server.requests.slice(before).filter(isTrail)).toHaveLength(3);
    expect(waitsTold(events)).toEqual([]);
  });

  it('is waited for, though the trail says yes for an older one', async () => {
    await play('attest-and-gate', stage, at, {});
    stage.script = late(2, await trailOf());
    const { result } = await play('attest-and-gate', stage, at, { 'junit-paths': 'red.xml' });
    expect(result.verdict.name).toBe('non-compliant');
  });

  it('that is never evaluated leaves the verdict unknown: what the trail said before is not used', async () => {
    await play('attest-and-gate', stage, at, {});
    stage.script = late(1_000, await trailOf());
    const clock = fakeClock();
    const timeouts = { 'evaluation-timeout': '60s', 'wait-timeout': '1h' };
    const { result, events } = await play('attest-and-gate', stage, at, timeouts, { clock });
    expect(result).toMatchObject({ fails: true, verdict: { name: 'unknown', rows: [], reasons: [{ code: 'not-evaluated' }] } });
    // Nothing from other jobs could change it.
    expect(clock.now()).toBeCloseTo(59_500);
    expect(Math.max(...clock.waits)).toBeLessThanOrEqual(3_000);
    expect(waitsTold(events)).toEqual([expect.stringMatching(/^Waiting up to 5\d s more until the service has evaluated unit$/)]);
  });

  it('counts as evaluated when a later one of its name already stands in its place', async () => {
    stage.script = async (request) => {
      if (request.method !== 'POST') return fault.pass();
      const { status, body } = await stage.answerOf(request);
      // Another job records the same name before the trail is asked.
      const headers = { ...request.headers, 'idempotency-key': `another-${posts(stage.server.requests).length}` };
      await stage.answerOf({ ...request, headers });
      return fault.status(status, {}, body);
    };
    const { result } = await play('attest-and-gate', stage, at, {});
    expect(result).toMatchObject({ verdict: { name: 'compliant' }, evidence: { sending: { evaluated: true } } });
  });

  it('counts as evaluated at once when somebody has overridden it', async () => {
    let id: unknown;
    stage.script = async (request) => {
      const { status, body } = await stage.answerOf(request);
      if (request.method === 'POST') id = Reflect.get(Object(body), 'attestation_id');
      if (!isTrail(request)) return fault.status(status, {}, body);
      const swapped = JSON.stringify(body).replaceAll(
        `"attestation_id":"${String(id)}"`,
        `"attestation_id":"the-override","overridden_attestation_id":"${String(id)}"`,
      );
      return text(status, swapped);
    };
    const clock = fakeClock();
    const { result } = await play('attest-and-gate', stage, at, {}, { clock });
    expect(result).toMatchObject({ verdict: { name: 'compliant' }, evidence: { sending: { evaluated: true } } });
    expect(clock.waits).toEqual([]);
  });

  it('that could not be read back leaves the verdict unknown, and says why', async () => {
    stage.script = (request) => (isTrail(request) ? fault.status(403, {}, { message: 'readers only' }) : fault.pass());
    const { result } = await play('attest-and-gate', stage, at, {});
    expect(result).toMatchObject({
      fails: true,
      verdict: { name: 'unknown' },
      evidence: { sending: { kind: 'accepted', evaluated: false } },
    });
    expect(result.verdict.reasons.map(({ message }) => message).join('\n')).toContain('readers only');
  });

  it('is recorded once, though the answer to the first try is lost', async () => {
    let lost = 0;
    stage.script = (request) => {
      if (request.method !== 'POST' || lost > 0) return fault.pass();
      lost += 1;
      return fault.loseAnswer();
    };
    const { result } = await play('attest-and-gate', stage, at, {});
    expect(result.verdict.name).toBe('compliant');
    const records: unknown = await (
      await fetch(`${stage.url}/api/v2/attestations/acme?commit_list=${at.sha}`, { headers: { authorization: `Bearer ${stage.token}` } })
    ).json();
    expect(Reflect.get(Object(records), at.sha)).toHaveLength(1);
  });

  it('that was not accepted leaves the verdict unknown, whatever the trail says', async () => {
    await play('attest-and-gate', stage, at, {});
    stage.script = (request) => (request.method === 'POST' ? fault.status(422, {}, { message: 'no such thing' }) : fault.pass());
    const { result } = await play('attest-and-gate', stage, at, {});
    expect(result).toMatchObject({
      fails: true,
      verdict: { name: 'unknown', reasons: [{ code: 'not-recorded', message: expect.stringContaining('no such thing') }] },
    });
  });
});

describe('a service that does not know the path of one trail', () => {
  const unknownPath = (request: RecordedRequest): Fault => (isTrail(request) ? text(404, '{"message":"Not found"}') : fault.pass());

  it('is read by the listing of the flow', async () => {
    stage.script = unknownPath;
    const { result, events } = await play('attest-and-gate', stage, at, {});
    expect(result).toMatchObject({ verdict: { name: 'compliant' }, evidence: { sending: { evaluated: true } } });
    expect(events.filter((event) => event.kind === 'info' && event.message.includes('does not answer for a single trail'))).toHaveLength(1);
  });

  it('is asked for that path once, and tells how many trails were read', async () => {
    stage.script = unknownPath;
    const before = stage.server.requests.length;
    const { result } = await play('gate', stage, at, { commit: 'f'.repeat(40), 'wait-timeout': '1s' });
    expect(result).toMatchObject({
      verdict: { name: 'incomplete', reasons: [{ code: 'trail-missing', message: expect.stringMatching(/\d+ trails were read/) }] },
    });
    expect(stage.server.requests.slice(before).filter(isTrail)).toHaveLength(1);
  });
});
