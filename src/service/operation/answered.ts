import type { FastifyInstance } from 'fastify';
import { callerOf } from '../auth/caller.ts';
import { routeOf, type AnsweredRequest } from '../log.ts';
import { addressIn } from './client-address.ts';

/** Tells of each request when its answer is sent, or its client has gone. */
export function tellAnswered(app: FastifyInstance, tell: (request: AnsweredRequest) => void): void {
  app.addHook('onRequest', (request, reply, done) => {
    const began = performance.now();
    reply.raw.once('close', () => {
      const caller = callerOf(request);
      tell({
        id: request.id,
        method: request.method,
        route: routeOf(request),
        status: reply.statusCode,
        milliseconds: Math.round((performance.now() - began) * 10) / 10,
        address: addressIn(request.ip),
        user: caller?.userName,
        credential: caller === undefined ? undefined : `${caller.credential.kind} ${caller.credential.id}`,
        isCutOff: !reply.raw.writableFinished,
      });
    });
    done();
  });
}
