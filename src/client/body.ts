import { randomBytes } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';

/** A file to send along: from disk (streamed unless it is small) or from memory. */
export type Attachment = { readonly name: string; readonly path: string } | { readonly name: string; readonly content: Uint8Array };

/** Up to this size a file is read at once: for a small one a stream costs more than its bytes. */
const inMemory = 256 * 1024;

/** `open` starts it again for each attempt. */
export interface RequestBody {
  readonly contentType: string;
  /** In bytes. It is exact, so that a body which ends early is noticed. */
  readonly contentLength: number;
  open(): Buffer | Readable;
}

/**
 * A multipart form (RFC 7578) as the service expects it: first `data_json`, or the part of another name, as compact JSON without a file
 * name or type; then the file part. Written by hand: undici's `FormData` goes through web streams, whose first use costs a short-lived
 * process more than the request itself (measured by `npm run bench:start`).
 */
export function formBody(
  data: unknown,
  file?: { readonly part: string; readonly attachment: Attachment },
  jsonPart = 'data_json',
): RequestBody {
  const boundary = `----compliance-evidence-${randomBytes(18).toString('hex')}`;
  const contentType = `multipart/form-data; boundary=${boundary}`;
  const json = `--${boundary}\r\nContent-Disposition: form-data; name="${jsonPart}"\r\n\r\n${JSON.stringify(data)}\r\n`;
  if (file === undefined) {
    const body = Buffer.from(`${json}--${boundary}--\r\n`);
    return { contentType, contentLength: body.length, open: () => body };
  }
  const { attachment, part } = file;
  const head = Buffer.from(
    `${json}--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${quoted(attachment.name)}"\r\nContent-Type: application/octet-stream\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const size = 'path' in attachment ? statSync(attachment.path).size : 0;
  if ('content' in attachment || size <= inMemory) {
    const content = 'content' in attachment ? attachment.content : readFileSync(attachment.path);
    const body = Buffer.concat([head, content, tail]);
    return { contentType, contentLength: body.length, open: () => body };
  }
  return {
    contentType,
    contentLength: head.length + size + tail.length,
    open: () => Readable.from(parts(head, attachment.path, size, tail), { objectMode: false }),
  };
}

export function jsonBody(data: unknown): RequestBody {
  const body = Buffer.from(JSON.stringify(data));
  return { contentType: 'application/json', contentLength: body.length, open: () => body };
}

async function* parts(head: Buffer, path: string, size: number, tail: Buffer): AsyncGenerator<Buffer> {
  yield head;
  // A file that grows meanwhile is sent up to the announced size.
  yield* createReadStream(path, { end: size - 1 });
  yield tail;
}

/** A file name inside quotes, as browsers write it (WHATWG, multipart/form-data encoding algorithm). */
function quoted(name: string): string {
  return name.replace(/"/g, '%22').replace(/\r/g, '%0D').replace(/\n/g, '%0A');
}
