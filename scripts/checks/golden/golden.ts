/** What was said or written, by the names that it is kept under. */
export type Golden = ReadonlyMap<string, string | Uint8Array>;
