import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { openCluster, type Cluster } from '../../../test/support/postgres/cluster.ts';
import { organizations, token } from './clients.ts';
import type { EngineName } from './scene.ts';
import { command, openService, type Place, type Service } from './services.ts';

export interface Data {
  readonly place: () => Place;
  readonly renew: () => Promise<void>;
}

type Make = (number: number) => Promise<Place>;

/** A place with a token of an administrator of each organization. */
export async function openPlaces(make: Make): Promise<Data> {
  let made = 0;
  const renew = async (): Promise<Place> => {
    const place = await make((made += 1));
    const orgs = organizations.flatMap((org) => ['--org', org]);
    const options = place.options.filter((_, index) => place.options[index - (index % 2)] !== '--blobs');
    const words = ['token', 'create', '--init', '--user', 'ada', '--role', 'admin', '--token', token, ...orgs];
    const { code, error } = await command({ ...place, options }, ...words);
    if (code !== 0) throw new Error(`No token was made: ${error}`);
    return place;
  };
  let current = await renew();
  return { place: () => current, renew: async () => void (current = await renew()) };
}

export function inDirectory(folder: string): Make {
  return async (number) => {
    const files = join(folder, `data-${number}`);
    return { options: ['--data', files], variables: {}, files };
  };
}

/** A database of a server, with the attached files in a folder. `urlOf` makes the URL that the services have. */
export function inDatabase(
  cluster: () => Pick<Cluster, 'url'>,
  folder: string,
  urlOf = (database: string) => cluster().url(database),
): Make {
  return async (number) => {
    const files = join(folder, `files-${number}`);
    await mkdir(files, { recursive: true });
    await administer(cluster().url('postgres'), `create database crash_${number}`);
    return { options: ['--blobs', files], variables: { EVIDENCE_DATABASE_URL: urlOf(`crash_${number}`) }, files };
  };
}

export async function administer(url: string, sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

export async function openServices(engine: EngineName, folder: string): Promise<readonly [Service, ...Service[]]> {
  const first = await openService('service-1', folder);
  return engine === 'sqlite' ? [first] : [first, await openService('service-2', folder)];
}

/** It writes to the disk before it answers, as in production. */
export function openDurable(): Promise<Cluster> {
  return openCluster({ isDurable: true });
}
