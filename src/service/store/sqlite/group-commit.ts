import type { Steps } from '../sql/statement.ts';
import { drive, type Connection } from './connection.ts';

export interface GroupCommit {
  readonly write: <Result>(body: () => Steps<Result>) => Promise<Result>;
  /** Writes the queued items now. */
  readonly flush: () => void;
}

interface Waiting {
  /** Runs inside the open transaction; answers the function that reports the result after the commit. */
  readonly attempt: () => () => void;
  readonly reject: (error: unknown) => void;
}

/** After this time a group ends and the rest of the queue becomes the next one, so that reads need not wait for all of it. */
const longestMs = 50;

/** The longest time that a group waits for more writes that are on their way. */
const gatherMs = 5;

/**
 * One writer with group commit: writes that come together go into one transaction, so that they share the cost of making it
 * durable. Each has its own savepoint, so that a failing one spoils no other. Nobody is answered before the commit.
 */
export function groupCommit(connection: Connection): GroupCommit {
  const queue: Waiting[] = [];

  /**
   * Commits after a turn that brought no more writes: each commit waits for the disk, and many writes that come together wait for
   * one.
   */
  function gather(queued: number, since: number): void {
    setImmediate(() => {
      if (queue.length > queued && performance.now() - since < gatherMs) gather(queue.length, since);
      else commit();
    });
  }

  function commit(): void {
    if (queue.length === 0) return;
    const group: Waiting[] = [];
    let answers: (() => void)[] = [];
    const began = performance.now();
    try {
      connection.exec('begin immediate');
      while (group.length === 0 || performance.now() - began < longestMs) {
        const waiting = queue.shift();
        if (waiting === undefined) break;
        group.push(waiting);
        answers.push(inSavepoint(connection, waiting));
      }
      connection.exec('commit');
    } catch (error) {
      if (connection.inTransaction()) connection.exec('rollback');
      answers = group.map(
        ({ reject }) =>
          () =>
            reject(error),
      );
    }
    for (const answer of answers) answer();
    if (queue.length > 0) setImmediate(commit);
  }

  return {
    flush: () => {
      while (queue.length > 0) commit();
    },
    write: (body) =>
      new Promise((resolve, reject) => {
        if (queue.length === 0) gather(0, performance.now());
        const attempt = () => {
          const result = drive(connection, body());
          return () => resolve(result);
        };
        queue.push({ attempt, reject });
      }),
  };
}

function inSavepoint(connection: Connection, { attempt, reject }: Waiting): () => void {
  connection.exec('savepoint one');
  try {
    const answer = attempt();
    connection.exec('release one');
    return answer;
  } catch (error) {
    // SQLite ends the whole transaction itself on a full disk or an I/O error: then nothing of the group was written.
    if (!connection.inTransaction()) throw error;
    connection.exec('rollback to one');
    connection.exec('release one');
    return () => reject(error);
  }
}
