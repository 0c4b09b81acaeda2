import { XMLParser } from 'fast-xml-parser';
import { orNothing, valueAt } from '../../../text/index.ts';
import { within } from '../../turns.ts';
import type { Content } from '../blobs.ts';
import { ask, fault, reasonOf, type Body, type Bucket } from './exchange.ts';

interface Listed {
  /** Its key, without what the listing was for. */
  readonly name: string;
  /** How long it was there when the store listed it, by the clock of the store. */
  readonly ageMs: number;
}

/** All that this program does in a bucket. Keys come without the prefix. */
export interface Objects {
  /** Answers when the store has it. The store compares the content with the hash. */
  readonly put: (key: string, body: Body) => Promise<void>;
  readonly get: (key: string) => Promise<Content | undefined>;
  /** Copies an object within the store. Answers whether there was one. */
  readonly copy: (from: string, to: string) => Promise<boolean>;
  /** Also where there is none. */
  readonly remove: (key: string) => Promise<void>;
  /** All objects in a folder, a page after the other; those in folders of it are left out. */
  readonly list: (folder: string, most?: number) => AsyncIterable<readonly Listed[]>;
}

/** The store sends nothing for so long: the connection is dead. */
const silentMs = 20_000;

export function objectsIn(bucket: Bucket): Objects {
  return {
    async put(key, body) {
      const headers = { 'content-type': 'application/octet-stream' };
      await ask(bucket, { method: 'PUT', key, body, headers });
    },
    async get(key) {
      const answer = await ask(bucket, { method: 'GET', key });
      if (answer.status === 404) return undefined;
      const { content, headers } = answer;
      const drop = async (): Promise<void> => await content?.cancel().catch(() => {});
      return { bytes: Number(headers.get('content-length') ?? Number.NaN), pieces: piecesOf(bucket, content), drop };
    },
    async copy(from, to) {
      const headers = { 'x-amz-copy-source': `/${bucket.bucket}/${bucket.prefix}${from}` };
      // A store may say 200 before it copies, and in the text that it failed.
      const isDone = (text: string): boolean => text.includes('<CopyObjectResult');
      return (await ask(bucket, { method: 'PUT', key: to, headers, isDone })).status !== 404;
    },
    async remove(key) {
      await ask(bucket, { method: 'DELETE', key });
    },
    async *list(folder, most = 1000) {
      let token: string | undefined;
      do {
        const more = token === undefined ? {} : { 'continuation-token': token };
        const prefix = `${bucket.prefix}${folder}/`;
        const query = { 'list-type': '2', prefix, delimiter: '/', 'max-keys': String(most), ...more };
        const { headers, text } = await ask(bucket, { method: 'GET', query });
        const page = readPage(bucket, text);
        const now = Date.parse(headers.get('date') ?? '') || Date.now();
        yield page.objects.map(({ changedAt, key }) => ({ name: key.slice(prefix.length), ageMs: now - changedAt }));
        token = page.next;
      } while (token !== undefined);
    },
  };
}

async function* piecesOf(bucket: Bucket, content: ReadableStream<Uint8Array> | undefined): AsyncGenerator<Uint8Array> {
  if (content === undefined) return;
  const reader = content.getReader();
  try {
    for (;;) {
      // The time counts only while the store is asked: the one who reads may be slow.
      const read = await within(silentMs, reader.read(), () => new Error(`It sent nothing for ${silentMs / 1000} seconds.`));
      if (read.done) return;
      yield read.value;
    }
  } catch (cause) {
    throw fault(bucket, reasonOf(cause), cause);
  } finally {
    await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}

interface Page {
  readonly objects: readonly { readonly key: string; readonly changedAt: number }[];
  /** Where the next page begins; absent on the last one. */
  readonly next: string | undefined;
}

const parser = new XMLParser({ parseTagValue: false, isArray: (name) => name === 'Contents' });

function readPage(bucket: Bucket, text: string): Page {
  const result = valueAt(
    orNothing(() => parser.parse(text)),
    'ListBucketResult',
  );
  if (result === undefined) throw fault(bucket, 'the store answered something else than a listing');
  const contents = valueAt(result, 'Contents');
  const objects = (Array.isArray(contents) ? contents : []).map((each: unknown) => ({
    key: textOf(bucket, each, 'Key'),
    changedAt: Date.parse(textOf(bucket, each, 'LastModified')),
  }));
  const isCut = valueAt(result, 'IsTruncated') === 'true';
  return { objects, next: isCut ? textOf(bucket, result, 'NextContinuationToken') : undefined };
}

/** Never takes a listing that says too little for an empty one: files would be missing in a check. */
function textOf(bucket: Bucket, value: unknown, name: string): string {
  const found = valueAt(value, name);
  if (typeof found === 'string' && found !== '') return found;
  throw fault(bucket, `a listing of the store has no ${name}`);
}
