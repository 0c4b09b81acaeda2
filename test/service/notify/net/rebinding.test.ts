import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Lookup } from '../../../../src/service/notify/hosts.ts';
import { outbox } from '../outbox.ts';
import { certificates, trustOurs } from '../trusted.ts';

interface NameServer {
  /** Asks this server. */
  readonly lookup: Lookup;
  /** Each name that was asked for. */
  readonly asked: readonly string[];
  /** Sets the address that every name has from now on; it is forgotten at once. */
  answer(address: string): void;
}

/** A name server on this machine (RFC 1035), until the test ends: whoever owns a domain may answer something else each time. */
async function nameServer(first: string): Promise<NameServer> {
  let address = first;
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, { address: from, port }) => {
    const name = nameIn(question);
    const isA = question.readUInt16BE(12 + name.length + 2) === 1;
    if (isA) asked.push(name);
    socket.send(answerTo(question, name, isA ? address : undefined), port, from);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  onTestFinished(() => void socket.close());
  const resolver = new Resolver();
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { lookup: (name) => resolver.resolve4(name), asked, answer: (next) => void (address = next) };
}

function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; question.readUInt8(at) !== 0; at += question.readUInt8(at) + 1)
    labels.push(question.toString('latin1', at + 1, at + 1 + question.readUInt8(at)));
  return labels.join('.');
}

/** The question once more, and at most one address of it with no time to live. */
function answerTo(question: Buffer, name: string, address: string | undefined): Buffer {
  const asked = question.subarray(12, 12 + name.length + 2 + 4);
  const counts = Buffer.from([0, 1, 0, address === undefined ? 0 : 1, 0, 0, 0, 0]);
  const found = address === undefined ? [] : [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)];
  return Buffer.concat([question.subarray(0, 2), Buffer.from([0x81, 0x80]), counts, asked, Buffer.from(found)]);
}

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
