import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a data directory for one service. The lock is SQLite's own on a file beside the data, so the operating system
 * lets go of it however the process ends, and there is no stale lock to clear after a crash.
 * Throws when another service holds it; answers the function that gives it back.
 */
export function lockFile(file: string): () => void {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    database.close();
    throw error;
  }
  return () => database.close();
}
