import { aText, mapOf, shape, type Check } from '../../../text/check.ts';
import { canonical, given } from '../../../text/index.ts';
import { append, writing, type Appended, type Chain } from '../../log/chain.ts';
import { newRecordId } from '../../record/id.ts';
import type { Header } from '../../record/kind.ts';
import { roles } from '../../../contract/limits.ts';
import type { Principal } from '../../roles.ts';
import { filled, jsonOf, knownText, number, readAll, readCount, readOne, reader, text } from '../../sql/row.ts';
import { insert, insertNew, isFound, send, sql, update, where, type Row, type Steps } from '../../sql/sql.ts';
import { operatorOf, organizationId } from '../organizations/tables.ts';
import type { JobAccessEndedContent, JobLetInContent, OidcRuleContent, OidcRuleRemovedContent } from './record.ts';

/** Words in one column; '' are none. */
const words = (found: Row, column: string): readonly string[] | undefined => filled(found, column)?.split(' ');

const row = reader({
  id: text,
  /** The name of the organization. */
  org: text,
  /** The address that the token names as its issuer, to the letter. */
  issuer: text,
  audience: text,
  /** The number that stays with a repository when it is renamed, and that no other one gets; '' in a rule for all of an owner. */
  repositoryId: text,
  /** The same of the owner, in a rule for all their repositories. */
  ownerId: filled,
  /** The name of the repository, or `owner/*`, for people: nothing goes by it. */
  repository: text,
  /** The workflow that the job is defined in, `owner/repo/.github/workflows/file.yml@ref`; its last part may be `*`. */
  workflow: filled,
  /** The git ref of the run; its last part may be `*`. */
  ref: filled,
  environment: filled,
  /** The events that it lets in. Without any, those that only people with write access start. */
  events: words,
  role: knownText(roles),
  /** The names of the only flows that it opens. Without them it opens the whole organization. */
  flows: words,
  /** Unix seconds. */
  createdAt: number,
});

/** A rule for ID tokens. `issuer`, `audience` and `repositoryId` or `ownerId` are always asked for; the other conditions if they are there. */
export type OidcRule = ReturnType<typeof oidcRule>;
export type NewOidcRule = Omit<OidcRule, 'id' | 'createdAt'>;

function oidcRule(found: Row) {
  const { environment, events, flows, ownerId, ref, workflow, ...rest } = row(found);
  return { ...rest, ...given({ environment, events, flows, ownerId, ref, workflow }) };
}

type OidcRuleOutcome =
  | { readonly outcome: 'added'; readonly id: string }
  /** One that says the same is in force. */
  | { readonly outcome: 'there'; readonly id: string }
  | { readonly outcome: 'no-organization' }
  | { readonly outcome: 'too-many' };

/** An access token to keep. Both hashes identify secrets. */
interface NewJobAccess {
  readonly org: string;
  readonly ruleId: string;
  readonly hash: string;
  /** A hash of what identifies the ID token: it is taken once. */
  readonly idToken: string;
  /** How long the access lasts, in seconds. */
  readonly lifetime: number;
  /** Facts about the job, as its records will have them. */
  readonly claims: JobClaims;
}

/** Facts that the issuer vouched for, by their names in records. */
export type JobClaims = Readonly<Record<string, string>> & { readonly repository: string; readonly issuer: string };

type JobAccessOutcome =
  | { readonly outcome: 'granted'; readonly expiresAt: number }
  /** The ID token was taken before. */
  | { readonly outcome: 'taken' }
  /** While the ID token was looked at. */
  | { readonly outcome: 'rule-removed' };

/** Whom an access token speaks for. */
export interface JobAccess {
  readonly principal: Principal;
  readonly state: 'valid' | 'expired' | 'rule-removed';
}

/** The most rules that an organization may have in force (our own limit): a job that is let in by none is compared with many. */
const mostOidcRules = 500;

const rules = sql`select oidc_rules.*, organizations.name as org from oidc_rules join organizations on organizations.id = oidc_rules.org_id`;

/** Records a rule. An organization must be there: a mistyped name does not become a second one. */
export function* addOidcRule(rule: NewOidcRule, now: number): Steps<OidcRuleOutcome> {
  if ((yield* organizationId(rule.org)) === undefined) return { outcome: 'no-organization' };
  return yield* writing(yield* operatorOf(rule.org, 'oidc-rule add'), now, (chain) => putOidcRule(chain, rule));
}

