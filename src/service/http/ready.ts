import type { FastifyInstance } from 'fastify';
import type { Evidence } from '../evidence/context.ts';
import { Refusal } from '../evidence/refusal.ts';
import { isFull } from '../store/blobs/room.ts';

/** `GET /ready`: whether evidence that is sent now can be recorded. */
export function mountReady(app: FastifyInstance, { blobs, store }: Evidence): void {
  // If a quota limits the room, the file system does not say so beforehand.
  let isSuspected = false;
  app.addHook('onError', async (_request, _reply, error) => {
    isSuspected ||= isFull(error);
  });
  // The answer is text, because the best-known client shows it as it is.
  app.get('/ready', { schema: { hide: true } }, async (_request, reply) => {
    if (store.damage() !== undefined) {
      throw new Refusal('unavailable', 'The database of this service is damaged.', {
        fix: 'Stop the service; what it says when it is started again names the file and the fix.',
      });
    }
    if (!(await blobs.hasRoom(isSuspected))) {
      throw new Refusal('unavailable', 'The disk of this service is full.', { fix: 'Make room where its data directory is.' });
    }
    isSuspected = false;
    return await reply.type('text/plain; charset=utf-8').send('OK');
  });
}
