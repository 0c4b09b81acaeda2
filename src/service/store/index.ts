export { canonical, sha256 } from './log/canonical.ts';
export type { Author, Chain } from './log/chain.ts';
export type { Blobs } from './blobs/blobs.ts';
export { openBlobs } from './blobs/folder.ts';
export { isFull } from './blobs/room.ts';
export { Damage, FateUnknown } from './faults.ts';
export {
  backUp,
  BrokenBackup,
  BrokenData,
  bytesOf,
  readArchive,
  restore,
  writeArchive,
  type Backup,
  type BackupProgress,
  type Restored,
} from './backup/index.ts';
export { openBackend, openData, openStore, type Data, type Place } from './open-data.ts';
export type { Backend } from './backend.ts';
export { TrailFull } from './tables/latest.ts';
export type { LiveToken } from './model/tokens.ts';
export { createStore, type Store } from './store.ts';
export { derivedId, newRecordId } from './record-id.ts';
export { openSqlite } from './sqlite/engine.ts';
export type { AttestationFilter, AttestationRow, AttestationSearch, NewAttestation, NewOverride } from './model/attestations.ts';
export type { LatestRecord, Rules } from './model/rules.ts';
export type { JobClaims, NewOidcRule, OidcRule } from './model/oidc.ts';
export type { NewTrail } from './model/trails.ts';
export { permissionsOf, roles, type Principal, type Role } from './model/roles.ts';
export { verify, type Verified, type Verification, type VerifyProgress, type VerifyRequest } from './verify/verify.ts';
export { NotReplayed, openReplay, type LoggedBody, type Replay } from './verify/replay.ts';
