import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished } from 'vitest';
import { createToken, startService, type RunningService, type ServiceOptions } from '../../src/service/index.ts';
import { onFileFinished } from '../support/file-end.ts';
import { clusterVariable } from '../support/postgres/variable.ts';
import { client, token, type Client } from './client.ts';

/** A running service in whose data directory nothing is kept. */
interface Leased {
  readonly service: RunningService;
  readonly dataDir: string;
  readonly log: readonly string[];
}

interface Started extends Leased {
  readonly log: string[];
  isRunning: boolean;
}

/** The services that no test has at the moment. */
const idle: Started[] = [];

/**
 * A service with the usual options, for the test that calls this alone. The tests of a file have the same one, one after the
 * other, and each finds it as if it were new: to start one takes longer than most tests. A test may stop it.
 */
async function leasedService(): Promise<Leased> {
  const used = idle.pop();
  const leased = used !== undefined && (await isEmptied(used)) ? used : await start();
  onTestFinished(async () => {
    if (leased.isRunning) idle.push(leased);
    else await remove(leased);
  });
  return leased;
}

async function start(): Promise<Started> {
  const dataDir = await mkdtemp(join(tmpdir(), 'evidence-'));
  const log: string[] = [];
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir, logger: (line) => log.push(line) });
  if (idle.length === 0) onFileFinished(removeIdle);
  let closed: Promise<void> | undefined;
  const close = () => {
    started.isRunning = false;
    return (closed ??= service.close());
  };
  const started: Started = { service: { url: service.url, close }, dataDir, log, isRunning: true };
  return started;
}

async function removeIdle(): Promise<void> {
  for (const each of idle.splice(0)) {
    await each.service.close();
    await remove(each);
  }
}

async function remove({ dataDir }: Started): Promise<void> {
  await rm(dataDir, { recursive: true, force: true });
}

/** Takes everything out of a service. If a service cannot go on after a test, it is stopped and removed. */
async function isEmptied(used: Started): Promise<boolean> {
  try {
    await empty(used.dataDir);
    used.log.length = 0;
    if ((await fetch(`${used.service.url}/ready`)).ok) return true;
  } catch {
    // It is of no more use, whatever the reason.
  }
  await used.service.close().catch(() => {});
  await remove(used);
  return false;
}

async function empty(dataDir: string): Promise<void> {
  if (process.env[clusterVariable] === undefined) await emptyFile(dataDir);
  else await (await import('../support/postgres/directory.ts')).emptySchema(dataDir);
  const blobs = join(dataDir, 'blobs');
  for (const folder of [join(blobs, 'incoming'), blobs])
    for (const name of await readdir(folder)) if (name !== 'incoming') await rm(join(folder, name));
}

async function emptyFile(dataDir: string): Promise<void> {
  const database = new DatabaseSync(join(dataDir, 'evidence.db'), { enableForeignKeyConstraints: false, timeout: 5000 });
  try {
    const tables = database.prepare(`select name from sqlite_schema where type = 'table' and name not in ('migrations')`).all();
    database.exec('pragma synchronous = off');
    database.exec(['begin immediate', ...tables.map(({ name }) => `delete from "${String(name)}"`), 'commit'].join(';'));
  } finally {
    database.close();
  }
}

export { attest, client, field, green, putFlow, putPolicy, red, sha, token, type Answer, type Client, type Upload } from './client.ts';

export interface World extends Client {
  readonly service: RunningService;
  readonly dataDir: string;
  readonly as: (token: string) => Client;
  readonly restart: () => Promise<World>;
  readonly log: readonly string[];
}

/** A folder that goes when the test ends. */
export async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'evidence-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  return path;
}

/**
 * A running service with the organization `acme` and a member's token, and nothing else. Tests share it, one after the other,
 * unless a data directory or options of its own are given.
 */
export async function world(dataDir?: string, more: Partial<ServiceOptions> = {}): Promise<World> {
  const isUsual = dataDir === undefined && Object.keys(more).length === 0;
  const { dataDir: home, log, service } = isUsual ? await sharedService() : await ownService(dataDir ?? (await folder()), more);
  const as = (bearer: string) => client(service.url, { authorization: `Bearer ${bearer}` });
  const restart = async () => {
    await service.close();
    return await world(home, more);
  };
  return { ...as(token), service, dataDir: home, as, restart, log };
}

async function sharedService(): Promise<Leased> {
  const leased = await leasedService();
  await createOwnToken(leased.dataDir);
  return leased;
}

async function ownService(dataDir: string, more: Partial<ServiceOptions>): Promise<Leased> {
  await createOwnToken(dataDir);
  const log: string[] = [];
  const service = await startService({ host: '127.0.0.1', port: 0, dataDir, logger: (line) => log.push(line), ...more });
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= service.close());
  onTestFinished(close);
  return { service: { ...service, close }, dataDir, log };
}

function createOwnToken(dataDir: string): Promise<string> {
  return createToken({ dataDir, user: 'ada', orgs: ['acme'], role: 'member', token });
}
