import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { inTurn } from '../../../src/service/operation/in-turn.ts';
import { urlOf } from '../../../src/service/operation/address.ts';
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