/** Records a rule of the organization of the log, unless there is one that says the same. */
export function* putOidcRule(chain: Chain, rule: NewOidcRule): Steps<Exclude<OidcRuleOutcome, { outcome: 'no-organization' }>> {
  const inForce = yield* readAll(oidcRule, sql`${rules} where org_id = ${chain.author.orgId} and removed_at = 0`);
  const same = inForce.find((known) => ruleText(known) === ruleText(rule));
  if (same !== undefined) return { outcome: 'there', id: same.id };
  if (inForce.length >= mostOidcRules) return { outcome: 'too-many' };
  const { audience, environment, events, flows, issuer, ownerId, ref, repository, repositoryId, role, workflow } = rule;
  const said = { rule_id: newRecordId(), repository, issuer, audience, role, ...given({ workflow, ref, environment, events, flows }) };
  // A kind of its own: an earlier program would read past the owner.
  const content: OidcRuleContent =
    ownerId === undefined
      ? { kind: 'oidc_rule_added', repository_id: repositoryId, ...said }
      : { kind: 'oidc_owner_rule_added', owner_id: ownerId, ...said };
  yield* applyOidcRule(yield* append(chain, content));
  return { outcome: 'added', id: content.rule_id };
}

/** The demands of a rule, and the access that it gives. The name of the repository is no part of that. */
export function ruleText(rule: Omit<NewOidcRule, 'org' | 'repository'>): string {
  const { audience, environment, events = [], flows = [], issuer, ownerId, ref, repositoryId, role, workflow } = rule;
  return JSON.stringify([issuer, audience, repositoryId, ownerId, workflow, ref, environment, events.toSorted(), role, flows.toSorted()]);
}

export function* applyOidcRule({ record }: Appended<OidcRuleContent>): Steps<void> {
  const { environment = '', events = [], flows = [], ref = '', rule_id: id, workflow = '' } = record;
  const { audience, created_at, issuer, org_id, repository, role } = record;
  const place =
    record.kind === 'oidc_rule_added' ? { repository_id: record.repository_id } : { repository_id: '', owner_id: record.owner_id };
  const asked = { issuer, audience, ...place, repository, workflow, ref, environment, events: events.join(' '), flows: flows.join(' ') };
  yield* send(insert('oidc_rules', { org_id, id, ...asked, role, created_at, removed_at: 0 }));
}

/** Those in force in all organizations, or in one. */
export const listOidcRules = (orgId?: string) =>
  readAll(
    oidcRule,
    sql`${rules} ${where({ removed_at: 0, org_id: orgId })} order by organizations.name, oidc_rules.repository, oidc_rules.id`,
  );

/** Removes a rule by its identifier: access that it gave ends too. Answers it, or `undefined` if none in force has that identifier. */
export function* removeOidcRule(id: string, now: number): Steps<OidcRule | undefined> {
  const rule = yield* readOne(oidcRule, sql`${rules} where oidc_rules.id = ${id} and removed_at = 0`);
  if (rule === undefined) return undefined;
  yield* writing(yield* operatorOf(rule.org, 'oidc-rule remove'), now, (chain) => recordRemoval(chain, rule));
  return rule;
}

/** The same, for the organization of the log alone. */
export function* takeBackOidcRule(chain: Chain, id: string): Steps<OidcRule | undefined> {
  const { orgId } = chain.author;
  const rule = yield* readOne(oidcRule, sql`${rules} where org_id = ${orgId} and oidc_rules.id = ${id} and removed_at = 0`);
  if (rule !== undefined) yield* recordRemoval(chain, rule);
  return rule;
}

function* recordRemoval(chain: Chain, { id, repository, repositoryId }: OidcRule): Steps<void> {
  const content: OidcRuleRemovedContent = { kind: 'oidc_rule_removed', rule_id: id, repository, repository_id: repositoryId };
  yield* applyOidcRuleRemoved(yield* append(chain, content));
}

export function* applyOidcRuleRemoved({ record }: Appended<OidcRuleRemovedContent>): Steps<void> {
  yield* send(update('oidc_rules', { org_id: record.org_id, id: record.rule_id }, { removed_at: record.created_at }));
}

/**
 * The rules of an organization for a repository of an issuer, or for its owner, and whether the service trusts that issuer at all. There need not be such an
 * organization.
 */
export function* rulesOfIssuer(org: string, issuer: string, repositoryId: string, ownerId: string) {
  const found = yield* readAll(
    oidcRule,
    sql`${rules} where issuer = ${issuer} and organizations.name = ${org} and removed_at = 0
      and (repository_id = ${repositoryId} and owner_id = '' or owner_id = ${ownerId} and owner_id <> '')
      order by oidc_rules.id`,
  );
  if (found.length > 0) return { isTrusted: true, rules: found };
  const trusting = yield* readCount(
    sql`select count(*) as count from (select 1 from oidc_rules where issuer = ${issuer} and removed_at = 0 limit 1) as trusting`,
  );
  return { isTrusted: trusting > 0, rules: [] };
}

/** The issuer of a rule, its repository or else its owner, and when it was removed, or 0. Answers `undefined` if there never was such a rule. */
export const ruleOfJob = (orgId: string, ruleId: string) =>
  readOne(ofJob, sql`select issuer, repository_id, owner_id, removed_at from oidc_rules where org_id = ${orgId} and id = ${ruleId}`);

const ofJob = reader({ issuer: text, repositoryId: text, ownerId: filled, removedAt: number });

/** Seconds for which what ended is still known, to say so to its caller. No ID token is believed that long, so none is taken twice. */
const remembered = 3600;

