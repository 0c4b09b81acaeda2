import { Client, type QueryResult } from 'pg';
import { clusterVariable } from './variable.ts';

/** The URL of a database on the shared server, as its administrator. */
export function urlOf(database: string, options = ''): string {
  const cluster = process.env[clusterVariable];
  if (cluster === undefined) throw new Error('No server runs: these tests run with `npm run test:postgres`.');
  return `${cluster}${database}${options}`;
}

let made = 0;
const newName = (): string => `test_${process.pid}_${(made += 1)}`;

/** The URL of a new database, which may be a copy of another one. */
export async function newDatabase(template = 'template1'): Promise<string> {
  const name = newName();
  await administer(`create database ${name} template ${template}`);
  return urlOf(name);
}

/** The URL of an empty schema in a database that others share. It is there much sooner than a database. */
export async function newSchema(): Promise<string> {
  const name = newName();
  await administer(`create schema ${name}`);
  return urlOfSchema(name);
}

export function urlOfSchema(name: string): string {
  return urlOf('postgres', `?options=-csearch_path%3D${name}`);
}

/** Runs SQL, as an administrator unless a URL says otherwise. */
export async function administer(sql: string, url = urlOf('postgres')): Promise<QueryResult['rows']> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
