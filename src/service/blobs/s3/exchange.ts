import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { UsageError, wrongUse } from '../../../errors/index.ts';
import { given } from '../../../text/index.ts';
import type { Environment } from '../../backend.ts';
import { bytesOf, upTo } from '../../bounded.ts';
import { FilesUnreachable } from '../../faults.ts';

export interface Bucket {
  /** For people, such as `s3://evidence/team (https://s3.eu-west-1.amazonaws.com)`. */
  readonly name: string;
  readonly bucket: string;
  /** The address of the bucket, without a slash at its end. */
  readonly url: string;
  /** The beginning of every key: '' or a text that ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string | undefined;
}

const form = 's3://BUCKET or s3://BUCKET/PREFIX';

/** Reads the place, and the usual variables of AWS: where the store is, its region, and the credentials. */
export function readBucket(blobs: string, env: Environment): Bucket {
  const [, bucket = '', rest = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/is.exec(blobs) ?? [];
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket)) {
    throw wrongUse(`--blobs names no bucket: ${blobs}`, `Write it as ${form}; a name has 3 to 63 small letters, digits, dots and hyphens`);
  }
  const path = rest.replace(/\/+$/, '');
  if (path !== '' && path.split('/').some((part) => !/^[\w.-]+$/.test(part) || /^\.+$/.test(part))) {
    throw wrongUse(`--blobs has a prefix that not every store takes: ${blobs}`, 'Use letters, digits and - _ . between its slashes');
  }
  const [accessKeyId, secretAccessKey] = [needed('AWS_ACCESS_KEY_ID', env), needed('AWS_SECRET_ACCESS_KEY', env)];
  const endpoint = env['AWS_ENDPOINT_URL_S3'] || env['AWS_ENDPOINT_URL'] || undefined;
  const region = env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || (endpoint === undefined ? needed('AWS_REGION', env) : 'us-east-1');
  const url = endpoint === undefined ? amazon(bucket, region) : `${plain(endpoint)}/${bucket}`;
  return {
    name: `s3://${bucket}${path === '' ? '' : `/${path}`} (${new URL(url).origin})`,
    bucket,
    url,
    prefix: path === '' ? '' : `${path}/`,
    region,
    accessKeyId,
    secretAccessKey,
    sessionToken: env['AWS_SESSION_TOKEN'] || undefined,
  };
}

