export { startService, type RunningService, type ServiceOptions } from './server.ts';
export {
  createToken,
  listOfGrants,
  listTokens,
  replaceToken,
  revokeToken,
  type ReplacedToken,
  type ReplacementRequest,
  type TokenRequest,
} from './tokens.ts';
export { addOidcRule, listOidcRules, removeOidcRule, type AddedRule } from './oidc-rules.ts';
export { usualIssuer } from './auth/oidc/claims.ts';
export type { AnsweredRequest, Log, LogLevel } from './operation/log.ts';
export { startReplay, type ReplayedService, type ReplayOptions } from './replay.ts';
export { BrokenBackup, BrokenData } from './care/entries.ts';
export { Damage, FateUnknown } from './faults.ts';
export { NotReplayed } from './care/replay.ts';
export { isFull } from './blobs/room.ts';
export { openBackend, type Place } from './store/open-data.ts';
export { roles } from '../contract/limits.ts';
export type { BackupProgress } from './care/backup.ts';
export type { LiveToken } from './resources/tokens/tables.ts';
export type { NewOidcRule, OidcRule } from './resources/oidc/tables.ts';
export type { Verification, Verified, VerifyRequest } from './care/verify.ts';
export { backUpData, restoreData, verifyData } from './backup.ts';
