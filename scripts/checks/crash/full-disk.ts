import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster } from '../../../test/support/postgres/cluster.ts';
import { administer, inDatabase, inDirectory, openPlaces, openServices } from './data.ts';
import { openDisk, type Disk } from './disk.ts';
import type { OpenScene, Scene } from './scene.ts';

/**
 * Fills a disk under load: that of the data directory on SQLite, and on PostgreSQL that of the server or that of the attached
 * files. Now and then a service is killed meanwhile. Then there is room again, and whatever ended is started.
 */
export const openFullDisk: OpenScene = async (engine, folder): Promise<Scene> => {
  const files = openDisk(join(folder, 'files'), 400);
  const server = engine === 'postgres' ? openDisk(join(folder, 'server'), 400) : undefined;
  // Small pieces of its log need room often.
  const cluster = server === undefined ? undefined : await openCluster({ isDurable: true, within: server.at, initdb: ['--wal-segsize=1'] });
  const { place, renew } = await openPlaces(cluster === undefined ? inDirectory(files.at) : inDatabase(() => cluster, files.at));
  const services = await openServices(engine, folder);
  return {
    services,
    place,
    renew: async () => {
      for (const name of await readdir(files.at)) await rm(join(files.at, name), { recursive: true });
      const old = new URL(place().variables['EVIDENCE_DATABASE_URL'] ?? 'none:/').pathname.slice(1);
      if (cluster !== undefined) await administer(cluster.url('postgres'), `drop database ${old} with (force)`);
      await renew();
    },
    round: async (chance) => {
      await sleep(20 + chance.below(150));
      const disk: Disk = server !== undefined && chance.isLucky(0.6) ? server : files;
      await disk.fill(chance.isLucky(0.5) ? 0 : chance.below(400_000));
      await sleep(50 + chance.below(400));
      const service = chance.isLucky(0.3) ? chance.oneOf(services) : undefined;
      await service?.kill();
      if (chance.isLucky(0.5)) await sleep(chance.below(200));
      await disk.free();
      await cluster?.start();
      await service?.start(place());
      await sleep(chance.below(200));
      return `the disk of ${disk === server ? 'the server' : 'the files'}${service === undefined ? '' : ', and a service killed'}`;
    },
    close: async () => {
      for (const service of services) await service.kill();
      await cluster?.remove();
      for (const disk of [files, server]) disk?.remove();
    },
  };
};
