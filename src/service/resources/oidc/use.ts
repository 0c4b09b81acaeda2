import type { JobAccess } from '../../../contract/index.ts';
import { letIn } from '../../auth/oidc/exchange.ts';
import type { Evidence } from '../../context.ts';
import type { View } from '../../evidence/links.ts';
import { Refusal } from '../../evidence/refusal.ts';

export async function giveAccess({ jobDoor, store }: Evidence, org: string, idToken: string): Promise<View<JobAccess>> {
  if (jobDoor === undefined) throw new Refusal('forbidden', 'This service lets nobody in by ID tokens.', { fix: 'Use a token.' });
  const { expiresAt, lifetime, rule, token } = await letIn(store, jobDoor, org, idToken);
  return { access_token: token, expires_at: expiresAt, expires_in: lifetime, role: rule.role, rule_id: rule.id };
}
