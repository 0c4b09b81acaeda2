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
export {
  BrokenBackup,
  BrokenData,
  Damage,
  FateUnknown,
  NotReplayed,
  isFull,
  openBackend,
  roles,
  type BackupProgress,
  type LiveToken,
  type NewOidcRule,
  type OidcRule,
  type Place,
  type Verification,
  type Verified,
  type VerifyRequest,
} from './store/index.ts';
export { backUpData, restoreData, verifyData } from './backup.ts';
