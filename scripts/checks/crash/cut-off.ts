import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import { inDatabase, openDurable, openPlaces, openServices } from './data.ts';
import type { EngineName, OpenScene, Scene } from './scene.ts';
import { openWire, type Wire } from './wire.ts';

const patienceMs = 3_000;

export async function openBehindWire(engine: EngineName, folder: string): Promise<Omit<Scene, 'round'> & { readonly wire: Wire }> {
  if (engine === 'sqlite') throw new Error('SQLite is in the process of the service: nothing cuts it off. Add --engine postgres.');
  const cluster = await openDurable();
  const wire = await openWire(cluster.port);
  const through = (database: string): string => cluster.url(database).replace(`:${cluster.port}/`, `:${wire.port}/`);
  const { place, renew } = await openPlaces(inDatabase(() => cluster, folder, through));
  const services = await openServices(engine, folder);
  const close = async (): Promise<void> => {
    for (const service of services) await service.kill();
    wire.close();
    await cluster.remove();
  };
  return { services, place, renew, wire, close };
}

/** Breaks the way between two services and their PostgreSQL server, each time in another manner. */
export const openCutOff: OpenScene = async (engine, folder): Promise<Scene> => {
  const { wire, ...scene } = await openBehindWire(engine, folder);
  return {
    ...scene,
    round: async (chance) => {
      await sleep(chance.below(120));
      const [what, happen] = chance.oneOf(manners);
      await happen(wire, chance);
      const isVain = wire.disarm();
      // Seldom a service is gone as well, and another process has to go on where it was.
      const service = chance.isLucky(0.15) ? chance.oneOf(scene.services) : undefined;
      await service?.kill();
      await service?.start(scene.place());
      await sleep(chance.below(150));
      return `${what}${isVain ? ', in vain' : ''}${service === undefined ? '' : ', and a service killed'}`;
    },
  };
};

type Manner = readonly [what: string, happen: (wire: Wire, chance: Chance) => Promise<void> | void];

/** Waits until a trap calls `done`. */
export const trapped = (set: (wire: Wire, chance: Chance, done: () => void) => void) => (wire: Wire, chance: Chance) =>
  Promise.race([new Promise<void>((done) => set(wire, chance, done)), sleep(patienceMs)]);

export const committed = 'COMMIT\0';

const manners: readonly [Manner, ...Manner[]] = [
  ['all connections cut', (wire) => wire.cut(false)],
  [
    'cut off for a while',
    async (wire, chance) => {
      wire.cut(true);
      await sleep(chance.isLucky(0.03) ? 11_000 : 50 + chance.below(500));
      wire.cut(false);
    },
  ],
  [
    'nothing passes for a while',
    async (wire, chance) => {
      wire.stall(true);
      // The server ends a transaction in which nothing happens for 15 seconds.
      await sleep(chance.isLucky(0.03) ? 16_000 : 50 + chance.below(700));
      wire.stall(false);
    },
  ],
  [
    'the answer to a commit lost',
    trapped((wire, _, done) =>
      wire.onAnswer(committed, ({ client, server }) => {
        client.destroy();
        server.destroy();
        done();
      }),
    ),
  ],
  [
    'cut in the middle of the answer to a commit',
    trapped((wire, chance, done) =>
      wire.onAnswer(committed, ({ client, server }, chunk) => {
        client.write(chunk.subarray(0, chunk.indexOf(committed) + chance.below(committed.length)), () => client.destroy());
        server.destroy();
        done();
      }),
    ),
  ],
  [
    'all cut off at the answer to a commit',
    trapped((wire, chance, done) =>
      wire.onAnswer(committed, () => {
        wire.cut(true);
        setTimeout(() => wire.cut(false), 20 + chance.below(600));
        done();
      }),
    ),
  ],
  [
    'cut in the middle of a request',
    trapped((wire, chance, done) =>
      wire.onRequest(({ client, server }, chunk) => {
        server.end(chunk.subarray(0, chance.below(chunk.length)));
        client.destroy();
        done();
      }),
    ),
  ],
  [
    'a request arrives after its sender was cut off',
    trapped((wire, chance, done) =>
      wire.onRequest(({ client, server }, chunk) => {
        client.removeAllListeners('close');
        client.destroy();
        server.removeAllListeners('data').resume();
        setTimeout(() => server.end(chunk), 10 + chance.below(1_200));
        done();
      }),
    ),
  ],
];
