import type { FastifyInstance } from 'fastify';
import type { Evidence } from '../evidence/context.ts';
import { Refusal } from '../evidence/refusal.ts';
import type { Room } from './room.ts';
import { shared, within } from './within.ts';

/** A caller gives up after some seconds, and must not take a database that hangs for a process that is gone. */
const longestMs = 1500;

/** Neither many callers nor a busy process keep these from being answered: who asks may end the process otherwise. */
const always = { rateLimit: false as const, pressureHandler: () => undefined };

/**
 * `GET /health`: whether this process answers at all. It asks neither the database nor the disk: a process is not better after a
 * restart if its database is gone.
 */
export function mountHealth(app: FastifyInstance): void {
  app.get('/health', { schema: { hide: true }, config: always }, async (_request, reply) => await reply.type(text).send('OK'));
}

/** `GET /ready`: whether evidence that is sent now can be recorded. */
export function mountReady(app: FastifyInstance, { store }: Evidence, room: Room, isStopping: () => boolean): void {
  // All callers meanwhile get the same answer: a database that hangs is asked once.
  const look = shared(async () => {
    if (!(await room.isLeft())) {
      throw new Refusal('unavailable', 'The disk of this service is full.', { fix: 'Make room where its data directory is.' });
    }
    await store.reach();
  });
  // The answer is text, because the best-known client shows it as it is.
  app.get('/ready', { schema: { hide: true }, config: { ...always, pressureHandler: undefined } }, async (_request, reply) => {
    if (isStopping()) {
      throw new Refusal('unavailable', 'This service is about to stop.', {
        fix: 'Ask another one, or this one when it has started again.',
      });
    }
    if (store.damage() !== undefined) {
      throw new Refusal('unavailable', 'The database of this service is damaged.', {
        fix: 'Stop the service; what it says when it is started again names the file and the fix.',
      });
    }
    await within(
      longestMs,
      look(),
      () =>
        new Refusal('unavailable', 'The database or the disk of this service does not answer.', {
          fix: 'Look whether they run, and can be reached from here.',
        }),
    );
    return await reply.type(text).send('OK');
  });
}

const text = 'text/plain; charset=utf-8';
