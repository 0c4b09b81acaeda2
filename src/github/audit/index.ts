import type { GitHubPort } from '../../audit/index.ts';
import type { GitHubAccess } from '../api.ts';

// Stands in for GitHub until it is there.

export function openAuditPort(_access: GitHubAccess): GitHubPort {
  throw new Error('GitHub cannot be asked yet');
}
