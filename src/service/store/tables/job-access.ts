import { aText, mapOf, shape, type Check } from '../../../text/check.ts';
import { given, canonical } from '../../../text/index.ts';
import type { JobAccessEndedContent, JobLetInContent } from '../kinds/oidc.ts';
import { append, writing, type Appended } from '../log/chain.ts';
import type { Header } from '../log/header.ts';
import type { JobAccess, JobAccessOutcome, JobClaims, NewJobAccess } from '../model/oidc.ts';
import { roles } from '../model/roles.ts';
import { filled, jsonOf, knownText, number, readOne, reader, text } from '../sql/row.ts';
import { insertNew, query, queryOne, send, sql, type Steps } from '../sql/sql.ts';
import { operatorOf } from './members.ts';
import { ruleOfJob } from './oidc-rules.ts';

/**
 * How long what ended is still known, in seconds: whoever comes with it is told that it ended. No ID token is believed for that long,
 * so that none can be taken again.
 */
const remembered = 3600;

/**
 * Records that a rule let a job in, with the access token that it gave for an ID token, unless that one was taken before, or the rule
 * was removed meanwhile.
 */
export function* grantJobAccess({ claims, hash, idToken, lifetime, org, ruleId }: NewJobAccess, now: number): Steps<JobAccessOutcome> {
  const orgId = text((yield* queryOne(sql`select id from organizations where name = ${org}`)) ?? {}, 'id');
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
  const kept = yield* query(sql`${insertNew('job_access', row, 'id_token')} returning hash`);
  yield* send(sql`delete from job_access where org_id = ${org_id} and expires_at < ${expires_at - remembered}`);
  return kept.length > 0;
}

/** Records, for a command, that all access of jobs to an organization ends, if a job has any. */
export function* endJobAccess(org: string, command: string, now: number): Steps<void> {
  const author = yield* operatorOf(org, command);
  const lasting = yield* query(sql`select hash from job_access where org_id = ${author.orgId} and expires_at > ${now} limit 1`);
  if (lasting.length === 0) return;
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
      grants: new Map([[orgName, { orgId, role, ...given({ flows: flows === undefined ? undefined : new Set(flows.split(' ')) }) }]]),
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
  flows: filled,
  removedAt: number,
  orgId: text,
  orgName: text,
});