/** Records that a rule let a job in, with its access token, unless the ID token was taken before or the rule was removed meanwhile. */
export function* grantJobAccess({ claims, hash, idToken, lifetime, org, ruleId }: NewJobAccess, now: number): Steps<JobAccessOutcome> {
  const orgId = (yield* organizationId(org)) ?? '';
  const credential = { kind: 'oidc', id: ruleId, claims };
  const author = { orgId, orgName: org, userName: userNameOf(claims), credential };
  return yield* writing(author, now, function* (chain): Steps<JobAccessOutcome> {
    const rule = yield* ruleOfJob(orgId, ruleId);
    if (rule === undefined || rule.removedAt > 0) return { outcome: 'rule-removed' };
    const content: JobLetInContent = { kind: 'job_let_in', access_hash: hash, id_token_hash: idToken, expires_at: now + lifetime };
    // First the row: the same ID token may come to another organization at this moment.
    if (!(yield* keep({ ...content, org_id: orgId, credential }))) return { outcome: 'taken' };
    yield* append(chain, content);
    return { outcome: 'granted', expiresAt: content.expires_at };
  });
}

/** Updates the tables with access that a job was given. Answers whether its ID token was not taken before. */
export function applyJobLetIn({ record }: Appended<JobLetInContent>): Steps<boolean> {
  return keep(record);
}

type LetIn = JobLetInContent & Pick<Header, 'org_id' | 'credential'>;

/** Keeps access, unless its ID token was taken before. Forgets what ended long before it will end. */
function* keep({ access_hash, credential, expires_at, id_token_hash, org_id }: LetIn): Steps<boolean> {
  const { claims = {}, id } = credential;
  const row = { hash: access_hash, id_token: id_token_hash, org_id, rule_id: id, claims: canonical(claims), expires_at };
  const isNew = yield* isFound(sql`${insertNew('job_access', row, 'id_token')} returning hash`);
  yield* send(sql`delete from job_access where org_id = ${org_id} and expires_at < ${expires_at - remembered}`);
  return isNew;
}

/** Records, for a command, that all access of jobs to an organization ends, if a job has any. */
export function* endJobAccess(org: string, command: string, now: number): Steps<void> {
  const author = yield* operatorOf(org, command);
  if (!(yield* isFound(sql`select hash from job_access where org_id = ${author.orgId} and expires_at > ${now} limit 1`))) return;
  yield* writing(author, now, function* (chain) {
    const content: JobAccessEndedContent = { kind: 'job_access_ended' };
    yield* applyJobAccessEnded(yield* append(chain, content));
  });
}

/** Updates the tables with the end of all access of jobs. Its ID tokens stay taken. */
export function* applyJobAccessEnded({ record: { created_at, org_id } }: Appended<JobAccessEndedContent>): Steps<void> {
  yield* send(sql`update job_access set expires_at = ${created_at} where org_id = ${org_id} and expires_at > ${created_at}`);
}

/** Whom an access token speaks for, by its SHA-256. */
export function* authenticateJob(hash: string, now: number): Steps<JobAccess | undefined> {
  const found = yield* readOne(
    access,
    sql`select job_access.claims, job_access.expires_at, oidc_rules.id as rule_id, oidc_rules.role, oidc_rules.flows,
        oidc_rules.removed_at,
        organizations.id as org_id, organizations.name as org_name
      from job_access
      join oidc_rules on oidc_rules.org_id = job_access.org_id and oidc_rules.id = job_access.rule_id
      join organizations on organizations.id = job_access.org_id
      where job_access.hash = ${hash}`,
  );
  if (found === undefined) return undefined;
  const { claims, expiresAt, flows, orgId, orgName, removedAt, role, ruleId } = found;
  return {
    principal: {
      credential: { kind: 'oidc', id: ruleId, claims },
      // A job is no member: it has nothing that belongs to a user, such as a default organization.
      userId: '',
      userName: userNameOf(claims),
      grants: new Map([[orgName, { orgId, role, ...given({ flows: flows && new Set(flows) }) }]]),
    },
    state: removedAt > 0 ? 'rule-removed' : expiresAt <= now ? 'expired' : 'valid',
  };
}

/** The host of the issuer of github.com, which needs no naming. */
const usualHost = 'token.actions.githubusercontent.com';

/** How records name the user: `github:acme/shop`, and with the host of the issuer before it where that is another one. */
function userNameOf({ issuer, repository }: JobClaims): string {
  const host = URL.parse(issuer)?.host ?? issuer;
  return host === usualHost ? `github:${repository}` : `github:${host}/${repository}`;
}

/** All that a job was let in by. */
const jobClaims: Check<JobClaims> = (value) => mapOf(aText, aText)(value) ?? shape({ repository: aText, issuer: aText })(value);

const access = reader({
  claims: jsonOf(jobClaims),
  expiresAt: number,
  ruleId: text,
  role: knownText(roles),
  flows: words,
  removedAt: number,
  orgId: text,
  orgName: text,
});
