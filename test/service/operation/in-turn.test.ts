import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { urlOf } from '../../../src/service/operation/address.ts';
import { inTurn } from '../../../src/service/operation/listener.ts';
import { open } from './connection.ts';

const [clients, ahead] = [20, 10];

test('one request that waited begins in each turn of the event loop, however many connections sent some ahead', async () => {
  let turn = 0;
  let ticking = true;
  const tick = (): void => {
    turn += 1;
    if (ticking) setImmediate(tick);
  };
  const begun: number[] = [];
  const first = new Set<unknown>();
  const server = createServer(
    inTurn((request, response) => {
      if (first.has(request.socket)) begun.push(turn);
      first.add(request.socket);
      response.end('x');
    }),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const connections = await Promise.all(Array.from({ length: clients }, () => open(urlOf(server))));
  tick();
  const more = 'GET / HTTP/1.1\r\nhost: s\r\n\r\n'.repeat(ahead - 1);
  for (const { send } of connections) send(`${more}GET / HTTP/1.1\r\nhost: s\r\nconnection: close\r\n\r\n`);
  const answers = await Promise.all(connections.map(({ whole }) => whole));
  ticking = false;
  expect(answers.map((all) => all.match(/HTTP/g)?.length)).toEqual(Array.from({ length: clients }, () => ahead));
  expect(begun).toHaveLength(clients * (ahead - 1));
  expect(new Set(begun).size).toBe(begun.length);
});

test('long headers count only while they wait', async () => {
  const answers: (() => void)[] = [];
  const server = createServer(
    { maxHeaderSize: 64 * 1024 },
    inTurn((_, response) => void answers.push(() => response.end('x'))),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { send, socket, whole } = await open(urlOf(server));
  const long = `GET / HTTP/1.1\r\nhost: s\r\nx-more: ${'x'.repeat(30_000)}\r\n\r\n`;
  send(long);
  // One is always under way, and one waits.
  for (let time = 1; time <= 5; time += 1) {
    await expect.poll(() => answers.length).toBe(time);
    send(time === 5 ? long.replace('host:', 'connection: close\r\nhost:') : long);
    await expect.poll(() => socket.writableLength).toBe(0);
    await sleep(20);
    answers[time - 1]?.();
  }
  await expect.poll(() => answers.length).toBe(6);
  answers[5]?.();
  expect((await whole).match(/HTTP/g)).toHaveLength(6);
});
