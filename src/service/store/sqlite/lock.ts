import { DatabaseSync } from 'node:sqlite';

/**
 * Takes a data directory for one service. The lock is SQLite's own on a file next to the data, so the operating system releases
 * it however the process ends, and there is no old lock to remove after a crash. Throws if another service holds it; answers the
 * function that gives it back.
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
