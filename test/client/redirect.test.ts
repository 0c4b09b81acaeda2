import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from 'vitest';
import { attest, getTrail } from '../../src/client/index.ts';
import { ResponseError } from '../../src/errors/index.ts';
import { fault } from '../support/fault-server.ts';
import { closeAll, failureOf, serve, shop, submissionOf, token, trailNamed } from './setup.ts';

afterEach(closeAll);

const good = fault.status(200, {}, trailNamed(shop.trail_name));
const accepted = fault.status(201, {}, { attestation_id: 'made' });

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308] as const)('of a read is followed within the origin (%i), with the token', async (status) => {
    const { call, server } = await serve((_, n) => (n === 1 ? fault.redirect('/moved?to=here', status) : good));
    await expect(getTrail(call, shop)).resolves.toMatchObject({ name: shop.trail_name });
    expect(server.requests[1]).toMatchObject({ method: 'GET', url: '/moved?to=here' });
    expect(server.requests[1]?.headers['authorization']).toBe(`Bearer ${token}`);
  });

  it.each([301, 302, 303, 307, 308] as const)('to another origin (%i) is refused, and the other server sees nothing', async (status) => {
    const other = await serve(() => good);
    const { call, server } = await serve(() => fault.redirect(`${other.server.url}/x?token=secret`, status));
    for (const error of [await failureOf(getTrail(call, shop)), await failureOf(attest(call, 'attestJunit', submissionOf(randomUUID())))]) {
      expect(error).toBeInstanceOf(ResponseError);
      expect(error).toMatchObject({ code: 'redirect', status, fix: expect.stringContaining('base-url') });
      expect(String(error)).toContain(`${other.server.url}/x`);
      expect(String(error)).not.toContain('secret');
    }
    expect(other.server.requests).toEqual([]);
    expect(server.requests).toHaveLength(2);
  });

  it('to another port, scheme or name of the same machine is another origin', async () => {
    for (const target of ['https://127.0.0.1:1/x', 'http://localhost:1/x', '//evil.example/x', 'file:///etc/passwd']) {
      const { call } = await serve(() => fault.redirect(target));
      expect(await failureOf(getTrail(call, shop))).toMatchObject({ code: 'redirect' });
    }
  });

  it.each([301, 302, 303] as const)('that would turn a write into a read (%i) is refused', async (status) => {
    const { call, server } = await serve(() => fault.redirect('/moved', status));
    expect(await failureOf(attest(call, 'attestJunit', submissionOf(randomUUID())))).toMatchObject({ code: 'redirect', status });
    expect(server.requests).toHaveLength(1);
  });

  it.each([307, 308] as const)('that keeps a write a write (%i) is followed with its body and key', async (status) => {
    const { call, server } = await serve((_, n) => (n === 1 ? fault.redirect('/moved', status) : accepted));
    const key = randomUUID();
    await expect(attest(call, 'attestJunit', submissionOf(key))).resolves.toEqual({ id: 'made' });
    const [first, second] = server.requests;
    expect(second).toMatchObject({ method: 'POST', url: '/moved' });
    expect(second?.headers['idempotency-key']).toBe(key);
    expect(second?.body).toEqual(first?.body);
  });

  it('without a target, and one that leads in circles, ends', async () => {
    const { call } = await serve(() => fault.status(302, {}, ''));
    expect(await failureOf(getTrail(call, shop))).toMatchObject({ code: 'redirect' });
    const circle = await serve(() => fault.redirect('/again'));
    expect(await failureOf(getTrail(circle.call, shop))).toMatchObject({ code: 'redirect' });
    // The first request, and the five that it led to.
    expect(circle.server.requests).toHaveLength(6);
  });
});
