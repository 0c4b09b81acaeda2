import { setTimeout as sleep } from 'node:timers/promises';
import { openCluster, type Cluster } from '../../../test/support/postgres/cluster.ts';
import { administer, inDatabase, openDurable, openPlaces, openServices } from './data.ts';
import type { OpenScene, Scene } from './scene.ts';
import type { Place } from './services.ts';
import { openWire, type Wire } from './wire.ts';

/**
 * Two servers by streaming replication: the second has all that the first acknowledges. The first is killed under load, the second takes
 * over, and gets a new second server. The services find it in one of two ways: the address in their URL leads to it, or they start again
 * with another URL.
 */
export const openFailover: OpenScene = async (engine, folder): Promise<Scene> => {
  if (engine === 'sqlite') throw new Error('SQLite has no second server. Add --engine postgres.');
  let first = await openDurable();
  await administer(first.url('postgres'), `alter system set synchronous_standby_names = '*'`);
  let second = await follow(first);
  const wire = await openWire(first.port);
  let isDirect = false;
  const through = (database: string): string => at(first.url(database), wire.port);
  const { place: placeOnWire, renew } = await openPlaces(inDatabase(() => first, folder, through));
  const place = (): Place => {
    const { variables, ...others } = placeOnWire();
    const { EVIDENCE_DATABASE_URL: url = '' } = variables;
    return { ...others, variables: { EVIDENCE_DATABASE_URL: isDirect ? at(url, first.port) : url } };
  };
  const services = await openServices(engine, folder);
  return {
    services,
    place,
    renew,
    round: async (chance) => {
      await sleep(100 + chance.below(600));
      // The last writes of the first server do not reach the second.
      second.way.stall(true);
      await sleep(chance.below(200));
      const old = first;
      await old.kill('SIGKILL');
      second.way.close();
      await sleep(chance.below(300));
      await administer(second.cluster.url('postgres'), 'select pg_promote(true)');
      first = second.cluster;
      wire.leadTo(first.port);
      const wasDirect = isDirect;
      isDirect = chance.isLucky(0.4);
      const isRestart = isDirect || wasDirect;
      if (isRestart) await Promise.all(services.map((service) => service.kill()));
      // Until there is a second server again, no commit is answered, and so no service starts.
      second = await follow(first);
      if (isRestart) await Promise.all(services.map((service) => service.start(place())));
      await old.remove();
      await sleep(chance.below(300));
      return isRestart ? 'a server killed, and the services started with another URL' : 'a server killed, and its address moved';
    },
    close: async () => {
      for (const service of services) await service.kill();
      wire.close();
      second.way.close();
      await second.cluster.remove();
      await first.remove();
    },
  };
};

/** Resolves once the server waits for its copy. */
async function follow(first: Cluster): Promise<{ readonly cluster: Cluster; readonly way: Wire }> {
  const way = await openWire(first.port);
  const cluster = await openCluster({ isDurable: true, copyOf: at(first.url('postgres'), way.port) });
  await administer(first.url('postgres'), 'select pg_reload_conf()');
  for (const end = performance.now() + 30_000; performance.now() < end;) {
    const rows = await administer(first.url('postgres'), `select 1 from pg_stat_replication where sync_state = 'sync'`);
    if (rows.length > 0) return { cluster, way };
    await sleep(50);
  }
  throw new Error('The second server does not follow the first one.');
}

function at(url: string, port: number): string {
  const moved = new URL(url);
  moved.port = String(port);
  return moved.href;
}
