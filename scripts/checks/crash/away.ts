import { setTimeout as sleep } from 'node:timers/promises';
import { committed, openBehindWire, trapped } from './cut-off.ts';
import type { OpenScene, Scene } from './scene.ts';

/** A restart of a database, and a long one: the service waits for both. */
const lengths = [1000, 8000] as const;

/** Takes the database away for a while, now and then at the answer to a commit. The clients ask once, and none may fail. */
export const openAway: OpenScene = async (engine, folder): Promise<Scene> => {
  const { wire, ...scene } = await openBehindWire(engine, folder);
  return {
    ...scene,
    isBorne: true,
    round: async (chance) => {
      await sleep(300 + chance.below(300));
      const awayMs = chance.oneOf(lengths);
      const isAtCommit = chance.isLucky(0.5);
      if (isAtCommit) await trapped((_, __, done) => wire.onAnswer(committed, () => (wire.cut(true), done())))(wire, chance);
      wire.disarm();
      wire.cut(true);
      await sleep(awayMs);
      wire.cut(false);
      await sleep(500);
      return `away for ${awayMs} ms${isAtCommit ? ', at the answer to a commit' : ''}`;
    },
  };
};
