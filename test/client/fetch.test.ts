import { afterEach, expect, it } from 'vitest';
import { openFetch } from '../../src/client/index.ts';
import { fault } from '../support/fault-server.ts';
import { closeAll, serve } from './setup.ts';

afterEach(closeAll);

it('another API is asked by the same ways, with what the caller sends, until it is closed', async () => {
  const { server } = await serve(() => fault.status(200, {}, { a: 1 }));
  const network = openFetch({ HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1' });
  const answer = await network.fetch(`${server.url}/thing`, { method: 'POST', headers: { 'x-own': 'y' }, body: 'sent' });
  expect(await answer.json()).toEqual({ a: 1 });
  expect(server.requests).toMatchObject([{ method: 'POST', headers: { 'x-own': 'y' } }]);
  expect(String(server.requests[0]?.body)).toBe('sent');
  network.close();
  await expect(network.fetch(`${server.url}/thing`)).rejects.toThrow('fetch failed');
});

it('certificates are verified', () => {
  expect(() => openFetch({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toThrow(
    expect.objectContaining({
      name: 'UsageError',
      code: 'conflicting-inputs',
      message: 'NODE_TLS_REJECT_UNAUTHORIZED is 0: no certificate would be verified',
    }),
  );
});
