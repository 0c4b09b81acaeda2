export type { Author, Chain } from '../log/chain.ts';
export type { Blobs } from '../blobs/blobs.ts';
export { openBlobs } from '../blobs/folder.ts';
export { isFull } from '../blobs/room.ts';
export { Damage, FateUnknown } from './faults.ts';
export { bytesOf, readArchive, writeArchive } from '../care/archive.ts';
export { backUp, type Backup, type BackupProgress } from '../care/backup.ts';
export { BrokenBackup, BrokenData } from '../care/entries.ts';
export { restore, type Restored } from '../care/restore.ts';
export { openBackend, openData, openStore, type Data, type Place } from './open-data.ts';
export type { Backend } from './backend.ts';
export { TrailFull, type NewTrail } from '../resources/trails/tables.ts';
export type { LiveToken } from '../resources/tokens/tables.ts';
export { createStore, type Store } from './store.ts';
export { derivedId, newRecordId } from './record-id.ts';
export { openSqlite } from '../sqlite/engine.ts';
export type {
  AttestationFilter,
  AttestationRow,
  AttestationSearch,
  NewAttestation,
  NewOverride,
} from '../resources/attestations/tables.ts';
export type { LatestRecord, Rules } from './rules.ts';
export type { JobClaims, NewOidcRule, OidcRule } from '../resources/oidc/tables.ts';
export { permissionsOf, roles, type Principal, type Role } from './roles.ts';
export { verify, type Verification, type Verified, type VerifyProgress, type VerifyRequest } from '../care/verify.ts';
export { NotReplayed, openReplay, type LoggedBody, type Replay } from '../care/replay.ts';
