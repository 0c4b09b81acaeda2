import { given } from '../../../text/index.ts';
import type { OidcRuleContent, OidcRuleRemovedContent } from '../kinds/oidc.ts';
import { append, writing, type Appended } from '../log/chain.ts';
import type { NewOidcRule, OidcRule, OidcRuleOutcome, RulesOfIssuer } from '../model/oidc.ts';
import { roles } from '../model/roles.ts';
import { newRecordId } from '../record-id.ts';
import { column, filled, knownText, number, readAll, readCount, readOne, reader, text } from '../sql/row.ts';
import { insert, send, sql, update, type Steps } from '../sql/sql.ts';
import { operatorOf } from './members.ts';

/** The most rules that an organization may have in force (our own limit): a job that is let in by none is compared with many. */
export const mostOidcRules = 500;

const rules = sql`select oidc_rules.*, organizations.name as org from oidc_rules join organizations on organizations.id = oidc_rules.org_id`;

/** Records a rule. An organization must be there: a mistyped name does not become a second one. */
export function* addOidcRule(rule: NewOidcRule, now: number): Steps<OidcRuleOutcome> {
  const orgId = yield* readOne(column('id', text), sql`select id from organizations where name = ${rule.org}`);
  if (orgId === undefined) return { outcome: 'no-organization' };
  return yield* writing(yield* operatorOf(rule.org, 'oidc-rule add'), now, function* (chain): Steps<OidcRuleOutcome> {
    const inForce = yield* readAll(oidcRule, sql`${rules} where org_id = ${orgId} and removed_at = 0`);
    const same = inForce.find((known) => isSame(known, rule));
    if (same !== undefined) return { outcome: 'there', id: same.id };
    if (inForce.length >= mostOidcRules) return { outcome: 'too-many' };
    const { audience, environment, events, flows, issuer, ref, repository, repositoryId, role, workflow } = rule;
    const content: OidcRuleContent = {
      kind: 'oidc_rule_added',
      rule_id: newRecordId(),
      repository,
      repository_id: repositoryId,
      issuer,
      audience,
      role,
      ...given({ workflow, ref, environment, events, flows }),
    };
    yield* applyOidcRule(yield* append(chain, content));
    return { outcome: 'added', id: content.rule_id };
  });
}

/** Whether two rules ask for the same and give the same. The name of the repository is no part of that. */
function isSame(one: NewOidcRule, other: NewOidcRule): boolean {
  return ruleText(one) === ruleText(other);
}

function ruleText({ audience, environment, events = [], flows = [], issuer, ref, repositoryId, role, workflow }: NewOidcRule): string {
  return JSON.stringify([issuer, audience, repositoryId, workflow, ref, environment, events.toSorted(), role, flows.toSorted()]);
}

/** Updates the tables with a rule. */
export function* applyOidcRule({ record }: Appended<OidcRuleContent>): Steps<void> {
  const {
    audience,
    environment = '',
    events = [],
    flows = [],
    issuer,
    ref = '',
    repository,
    repository_id,
    role,
    rule_id,
    workflow = '',
  } = record;
  yield* send(
    insert('oidc_rules', {
      org_id: record.org_id,
      id: rule_id,
      issuer,
      audience,
      repository_id,
      repository,
      workflow,
      ref,
      environment,
      events: events.join(' '),
      role,
      flows: flows.join(' '),
      created_at: record.created_at,
      removed_at: 0,
    }),
  );
}

/** Every rule that is in force, by organization and repository. */
export function* listOidcRules(): Steps<readonly OidcRule[]> {
  return yield* readAll(oidcRule, sql`${rules} where removed_at = 0 order by organizations.name, oidc_rules.repository, oidc_rules.id`);
}

/** Removes a rule by its identifier: access that it gave ends too. Answers it, or `undefined` if none in force has that identifier. */
export function* removeOidcRule(id: string, now: number): Steps<OidcRule | undefined> {
  const rule = yield* readOne(oidcRule, sql`${rules} where oidc_rules.id = ${id} and removed_at = 0`);
  if (rule === undefined) return undefined;
  const content: OidcRuleRemovedContent = {
    kind: 'oidc_rule_removed',
    rule_id: id,
    repository: rule.repository,
    repository_id: rule.repositoryId,
  };
  yield* writing(yield* operatorOf(rule.org, 'oidc-rule remove'), now, function* (chain) {
    yield* applyOidcRuleRemoved(yield* append(chain, content));
  });
  return rule;
}

/** Updates the tables with the end of a rule. */
export function* applyOidcRuleRemoved({ record }: Appended<OidcRuleRemovedContent>): Steps<void> {
  yield* send(update('oidc_rules', { org_id: record.org_id, id: record.rule_id }, { removed_at: record.created_at }));
}

/** The rules of an organization for a repository of an issuer. There need not be such an organization. */
export function* rulesOfIssuer(org: string, issuer: string, repositoryId: string): Steps<RulesOfIssuer> {
  const found = yield* readAll(
    oidcRule,
    sql`${rules} where issuer = ${issuer} and repository_id = ${repositoryId} and organizations.name = ${org} and removed_at = 0
      order by oidc_rules.id`,
  );
  if (found.length > 0) return { isTrusted: true, rules: found };
  const trusting = yield* readCount(
    sql`select count(*) as count from (select 1 from oidc_rules where issuer = ${issuer} and removed_at = 0 limit 1) as trusting`,
  );
  return { isTrusted: trusting > 0, rules: [] };
}

/** The issuer and the repository of a rule, and when it was removed, or 0. Answers `undefined` if there never was such a rule. */
export function* ruleOfJob(orgId: string, ruleId: string): Steps<ReturnType<typeof ofJob> | undefined> {
  return yield* readOne(ofJob, sql`select issuer, repository_id, removed_at from oidc_rules where org_id = ${orgId} and id = ${ruleId}`);
}

const ofJob = reader({ issuer: text, repositoryId: text, removedAt: number });

const row = reader({
  id: text,
  org: text,
  issuer: text,
  audience: text,
  repositoryId: text,
  repository: text,
  workflow: filled,
  ref: filled,
  environment: filled,
  events: filled,
  role: knownText(roles),
  flows: filled,
  createdAt: number,
});

function oidcRule(found: Parameters<typeof row>[0]): OidcRule {
  const { environment, events, flows, ref, workflow, ...rest } = row(found);
  return { ...rest, ...given({ environment, ref, workflow, events: events?.split(' '), flows: flows?.split(' ') }) };
}
