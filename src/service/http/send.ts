import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Pagination } from '../../contract/index.ts';
import type { Listing } from '../evidence/listing.ts';
import { turn } from '../turn.ts';

/** Answers up to this many characters are sent in one piece, with their length. */
const small = 256 * 1024;

/** Pieces of a longer answer are sent together once they have more characters than this. */
const chunk = 64 * 1024;

/** Sends JSON that is made piece by piece: at once if it is small, and otherwise as it is made, however long it gets. */
export async function sendJson(reply: FastifyReply, pieces: AsyncIterable<string>): Promise<FastifyReply> {
  const iterator = pieces[Symbol.asyncIterator]();
  let text = '';
  reply.type('application/json; charset=utf-8');
  while (text.length <= small) {
    const next = await iterator.next();
    if (next.done === true) return reply.send(text);
    text += next.value;
  }
  const rest = { [Symbol.asyncIterator]: () => iterator };
  return reply.send(
    Readable.from(
      (async function* () {
        for await (const piece of rest) {
          if (text.length > chunk) {
            yield text;
            text = '';
            // A fast reader would get everything in one go, and others would wait.
            await turn();
          }
          text += piece;
        }
        yield text;
      })(),
      { objectMode: false },
    ),
  );
}

/** The JSON of one item, in pieces. */
type ItemJson<Item> = (item: Item) => Iterable<string> | AsyncIterable<string>;

const whole: ItemJson<object> = (item) => [JSON.stringify(item)];

/** A JSON list of these items. */
export async function* listJson<Item extends object>(items: AsyncIterable<Item>, itemJson: ItemJson<Item> = whole): AsyncIterable<string> {
  let separator = '[';
  for await (const item of items) {
    yield separator;
    yield* itemJson(item);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** The same of items that come several at once. */
export async function* batchesJson<Item extends object>(batches: AsyncIterable<readonly Item[]>): AsyncIterable<string> {
  let separator = '[';
  for await (const items of batches) {
    if (items.length === 0) continue;
    yield separator + JSON.stringify(items).slice(1, -1);
    separator = ',';
  }
  yield separator === '[' ? '[]' : ']';
}

/** The enveloped shape of a page, whose list comes in pieces. */
async function* pageJson(list: AsyncIterable<string>, pagination: Pagination): AsyncIterable<string> {
  yield '{"data":';
  yield* list;
  yield `,"pagination":${JSON.stringify(pagination)}}`;
}

/** Sends a listing: in its envelope if it is a page, and otherwise as a plain list. */
export function sendListing<Item extends object>(
  reply: FastifyReply,
  { items, pagination }: Listing<Item>,
  itemJson?: ItemJson<Item>,
): Promise<FastifyReply> {
  const list = listJson(items, itemJson);
  return sendJson(reply, pagination === undefined ? list : pageJson(list, pagination));
}

/** A JSON object whose last field is a list that comes in pieces. */
export async function* objectJson(
  fields: Readonly<Record<string, unknown>>,
  name: string,
  list: AsyncIterable<string>,
): AsyncIterable<string> {
  yield `${JSON.stringify(fields).slice(0, -1)},${JSON.stringify(name)}:`;
  yield* list;
  yield '}';
}
