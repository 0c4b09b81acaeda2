import type { Engine } from './sql/engine.ts';

/** Data that was read is not the data that was written. An engine also throws this for damage that it finds itself. */
export class Damage extends Error {
  override readonly name = 'Damage';
}

/** The same engine with a memory for damage: data that was damaged once is not trusted again in this process. */
export function watchDamage(engine: Engine): { readonly engine: Engine; readonly damage: () => string | undefined } {
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
      write: (body, org) => watch(engine.write(body, org)),
      writeJoint: (joint) => watch(engine.writeJoint(joint)),
      read: (body) => watch(engine.read(body)),
      readSlowly: (body, org) => watch(engine.readSlowly(body, org)),
      readQuickly: (body) => watch(engine.readQuickly(body)),
      close: () => engine.close(),
      catalog: engine.catalog,
    },
  };
}

/** The organization takes no record. */
export class Archived extends Error {}

/** The database cannot be reached, or did not answer. A write may have been kept or not: repeat it under the same key. */
export class Unreachable extends Error {
  override readonly name: string = 'Unreachable';
}

/** The same of the store of attached files, where that is not a folder. Nothing was recorded. */
export class FilesUnreachable extends Unreachable {
  override readonly name = 'FilesUnreachable';
}

/** It is not known whether a transaction was kept, so it must not run again. */
export class FateUnknown extends Unreachable {
  override readonly name = 'FateUnknown';
}
