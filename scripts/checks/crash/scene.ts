import type { Chance } from './chance.ts';
import type { Place, Service } from './services.ts';

/** Everything that is not a client: one service or several, their data, and what happens to them. */
export interface Scene {
  readonly services: readonly [Service, ...Service[]];
  /** Where the data is now. */
  readonly place: () => Place;
  /** Makes something happen, and puts everything back to work. Answers what it was, in words. */
  readonly round: (chance: Chance) => Promise<string>;
  /** Begins with new data: the services stand still. */
  readonly renew: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** The services bear what happens: a client that asks once gets its answer. */
  readonly isBorne?: boolean;
}

export type EngineName = 'sqlite' | 'postgres';

/** Makes the scene of a mode on an engine; everything is in a folder. */
export type OpenScene = (engine: EngineName, folder: string) => Promise<Scene>;
