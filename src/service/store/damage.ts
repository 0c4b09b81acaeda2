import type { Engine } from './sql/engine.ts';

/** What was read is not what was once written. */
export class Damage extends Error {
  override readonly name = 'Damage';
}

/** Whether an error says that the stored data is damaged, rather than that something else went wrong. */
export function isDamage(error: unknown): error is Error {
  if (error instanceof Damage) return true;
  const code: unknown = error instanceof Error && 'errcode' in error ? error.errcode : undefined;
  // SQLITE_CORRUPT and SQLITE_NOTADB; what lies above the low byte says more exactly which.
  return typeof code === 'number' && [11, 26].includes(code & 0xff);
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
      if (isDamage(error)) found ??= error.message;
      throw error;
    }
  };
  return {
    damage: () => found,
    engine: {
      write: (body) => watch(engine.write(body)),
      read: (body) => watch(engine.read(body)),
      close: () => engine.close(),
    },
  };
}
