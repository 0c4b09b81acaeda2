/** Texts that were said or written, by the names that they are kept under. */
export type Golden = ReadonlyMap<string, string | Uint8Array>;
