import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { outbox } from '../outbox.ts';
import { certificates, trustOurs } from '../trusted.ts';
import { nameServer } from './name-server.ts';

interface Listener {
  readonly port: number;
  readonly heard: readonly string[];
}

/** A server of `evidence.test` at an address of this machine. */
async function listener(address: string, port = 0): Promise<Listener> {
  const heard: string[] = [];
  const server = createServer(certificates['evidence.test'], (request, response) => {
    heard.push(request.url ?? '');
    request.resume().on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port: free }: AddressInfo = Object(server.address());
  return { port: free, heard };
}

const to = (host: string) => ({ target: { type: 'WEBHOOK', origin: `https://${host}` }, secret: `https://${host}/very-secret` }) as const;

test('a name is looked up once for an attempt, and the connection goes where that answer leads', async () => {
  trustOurs();
  const checked = await listener('127.0.0.1');
  const other = await listener('127.0.0.2', checked.port);
  const names = await nameServer('127.0.0.1');
  const host = `evidence.test:${checked.port}`;
  const it = await outbox([{ host }], {
    lookup: async (name) => {
      const found = await names.lookup(name);
      // The owner of the name changes it as soon as it was asked for.
      names.answer('127.0.0.2');
      return found;
    },
  });
  await it.listenTo(to(host));
  await it.raise(1);
  it.send({ timeout: 5000 });
  await vi.waitUntil(async () => (await it.failing())[0] === false, { timeout: 20_000 });
  expect([names.asked, checked.heard, other.heard]).toEqual([['evidence.test'], ['/very-secret'], []]);
});

test('a name that leads elsewhere than when its rule was made gets nothing, and the reason does not say where it leads', async () => {
  trustOurs();
  const names = await nameServer('1.1.1.1');
  const it = await outbox([{ host: '*' }], { lookup: names.lookup });
  await it.listenTo(to('evidence.test'));
  names.answer('127.0.0.1');
  await it.raise(1);
  it.send({ timeout: 5000 });
  await vi.waitUntil(async () => (await it.failing())[0] === true, { timeout: 20_000 });
  expect(await it.reasons()).toEqual(['evidence.test: its name leads to an address that messages may not go to']);
  expect(it.log.join('\n')).not.toMatch(/127\.0\.0\.1|very-secret/);
});

test('a named host that leads to where a cloud hands out credentials gets nothing', async () => {
  const names = await nameServer('169.254.169.254');
  const it = await outbox([{ host: 'evidence.test' }], { lookup: names.lookup });
  await it.listenTo(to('evidence.test'));
  await it.raise(1);
  it.send({ timeout: 5000 });
  await vi.waitUntil(async () => (await it.failing())[0] === true, { timeout: 20_000 });
  expect(await it.reasons()).toEqual(['evidence.test: its name leads to an address that messages may not go to']);
});
