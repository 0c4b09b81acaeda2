import type { AddedJobRule, JobAccess, JobRule, JobRuleInput } from '../../../contract/index.ts';
import { UsageError } from '../../../errors/index.ts';
import { given, list } from '../../../text/index.ts';
import { usualIssuer } from '../../auth/oidc/claims.ts';
import { letIn } from '../../auth/oidc/exchange.ts';
import { refuseWrongRule, warningsOf } from '../../auth/oidc/rule-faults.ts';
import type { Evidence } from '../../context.ts';
import type { View } from '../../evidence/links.ts';
import { Refusal, notFound } from '../../evidence/refusal.ts';
import { isWithin, type Caller } from '../../roles.ts';
import type { NewOidcRule, OidcRule } from './tables.ts';

export async function giveAccess({ jobDoor, store }: Evidence, org: string, idToken: string): Promise<View<JobAccess>> {
  if (jobDoor === undefined) throw new Refusal('forbidden', 'This service lets nobody in by ID tokens.', { fix: 'Use a token.' });
  const { expiresAt, lifetime, rule, token } = await letIn(store, jobDoor, org, idToken);
  return { access_token: token, expires_at: expiresAt, expires_in: lifetime, role: rule.role, rule_id: rule.id };
}

export async function listJobRules({ store }: Evidence, { orgId }: Caller): Promise<readonly View<JobRule, Absent>[]> {
  return (await store.listOidcRules(orgId)).map(ruleView);
}

/** Throws a Refusal about a rule that is wrong, that may do more than its author, or whose issuer those who run the service did not name. */
export async function addJobRule({ jobDoor, store }: Evidence, author: Caller, input: JobRuleInput): Promise<View<AddedJobRule>> {
  const { flows, issuer = usualIssuer, owner_id: ownerId, repository_id: repositoryId = '', role, ...asked } = input;
  const narrowed = given({ ownerId, flows: flows && [...new Set(flows)] });
  const rule = { org: author.orgName, role, issuer, repositoryId, ...asked, ...narrowed };
  refuseWrong(rule);
  if (!isWithin(role, author.role)) throw new Refusal('forbidden', `The role ${role} may do more than your own, ${author.role}.`);
  const { issuers = [] } = jobDoor ?? {};
  if (!issuers.includes(issuer)) {
    throw new Refusal('forbidden', `This service asks no issuer that is called '${issuer}' for an administrator's rule.`, {
      fix: `It asks ${list(issuers) || 'none'}. Those who run it name others with: serve --oidc-issuer URL.`,
    });
  }
  const kept = await store.putOidcRule(author, rule);
  if (kept.outcome === 'too-many') {
    throw new Refusal('forbidden', `The organization '${author.orgName}' has as many rules as it can have.`, {
      fix: 'Remove those that nobody needs.',
    });
  }
  return { id: kept.id, was_there: kept.outcome === 'there', warnings: warningsOf(rule) };
}

export async function removeJobRule({ store }: Evidence, author: Caller, id: string): Promise<View<JobRule, Absent>> {
  const rule = await store.takeBackOidcRule(author, id);
  if (rule === undefined) throw notFound(`The organization '${author.orgName}' has no rule '${id}' in force.`, 'List its rules.');
  return ruleView(rule);
}

/** The check speaks of the options of a command, and the interface has fields. */
function refuseWrong(rule: NewOidcRule): void {
  try {
    refuseWrongRule(rule);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new Refusal('invalid-request', inFields(error.message), given({ cause: error, fix: error.fix && inFields(error.fix) }));
  }
}

function inFields(text: string): string {
  return text.replace(/--(?!jq )([a-z-]+)/g, (_, option: string) =>
    /^(?:event|flow)$/.test(option) ? `${option}s` : option.replaceAll('-', '_'),
  );
}

/** Not there where a rule does not ask for it. */
type Absent = 'flows' | 'repository_id' | 'owner_id' | 'workflow' | 'ref' | 'environment' | 'events';

function ruleView({ createdAt, org: _org, ownerId, repositoryId, ...rule }: OidcRule): View<JobRule, Absent> {
  const place = ownerId === undefined ? { repository_id: repositoryId } : { owner_id: ownerId };
  return { ...rule, ...place, created_at: createdAt };
}
