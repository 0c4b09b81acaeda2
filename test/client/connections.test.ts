import { expect, it } from 'vitest';
import { defaultTimeouts, openConnections } from '../../src/client/connections.ts';

const url = (path: string): URL => new URL(path, 'https://evidence.example.com');

it('the way to one service is one, so that its connections are kept', async () => {
  const connections = openConnections(defaultTimeouts, {});
  const { dispatcher } = await connections.towards(url('/a'));
  expect((await connections.towards(url('/b'))).dispatcher).toBe(dispatcher);
  connections.close();
});

it('through a proxy it is another than the direct one', async () => {
  const connections = openConnections(defaultTimeouts, { HTTPS_PROXY: 'http://proxy.example:3128', NO_PROXY: 'direct.example' });
  const proxied = await connections.towards(url('/a'));
  expect(proxied.proxy).toBe('http://proxy.example:3128');
  expect((await connections.towards(url('/b'))).dispatcher).toBe(proxied.dispatcher);
  const direct = await connections.towards(new URL('https://direct.example/'));
  expect(direct.proxy).toBeUndefined();
  expect(direct.dispatcher).not.toBe(proxied.dispatcher);
  connections.close();
});