/** Amazon's own store. A certificate is for one label only, so a bucket with dots stands in the path. */
function amazon(bucket: string, region: string): string {
  if (!/^[a-z0-9-]+$/.test(region)) throw wrongUse(`AWS_REGION is no region: ${region}`, 'Set it to a name such as eu-west-1');
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`;
}

function plain(endpoint: string): string {
  const parsed = URL.parse(endpoint);
  const isPlain =
    parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.search === '' && parsed.hash === '';
  if (!isPlain) {
    // It is not shown: it may hold a password.
    throw wrongUse(
      'The endpoint of the store is no address of the web',
      'Set AWS_ENDPOINT_URL_S3 to one such as https://minio.example:9000',
    );
  }
  return parsed.href.replace(/\/+$/, '');
}

function needed(variable: string, env: Environment): string {
  const value = env[variable];
  if (value !== undefined && value !== '') return value;
  throw new UsageError('missing-input', `${variable} is missing, and --blobs names a bucket`, {
    fix: 'Set AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION; and AWS_ENDPOINT_URL_S3 where the store is not that of Amazon',
  });
}

interface Asked {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** A key under the prefix of the bucket; absent for the bucket itself. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Body;
  /** The answer of a store may say in its text that it failed: then it is tried again too. */
  readonly isDone?: (text: string) => boolean;
}

export interface Body {
  readonly bytes: number;
  /** SHA-256 in hexadecimal digits: the store compares it with what came. */
  readonly sha256: string;
  /** The content from its beginning: it may be sent again. */
  readonly read: () => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
}

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** The text of a small answer, read to its end. */
  readonly text: string;
  /** The content of an object, where it was asked for. */
  readonly content: ReadableStream<Uint8Array> | undefined;
}

/** The only code for an absent object. A 404 may also mean an unknown bucket or key, or a server that is not a store. */
const noSuchKey = 'NoSuchKey';

/** SHA-256 of nothing. */
const ofNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** How long an attempt may take, until the answer begins, and how much more for each MiB that is sent. */
const attemptMs = 10_000;
const mebibyteMs = 4000;
const attempts = 4;
const longestPauseMs = 1000;

/** After so long it is not tried again: a caller waits. */
const patienceMs = 15_000;

/**
 * Asks the store, and again where it does not answer or has a fault of its own: every request may come twice. Throws
 * `FilesUnreachable` where that is of no use. An object that is not there is an answer, with the status 404.
 */
export async function ask(bucket: Bucket, asked: Asked): Promise<Answered> {
  const began = performance.now();
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await once(bucket, asked);
    if (!(outcome instanceof FilesUnreachable)) return outcome;
    if (attempt === attempts || performance.now() - began > patienceMs || !isPassing(outcome)) throw outcome;
    await sleep(Math.min(100 * 2 ** attempt, longestPauseMs) * (0.5 + Math.random()));
  }
}

async function once(bucket: Bucket, asked: Asked): Promise<Answered | FilesUnreachable> {
  const ending = new AbortController();
  const limitMs = attemptMs + Math.ceil(((asked.body?.bytes ?? 0) / 1_048_576) * mebibyteMs);
  const patience = setTimeout(() => ending.abort(new Error(`It did not answer within ${limitMs / 1000} seconds.`)), limitMs);
  try {
    const response = await send(bucket, asked, ending.signal);
    const { headers, status } = response;
    if (status === 200 && asked.method === 'GET' && asked.key !== undefined)
      return { status, headers, text: '', content: response.body ?? undefined };
    const text = await textOf(response);
    const isFine = (status >= 200 && status < 300 && asked.isDone?.(text) !== false) || codeIn(text) === noSuchKey;
    return isFine ? { status, headers, text, content: undefined } : new Refused(bucket, status, codeIn(text));
  } catch (cause) {
    return fault(bucket, reasonOf(cause), cause);
  } finally {
    clearTimeout(patience);
  }
}

async function send(bucket: Bucket, { body, headers = {}, key, method, query = {} }: Asked, signal: AbortSignal): Promise<Response> {
  const { accessKeyId, prefix, region, secretAccessKey, sessionToken } = bucket;
  const url = new URL(key === undefined ? `${bucket.url}/` : `${bucket.url}/${prefix}${key}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const signed = await new AwsV4Signer({
    service: 's3',
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': body?.sha256 ?? ofNothing },
    accessKeyId,
    secretAccessKey,
    region,
    ...given({ sessionToken }),
  }).sign();
  // Not signed, because proxies change it. A body that is packed on its way would have another length than the object.
  signed.headers.set('accept-encoding', 'identity');
  // An address that a redirect names is not the one that the request was signed for.
  const init = { method, headers: signed.headers, signal, redirect: 'manual' } as const;
  if (body === undefined) return await fetch(signed.url, init);
  signed.headers.set('content-length', String(body.bytes));
  return await fetch(signed.url, { ...init, body: body.read(), duplex: 'half' });
}

/** The most of an answer that is no object: a page of a listing has a thousand keys. */
const longestText = 4 * 1024 * 1024;

async function textOf({ body }: Response): Promise<string> {
  return body === null ? '' : (await bytesOf(upTo(body, longestText, () => new Error('Its answer is too long.')))).toString();
}

/** The store said no, in its own words: a code such as `AccessDenied`. */
class Refused extends FilesUnreachable {
  readonly status: number;
  readonly code: string;

  constructor(bucket: Bucket, status: number, code: string) {
    super(`${bucket.name}: the store answered ${status}${code === '' ? '' : ` ${code}`}`);
    this.status = status;
    this.code = code;
  }
}

function codeIn(text: string): string {
  return /<Code>([\w.]{1,100})<\/Code>/.exec(text)?.[1] ?? '';
}

export function fault(bucket: Bucket, reason: string, cause?: unknown): FilesUnreachable {
  return new FilesUnreachable(`${bucket.name}: ${reason}`, { cause });
}

/** Whether the same request may go through later. A body that was changed on its way is sent again too. */
function isPassing(error: FilesUnreachable): boolean {
  if (!(error instanceof Refused)) return true;
  const passing = ['BadDigest', 'IncompleteBody', 'RequestTimeout', 'SlowDown', 'XAmzContentSHA256Mismatch', 'XAmzContentChecksumMismatch'];
  return error.status >= 500 || error.status === 429 || error.status === 408 || error.status === 200 || passing.includes(error.code);
}

/** Node says why a connection failed in the cause of its error, and of several addresses in a list. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause;
  return inner instanceof Error ? reasonOf(inner) : error.message;
}
