import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Pagination } from '../../contract/index.ts';
import { percent } from '../../text/index.ts';
import type { Listing } from '../evidence/listing.ts';
import type { AttachedFile } from '../resources/attestations/use.ts';
import { turn } from '../turns.ts';

/** Answers up to this many characters are sent in one piece, with their length. */
const small = 256 * 1024;

/** Pieces of a longer answer are sent together once they have more characters than this. */
const chunk = 64 * 1024;

/** Sends what a handler answers: an object, or JSON in pieces. */
export async function sendAnswer(reply: FastifyReply, answer: unknown): Promise<unknown> {
  if (isInPieces(answer)) return await sendJson(reply, answer);
  return answer === undefined ? { message: 'OK' } : answer;
}

export function setStatus(reply: FastifyReply, outcome: 'created' | 'updated'): void {
  reply.code(outcome === 'created' ? 201 : 200);
}

function isInPieces(answer: unknown): answer is AsyncIterable<string> {
  return typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;
}

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

type ItemJson<Item> = (item: Item) => Iterable<string> | AsyncIterable<string>;

const whole: ItemJson<object> = (item) => [JSON.stringify(item)];

/** The JSON of what comes in pieces, between two signs. */
export async function* joinedJson<Item>(signs: '[]' | '{}', items: AsyncIterable<Item>, itemJson: ItemJson<Item>): AsyncIterable<string> {
  let separator = signs.slice(0, 1);
  for await (const item of items) {
    yield separator;
    yield* itemJson(item);
    separator = ',';
  }
  yield separator === ',' ? signs.slice(1) : signs;
}

export function listJson<Item extends object>(items: AsyncIterable<Item>, itemJson: ItemJson<Item> = whole): AsyncIterable<string> {
  return joinedJson('[]', items, itemJson);
}

async function* pageJson(list: AsyncIterable<string>, pagination: Pagination | undefined): AsyncIterable<string> {
  yield '{"data":';
  yield* list;
  yield pagination === undefined ? '}' : `,"pagination":${JSON.stringify(pagination)}}`;
}

/** The JSON of a listing: in its envelope if it is a page, and otherwise as a plain list. */
export function listingJson<Item extends object>({ items, pagination }: Listing<Item>, itemJson?: ItemJson<Item>): AsyncIterable<string> {
  const list = listJson(items, itemJson);
  return pagination === undefined ? list : pageJson(list, pagination);
}

/** The same on the interface's own two paths: there `pagination` is present only when there are multiple pages. */
export function interfaceListingJson<Item extends object>(listing: Listing<Item>, itemJson?: ItemJson<Item>): AsyncIterable<string> {
  if (listing.pagination === undefined || listing.pagination.page_count > 1) return listingJson(listing, itemJson);
  return pageJson(listJson(listing.items, itemJson), undefined);
}

/** JSON in ASCII. One character beyond Latin-1 makes a whole answer wide: twice the memory, and several times as long to send. */
export function asciiJson(value: object): string {
  const text = JSON.stringify(value);
  const escaped = text.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
  // Read from bytes again, because a text that is made of a wide one is wide.
  return escaped === text ? text : Buffer.from(escaped, 'latin1').toString('latin1');
}

/** A JSON object whose last field is a list that comes in pieces; `more` is JSON of other fields, each after a comma. */
export async function* objectJson(
  fields: Readonly<Record<string, unknown>>,
  name: string,
  list: AsyncIterable<string>,
  more = '',
): AsyncIterable<string> {
  yield `${JSON.stringify(fields).slice(0, -1)}${more},${JSON.stringify(name)}:`;
  yield* list;
  yield '}';
}

/** Sends the file of a record. A browser may only save it, and never show it in the name of this service. */
export async function sendFile(reply: FastifyReply, { bytes, content, filename, sha256 }: AttachedFile): Promise<FastifyReply> {
  return await reply
    .type('application/octet-stream')
    .header('content-length', bytes)
    .header('content-disposition', attachmentNamed(filename))
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('repr-digest', `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`)
    .send(Readable.from(content, { objectMode: false }));
}

/** Text of a type of its own, which a browser saves. As bytes, because a charset would be added to the type of a text. */
export function sendText(reply: FastifyReply, { text, type }: Readonly<Record<'text' | 'type', string>>, filename: string): FastifyReply {
  return reply.type(type).header('content-disposition', attachmentNamed(filename)).send(Buffer.from(text));
}

/**
 * The header `content-disposition` of a file to save (RFC 6266): first the name in ASCII for old readers, then the whole name. A
 * name from outside can end neither the quotes nor the header.
 */
function attachmentNamed(filename: string): string {
  const ascii = filename.replace(/[^\u0020-\u007E]|["\\%]/gu, '_');
  const whole = encodeURIComponent(filename.toWellFormed()).replace(/['()*]/g, percent);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
