import { wrongUse } from '../../errors/index.ts';
import type { Environment } from '../backend.ts';
import { readSecretFile } from '../operation/secret-file.ts';

export interface Address {
  /** With the password, for the driver alone. */
  readonly url: string;
  /** For people: without the password and without any option, for example `postgresql://ada@db.example:5432/evidence`. */
  readonly name: string;
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly env: Environment;
}

const form = 'postgresql://USER@HOST:PORT/DATABASE';

/** Reads a URL. It may hold a password, so nothing of one that is not understood is shown. */
export function readAddress(url: string, env: Environment = {}): Address {
  if (namesSeveral(url)) {
    throw wrongUse(
      'The URL of the database names several servers, and the driver takes one',
      'Name one address that leads to the server which takes writes, such as that of a proxy, or start the service with another URL when that server changes',
    );
  }
  const parsed = URL.parse(url);
  if (parsed === null || !/^postgres(?:ql)?:$/.test(parsed.protocol)) {
    throw wrongUse('The URL of the database is not one of PostgreSQL', `Write it as ${form}`);
  }
  const socket = parsed.searchParams.get('host');
  const database = decoded(parsed.pathname.slice(1));
  const user = decoded(parsed.username) || (env['PGUSER'] ?? '');
  if (database === '' || user === '') {
    const what = database === '' ? 'database' : 'user';
    throw wrongUse(`The URL of the database names no ${what}`, `Write it as ${form}`);
  }
  const [host, port] = [socket ?? parsed.hostname, Number(parsed.port || '5432')];
  return { url, name: `postgresql://${user}@${host}:${port}/${database}`, host: host || 'localhost', port, database, user, env };
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
    throw wrongUse(
      'The URL of the database is malformed',
      'Percent-encode each character of a name or password that has a meaning in URLs, such as % @ / : ?',
    );
  }
}

/**
 * The URL with the password from the file that PGPASSFILE names (`~/.pgpass` by default), if it is there and neither the URL nor
 * PGPASSWORD has one. The driver reads such a file no longer in its next version. Throws a UsageError if others may use the file.
 */
export async function withPassword({ database, env, host, port, url, user }: Address): Promise<string> {
  const parsed = new URL(url);
  if (parsed.password !== '' || parsed.searchParams.has('password') || (env['PGPASSWORD'] ?? '') !== '') return url;
  const { default: passFile } = await import('pgpass/lib/helper.js');
  const file = passFile.getFileName(env);
  const text = await readSecretFile(file, 'password file', 'Name a file with PGPASSFILE.');
  if (text === undefined) return url;
  // The first line that fits counts.
  const entry = text
    .split(/\r?\n/)
    .map((line) => passFile.parseLine(line))
    .find((each) => each !== null && passFile.isValidEntry(each) && passFile.match({ host, port, database, user }, each));
  if (!entry) return url;
  parsed.password = encodeURIComponent(entry.password);
  return parsed.href;
}
