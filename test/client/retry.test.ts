import { afterEach, describe, expect, it } from 'vitest';
import { getTrail, startDeadline } from '../../src/client/index.ts';
import { retry, retryAfter } from '../../src/client/retry.ts';
import { ResponseError, TransportError } from '../../src/errors/index.ts';
import { fault } from '../support/fault-server.ts';
import { clientOf, closeAll, failureOf, serve, shop, trailNamed } from './setup.ts';

afterEach(closeAll);

const good = fault.status(200, {}, trailNamed(shop.trail_name));

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
    const { call } = await serve((_, n) => (n === 1 ? fault.status(503, {}, { message: 'database is down' }) : fault.hang()), {
      deadline: startDeadline(150),
    });
    const error = await failureOf(getTrail(call, shop));
    expect(error).toMatchObject({ code: 'deadline', attempts: 2 });
    expect(String(error)).toContain('database is down');
  });
});

describe('between two tries', () => {
  it('a wait lies between nothing and a ceiling that doubles up to the longest', async () => {
    const waits: number[] = [];
    for (const random of [() => 0, () => 0.999]) {
      const { call, server } = await serve(() => fault.status(503), { retry: { attempts: 4, first: 40, longest: 60, random } });
      await failureOf(getTrail(call, shop));
      waits.push(...server.requests.slice(1).map(({ at }, index) => at - (server.requests[index]?.at ?? 0)));
    }
    for (const wait of waits.slice(0, 3)) expect(wait).toBeLessThan(35);
    expect(waits[3]).toBeGreaterThanOrEqual(38);
    expect(waits[4]).toBeGreaterThanOrEqual(58);
    expect(waits[5]).toBeGreaterThanOrEqual(58);
    expect(waits[5]).toBeLessThan(110);
  });

  it('Retry-After is honoured in seconds, past our own ceiling', async () => {
    const { call, server } = await serve((_, n) => (n === 1 ? fault.status(429, { 'retry-after': '1' }) : good));
    await getTrail(call, shop);
    const [first, second] = server.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
  });

  it('Retry-After is honoured as a date', async () => {
    const { call, server } = await serve((_, n) =>
      n === 1 ? fault.status(503, { 'retry-after': new Date(Date.now() + 2_000).toUTCString() }) : good,
    );
    await getTrail(call, shop);
    const [first, second] = server.requests;
    // A date has whole seconds.
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(900);
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
    const { call, server } = await serve(() => fault.slow(120, good), { deadline: startDeadline(300) });
    await getTrail(call, shop);
    await getTrail(call, shop);
    expect(await failureOf(getTrail(call, shop))).toMatchObject({ code: 'deadline' });
    expect(server.requests).toHaveLength(3);
  });

  it('gives way to an interruption, at once and between two tries', async () => {
    const interrupt = new AbortController();
    const { call } = await serve(() => fault.hang(), { deadline: startDeadline(20_000, interrupt.signal) });
    setTimeout(() => interrupt.abort(), 50);
    expect(await failureOf(getTrail(call, shop))).toMatchObject({ code: 'interrupted' });

    const later = new AbortController();
    const waiting = await serve(() => fault.status(503, { 'retry-after': '10' }), { deadline: startDeadline(20_000, later.signal) });
    setTimeout(() => later.abort(), 80);
    expect(await failureOf(getTrail(waiting.call, shop))).toMatchObject({ code: 'interrupted' });
  });

  it('can be narrower for a part of the run', async () => {
    const { call } = await serve(() => fault.hang());
    expect(await failureOf(getTrail({ ...call, deadline: startDeadline(80) }, shop))).toMatchObject({ code: 'deadline' });
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
