import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { limits } from '../../contract/index.ts';
import { jsonProblem, mayBeRounded, parseExact, valueAt } from '../../text/index.ts';
import { bytesOf, upTo } from '../bounded.ts';
import { Refusal } from '../evidence/refusal.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });
const bounds = { depth: limits.jsonDepth, values: limits.jsonValues, names: limits.jsonNames };

/**
 * The JSON of a form's `data_json`, or of a body: UTF-8, within the bounds, without values that JSON cannot carry on or that two
 * readers would read in two ways. All JSON that clients send is read here.
 */
export function parseJson(bytes: Uint8Array, part = 'data_json'): unknown {
  let value: unknown;
  try {
    const text = utf8.decode(bytes);
    const problem = jsonProblem(text, bounds);
    if (problem !== undefined) throw invalidJson(part, problem.path === '' ? part : problem.path, problem.sentence);
    value = withExactNumbers(JSON.parse(text), text);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('invalid-request', `${part} is not JSON in UTF-8.`, {
      cause: error,
      errors: { [part]: 'must be a JSON object.' },
    });
  }
  return value;
}

/** The fields whose meaning only the sender knows. Everywhere else the schema says which numbers are valid. */
const asSent = ['attestation_data', 'user_data'];

/** Keeps the digits of numbers that a double would round, in the fields that have no schema. */
function withExactNumbers(value: unknown, text: string): unknown {
  const named = asSent.filter((name) => valueAt(value, name) !== undefined);
  if (named.length === 0 || !mayBeRounded(text)) return value;
  const exact = parseExact(text);
  return { ...Object(value), ...Object.fromEntries(named.map((name) => [name, valueAt(exact, name)])) };
}

function invalidJson(part: string, path: string, sentence: string): Refusal {
  return new Refusal('invalid-request', `${part} is not taken: ${path} ${sentence}`, { errors: { [path]: sentence } });
}

/** A larger form is read by the parser of all forms, as it arrives. */
const mostBytes = 64 * 1024;

