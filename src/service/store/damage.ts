import type { Engine } from './sql/engine.ts';

/** What was read is not what was once written. An engine throws it too, for what it finds damaged itself. */
export class Damage extends Error {
  override readonly name = 'Damage';
}

export interface Watched {
  readonly engine: Engine;
  /** What the first read or write that met damage said of it; `undefined` while none has. */
  readonly damage: () => string | undefined;
}

/** The same engine, and a memory for damage: what was damaged once is not trusted again in this process. */
export function watchDamage(engine: Engine): Watched {
  let found: string | undefined;
  const watch = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      if (error instanceof Damage) found ??= error.message;
      throw error;
    }
  };
  return {
    damage: () => found,
    engine: {
      write: (body) => watch(engine.write(body)),
      read: (body) => watch(engine.read(body)),
      close: () => engine.close(),
      catalog: engine.catalog,
    },
  };
}
