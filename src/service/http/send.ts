import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Pagination } from '../../contract/index.ts';
import { turn } from '../turn.ts';

/** Answers up to this many characters are sent in one piece, with their length. */
const small = 256 * 1024;

/** Sends JSON that is made piece by piece: at once when it is small, and else as it is made, however long it gets. */
export async function sendJson(reply: FastifyReply, pieces: AsyncIterable<string>): Promise<FastifyReply> {
  const iterator = pieces[Symbol.asyncIterator]();
  let head = '';
  reply.type('application/json; charset=utf-8');
  while (head.length <= small) {
    const next = await iterator.next();
    if (next.done === true) return reply.send(head);
    head += next.value;
  }
  const rest = { [Symbol.asyncIterator]: () => iterator };
  return reply.send(
    Readable.from(
      (async function* () {
        yield head;
        for await (const piece of rest) {
          yield piece;
          // A reader that is fast enough would have all of it in one go, and others would wait.
          await turn();
        }
      })(),
      { objectMode: false },
    ),
  );
}

/** A JSON list of what comes. */
export async function* listJson(items: AsyncIterable<object>): AsyncIterable<string> {
  let separator = '[';
  for await (const item of items) {
    yield separator + JSON.stringify(item);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** The enveloped shape of a page. */
export async function* pageJson(items: AsyncIterable<object>, pagination: Pagination | undefined): AsyncIterable<string> {
  yield '{"data":';
  yield* listJson(items);
  yield `,"pagination":${JSON.stringify(pagination)}}`;
}
