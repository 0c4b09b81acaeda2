import { once } from 'node:events';
import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test, vi } from 'vitest';
import { shareOf } from '../../../src/service/operation/clients.ts';
import { makeCertificate } from '../../support/certificates.ts';
import { folder, world } from '../support.ts';

test.each([
  [1000, 250],
  [100, 25],
  [65, 17],
  [20, 16],
  [5, 5],
  [1, 1],
])('of %i connections one client has %i', (all, share) => {
  expect(shareOf(all)).toBe(share);
});

/** A connection from an address of this machine. The service may end it without a word. */
async function connection(url: string, from: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1', localAddress: from });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket.resume();
}

/** Opens connections, waits until no more than a number are left, and gives those that the service keeps. */
async function kept(most: number, url: string, from: string, count: number): Promise<readonly Socket[]> {
  const all = await Promise.all(Array.from({ length: count }, () => connection(url, from)));
  await vi.waitUntil(() => all.filter((each) => !each.closed).length <= most, { timeout: 20_000 });
  // One that is ended late is seen as well.
  await sleep(100);
  return all.filter((each) => !each.closed);
}

async function isAnswered(url: string, from: string): Promise<boolean> {
  const asked = get(`${url}/ready`, { localAddress: from, agent: false });
  onTestFinished(() => void asked.destroy());
  return await once(asked, 'response').then(
    () => true,
    () => false,
  );
}

test('one client holds no more than its share, which leaves the rest to others; when it lets go it may come again', async () => {
  const it = await world(undefined, { maxConnections: 68 });
  const held = await kept(17, it.service.url, '127.0.0.2', 40);
  expect(held).toHaveLength(17);
  expect((await it.get('/trails/acme/f')).status).toBe(404);
  expect(await kept(17, it.service.url, '127.0.0.3', 20)).toHaveLength(17);
  expect(it.log).toEqual([
    '127.0.0.2 holds 17 connections, which is the most of one client. A new one was refused. See who that is; a larger --max-connections gives each client more, and --behind-proxy is right if it is a proxy.',
  ]);
  for (const socket of held) socket.destroy();
  await expect.poll(() => isAnswered(it.service.url, '127.0.0.2')).toBe(true);
});

test('behind a proxy, from which all connections come, one address may hold all', async () => {
  const it = await world(undefined, { maxConnections: 68, proxies: 1 });
  expect(await kept(68, it.service.url, '127.0.0.2', 68)).toHaveLength(68);
});

test('handshakes of TLS that never end are in the share of their client, and keep nobody else out', async () => {
  const it = await world(undefined, { maxConnections: 68, tls: makeCertificate(await folder()) });
  expect(await kept(17, it.service.url, '127.0.0.2', 40)).toHaveLength(17);
  const other = connectTls({ port: Number(new URL(it.service.url).port), host: '127.0.0.1', rejectUnauthorized: false });
  onTestFinished(() => void other.destroy());
  await once(other, 'secureConnect');
});

test('a connection of TLS that ended is not in the share any more', async () => {
  const it = await world(undefined, { maxConnections: 5, tls: makeCertificate(await folder()) });
  const port = Number(new URL(it.service.url).port);
  for (let time = 0; time < 12; time += 1) {
    const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    socket.end();
    await once(socket.resume(), 'close');
  }
  expect(it.log).toEqual([]);
});
