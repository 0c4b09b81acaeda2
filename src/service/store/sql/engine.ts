import type { Steps } from './statement.ts';

/** What a database must do for the store; a second engine is one more file with this shape. */
export interface Engine {
  /** Runs the body in one read-write transaction and answers when that is durable. A body that throws leaves nothing behind. */
  write<Result>(body: () => Steps<Result>): Promise<Result>;
  /** Runs the body on one snapshot of committed data. */
  read<Result>(body: () => Steps<Result>): Promise<Result>;
  /** Finishes what is queued, and closes the database. */
  close(): Promise<void>;
}
