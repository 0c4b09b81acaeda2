/**
 * The database cannot be reached, or did not answer. A write that ended so may have been kept or not: whoever repeats it does so
 * under the same key.
 */
export class Unreachable extends Error {
  override readonly name: string = 'Unreachable';
}

/** The same of the store of attached files, where that is not a folder. Nothing was recorded. */
export class FilesUnreachable extends Unreachable {
  override readonly name = 'FilesUnreachable';
}

/** Nobody can tell whether a transaction was kept, so it must not run again. */
export class FateUnknown extends Unreachable {
  override readonly name = 'FateUnknown';
}
