import type { FastifyInstance } from 'fastify';
import { isFull } from '../../errors/index.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Evidence } from '../context.ts';
import { Refusal } from '../evidence/refusal.ts';
import { within } from '../turns.ts';

/** The work that is under way, or else begins it: those who ask meanwhile get the same answer. */
export function shared<Result>(begin: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined;
  return () =>
    (running ??= begin().finally(() => {
      running = undefined;
    }));
}

/** How long a write that found no room is still reported, in milliseconds: a measurement now and then must not miss it. */
const toldMs = 60_000;

export interface Room {
  /** Takes note of an error that may say that there was none. */
  readonly met: (error: unknown) => void;
  /** Looks. All who ask meanwhile get the same answer. */
  readonly isLeft: () => Promise<boolean>;
  /** Whether a write found none in the last minute: the disk that was full may be that of a database elsewhere. */
  readonly wasMissing: () => boolean;
}

export function watchRoom(blobs: Pick<Blobs, 'hasRoom'>): Room {
  // If a quota limits the room, the file system does not say so beforehand.
  let isSuspected = false;
  let metAt = Number.NEGATIVE_INFINITY;
  return {
    met: (error) => {
      if (!isFull(error)) return;
      isSuspected = true;
      metAt = performance.now();
    },
    isLeft: shared(async () => {
      if (!(await blobs.hasRoom(isSuspected))) return false;
      isSuspected = false;
      return true;
    }),
    wasMissing: () => performance.now() - metAt < toldMs,
  };
}

/** A caller gives up after some seconds, and must not take a database that hangs for a process that is gone. */
const longestMs = 1500;

/** Neither many callers nor a busy process keep these from being answered: who asks may end the process otherwise. */
const always = { rateLimit: false as const, pressureHandler: () => undefined };

/** `GET /health`: whether this process answers. It does not ask database or disk, because a restart would not bring them back. */
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
