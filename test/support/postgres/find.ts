import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Where Debian, Red Hat, Homebrew and the installers put the programs of a server. */
const places = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt'];

/** The folder of the programs of a PostgreSQL server on this machine; `undefined` if there is none. */
export function findPostgres(): string | undefined {
  const newest = places.flatMap((place) => {
    if (!existsSync(place)) return [];
    const versions = readdirSync(place).filter((name) => /^(?:postgresql@)?\d+$/.test(name));
    return versions.toSorted((one, other) => digits(other) - digits(one)).map((name) => join(place, name, 'bin'));
  });
  const folders = [...newest, ...(process.env['PATH'] ?? '').split(delimiter)];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

/** Why the tests of PostgreSQL cannot run here; `undefined` if they can. */
export const missingPostgres = findPostgres() === undefined ? 'PostgreSQL is not installed: apt-get install postgresql' : undefined;

/** A server refuses to run as root: then it runs as the user of Debian's package, or as nobody. */
export function serverUser(): { readonly uid: number; readonly gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const rows = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((row) => row.split(':'));
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody');
  return { uid: Number(row?.[2]), gid: Number(row?.[3]) };
}

function digits(name: string): number {
  return Number(/\d+/.exec(name)?.[0]);
}