/** The header that says which text is between the parts. */
const formType = /^multipart\/form-data; ?boundary=([\w'()+./:=?-]{1,70})$/i;

/** The header of a part without a file, as programs write it. */
const partHeader = /^content-disposition: form-data; name="([\w-]+)"(?:\r\ncontent-type: [\w/+.;= -]+)?$/i;

/**
 * The bytes of the only part of a form, if the form is a small one that has arrived whole, and is written in the plainest way:
 * nearly all are, and to read them so takes a tenth of the time. Anything else is left where it was, for the parser of all forms.
 */
export function onlyPart(request: IncomingMessage, field: string): Buffer | undefined {
  const { 'content-length': length, 'content-type': type } = request.headers;
  const boundary = formType.exec(type ?? '')?.[1];
  if (boundary === undefined || Number(length) !== request.readableLength || request.readableLength > mostBytes) return undefined;
  const form: unknown = request.read();
  if (!Buffer.isBuffer(form)) return undefined;
  const part = partOf(form, boundary, field);
  if (part === undefined) request.unshift(form);
  return part;
}

function partOf(form: Buffer, boundary: string, field: string): Buffer | undefined {
  const [first, next] = [`--${boundary}\r\n`, `\r\n--${boundary}`];
  const begin = form.indexOf('\r\n\r\n');
  if (begin === -1 || form.toString('latin1', 0, first.length) !== first) return undefined;
  if (partHeader.exec(form.toString('latin1', first.length, begin))?.[1] !== field) return undefined;
  const end = form.indexOf(next, begin + 4);
  const rest = end === -1 ? '' : form.toString('latin1', end + next.length);
  return rest === '--\r\n' || rest === '--' ? form.subarray(begin + 4, end) : undefined;
}

export interface FilePart<File> {
  readonly field: string;
  /** Largest size in bytes. */
  readonly limit: number;
  /** Takes the stream in; called only if there is a file. */
  readonly receive: (content: AsyncIterable<Buffer>, filename: string) => Promise<File>;
  /** Lets go of a file that will not be used, if it is kept anywhere. */
  readonly discard?: (file: File) => Promise<void>;
}

export interface Form<Data, File> {
  readonly data: Data;
  readonly file: File | undefined;
}

/**
 * Reads a multipart form of two parts: its JSON, in `data_json` unless the caller names another part, and a file. Every part is
 * taken as bytes, whatever type it claims, so that nothing is decoded, parsed or cut off before it is checked here.
 */
export async function readForm<Data, File>(
  request: FastifyRequest,
  read: (value: unknown) => Data,
  part: FilePart<File>,
  jsonField = 'data_json',
): Promise<Form<Data, File>> {
  if (!request.isMultipart()) {
    throw new Refusal('wrong-media-type', 'This operation takes multipart/form-data.', {
      fix: `Send the JSON as the form field ${jsonField}, and the file as ${part.field}.`,
      errors: { [jsonField]: 'is missing: add it.' },
    });
  }
  // The parser waits for ever for the end of a body that was cut off before it began, while the caller was looked up.
  if (request.raw.destroyed) throw new Refusal('invalid-request', 'The request ended early.');
  const only = onlyPart(request.raw, jsonField);
  if (only !== undefined) return { data: read(parseJson(only)), file: undefined };
  let json: Buffer | undefined;
  let file: File | undefined;
  try {
    for await (const found of request.parts({
      isPartAFile: () => true,
      // One byte more than any part may have: each part is measured below by its own limit.
      limits: { fileSize: Math.max(part.limit, limits.dataJsonBytes) + 1, files: 2, parts: 3 },
    })) {
      if (found.type !== 'file') throw unknownPart(found.fieldname, jsonField, part.field);
      if (found.fieldname === jsonField && json === undefined) {
        json = await bytesOf(within(found.file, limits.dataJsonBytes, jsonField));
      } else if (found.fieldname === part.field && file === undefined) {
        file = await fileOf(found.file, found.filename, part);
      } else {
        throw unknownPart(found.fieldname, jsonField, part.field);
      }
    }
    if (json === undefined)
      throw new Refusal('invalid-request', `The form has no part ${jsonField}.`, { errors: { [jsonField]: 'is missing: add it.' } });
    return { data: read(parseJson(json)), file };
  } catch (error) {
    if (file !== undefined) await part.discard?.(file);
    throw error;
  }
}

async function fileOf<File>(content: AsyncIterable<Buffer>, filename: string | undefined, part: FilePart<File>): Promise<File | undefined> {
  const limited = within(content, part.limit, part.field);
  if (filename !== undefined && filename !== '') return await part.receive(limited, plainName(filename));
  // Some clients send a field without a file name for "no file".
  const whole = await bytesOf(limited);
  return whole.length === 0 ? undefined : await part.receive(Readable.from([whole]), part.field);
}

/** Reads a body that is JSON itself, within the same bounds as the JSON of a form. */
export async function readJsonBody<Data>(
  request: FastifyRequest,
  read: (value: unknown) => Data,
  limit: number = limits.dataJsonBytes,
): Promise<Data> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw new Refusal('wrong-media-type', 'This operation takes application/json.', { fix: 'Send the JSON as the body itself.' });
  // The iterator stays open if the body is too large: the rest is read and dropped. Otherwise its connection would delay a stop
  // of the service.
  const body = request.raw.iterator({ destroyOnReturn: false });
  return read(parseJson(await bytesOf(within(body, limit, 'The body')), 'The body'));
}

/** Far more than any form of a page holds. */
const mostFormBytes = 16 * 1024;

/** The fields of a form that a page sent, as text; one that is there several times is a list, and one that is blank is not there. */
export async function readFields(request: FastifyRequest): Promise<Readonly<Record<string, unknown>>> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded')
    throw new Refusal('wrong-media-type', 'A form of a page is application/x-www-form-urlencoded.', { fix: 'Send it with its page.' });
  const body = await bytesOf(within(request.raw.iterator({ destroyOnReturn: false }), mostFormBytes, 'The form'));
  const filled = [...new URLSearchParams(body.toString())].filter(([, text]) => text.trim() !== '');
  const byName = Map.groupBy(filled, ([name]) => name);
  return Object.fromEntries([...byName].map(([name, sent]) => [name, sent.length > 1 ? sent : sent[0]?.[1].trim()]));
}

function within(content: AsyncIterable<Buffer>, limit: number, field: string): AsyncIterable<Buffer> {
  const tooLarge = () => new Refusal('too-large', `${field} is larger than ${limit / 1024} KiB.`, { fix: 'Send less, or split it.' });
  return upTo(content, limit, tooLarge);
}

function unknownPart(name: string, json: string, file: string): Refusal {
  return new Refusal('invalid-request', 'The form has a part that this operation does not take, or one of them twice.', {
    errors: { [name]: `send ${json} and at most one ${file}.` },
  });
}

/** The name of a file without characters that could do harm when they are shown. */
function plainName(filename: string): string {
  const cut = filename.replace(/[\p{Cc}\p{Cf}\u2028\u2029/\\]/gu, '_').slice(0, 255);
  // The cut may have split a surrogate pair.
  return cut.toWellFormed();
}
