export { startService, type RunningService, type ServiceOptions } from './server.ts';
export { createToken, type TokenRequest } from './token.ts';
