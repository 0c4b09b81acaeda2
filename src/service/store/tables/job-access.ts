import type { JobAccess, JobAccessOutcome, JobClaims, NewJobAccess } from '../model/oidc.ts';
import { roles } from '../model/roles.ts';
import { canonical } from '../log/canonical.ts';
import { isObject, isText } from '../sql/shape.ts';
import { jsonOf, number, oneOf, reader, readOne, text } from '../sql/row.ts';
import { sql } from '../sql/sql.ts';
import { query, queryOne, send, type Steps } from '../sql/statement.ts';
import { insertNew } from '../sql/write.ts';

/** How long what ended is still known, in seconds: whoever comes with it is told that it ended. */
const remembered = 3600;

/** Keeps an access token that a rule gave for an ID token, unless that one was taken before. Forgets what ended long ago. */
export function* grantJobAccess(
  { claims, hash, idToken, idTokenEnds, lifetime, org, ruleId }: NewJobAccess,
  now: number,
): Steps<JobAccessOutcome> {
  yield* send(sql`delete from job_access where kept_until < ${now}`);
  const expiresAt = now + lifetime;
  const organization = yield* queryOne(sql`select id from organizations where name = ${org}`);
  const row = {
    hash,
    id_token: idToken,
    org_id: text(organization ?? {}, 'id'),
    rule_id: ruleId,
    claims: canonical(claims),
    expires_at: expiresAt,
    kept_until: Math.max(expiresAt, idTokenEnds) + remembered,
  };
  const kept = yield* query(sql`${insertNew('job_access', row, 'id_token')} returning hash`);
  return kept.length === 0 ? { outcome: 'taken' } : { outcome: 'granted', expiresAt };
}

/** Whom an access token speaks for, by its SHA-256. */
export function* authenticateJob(hash: string, now: number): Steps<JobAccess | undefined> {
  const found = yield* readOne(
    access,
    sql`select job_access.claims, job_access.expires_at, oidc_rules.id as rule_id, oidc_rules.role, oidc_rules.removed_at,
        organizations.id as org_id, organizations.name as org_name
      from job_access
      join oidc_rules on oidc_rules.org_id = job_access.org_id and oidc_rules.id = job_access.rule_id
      join organizations on organizations.id = job_access.org_id
      where job_access.hash = ${hash}`,
  );
  if (found === undefined) return undefined;
  const { claims, expiresAt, orgId, orgName, removedAt, role, ruleId } = found;
  return {
    principal: {
      credential: { kind: 'oidc', id: ruleId, claims },
      // A job is no member: it has nothing that belongs to a user, such as a default organization.
      userId: '',
      userName: userNameOf(claims),
      grants: new Map([[orgName, { orgId, role }]]),
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

/** Whether a value is what a job was let in by. */
export function isJobClaims(value: unknown): value is JobClaims {
  return isObject(value) && Object.values(value).every(isText) && isText(value.repository) && isText(value.issuer);
}

const access = reader({
  claims: jsonOf(isJobClaims),
  expiresAt: number,
  ruleId: text,
  role: oneOf(roles),
  removedAt: number,
  orgId: text,
  orgName: text,
});
