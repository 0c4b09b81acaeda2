import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { openCluster, type Cluster } from '../../../test/support/postgres/cluster.ts';
import { costOf, type Place } from './cost.ts';
import { startServed, token, type Served } from './served.ts';

/** One or four organizations get the records. */
export const organizations = ['acme', 'beta', 'gamma', 'delta'];

export interface Home {
  readonly engine: 'SQLite' | 'PostgreSQL';
  readonly checkout: string;
  readonly data: readonly string[];
  /** A directory or the URL of a database. */
  readonly at: string;
  readonly place: Place;
}

const binOf = (checkout: string): string => join(checkout, 'lib', 'cli', 'bin.js');

export const openServer = (): Promise<Cluster> => openCluster({ isDurable: true });

export function onSqlite(checkout: string, directory: string): Home {
  return begun({ engine: 'SQLite', checkout, data: ['--data', directory], at: directory, place: { cwd: checkout, env: process.env } });
}

export async function onPostgres(checkout: string, cluster: Cluster, name: string): Promise<Home> {
  const client = new Client(cluster.url('postgres'));
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const env = { ...process.env, EVIDENCE_DATABASE_URL: cluster.url(name) };
  return begun({ engine: 'PostgreSQL', checkout, data: [], at: cluster.url(name), place: { cwd: checkout, env } });
}

function begun(home: Home): Home {
  const orgs = organizations.flatMap((org) => ['--org', org]);
  const { checkout, data, place } = home;
  costOf([binOf(checkout), 'token', 'create', '--init', ...data, '--user', 'bench', ...orgs, '--role', 'admin', '--token', token], place);
  return home;
}

export type RunSql = (statement: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

export const runSql = (home: Home, statements: readonly string[]): Promise<void> =>
  changeData(home, async (run) => {
    for (const statement of statements) await run(statement);
  });

/** On data without a service. Lets the engine tidy up afterwards. */
export async function changeData(home: Home, change: (run: RunSql) => Promise<void>): Promise<void> {
  if (home.engine === 'SQLite') {
    const database = new DatabaseSync(join(home.at, 'evidence.db'));
    // It need not outlive the machine.
    database.exec('pragma synchronous = off');
    await change(async (statement) => database.prepare(statement).all());
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
    return;
  }
  const client = new Client(home.at);
  await client.connect();
  const run: RunSql = async (statement) => (await client.query(statement)).rows;
  await change(run);
  for (const statement of ['vacuum analyze', 'checkpoint']) await run(statement);
  await client.end();
}

/** The arguments of Node that serve the data on a free port. */
export function servingArgs({ checkout, data, engine }: Home, folder: string): readonly string[] {
  const blobs = engine === 'SQLite' ? [] : ['--blobs', join(folder, 'blobs')];
  return [binOf(checkout), 'serve', ...data, ...blobs, '--port', '0'];
}

export const serve = (home: Home, folder: string): Promise<Served> => startServed(servingArgs(home, folder), home.place);

export async function end(services: readonly Served[]): Promise<void> {
  for (const { child } of services) {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}
