import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { openCluster, type Cluster } from '../../../test/support/postgres/cluster.ts';
import { costOf, type Place } from './cost.ts';
import { startServed, token, type Served } from './served.ts';

/** One or four organizations get the records. */
export const organizations = ['acme', 'beta', 'gamma', 'delta'];

/** Data that a checkout serves. */
export interface Home {
  readonly engine: 'SQLite' | 'PostgreSQL';
  readonly checkout: string;
  /** The options that name the data. */
  readonly data: readonly string[];
  /** Where it lies: a directory or the URL of a database. */
  readonly at: string;
  readonly place: Place;
}

const binOf = (checkout: string): string => join(checkout, 'lib', 'cli', 'bin.js');

/** A server that writes to the disk before it answers. */
export const openServer = (): Promise<Cluster> => openCluster({ isDurable: true });

/** Begins new data on SQLite with a token for all organizations. */
export function onSqlite(checkout: string, directory: string): Home {
  return begun({ engine: 'SQLite', checkout, data: ['--data', directory], at: directory, place: { cwd: checkout, env: process.env } });
}

/** Begins a new database with the same token. */
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

/** Runs statements on data that no service has, and lets the engine tidy up behind them. */
export async function runSql(home: Home, statements: readonly string[]): Promise<void> {
  if (home.engine === 'SQLite') {
    const database = new DatabaseSync(join(home.at, 'evidence.db'));
    // It need not outlive the machine.
    database.exec('pragma synchronous = off');
    for (const statement of statements) database.exec(statement);
    database.exec('pragma wal_checkpoint(truncate)');
    database.close();
    return;
  }
  const client = new Client(home.at);
  await client.connect();
  for (const statement of [...statements, 'vacuum analyze', 'checkpoint']) await client.query(statement);
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
