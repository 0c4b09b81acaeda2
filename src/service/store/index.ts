export { canonical, sha256 } from './canonical.ts';
export type { Author, Chain } from './chain.ts';
export { openBlobs, type Blobs } from './blobs.ts';
export { openData, openStore, type Data } from './open-data.ts';
export { createStore } from './evidence-store.ts';
export { derivedId, newRecordId } from './record-id.ts';
export { openSqlite } from './sqlite/index.ts';
export type * from './store.ts';
export { roles, type Principal, type Role } from './roles.ts';
