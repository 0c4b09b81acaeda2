import fastify from 'fastify';
import { expect, test } from 'vitest';
import { listJson, sendJson } from '../../src/service/http/send.ts';

const items = 40;

/** An answer of 40 pieces of this size, and the number of turns that the event loop had while it was made. */
async function answered(size: number): Promise<{ readonly body: string; readonly turns: number }> {
  const app = fastify();
  let [turns, isOver] = [0, false];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  app.get('/', (_, reply) => {
    setImmediate(count);
    const pieces = (async function* () {
      for (let index = 0; index < items; index += 1) yield { text: 'x'.repeat(size) };
    })();
    return sendJson(reply, listJson(pieces));
  });
  const { body } = await app.inject('/');
  isOver = true;
  return { body, turns };
}

test('a long answer lets others go before each of its pieces', async () => {
  const { body, turns } = await answered(300_000);
  expect(JSON.parse(body)).toHaveLength(items);
  expect(turns).toBeGreaterThanOrEqual(items - 1);
});

test('a short one is sent whole', async () => {
  const { body } = await answered(10);
  expect(JSON.parse(body)).toHaveLength(items);
});
