export { startService, type RunningService, type ServiceOptions } from './server.ts';
export { createToken, listOfGrants, listTokens, revokeToken, type TokenRequest } from './token.ts';
export { startReplay, type ReplayedService, type ReplayOptions } from './replay.ts';
export { openBackend, NotReplayed } from './store/index.ts';
export { verifyData } from './verify.ts';
export type { Verified, Verification, VerifyRequest } from './store/index.ts';
