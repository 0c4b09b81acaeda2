import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { endWith } from './listener.ts';
import type { ConnectionLimits } from './limits.ts';

interface Upload {
  readonly answer: ServerResponse;
  /** The bytes that its connection had brought before it. */
  readonly before: number;
  since: number;
  bytes: number;
}

/**
 * Ends the requests whose body comes more slowly than any real client sends: each holds a connection, and a byte a second would
 * hold it for minutes. Time in which this process itself did not read is not counted. The same for a body without end: its rest is
 * read and dropped where it was refused, so that an honest client sees why, and would be so for minutes.
 */
export function boundBodies(app: FastifyInstance, { bodyBytes, bodyGraceMs, bodyRate, lookMs }: ConnectionLimits): void {
  const uploads = new Map<IncomingMessage, Upload>();
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (raw.headers['content-length'] !== undefined || raw.headers['transfer-encoding'] !== undefined) {
      const { bytesRead } = raw.socket;
      uploads.set(raw, { answer: reply.raw, before: bytesRead, since: performance.now(), bytes: bytesRead });
    }
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
      const { bytesRead, destroyed } = raw.socket;
      if (raw.complete || destroyed) uploads.delete(raw);
      else if (bytesRead - upload.before > bodyBytes)
        end(raw, upload, 413, `The body of the request has more than ${bodyBytes / 1024 / 1024} MiB. Send less, or split it.`);
      else if (raw.readableLength > 0) [upload.since, upload.bytes] = [now, bytesRead];
      else if (isSlow(upload, bytesRead, now))
        end(raw, upload, 408, 'The body of the request came too slowly. Send it again, at once and as a whole.');
    }
  }, lookMs).unref();
  app.addHook('onClose', async () => clearInterval(look));

  function end(raw: IncomingMessage, { answer }: Upload, status: number, message: string): void {
    uploads.delete(raw);
    if (answer.headersSent) raw.socket.destroy();
    else endWith(raw.socket, status, message);
  }

  function isSlow({ bytes, since }: Upload, received: number, now: number): boolean {
    return now - since > bodyGraceMs && (received - bytes) * 1000 < bodyRate * (now - since);
  }
}
