import { UsageError } from '../../../errors/index.ts';

/** A database by its URL. */
export interface Address {
  /** With the password, for the driver alone. */
  readonly url: string;
  /** For people: without the password and without any option, for example `postgresql://ada@db.example:5432/evidence`. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

const form = 'postgresql://USER@HOST:PORT/DATABASE';

/** Reads a URL. It may hold a password, so nothing of one that is not understood is shown. */
export function readAddress(url: string): Address {
  if (namesSeveral(url)) {
    throw new UsageError('invalid-input', 'The URL of the database names several servers, and the driver takes one', {
      fix: 'Name one address that leads to the server which takes writes, such as that of a proxy, or start the service with another URL when that server changes',
    });
  }
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(?:ql)?:$/.test(parsed.protocol)) {
    throw new UsageError('invalid-input', 'The URL of the database is not one of PostgreSQL', { fix: `Write it as ${form}` });
  }
  const socket = parsed.searchParams.get('host');
  const database = decoded(parsed.pathname.slice(1));
  const user = decoded(parsed.username) || (process.env['PGUSER'] ?? '');
  if (database === '' || user === '') {
    const what = database === '' ? 'database' : 'user';
    throw new UsageError('invalid-input', `The URL of the database names no ${what}`, { fix: `Write it as ${form}` });
  }
  const [host, port] = [socket ?? parsed.hostname, Number(parsed.port || '5432')];
  return { url, name: `postgresql://${user}@${host}:${port}/${database}`, host: host || 'localhost', port, database, user };
}

/** Programs of PostgreSQL itself take several hosts, with a comma between them, also in the parameter `host`. */
function namesSeveral(url: string): boolean {
  const [, hosts = ''] = /^postgres(?:ql)?:\/\/(?:[^@/?#]*@)?([^/?#]*)/i.exec(url) ?? [];
  return hosts.includes(',') || URL.parse(url)?.searchParams.get('host')?.includes(',') === true;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new UsageError('invalid-input', 'The URL of the database is malformed', {
      fix: 'Percent-encode each character of a name or password that has a meaning in URLs, such as % @ / : ?',
    });
  }
}
