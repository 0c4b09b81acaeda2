import type { Chance } from './chance.ts';
import type { Place, Service } from './services.ts';

/** Everything but the clients: services, their data, and what happens to them. */
export interface Scene {
  readonly services: readonly [Service, ...Service[]];
  readonly place: () => Place;
  /** Makes something happen, and repairs everything. Answers in words what happened. */
  readonly round: (chance: Chance) => Promise<string>;
  /** Begins with new data; no service may run. */
  readonly renew: () => Promise<void>;
  readonly close: () => Promise<void>;
  /** Clients that ask once get their answer all the same. */
  readonly isBorne?: boolean;
}

export type EngineName = 'sqlite' | 'postgres';

export type OpenScene = (engine: EngineName, folder: string) => Promise<Scene>;
