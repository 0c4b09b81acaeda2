import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { endWith } from './listener.ts';
import type { ConnectionLimits } from './limits.ts';

interface Upload {
  readonly answer: ServerResponse;
  since: number;
  bytes: number;
}

/**
 * Ends the requests whose body comes more slowly than any real client sends: each holds a connection, and a byte a second would
 * hold it for minutes. Time in which this process itself did not read is not counted.
 */
export function refuseSlowBodies(app: FastifyInstance, { bodyGraceMs, bodyRate, lookMs }: ConnectionLimits): void {
  const uploads = new Map<IncomingMessage, Upload>();
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined)
      uploads.set(raw, { answer: reply.raw, since: performance.now(), bytes: raw.socket.bytesRead });
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    // The rest of a body that was refused early is still on its way.
    if (request.raw.complete) uploads.delete(request.raw);
    done();
  });
  const look = setInterval(() => {
    const now = performance.now();
    for (const [raw, upload] of uploads) {
      if (raw.complete || raw.socket.destroyed) uploads.delete(raw);
      else if (raw.readableLength > 0) [upload.since, upload.bytes] = [now, raw.socket.bytesRead];
      else if (isSlow(upload, raw.socket.bytesRead, now)) {
        uploads.delete(raw);
        if (upload.answer.headersSent) raw.socket.destroy();
        else endWith(raw.socket, 408, 'The body of the request came too slowly. Send it again, at once and as a whole.');
      }
    }
  }, lookMs).unref();
  app.addHook('onClose', async () => clearInterval(look));

  function isSlow({ bytes, since }: Upload, received: number, now: number): boolean {
    return now - since > bodyGraceMs && (received - bytes) * 1000 < bodyRate * (now - since);
  }
}
