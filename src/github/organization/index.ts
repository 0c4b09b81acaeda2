// The questions about an organization to GitHub: loaded when one is audited, and not before.
export { openAppTokens, type AppTokens } from './app-tokens.ts';
export { listOrganization } from './list.ts';
