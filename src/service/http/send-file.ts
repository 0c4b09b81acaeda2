import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { AttachedFile } from '../evidence/attached-file.ts';

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

/**
 * The header `content-disposition` of a file to save (RFC 6266): first the name in ASCII for old readers, then the whole name. A
 * name from outside can end neither the quotes nor the header.
 */
function attachmentNamed(filename: string): string {
  const ascii = filename.replace(/[^\u0020-\u007E]|["\\%]/gu, '_');
  const whole = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${whole}`;
}
