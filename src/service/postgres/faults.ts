import { Fault, TransportError, codeOf, hasCode, wrongUse } from '../../errors/index.ts';
import { DiskFull } from '../blobs/room.ts';
import { Damage, Unreachable } from '../faults.ts';
import type { Address } from './address.ts';

/** An error of the driver: anything that is not the server's answer means that the connection is of no more use. */
export function connectionFault(error: unknown): unknown {
  if (isAnswer(error) || !(error instanceof Error) || error instanceof Unreachable) return error;
  return new Unreachable(error.message || codeOf(error) || 'The connection was cut.', { cause: error });
}

function isAnswer(error: unknown): boolean {
  return /^[0-9A-Z]{5}$/.test(codeOf(error) ?? '') && error instanceof Error && 'severity' in error;
}

/** Whether two transactions were in each other's way: the same one may go through when it runs again. */
export function isConflict(error: unknown): boolean {
  return hasCode(error, '40001', '40P01');
}

/** Whether another process made the same table at the same time. */
export function isMadeMeanwhile(error: unknown): boolean {
  return isConflict(error) || hasCode(error, '23505', '42P07', '42710');
}

/**
 * Whether the connection is of no more use: it was cut, the server ends it (57P01 to 57P05, 25P03, 25P04), it has too many of them
 * (53300), it is a copy that takes no writes (25006), it no longer lets this user into this database, or a statement took too long
 * (57014, 55P03): somebody else holds what it waits for.
 */
export function isLost(error: unknown): boolean {
  if (error instanceof Unreachable) return true;
  const code = codeOf(error) ?? '';
  return (
    isAnswer(error) &&
    (/^(?:08|57P0)/.test(code) || ['25P03', '25P04', '25006', '53300', '3D000', '28P01', '28000', '55P03', '57014'].includes(code))
  );
}

/** The error behind an error of the driver: the ones that the store knows on every engine, anything else as it is. */
export function faultOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  if (code === 'XX001' || code === 'XX002') return new Damage(error.message, { cause: error });
  if (code === '53100') return new DiskFull(error.message, { cause: error });
  return isLost(error) && !(error instanceof Unreachable) ? new Unreachable(error.message, { cause: error }) : error;
}

/** Why a database cannot be opened, for the one who runs the command. Neither the URL nor the password is in it. */
export function openingFault(error: unknown, { database, host, name, port, user }: Address): unknown {
  if (!(error instanceof Error) || error instanceof Fault) return error;
  const say = (message: string, fix: string) => wrongUse(`${message}.`, fix, error);
  const code = codeOf(error) ?? '';
  if (code === '28P01' || code === '28000') {
    return say(
      `PostgreSQL at ${host}:${port} does not let the user ${user} in: ${error.message}`,
      'Check the user and the password, and pg_hba.conf on the server. The password may stand in the URL, in PGPASSWORD, or in the file that PGPASSFILE names.',
    );
  }
  if (/password must be a (?:non-empty )?string/.test(error.message)) {
    return say(
      `PostgreSQL at ${host}:${port} asks for a password of the user ${user}, and there is none`,
      'Set PGPASSWORD, name a password file with PGPASSFILE, or put the password into EVIDENCE_DATABASE_URL.',
    );
  }
  if (code === '3D000') {
    const fix = `Make it first, for example with \`createdb --owner=${user} ${database}\`, or look at the spelling of its name.`;
    return say(`PostgreSQL at ${host}:${port} has no database ${database}`, fix);
  }
  if (code === '42501') {
    const fix = `Make ${user} the owner of the database: it makes the tables, and reads and writes them.`;
    return say(`The user ${user} may not do this in the database ${name}: ${error.message}`, fix);
  }
  // A copy refuses to begin a transaction that may write with a code of its own.
  if (code === '25006' || /during recovery/.test(error.message)) {
    return say(`The database ${name} takes no writes: it is a copy of another one`, 'Name the server that the copy is made from.');
  }
  if (/does not support SSL/.test(error.message)) {
    return say(
      `PostgreSQL at ${host}:${port} speaks no TLS, and the URL asks for it`,
      'Turn on ssl in postgresql.conf of the server, or take sslmode out of the URL where nobody can listen.',
    );
  }
  if (code === 'ENOENT' || code === 'EACCES') {
    return say(`A file that the URL names cannot be read: ${error.message}`, 'Check sslrootcert, sslcert and sslkey in the URL.');
  }
  if (!isLost(error)) return error;
  const isSilent = /does not answer/.test(error.message);
  return new TransportError('unreachable', `PostgreSQL at ${host}:${port} cannot be reached: ${error.message}.`, {
    cause: error,
    fix: `Check the address, that the server runs, and that this machine may connect to it.${isSilent ? ' A pooler that has no session left is silent too: one process takes up to 12 connections.' : ''}${isSilent ? ' One that waits for a copy of its own (synchronous_standby_names) answers no write while the copy is away.' : ''}`,
    request: 'connect to PostgreSQL',
    mayHaveArrived: false,
  });
}
