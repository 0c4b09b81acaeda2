import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { AttachedFile } from '../evidence/attached-file.ts';
import { attachmentNamed } from './attachment-named.ts';

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
