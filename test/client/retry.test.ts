import { afterEach, describe, expect, it } from 'vitest';
import { getTrail, startDeadline, type Deadline } from '../../src/client/index.ts';
import type { HttpAnswer } from '../../src/client/exchange.ts';
import { retry, retryAfter } from '../../src/client/retry.ts';
import { ResponseError, TransportError } from '../../src/errors/index.ts';
import { fakeClock, type FakeClock } from '../support/fake-clock.ts';
import { fault, type Fault } from '../support/fault-server.ts';
import { clientOf, closeAll, failureOf, serve, shop, trailNamed } from './setup.ts';

afterEach(closeAll);

const good = fault.status(200, {}, trailNamed(shop.trail_name));

/** A deadline far away, by a clock that tells how long it waited. */
function patient(clock: FakeClock, milliseconds = 10_000_000): Deadline {
  return startDeadline(milliseconds, undefined, clock);
}

describe('a request is asked again', () => {
  it.each([408, 409, 429, 500, 502, 503, 504, 599])('after a %i', async (status) => {
    const { call, server, notices } = await serve((_, n) => (n === 1 ? fault.status(status) : good));
    await expect(getTrail(call, shop)).resolves.toMatchObject({ name: shop.trail_name });
    expect(server.requests).toHaveLength(2);
    expect(notices).toEqual([expect.stringContaining(`answered ${status}`)]);
  });

  it.each([
    ['a reset connection', fault.reset()],
    ['an answer that is cut off', fault.cutOff(trailNamed(shop.trail_name))],
  ])('after %s', async (_, broken) => {
    const { call, server } = await serve((_request, n) => (n === 1 ? broken : good));
    await expect(getTrail(call, shop)).resolves.toMatchObject({ name: shop.trail_name });
    expect(server.requests).toHaveLength(2);
  });

  it('after an answer that does not come in time', async () => {
    const { call } = await serve((_, n) => (n === 1 ? fault.hang() : good), { timeouts: { connect: 500, headers: 100, body: 100 } });
    await expect(getTrail(call, shop)).resolves.toMatchObject({ name: shop.trail_name });
  });

  it.each([400, 401, 403, 404, 405, 413, 422, 501])('but not after a %i', async (status) => {
    const { call, server } = await serve(() => fault.status(status, {}, { message: 'said so' }));
    const error = await failureOf(getTrail(call, shop));
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).toMatchObject({ status, attempts: 1, serverMessage: 'said so' });
    expect(String(error)).toMatch(new RegExp(`answered ${status}: said so$`));
    expect(server.requests).toHaveLength(1);
  });

  it('but not after a fault of our own, which stays what it is', async () => {
    const bug = new RangeError('a bug');
    let tries = 0;
    const once = (): Promise<never> => {
      tries += 1;
      return Promise.reject(bug);
    };
    const policy = { attempts: 3, first: 1, longest: 1, random: () => 0 };
    expect(await failureOf(retry(once, { policy, deadline: startDeadline(1_000), name: 'GET x', onWait: () => undefined }))).toBe(bug);
    expect(tries).toBe(1);
  });

  it('only as often as agreed, and the last answer is in the error', async () => {
    const { call, server } = await serve((_, n) => fault.status(503, {}, { message: `database is down (${n})` }));
    const error = await failureOf(getTrail(call, shop));
    expect(error).toMatchObject({ name: 'ResponseError', code: 'unavailable', attempts: 3, serverMessage: 'database is down (3)' });
    expect(String(error)).toMatch(/503, after 3 attempts: database is down \(3\)/);
    expect(server.requests).toHaveLength(3);
  });

  it('only as often as agreed where nobody answers', async () => {
    const { server } = await serve(() => good);
    const { url } = server;
    await server.close();
    const { call } = clientOf(url);
    const error = await failureOf(getTrail(call, shop));
    expect(error).toBeInstanceOf(TransportError);
    expect(error).toMatchObject({ code: 'unreachable', attempts: 3, fix: expect.stringContaining('base-url') });
    expect(String(error)).toContain('ECONNREFUSED');
  });

  it('and what was answered before is not lost when the last try breaks', async () => {
    const { call } = await serve((_, n) => (n < 3 ? fault.status(503, {}, { message: 'database is down' }) : fault.reset()));
    expect(String(await failureOf(getTrail(call, shop)))).toContain('database is down');
  });

  it('and what was answered before is not lost when time runs out', async () => {
    const clock = fakeClock();
    const script = (_: unknown, n: number): Fault => {
      if (n === 1) return fault.status(503, {}, { message: 'database is down' });
      clock.pass(1_000);
      return fault.hang();
    };
    const { call } = await serve(script, { deadline: patient(clock, 1_000) });
    const error = await failureOf(getTrail(call, shop));
    expect(error).toMatchObject({ code: 'deadline', attempts: 2 });
    expect(String(error)).toContain('database is down');
  });
});

