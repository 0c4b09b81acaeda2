import { setTimeout as sleep } from 'node:timers/promises';
import type { Cluster } from '../../../test/support/postgres/cluster.ts';
import type { Chance } from './chance.ts';
import { administer, inDatabase, inDirectory, openDurable, openPlaces, openServices } from './data.ts';
import type { OpenScene, Scene } from './scene.ts';

/** Kills a service with SIGKILL at a random moment; on PostgreSQL one of two, and now and then the server of the database. */
export const openKilling: OpenScene = async (engine, folder): Promise<Scene> => {
  const cluster = engine === 'postgres' ? await openDurable() : undefined;
  const { place, renew } = await openPlaces(cluster === undefined ? inDirectory(folder) : inDatabase(() => cluster, folder));
  const services = await openServices(engine, folder);
  return {
    services,
    place,
    renew,
    round: async (chance) => {
      await sleep(20 + chance.below(280));
      const service = chance.oneOf(services);
      const [killed, also] = await Promise.all([service.kill(), cluster === undefined ? '' : killServer(cluster, chance)]).then(
        ([, words]) => [services.indexOf(service) + 1, words],
      );
      await service.start(place());
      return `service ${killed}${also}`;
    },
    close: async () => {
      for (const service of services) await service.kill();
      await cluster?.remove();
    },
  };
};

/** In one of ten rounds one process of the server, which makes it start all others anew; in one of thirty all of it. */
async function killServer(cluster: Cluster, chance: Chance): Promise<string> {
  if (chance.isLucky(0.1)) {
    await sleep(chance.below(100));
    return (await killBackend(cluster, chance)) ? ', and a process of the server' : '';
  }
  if (!chance.isLucky(0.03)) return '';
  await sleep(chance.below(100));
  await cluster.kill('SIGKILL');
  await cluster.start();
  return ', and the server';
}

/** A process that works for a service. */
async function killBackend(cluster: Cluster, chance: Chance): Promise<boolean> {
  const mine = `select pid from pg_stat_activity where application_name = 'compliance-evidence' and state <> 'idle' order by pid`;
  const [first, ...others] = await administer(cluster.url('postgres'), mine);
  if (first === undefined) return false;
  process.kill(Number(chance.oneOf([first, ...others])['pid']), 'SIGKILL');
  return true;
}
