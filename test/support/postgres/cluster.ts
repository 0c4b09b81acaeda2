import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { freePort } from '../loopback.ts';
import { findPostgres, missingPostgres, serverUser } from './find.ts';

export interface Cluster {
  /** The URL of a database, as an administrator. */
  readonly url: (database: string, options?: string) => string;
  readonly port: number;
  readonly folder: string;
  /** Ends the server as a crash would. With SIGKILL none of its processes learns of it. */
  readonly kill: (signal?: 'SIGQUIT' | 'SIGKILL') => Promise<void>;
  /** Starts it again on the same data, unless it runs. */
  readonly start: () => Promise<void>;
  /** Ends the server and removes its data. */
  readonly remove: () => Promise<void>;
}

export const password = 'very-secret';

/** A language whose order of text is not that of its bytes: `a`, `B`, `c`. Servers before version 15 have the other order alone. */
const locale = (bin: string): readonly string[] =>
  Number(/\d+/.exec(execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }))?.[0]) >= 15
    ? ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US']
    : ['--locale=C.UTF-8'];

export interface ClusterOptions {
  /** It writes to the disk before it answers. */
  readonly isDurable?: boolean;
  /** The folder that it makes its own folder in. */
  readonly within?: string;
  /** More options of `initdb`. */
  readonly initdb?: readonly string[];
  /** The URL of a server that it follows as a copy; by default it is new. */
  readonly copyOf?: string;
}

/** A PostgreSQL server of its own in a scratch folder, on loopback and a free port. It ends with this process, however that ends. */
export async function openCluster({ copyOf, initdb = [], isDurable = false, within = tmpdir() }: ClusterOptions = {}): Promise<Cluster> {
  const bin = findPostgres();
  if (bin === undefined) throw new Error(missingPostgres);
  // The path of a socket may have 107 bytes.
  const folder = mkdtempSync(join(within, 'pg-'));
  const user = serverUser();
  if (user !== undefined) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const program = async (name: string, ...words: readonly string[]) => {
    const made = spawn(join(bin, name), [...words, '-D', data, '--no-sync'], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
    const [said, [code]] = await Promise.all([text(made.stderr), once(made, 'exit')]);
    if (code !== 0) throw new Error(`${name} failed: ${said}`);
  };
  if (copyOf === undefined) {
    const file = join(folder, 'password');
    writeFileSync(file, password);
    const how = ['-U', 'admin', '-A', 'scram-sha-256', `--pwfile=${file}`, '-E', 'UTF8', ...locale(bin)];
    await program('initdb', ...how, ...initdb);
  } else await program('pg_basebackup', '-d', copyOf, '--write-recovery-conf', '--checkpoint=fast');
  const port = await freePort();
  const listens = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder];
  // A restore has some 800 locks until it ends, and goes on for a moment where its client was killed: tests do both at once.
  const options = [...listens, '-c', 'max_locks_per_transaction=256', '-c', `fsync=${isDurable ? 'on' : 'off'}`];
  endWithProcess(folder, user);
  const url = (database: string, more = '') => `postgresql://admin:${password}@127.0.0.1:${port}/${database}${more}`;
  let ended: Promise<unknown> = Promise.resolve();
  let isRunning = false;
  const start = async (): Promise<void> => {
    if (!isRunning) {
      const child = spawn(join(bin, 'postgres'), options, { ...user, cwd: folder, stdio: 'ignore' });
      child.unref();
      isRunning = true;
      ended = once(child, 'exit').finally(() => {
        isRunning = false;
      });
    }
    // It does not start while a process of one that was killed still ends; and one that runs may be about to end, because its disk was
    // full.
    if ((await Promise.race([answers(url('postgres')), ended])) === undefined) return;
    await sleep(200);
    await start();
  };
  const kill = async (signal: 'SIGQUIT' | 'SIGKILL' = 'SIGQUIT') => {
    const server = isRunning ? serverIn(data) : undefined;
    if (server === undefined) return;
    const others = signal === 'SIGKILL' ? childrenOf(server) : [];
    for (const one of [server, ...others]) killIfThere(one, signal);
    await ended;
  };
  await start();
  return {
    url,
    port,
    folder,
    start,
    kill,
    remove: async () => {
      // A program that has nothing else to do would end while it waits for the server.
      const waiting = setInterval(() => {}, 1000);
      await kill();
      clearInterval(waiting);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** When this process ends, however that comes, the input of a shell ends too: then the server ends, and its data goes. */
function endWithProcess(folder: string, user: ReturnType<typeof serverUser>): void {
  const script = 'cat >/dev/null; test -f data/postmaster.pid && kill -INT "$(head -1 data/postmaster.pid)"; sleep 1; rm -rf "$PWD"';
  const child = spawn('/bin/sh', ['-c', script], { ...user, cwd: folder, stdio: ['pipe', 'ignore', 'ignore'] });
  child.unref();
  if (child.stdin instanceof Socket) child.stdin.unref();
}

/** The process of the server, if it runs. */
function serverIn(data: string): number | undefined {
  const file = join(data, 'postmaster.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
}

function childrenOf(parent: number): readonly number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const rows = stdout.split('\n').map((row) => row.trim().split(/\s+/).map(Number));
  return rows.flatMap(([one, of]) => (one !== undefined && of === parent ? [one] : []));
}

function killIfThere(one: number, signal: NodeJS.Signals): void {
  try {
    process.kill(one, signal);
  } catch {
    // It has ended by itself.
  }
}

/** Waits until the server takes connections. */
async function answers(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt += 1) {
    const client = new Client(url);
    client.on('error', () => {});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await sleep(100);
    }
  }
  throw new Error('The server did not start.');
}