describe('between two tries', () => {
  it('a wait lies between nothing and a ceiling that doubles up to the longest', async () => {
    const waits: Record<number, readonly number[]> = {};
    for (const share of [0, 0.5, 1]) {
      const clock = fakeClock();
      const policy = { attempts: 5, first: 40, longest: 100, random: () => share };
      const { call } = await serve(() => fault.status(503), { retry: policy, deadline: patient(clock) });
      await failureOf(getTrail(call, shop));
      waits[share] = clock.waits;
    }
    expect(waits).toEqual({ 0: [0, 0, 0, 0], 0.5: [20, 40, 50, 50], 1: [40, 80, 100, 100] });
  });

  it('Retry-After is honoured in seconds, past our own ceiling', async () => {
    const clock = fakeClock();
    const { call, notices } = await serve((_, n) => (n === 1 ? fault.status(429, { 'retry-after': '70' }) : good), {
      deadline: patient(clock),
    });
    await getTrail(call, shop);
    expect(clock.waits).toEqual([70_000]);
    expect(notices).toEqual([expect.stringMatching(/answered 429; asking again in 1 min 10 s \(attempt 2 of 3\)$/)]);
  });

  it('Retry-After is honoured as a date', async () => {
    const clock = fakeClock();
    const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();
    const { call } = await serve((_, n) => (n === 1 ? fault.status(503, { 'retry-after': inAnHour }) : good), { deadline: patient(clock) });
    await getTrail(call, shop);
    // The date comes from the real clock, which may go on for a while until it is read.
    expect(clock.waits[0]).toBeGreaterThan(3_000_000);
    expect(clock.waits[0]).toBeLessThanOrEqual(3_600_000);
  });

  it.each([
    ['12', 12_000],
    [' 0 ', 0],
    ['Thu, 01 Jan 1970 00:00:30 GMT', 20_000],
    ['Thu, 01 Jan 1970 00:00:01 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    [['3', '9'], 3_000],
    [undefined, undefined],
  ])('%j means %s ms at second 10', (header, wait) => {
    expect(retryAfter(header, 10_000)).toBe(wait);
  });

  it('nobody waits for longer than the deadline: the answer stands', async () => {
    const { call, server } = await serve(() => fault.status(429, { 'retry-after': '3600' }, { message: 'one hour' }));
    const error = await failureOf(getTrail(call, shop));
    expect(error).toMatchObject({ status: 429, code: 'rate-limited', serverMessage: 'one hour' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('the deadline', () => {
  it('ends a request that hangs', async () => {
    const { call } = await serve(() => fault.hang(), { deadline: startDeadline(100) });
    expect(await failureOf(getTrail(call, shop))).toMatchObject({
      name: 'TransportError',
      code: 'deadline',
      fix: expect.stringContaining('timeout'),
    });
  });

  it('is one for all requests of a run', async () => {
    const clock = fakeClock();
    const slow = (): Fault => {
      clock.pass(120);
      return good;
    };
    const { call, server } = await serve(slow, { deadline: patient(clock, 300) });
    await getTrail(call, shop);
    await getTrail(call, shop);
    expect(await failureOf(getTrail(call, shop))).toMatchObject({ code: 'deadline' });
    expect(server.requests).toHaveLength(3);
  });

  it('gives way to an interruption, at once and between two tries', async () => {
    const interrupt = new AbortController();
    const hangs = (): Fault => {
      interrupt.abort();
      return fault.hang();
    };
    const { call, notices } = await serve(hangs, { deadline: startDeadline(20_000, interrupt.signal) });
    expect(await failureOf(getTrail(call, shop))).toMatchObject({ code: 'interrupted', attempts: 1 });
    // No message says that it will be asked again.
    expect(notices).toEqual([]);

    const later = new AbortController();
    const clock = fakeClock(() => later.abort());
    const waiting = await serve(() => fault.status(503), { deadline: startDeadline(20_000, later.signal, clock) });
    expect(await failureOf(getTrail(waiting.call, shop))).toMatchObject({ code: 'interrupted' });
  });

  it('can be narrower for a part of the run', async () => {
    const { call } = await serve(() => fault.hang());
    expect(await failureOf(getTrail({ ...call, deadline: startDeadline(80) }, shop))).toMatchObject({ code: 'deadline' });
  });
});

describe('an error', () => {
  const request = 'GET x';
  const unreachable = new TransportError('unreachable', 'nobody there', { request, mayHaveArrived: false });

  /** The error of a request to which these are the answers in turn. */
  async function failure(...outcomes: readonly (number | TransportError)[]): Promise<unknown> {
    const left = [...outcomes];
    const once = async (): Promise<HttpAnswer> => {
      const outcome = left.shift();
      if (typeof outcome !== 'number') throw outcome;
      return { status: outcome, headers: {}, text: '' };
    };
    const policy = { attempts: outcomes.length, first: 1, longest: 1, random: () => 0 };
    return failureOf(retry(once, { policy, deadline: patient(fakeClock()), name: request, onWait: () => undefined }));
  }

  it('of the only try counts no tries', async () => {
    expect(await failure(unreachable)).toMatchObject({ message: 'nobody there', attempts: 1, mayHaveArrived: false });
  });

  it('says what was answered before, and that it had no words', async () => {
    expect(await failure(503, unreachable)).toMatchObject({
      message: 'nobody there, after 2 attempts; before that it answered 503: without a word',
    });
  });

  it('after an answer may have arrived, though nobody listens any more', async () => {
    expect(await failure(503, unreachable)).toMatchObject({ mayHaveArrived: true });
    expect(await failure(unreachable, unreachable)).toMatchObject({ mayHaveArrived: false });
  });
});

describe('an error without an answer says whether a try may have got through', () => {
  it('none can where nobody listens, however often it was asked', async () => {
    const { call } = clientOf('http://127.0.0.1:9');
    expect(await failureOf(getTrail(call, shop))).toMatchObject({ code: 'unreachable', attempts: 3, mayHaveArrived: false });
  });

  it('one may where the connection broke', async () => {
    const { call } = await serve(() => fault.reset());
    expect(await failureOf(getTrail(call, shop))).toMatchObject({ code: 'cut-off', mayHaveArrived: true });
  });
});
