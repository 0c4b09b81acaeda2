import type { Blobs } from '../store/blobs/blobs.ts';
import { isFull } from '../store/blobs/room.ts';
import { shared } from './within.ts';

/** How long a write that found no room is still told of, in milliseconds: a measurement now and then must not miss it. */
const toldMs = 60_000;

/** Whether there is room for what is written. */
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
