export type Golden = ReadonlyMap<string, string | Uint8Array>;
