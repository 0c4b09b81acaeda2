import { DiskFull } from '../blobs/room.ts';
import { Damage } from '../damage.ts';

/**
 * The error behind a SQLite error: damage and a full disk as the errors that the store knows on every engine, anything else as it
 * is.
 */
export function faultOf(error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return error;
  const { errcode, message } = error;
  // SQLITE_CORRUPT and SQLITE_NOTADB; the bits above the low byte only give details.
  if ([11, 26].includes(errcode & 0xff)) return new Damage(message, { cause: error });
  // SQLITE_FULL and SQLITE_IOERR_SHMSIZE.
  return errcode === 13 || errcode === 4874 ? new DiskFull(message, { cause: error }) : error;
}
