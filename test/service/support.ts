import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createToken, startService, type RunningService, type ServiceOptions } from '../../src/service/index.ts';
import { client, token, type Client } from './client.ts';
import { leasedService, type Leased } from './leased.ts';

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
