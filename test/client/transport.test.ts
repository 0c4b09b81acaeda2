import { afterEach, describe, expect, it } from 'vitest';
import { jsonBody } from '../../src/client/body.ts';
import { listTrails } from '../../src/client/index.ts';
import { fault } from '../support/fault-server.ts';
import { closeAll, failureOf, serve, shop, trailNamed } from './setup.ts';

afterEach(closeAll);

describe('a request', () => {
  it.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('of the method %s may carry JSON', async (method) => {
    const { call, server } = await serve(() => fault.status(200, {}, {}));
    await call.transport.exchange({ method, path: '/approvals/acme/shop', body: jsonBody({ state: 'größe ✓' }) }, call);
    const [request] = server.requests;
    expect(request).toMatchObject({ method, url: '/api/v2/approvals/acme/shop' });
    expect(request?.headers).toMatchObject({ 'content-type': 'application/json', 'content-length': String(request?.body.length) });
    expect(request?.body.toString()).toBe('{"state":"größe ✓"}');
  });

  it('of the method DELETE may carry nothing', async () => {
    const { call, server } = await serve(() => fault.status(200, {}, {}));
    await call.transport.exchange({ method: 'DELETE', path: '/approvals/acme/shop' }, call);
    expect(server.requests[0]).toMatchObject({ method: 'DELETE', body: Buffer.alloc(0) });
    expect(server.requests[0]?.headers['content-type']).toBeUndefined();
  });

  it.each(['/../../admin', '/trails/../../../x'])('never leaves the base URL: %s', async (path) => {
    const { call, server } = await serve(() => fault.status(200, {}, {}));
    expect(await failureOf(call.transport.exchange({ method: 'GET', path }, call))).toBeInstanceOf(RangeError);
    expect(server.requests).toEqual([]);
  });
});

describe('a page of trails', () => {
  it('has its items in their order, and how many pages there are', async () => {
    const items = [trailNamed('one'), { name: 'two' }, 'three', trailNamed('four', { flow: 'till' })];
    const { call } = await serve(() => fault.status(200, {}, { data: items, pagination: { page_count: 3 } }));
    expect(await listTrails(call, shop, { page: 1 })).toMatchObject({
      items: [
        { kind: 'trail', name: 'one', trail: trailNamed('one') },
        { kind: 'unreadable', name: 'two', error: { path: '$.compliance_status' } },
        { kind: 'unreadable', name: undefined, error: { path: '$' } },
        { kind: 'elsewhere', name: 'four', error: { path: '$.flow', expected: 'shop' } },
      ],
      pagination: { page_count: 3 },
    });
  });

  it('tells nothing of pages where the answer is a plain array, and asks for none that was not named', async () => {
    const { call, server } = await serve(() => fault.status(200, {}, [trailNamed('one')]));
    expect(await listTrails(call, shop, {})).toMatchObject({ items: [{ name: 'one' }], pagination: undefined });
    expect(server.requests[0]?.url).toBe('/api/v2/trails/acme/shop');
  });
});
